/**
 * Notes what a command changes, so that it can be undone: before each write what it is about to do and what is there, and
 * afterward how it ended. What cannot be read or noted is a change that cannot be undone, and fails nothing. It refuses one
 * thing: a change in another organization than the settings name, which its reads show and the service does not compare.
 */
import { isShown, type Proofs } from "../../absence/absence.js";
import type { AnyEndpoint } from "../../catalog/endpoint.js";
import { Failure, usage } from "../../errors.js";
import type { Reader } from "../../http/types.js";
import { isRefusal } from "../../shared/outage-rule.js";
import { getPath } from "../../shared/paths.js";
import { hashOf, isObject } from "../../shared/values.js";
import { pickOutputs, usedAnswers } from "../apply/results.js";
import { nameOf, pathOf } from "../endpoints.js";
import { undoRuleOf } from "../inverses/index.js";
import { type ChangeRecord, createLogWriter, type LineWriter } from "../log/write-log.js";
import { observationsOf, observeStep } from "../make/observations.js";
import { formatTarget, type MadeStep, makeStep, makeTitle, readOf } from "../make/step.js";
import { type EndLog, soleFields, type WriteCall } from "../send-step.js";
import { hasNoEffect } from "../show/change-text.js";
import type { Fields, ShownStep, Step, UndoWay } from "../types.js";
import { createMemory, createWorld, type Memory } from "../world.js";

// Limits the history to one read for each change, and to no proof that takes more.

/** Milliseconds: whoever typed a command does not wait longer than this for what only its undo needs. */
const PATIENCE = 5000;

const notRead = () => new Failure("forbidden", "it takes more than one request");

/** A list of which the token may change something is one that it sees; a thing that it does not see may be there. */
const PROOFS: Proofs = {
  proveThing: () => Promise.reject(new Failure("forbidden", "it does not exist, or cannot be seen")),
  proveList: () => Promise.reject(new Failure("forbidden", "its list does not exist, or cannot be seen")),
  proveComplete: () => Promise.resolve(),
};

const NO_READS: Reader = {
  call: () => Promise.reject(notRead()),
  list: () => {
    throw notRead();
  },
};

/** Answers one GET, or one page of a list that has no more: nobody waits longer for a change. */
function singleRead(client: Reader): Reader {
  let isSpent = false;
  const options = () => {
    if (isSpent) throw notRead();
    isSpent = true;
    return { signal: AbortSignal.timeout(PATIENCE), maxWait: 0, silent: true } as const;
  };
  return {
    call: async (endpoint, input) => client.call(endpoint, input, options()),
    list(endpoint, input) {
      const listing = client.list(endpoint, input, { ...options(), pageSize: 1000, ahead: false });
      return {
        ...listing,
        async *pages() {
          for await (const page of listing.pages()) {
            if (page.next !== undefined) throw notRead();
            yield page;
          }
        },
      };
    },
  };
}

interface RecorderOptions {
  client: () => Promise<Reader>;
  /** Opens the log, with its first record. @throws Failure io */
  open(): LineWriter;
  now: () => number;
  /** The organization that the command line or the profile names. */
  organization: string | undefined;
  redact: <T>(value: T) => T;
  /** Called once, with why the change is not in the history. */
  note(message: string): void;
}

export interface Recorder {
  /** Takes an answer that the command itself has read: it is not read again. */
  saw(endpoint: AnyEndpoint, params: Readonly<Record<string, string>>, answer: unknown): void;
  /** Call before a write, and what it returns afterward. @throws Failure usage: the change is in another organization */
  before(call: WriteCall | OtherCall): Promise<EndLog>;
  /** The changes so far, as they were noted. */
  changes(): readonly Change[];
}

/** A request that is none of the catalog's. */
export interface OtherCall {
  /** `POST /v1/x` */
  request: string;
  why: string;
}

/** The change by a write. */
export interface Change {
  step: ShownStep & UndoWay;
  params: Readonly<Record<string, string>>;
  isDone: boolean;
  /** It was done, and all was as it is already. */
  isEmpty?: boolean;
}

