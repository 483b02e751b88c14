/** Gaps of a reading: states of a snapshot's scopes, pages without their text, and results that lost too much. */

// States of scopes.

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

// Texts of pages.

/** Types of pages without text. */
export const TEXTLESS: ReadonlySet<unknown> = new Set(["group", "link"]);

/** Checks whether an answer without a text lacks it: the text of computed pages and of types to come may be absent. */
export const needsText = ({ type }: { type?: unknown }): boolean => type === undefined || type === "document";

/** Checks whether a stored page should have a text and has none. */
export const isTextMissing = (page: { type?: unknown; document?: unknown }): boolean =>
  page.document === undefined && needsText(page);

// Results that lost so much compared with older ones that a fault in reading is more likely than a change:
// nothing older is replaced or removed by such a result without --accept-shrink.

/** Counts by what is counted. */
export type Figures = Readonly<Record<string, number>>;

export interface Shrunk {
  what: string;
  before: number;
  now: number;
  /** The lost things, if they have names. */
  names?: readonly string[] | undefined;
}

/** Losses up to this number are ordinary, however little there was. */
const ORDINARY = 3;
/** A loss of more than one in this many is no ordinary one. */
const SHARE = 5;

/** The figures that fell by more than a fifth and by more than 3. What `now` does not count is not compared. */
export function shrunkFigures(before: Figures, now: Figures): Shrunk[] {
  return Object.entries(before).flatMap(([what, was]) => {
    const is = now[what];
    if (is === undefined) return [];
    const lost = was - is;
    return lost > ORDINARY && lost * SHARE > was ? [{ what, before: was, now: is }] : [];
  });
}

export const shrunkLine = ({ what, before, now, names }: Shrunk): string =>
  `${what}: ${before} before, ${now} now${names === undefined ? "" : ` (lost: ${names.join(", ")})`}`;
