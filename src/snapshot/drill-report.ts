/** What a restore drill compared, and what came of it. */

/** One comparison. `not compared` says nothing about what it is about: the reason says why. */
export interface DrillRow {
  /** Where it was compared: in the file, in a copy of it, in an export that was imported, or after a restore. */
  check: "file" | "copy" | "export" | "settings";
  what: string;
  outcome: "same" | "different" | "not compared";
  compared: number;
  different: number;
  reason?: string | undefined;
}

interface DrillDifference {
  check: DrillRow["check"];
  what: string;
  /** Where and what, in words. */
  says: string;
}

/** What one check found. */
export interface DrillPart {
  rows: DrillRow[];
  differences: DrillDifference[];
}

export interface DrillReport extends DrillPart {
  file: string;
  organization: { id: string; title: string };
  /** Address of the service that it was read from. */
  origin: string;
  /** ISO 8601: when it was read to its end. */
  read: string;
  /** The worst that was found: damage, a difference, or lists that could not be read when it was made. */
  state: "passed" | "incomplete" | "different" | "damaged";
  /** What could not be read when it was made: nobody can restore it. */
  gaps: { part: string; state: string; scopes: number; reason?: string | undefined }[];
  /** What no request can bring back, after all that could be was restored. */
  notRestorable: string[];
}

interface Comparison {
  check: DrillRow["check"];
  what: string;
  compared: number;
  reason?: string | undefined;
}

/** Of what was compared, and the differences found; nothing compared is no success. */
export function drillRow({ check, what, compared, reason }: Comparison, says: readonly string[] = []): DrillPart {
  const outcome = says.length > 0 ? "different" : compared === 0 && reason !== undefined ? "not compared" : "same";
  return {
    rows: [{ check, what, outcome, compared, different: says.length, ...(reason !== undefined && { reason }) }],
    differences: says.map((one) => ({ check, what, says: one })),
  };
}

export const joinParts = (parts: readonly DrillPart[]): DrillPart => ({
  rows: parts.flatMap(({ rows }) => rows),
  differences: parts.flatMap(({ differences }) => differences),
});
