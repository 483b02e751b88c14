import type { ItemOf } from "../../subjects.js";

type Person = ItemOf<"member">;

/** Who can sign in. */
export const isActive = ({ disabled }: Person): boolean => disabled !== true;

export const isGuest = ({ role }: Person): boolean => role === null || role === undefined;
