/**
 * Recognizes a result that lost so much compared with an older one that a fault in reading is more likely than a change:
 * nothing older is replaced or removed by such a result without --accept-shrink.
 */

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
