/** Steps about the member who applies a plan go last: after them the token may have no permissions for the rest. */
import { isObject } from "../../shared/values.js";
import type { Step } from "../types.js";

interface Request {
  params?: Readonly<Record<string, unknown>> | undefined;
  body?: Readonly<Record<string, unknown>> | undefined;
}

/** True if a request changes the membership of this person. */
export function changesMembershipOf({ params, body }: Request, person: string | undefined): boolean {
  if (person === undefined) return false;
  const { remove, memberships } = body ?? {};
  return (
    params?.userId === person ||
    (Array.isArray(remove) && remove.includes(person)) ||
    (isObject(memberships) && Object.hasOwn(memberships, person))
  );
}

/** The same requests, those about this person last. */
export const putOwnRequestsLast = <T extends Request>(requests: readonly T[], me: string | undefined): T[] => [
  ...requests.filter((one) => !changesMembershipOf(one, me)),
  ...requests.filter((one) => changesMembershipOf(one, me)),
];

/** The same steps, those about this person last, with the steps that need them. */
export function putOwnStepsLast(steps: readonly Step[], me: string | undefined): Step[] {
  const last = new Set<string>();
  for (const step of steps) {
    if (changesMembershipOf(step, me) || step.needs.some((id) => last.has(id))) last.add(step.id);
  }
  return [...steps.filter(({ id }) => !last.has(id)), ...steps.filter(({ id }) => last.has(id))];
}
