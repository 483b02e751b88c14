/** States of a snapshot's scopes. */

/** Checks whether a scope was to be read and was not, or not whole; the others were read, or left out on purpose. */
export const isFailed = ({ state }: { state: string }): boolean => FAILED.has(state);

const FAILED: ReadonlySet<string> = new Set(["partial", "denied", "unsettled"]);

interface Scope {
  state: string;
  reason?: string | undefined;
}

/** Checks whether anything of a scope was read: the rest is no empty list. */
export const hasData = ({ state, reason }: Scope): boolean =>
  WITH_DATA.has(state) && !(state === "partial" && reason?.startsWith(NOT_ANSWERED));

const WITH_DATA: ReadonlySet<string> = new Set(["complete", "partial", "unsettled"]);

/** How the reason begins for a scope of which an outage left nothing: that is no lack of rights. */
const NOT_ANSWERED = "not answered: ";

export const notAnswered = (reason: string): string => NOT_ANSWERED + reason;

/** The same reason for what has data all the same. */
export const whyPartial = (reason: string): string =>
  reason.startsWith(NOT_ANSWERED) ? reason.slice(NOT_ANSWERED.length) : reason;
