/** Reads what steps change, before and after they are sent: many things of one list in that list. */
import type { Absence } from "../../absence/absence.js";
import type { Reader } from "../../http/types.js";
import { hashOf } from "../../shared/values.js";
import { endpointNamed } from "../endpoints.js";
import { createListReads, type KnownLists } from "../list-reads.js";
import type { Fields, Read, Step } from "../types.js";
import { createWorld, itemMatches, type World } from "../world.js";

// Compares what a step finds with what was there when it was planned.

export interface Comparison {
  /** `was`: as when it was planned. `becomes`: already as it is to be. */
  is: "was" | "becomes" | "changed";
  hashes: string[];
  /** The fields that were read. */
  fields: Fields[];
  /** Names of fields that have changed, as far as the plan shows. */
  changed: string[];
}

/** Reads the target again. @throws Failure of the reads; cannot-tell if something may be out of sight */
export async function compare(step: Step, world: World): Promise<Comparison> {
  const observed = await Promise.all(step.reads.map(async (read) => ({ read, fields: await world.peek(read) })));
  const seen = { hashes: observed.map(({ fields }) => hashOf(fields)), fields: observed.map(({ fields }) => fields) };
  const { hashes } = seen;
  // A thing that was absent and is still not visible decides nothing.
  for (const [at, { read, fields }] of observed.entries()) {
    if (fields === null && hashes[at] !== read.was) await world.proveAbsent(read);
  }
  const isWanted = ({ becomes }: Read, at: number) => becomes !== undefined && hashes[at] === becomes;
  if (observed.length > 0 && step.reads.every(isWanted)) return { is: "becomes", ...seen, changed: [] };
  const odd = observed.filter(({ read }, at) => hashes[at] !== read.was && !isWanted(read, at));
  if (odd.length === 0) return { is: "was", ...seen, changed: [] };
  return { is: "changed", ...seen, changed: odd.flatMap(({ read, fields }) => names(read, fields, step.before)) };
}

/** The fields that have changed; all fields if the plan does not have the old values. */
function names(read: Read, now: Fields, before: Fields): string[] {
  if (now === null) return ["it no longer exists"];
  const known = read.fields.filter((field) => before && Object.hasOwn(before, field));
  const odd = known.filter((field) => hashOf(before?.[field]) !== hashOf(now[field]));
  return odd.length > 0 ? odd : before === null ? ["it exists now"] : read.fields;
}

/** True if an id is that of a thing that a step made: its list shows it as the step names it, or not at all. */
export async function isCreatedThing(
  { change, reads }: Step,
  out: Readonly<Record<string, unknown>> | undefined,
  world: World,
): Promise<boolean> {
  if (change !== "create" || out?.id === undefined) return true;
  for (const { path, item } of reads) {
    const found = item && (await world.items(path)).find(({ id }) => id === out.id);
    if (found && !itemMatches(found, item)) return false;
  }
  return true;
}

/** So many steps are looked at together afterward; until then their outcome is open, as if they had not been answered. */
const BATCH = 1000;
/** Milliseconds after which those that wait are looked at with the next one. */
const MAX_WAIT = 3000;

export interface StepReads {
  /** @throws Failure of the reads; cannot-tell if something may be out of sight */
  before(step: Step): Promise<{ found: Comparison; world: World }>;
  /** For a step that was just sent: where to look at it, together with others. Undefined: by itself, at once. */
  afterward(step: Step): Promise<World> | undefined;
  /** Reads what is waiting. */
  flush(): void;
}

interface StepReadsOptions {
  client: Reader;
  absence: Absence;
  organization: string;
  now: () => number;
  steps: readonly Step[];
}

export function createStepReads({ client, absence, organization, now, steps }: StepReadsOptions): StepReads {
  const known: KnownLists = new Map();
  const listsFor = (some: readonly Step[]) =>
    createListReads({ client, organization, paths: some.flatMap(pathsOf), now, known });
  const lists = listsFor(steps);
  let batch: { steps: Step[]; since: number; world: Promise<World>; resolve: (world: World) => void } | undefined;
  const flush = () => {
    if (!batch) return;
    batch.resolve(createWorld(listsFor(batch.steps).reader, absence));
    batch = undefined;
  };
  return {
    async before(step) {
      if (lists.covers(pathsOf(step))) {
        const world = createWorld(lists.reader, absence);
        const found = await compare(step, world);
        // A list decides nothing but that all is as when it was planned.
        if (found.is === "was") return { found, world };
      }
      const world = createWorld(client, absence);
      return { found: await compare(step, world), world };
    },
    afterward(step) {
      if (!mayWait(step) || !lists.covers(pathsOf(step))) return undefined;
      batch ??= { steps: [], since: now(), ...createDeferredWorld() };
      batch.steps.push(step);
      const { world, since } = batch;
      if (batch.steps.length >= BATCH || now() - since > MAX_WAIT) flush();
      return world;
    },
    flush,
  };
}

const pathsOf = ({ reads }: Step): string[] => reads.map(({ path }) => path);

/** A change that can be sent again, and that shows in what was read. */
const mayWait = ({ change, endpoint, reads }: Step): boolean =>
  change === "change" &&
  endpointNamed(endpoint).retry === "idempotent" &&
  reads.every(({ becomes }) => becomes !== undefined);

function createDeferredWorld(): { world: Promise<World>; resolve: (world: World) => void } {
  let resolve: (world: World) => void = () => {};
  const world = new Promise<World>((settle) => {
    resolve = settle;
  });
  return { world, resolve };
}