/** Larger steps are not kept: the history is no place for whole documents. */
const MOST_CHARACTERS = 256 * 1024;
export function createRecorder(options: RecorderOptions): Recorder {
  const memory = createMemory();
  const changes: Change[] = [];
  const log = createLogWriter(createLogFile(options), options.now);
  return {
    changes: () => changes,
    saw(endpoint, params, answer) {
      if (endpoint.items || !isObject(answer)) return;
      memory.held.set(pathOf(endpoint, params), Promise.resolve(structuredClone(answer)));
    },
    async before(call) {
      const id = `s${changes.length + 1}`;
      const change: Change = { step: plainStep(call), params: "why" in call ? {} : call.params, isDone: false };
      changes.push(change);
      const found = "why" in call ? call : await makeObservedStep(call, id, memory, options);
      const owner =
        "why" in call ? undefined : (call.params.organizationId ?? (await findOwner(call, memory, options)));
      if (!("why" in call)) refuseOther(call, options.organization, owner);
      if ("made" in found) change.step = found.made.step;
      else Object.assign(change.step, { undo: "impossible", why: found.why });
      log.write(makeRecord(id, change, found, owner ?? options.organization ?? ""));
      log.write({ record: "sent", step: id, request: requestOf(call) });
      await project(found, memory);
      return {
        before: "made" in found ? soleFields(found.made.observed.map(({ before }) => before)) : undefined,
        done(answer, absent) {
          if (!absent && !isVisible(call)) return log.write({ record: "unknown", step: id });
          // An answer that changes nothing is like a missing thing.
          change.isDone = !absent && !isRefusal(answer);
          if (!change.isDone) return log.write({ record: "changed", step: id });
          const after = "made" in found ? fieldsAfter(found.made, call, answer) : [];
          const [only] = after;
          if (only !== undefined && after.length === 1) change.step = { ...change.step, after: only };
          const ok = okRecord(id, found, answer, after);
          // There is nothing to take back, and an undo looks for the change before it.
          change.isEmpty = hasNoEffect(change.step);
          log.write(change.isEmpty ? { ...ok, record: "satisfied" } : ok);
        },
        failed(failure) {
          memory.held.clear();
          log.fail({ step: id }, failure);
        },
      };
    },
  };
}

const isVisible = (call: WriteCall | OtherCall): boolean =>
  "why" in call || call.endpoint.method !== "DELETE" || isShown(pathOf(call.endpoint, call.params));

type Recordable = { made: MadeStep } | { why: string };

/** The records go on as long as they can be written. */
function createLogFile({ open, note }: RecorderOptions): LineWriter {
  let file: LineWriter | undefined;
  let isBroken = false;
  return {
    append(line) {
      if (isBroken) return;
      try {
        file ??= open();
        file.append(line);
      } catch (error) {
        isBroken = true;
        note(`this change was not added to the history: ${error instanceof Error ? error.message : String(error)}`);
      }
    },
  };
}

function makeRecord(id: string, { step }: Change, found: Recordable, organization: string): Omit<ChangeRecord, "at"> {
  const { title, change, thing } = step;
  const same = { record: "step", step: id, title, change, thing } as const;
  if ("why" in found) return { ...same, organization: "", why: found.why };
  return { ...same, organization, planned: found.made.step };
}

/** The fields of each read: as the service answered, otherwise as they were sent; undefined: not known. */
function fieldsAfter(
  { observed, rule }: MadeStep,
  call: WriteCall | OtherCall,
  answer: unknown,
): (Fields | undefined)[] {
  const path = "why" in call ? undefined : pathOf(call.endpoint, call.params);
  return observed.map(({ selector, after }) => {
    if (!after) return after;
    const isThing = rule.reads?.as === "new" || selector.path === path;
    const fields = selector.fields.map((name) => {
      const answered = isThing ? getPath(answer, name) : undefined;
      return [name, answered === undefined ? (after[name] ?? null) : answered];
    });
    return Object.fromEntries(fields) as Fields;
  });
}

/** The result is compared when it is undone. */
function okRecord(id: string, found: Recordable, answer: unknown, after: readonly (Fields | undefined)[]) {
  const same = { record: "ok", step: id } as const;
  if ("why" in found) return same;
  const out = pickOutputs(answer, usedAnswers([found.made.step]).get(id));
  const isKnown = after.every((fields) => fields !== undefined);
  return {
    ...same,
    came: isKnown ? after.map(hashOf) : undefined,
    out: Object.keys(out).length > 0 ? out : undefined,
  };
}

/** Projects the write onto what was read: the next change of the same thing needs no read. */
async function project(found: Recordable, memory: Memory): Promise<void> {
  if ("why" in found) return memory.held.clear();
  const world = createWorld(NO_READS, PROOFS, memory);
  try {
    for (const { selector, after } of found.made.observed) {
      if (!memory.held.has(selector.path)) continue;
      if (after === undefined) memory.held.delete(selector.path);
      else await world.project(selector, after);
    }
  } catch {
    // Most often it shows in other lists, too, which were not read. Whatever it is, it must not be in the way of the change.
    memory.held.clear();
  }
}

