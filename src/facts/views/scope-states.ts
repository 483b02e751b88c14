/** States of a snapshot's scopes. */

/** Whether a scope was to be read and was not, or not whole; the others were read, or left out on purpose. */
export const isFailed = ({ state }: { state: string }): boolean => FAILED.has(state);

const FAILED: ReadonlySet<string> = new Set(["partial", "denied", "unsettled"]);
