/** What rules say of people. */
import type { ItemOf } from "../../subjects.js";

export type Person = ItemOf<"member">;

/** Who can sign in. */
export const isActive = ({ disabled }: Person): boolean => disabled !== true;

export const isGuest = ({ role }: Person): boolean => role === null || role === undefined;

/** "1 space", "3 spaces". */
export const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? "" : "s"}`;
