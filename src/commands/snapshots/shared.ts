/** Parts that several commands about snapshots share. */

import type { Api } from "../../cli/context.js";
import type { Column } from "../../cli/output/types.js";
import { Failure } from "../../errors.js";
import type { Format } from "../../shared/choices.js";
import { shellWord } from "../../shared/shell-words.js";
import { isFailed, type Shrunk, shrunkLine } from "../../shared/snapshots/gaps.js";
import { count } from "../../shared/wrap.js";
import type { SnapshotSummary } from "../../snapshot/engine.js";

/** Members of a snapshot in JSON. */
export const SNAPSHOT_FIELDS: readonly string[] = [
  ...[
    "file",
    "origin",
    "organization",
    "started",
    "ended",
    "version",
    "bytes",
    "counts",
    "asked",
    "requests",
    "failed",
  ],
  ...["reused", "parts"],
];

/** @throws Failure partial if scopes could not be read */
export function refuseGaps({ file, failed, parts }: SnapshotSummary): void {
  if (failed === 0) return;
  const gaps = parts.filter(isFailed);
  const lines = gaps.map(({ part, state, reason }) => `${part}: ${state}${reason === undefined ? "" : `: ${reason}`}`);
  throw incompleteAnswer(file, `${count(failed, "scope")} could not be read completely`, { lines, gaps });
}

/** @throws Failure partial if the result lost so much compared with an older one, which therefore stays */
export function refuseShrink(stays: string, shrunk: readonly Shrunk[], retry: string): void {
  if (shrunk.length === 0) return;
  throw new Failure("partial", [`much is missing; ${stays}`, ...shrunk.map(shrunkLine)], {
    hint: `if that is right: ${retry} --accept-shrink`,
    details: { shrunk },
  });
}

/** The most lines shown; JSON has all. */
const SHOWN = 10;

/** The failure of a command whose result lacks something that could not be read. */
export function incompleteAnswer(
  file: string,
  what: string,
  { lines, gaps }: { lines: readonly string[]; gaps: readonly unknown[] },
): Failure {
  const more = lines.length > SHOWN ? [`and ${lines.length - SHOWN} more`] : [];
  return new Failure("partial", [what, ...lines.slice(0, SHOWN), ...more], {
    hint: `docs snapshots view ${shellWord(file)} shows all`,
    details: { gaps },
  });
}

export const FACTS = [
  { header: "File", path: "file" },
  { header: "Organization", path: "organization.title" },
  { header: "Id", path: "organization.id", as: "id" },
  { header: "Service", path: "origin" },
  { header: "Started", path: "started", as: "time" },
  { header: "Ended", path: "ended", as: "time" },
  { header: "Version", path: "version" },
  { header: "Bytes", path: "bytes", as: "number" },
  { header: "Requests", path: "requests", as: "number" },
  { header: "Reused", path: "reused", as: "number" },
  { header: "Could not be read", path: "failed", as: "number" },
] as const;

/** Names a part without the ids that its path has; the paths fit no terminal and look alike where they are cut. */
const partName = (part: string): string =>
  part.includes("/")
    ? part.replace(/^orgs\/\{\w+\}(?:\/|$)|^spaces\/\{\w+\}\/(?=change-requests)/, "").replace(/\/\{\w+\}/g, "") ||
      "organization"
    : part;

/** Parts as a table for people. */
export const partsFor = (format: Format): readonly Column<SnapshotSummary["parts"][number]>[] =>
  format === "table" ? [{ ...PARTS[0], value: ({ part }) => partName(part) }, ...PARTS.slice(1)] : PARTS;

const PARTS = [
  { header: "Part", path: "part" },
  { header: "State", path: "state", as: "state" },
  { header: "Scopes", path: "scopes", as: "number" },
  { header: "Objects", path: "objects", as: "number" },
  { header: "Requests", path: "requests", as: "number", drop: 1 },
  { header: "Reused", path: "reused", as: "number", drop: 2 },
  { header: "Reason", path: "reason" },
] as const;

export const isObjects = (format: Format) => ["json", "jsonl", "yaml"].includes(format);

/** Downloads files of limited size by their links. */
export function downloadOf(api: Api): (link: string, most: number) => Promise<Uint8Array> {
  return async (link, most) => {
    const pieces: Uint8Array[] = [];
    await api.download(link, { maxBytes: most, write: async (piece) => void pieces.push(piece.slice()) });
    return joinBytes(pieces);
  };
}

function joinBytes(pieces: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(pieces.reduce((size, piece) => size + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
