import { Unknown } from "../../not-evaluable.js";
import type { ItemOf } from "../../subjects.js";

type Person = ItemOf<"member">;

/** Who can sign in. */
export const isActive = ({ disabled }: Person): boolean => disabled !== true;

export const isGuest = ({ role }: Person): boolean => role === null || role === undefined;

/** @throws Unknown if the role of somebody is not said: who has none is a guest, which is null */
export function requireRoles(people: readonly Person[]): void {
  if (people.some(({ role }) => role === undefined)) throw new Unknown("the service does not show everybody's role");
}
