/** What is never planned. */
import { Failure, usage } from "../../errors.js";
import { hashOf } from "../../facts/values.js";
import { refuseFileSources } from "../calls.js";
import type { Row } from "../matrix/types.js";
import type { Step } from "../types.js";
import type { Asked, Look } from "./spot.js";

/** What is not there is not changed: an address that was mistyped is told now, not when it is applied. @throws Failure not-found */
export function refuseAbsent({ sees, thing }: Row, { endpoint, params }: Asked, [look]: readonly Look[]): void {
  const changes = sees?.as === "fields" || sees?.as === "state" || sees?.as === "order";
  // A PUT makes what is not there.
  if (!changes || endpoint.method === "PUT" || look === undefined || look.label !== undefined || look.before !== null)
    return;
  const id = params[(endpoint.params as readonly string[]).at(-1) ?? ""];
  throw new Failure("not-found", `${thing} ${JSON.stringify(id)} is not there: nothing can be planned for it`);
}

/** @throws Failure usage */
export function refuseBody(body: Readonly<Record<string, unknown>>, redact: <T>(value: T) => T): void {
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