async function makeObservedStep(
  call: WriteCall,
  id: string,
  memory: Memory,
  options: RecorderOptions,
): Promise<Recordable> {
  try {
    const world = createWorld(singleRead(await options.client()), PROOFS, memory);
    const head = { organization: call.params.organizationId ?? options.organization ?? "" };
    const around = { thing: async () => null };
    const made = await makeStep(call, id, { head, redact: options.redact, observe, around }, world);
    made.step.reads = made.observed.map(readOf);
    if (JSON.stringify(made.step).length > MOST_CHARACTERS) return { why: "it is too large for the history" };
    if (holdsSecret(made.step, options.redact)) return { why: "it contains a secret, which the history never stores" };
    return { made };
  } catch (error) {
    // Whatever it is, it is not what was asked for: the change goes on, and the history says why it cannot be undone.
    return { why: `its target could not be read: ${error instanceof Error ? error.message : String(error)}` };
  }
}

/** Certificates are public, but nobody expects them in a history. */
function holdsSecret(step: Step, redact: RecorderOptions["redact"]): boolean {
  const hasCertificate = [step.body, step.before].some((fields) => fields && Object.hasOwn(fields, "certificate"));
  return hasCertificate || JSON.stringify(redact(step)) !== JSON.stringify(step);
}

/** The answer identifies a created thing: no read looks for a similar one. */
const observe: typeof observeStep = async (rule, asked, world) =>
  rule.reads?.as === "new"
    ? observationsOf(rule, asked).map(({ selector, after }) => ({ selector, before: null, after: after(null) }))
    : observeStep(rule, asked, world);

/** The organization of the space or collection that the path names, which that thing itself says; undefined: it is not known. */
async function findOwner({ params }: WriteCall, memory: Memory, options: RecorderOptions): Promise<string | undefined> {
  const { spaceId, collectionId } = params;
  const root = spaceId ? `/v1/spaces/${spaceId}` : `/v1/collections/${collectionId}`;
  const known = getPath(await memory.held.get(root), "organization");
  if (typeof known === "string" || !(await isUrlElsewhere(root, memory, options.organization))) return asText(known);
  // A URL proves nothing, as a service may write titles into it: it is a reason to ask.
  try {
    const world = createWorld(singleRead(await options.client()), PROOFS, memory);
    return asText((await world.thing({ path: root }))?.organization);
  } catch (error) {
    if (!(error instanceof Failure) || error.kind === "canceled") throw error;
    return undefined;
  }
}

const asText = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** The URL in the app of what was read in a space or a collection names another organization than the settings. */
async function isUrlElsewhere(root: string, { held }: Memory, named: string | undefined): Promise<boolean> {
  if (!named) return false;
  const read = await Promise.all([...held].flatMap(([path, found]) => (path.startsWith(`${root}/`) ? [found] : [])));
  return read.some((found) => {
    const [, owner] = /\/o\/([^/]+)\/s\//.exec(String(getPath(found, "urls.app") ?? "")) ?? [];
    return owner !== undefined && owner !== named;
  });
}

/** The service does not compare a setting with the space that a command changes. @throws Failure usage */
function refuseOther({ params }: WriteCall, named: string | undefined, owner: string | undefined): void {
  if (named === undefined || named === "" || owner === undefined || owner === named || params.organizationId) return;
  const what = params.spaceId ? `space ${params.spaceId}` : `collection ${params.collectionId}`;
  throw usage(
    `${what} is in organization ${owner}, not in ${named}, as DOCS_ORG or the profile says; nothing was sent`,
    `pass --org ${owner}`,
  );
}

/** Makes a step without reading anything. */
function plainStep(call: WriteCall | OtherCall): Change["step"] {
  if ("why" in call) return { ...OTHER, title: call.request, thing: call.request, why: call.why };
  const { endpoint, params, body = {} } = call;
  const rule = undoRuleOf(nameOf(endpoint));
  const thing = formatTarget(rule, { endpoint, params, body }, {});
  const { change, undo, why } = rule;
  return { title: makeTitle(rule, thing, body), change, thing, before: null, after: null, undo, ...(why && { why }) };
}

const OTHER = { change: "act", before: null, after: null, undo: "impossible" } as const;

const requestOf = (call: WriteCall | OtherCall): string =>
  "why" in call ? call.request : `${call.endpoint.method} ${call.endpoint.path}`;
