/** Refuses requests that are never planned. */
import type { AnyEndpoint } from "../../catalog/endpoint.js";
import { Failure, usage } from "../../errors.js";
import { refusePrivateKey } from "../../shared/private-keys.js";
import { hashOf } from "../../shared/values.js";
import type { UndoRule } from "../inverses/types.js";
import { refuseFileSources } from "../request-rules.js";
import type { Step } from "../types.js";
import type { ObservedFields, ResolvedCall } from "./selector.js";

export const LOST_PLACE = {
  undo: "near",
  why: "its position among the things that the plan creates is unknown",
} as const;
export const SECRET = "the old value contains a secret";

/** Refuses a change of an absent thing, so that a mistyped address is reported now and not when it is applied. @throws Failure not-found */
export function refuseAbsent(
  { reads, thing }: UndoRule,
  { endpoint, params }: ResolvedCall,
  [first]: readonly ObservedFields[],
): void {
  const changes = reads?.as === "fields" || reads?.as === "state" || reads?.as === "order";
  // A PUT makes what is not there, but no comment and no reply.
  const makes = endpoint.method === "PUT" && thing !== "comment" && thing !== "reply";
  if (!changes || makes || first === undefined || first.label !== undefined || first.before !== null) return;
  const id = params[(endpoint.params as readonly string[]).at(-1) ?? ""];
  throw new Failure("not-found", `${thing} ${JSON.stringify(id)} does not exist: nothing can be planned for it`);
}

/** @throws Failure usage */
export function refuseBody(
  { path }: AnyEndpoint,
  body: Readonly<Record<string, unknown>>,
  redact: <T>(value: T) => T,
): void {
  refusePrivateKey(path, body);
  if (JSON.stringify(redact(body)) !== JSON.stringify(body)) {
    throw usage("the request contains a secret, which is never written to a plan", "send it without --plan");
  }
  refuseFileSources(body);
}

/** @throws Failure usage: the same request twice is a mistake, where the second would change nothing or fail */
export function refuseTwice(steps: readonly Step[]): void {
  const seen = new Map<string, Step>();
  for (const step of steps) {
    if (step.change === "create") continue;
    const key = hashOf([step.endpoint, step.params, step.body ?? null, step.reads]);
    const twin = seen.get(key);
    if (twin) throw new Failure("usage", `steps ${twin.id} and ${step.id} are the same: ${step.title}`);
    seen.set(key, step);
  }
}
