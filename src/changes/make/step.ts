/** Makes a step of a request: what it is called, what it changes, and how it is undone, from the request and what is read. */

import type { AnyEndpoint } from "../../catalog/endpoint.js";
import { usage } from "../../errors.js";
import { hashOf } from "../../shared/values.js";
import { isWriting, nameOf } from "../endpoints.js";
import { undoRuleOf } from "../inverses/index.js";
import type { UndoRule } from "../inverses/types.js";
import { refuseAbsent, refuseBody, SECRET } from "../request-rules.js";
import type { Fact, Fields, Read, Step } from "../types.js";
import { PREVIOUS, type ThingReader, type World } from "../world.js";
import { makeInverse } from "./inverse.js";
import { observeStep } from "./observations.js";
import type { ObservedFields, ResolvedCall } from "./selector.js";
import { formatTarget, makeTitle, readName } from "./step-title.js";

// The fields of a step for people: `before` and `after`.

/** The fields of all observations by name; one with a label is one field. Null if the only thing does not exist. */
function shownBefore(observed: readonly ObservedFields[], side: "before" | "after"): Fields {
  const [only] = observed;
  if (only === undefined) return null;
  if (observed.length === 1 && only.label === undefined) return renamePrevious(only[side] ?? null);
  return Object.assign(
    {},
    ...observed.map((observation) => {
      const fields = observation[side] ?? null;
      if (observation.label === undefined) return renamePrevious(fields);
      return { [observation.label]: fields && (Object.values(fields)[0] ?? null) };
    }),
  );
}

const renamePrevious = (fields: Fields): Fields =>
  fields &&
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name === PREVIOUS ? "after" : name, value]));

export function shownAfter(
  rule: UndoRule,
  observed: readonly ObservedFields[],
  body: Readonly<Record<string, unknown>> | undefined,
): Fields {
  if (rule.change === "remove") return null;
  const isKnown = observed.length > 0 && observed.every(({ after }) => after !== undefined);
  return isKnown && rule.reads?.as !== "new" ? shownBefore(observed, "after") : { ...body };
}

/** A request to plan. */
export interface PlannedRequest {
  endpoint: AnyEndpoint;
  /** `from(step)` stands for the answer to an earlier step. The organization may be left out. */
  params?: Readonly<Record<string, unknown>>;
  body?: Readonly<Record<string, unknown>> | undefined;
  /** Default: the next of s1, s2 and so on. */
  id?: string;
  /** Nothing is compared, as earlier steps change its target in a way that cannot be predicted. */
  unseen?: boolean;
  /** Steps that must be done before; default: those about the same things. */
  needs?: readonly { id: string }[];
  /** Checked again when it is applied; the caller has checked it now. */
  condition?: Step["condition"];
  evidence?: readonly Fact[] | undefined;
}

interface MakeStepOptions {
  head: { organization: string };
  /** Removes secrets from a value. Requests with secrets are refused; steps that overwrite one cannot be undone. */
  redact: <T>(value: T) => T;
  /** Default: all that the rule asks for is read. */
  observe?: typeof observeStep;
  /** Reads the names of things around the target. Default: as the target is read. */
  around?: ThingReader;
}

/** A step with what it was made of. */
export interface MadeStep {
  step: Step;
  observed: ObservedFields[];
  rule: UndoRule;
  asked: ResolvedCall;
}

/** A field with a secret is left out: it is neither shown nor compared with its hash. */
function withoutSecrets(fields: Fields, redact: MakeStepOptions["redact"]): Fields {
  if (!fields) return fields;
  const clear = redact(fields);
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => hashOf(clear[name]) === hashOf(value)));
}

/** The most characters of a text in a plan. */
const LONGEST = 2000;

/** As long as the form of a plan allows: foreign texts may be longer. */
export const cutText = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text);

export const cutFact = ({ name, values }: Fact): Fact => ({ name, values: values.map(cutText) });

/** @throws Failure of the reads, usage for what cannot be a step, not-found for a target that is not there */
export async function makeStep(
  { endpoint, params = {}, body: wanted, unseen = false, condition, evidence }: PlannedRequest,
  id: string,
  { head, redact, observe = observeStep, around }: MakeStepOptions,
  world: World,
): Promise<MadeStep> {
  // As JSON has it: without members that are not set.
  const body = wanted && Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
  if (!isWriting(endpoint)) throw usage(`${nameOf(endpoint)} changes nothing, so it cannot be a step`);
  if (body !== undefined) refuseBody(endpoint, body, redact);
  const name = nameOf(endpoint);
  const rule = undoRuleOf(name);
  const asked: ResolvedCall = { endpoint, params: { organizationId: head.organization, ...params }, body: body ?? {} };
  const own = Object.fromEntries(endpoint.params.map((one) => [one, asked.params[one]]));
  // Ids or placeholders: the client checks ids before sending.
  const call = { endpoint: name, params: own as Step["params"], ...(body && { body: { ...body } }) };
  const observed = unseen ? [] : await observe(rule, asked, world);
  refuseAbsent(rule, asked, observed);
  const back = await makeInverse(rule, { id, ...call }, asked, observed, world);
  const isSecret = JSON.stringify(redact(back.inverse)) !== JSON.stringify(back.inverse);
  const thing = redact(formatTarget(rule, asked, unseen ? {} : await readName(rule, asked, world, around)));
  const step: Step = {
    id,
    title: makeTitle(rule, thing, body),
    ...call,
    change: rule.change,
    thing,
    reads: [],
    before: withoutSecrets(shownBefore(observed, "before"), redact),
    after: shownAfter(rule, observed, body),
    undo: isSecret ? "impossible" : back.undo,
    ...((isSecret || back.why !== undefined) && { why: isSecret ? SECRET : back.why }),
    inverse: isSecret ? [] : back.inverse,
    needs: [],
    ...(condition && { condition }),
    ...(evidence && { evidence: redact(evidence.map(cutFact)) }),
  };
  return { step, observed, rule, asked };
}

export function readOf({ selector, before, after }: ObservedFields): Read {
  return { ...selector, was: hashOf(before), ...(after !== undefined && { becomes: hashOf(after) }) };
}
