/** Damage of earlier generations that can be found without going back to them. */
import { hashOf } from "../../../sandbox/content/documents.js";
import type { Database } from "../../../system/sqlite.js";
import { matchesTextHash } from "../damage/soundness.js";
import { decompress, readDifference } from "./difference.js";
import { createOverlay, textIn } from "./go-back.js";
import { type Generation, hasHistory, listGenerations, pathTo } from "./tables.js";

export function historyProblems(db: Database): string[] {
  if (!hasHistory(db)) return [];
  const all = listGenerations(db);
  const isBroken = ({ id }: Generation) => !isTrue(() => pathTo(all, id).every((one) => hasContent(db, one)));
  const keys = db.all("SELECT key FROM past_content ORDER BY key").map(({ key }) => String(key));
  const changed = keys.filter((key) => !isTrue(() => isSound(db, key)));
  return [
    ...all.filter(isBroken).map(({ id }) => `generation ${id} cannot be read`),
    ...changed.map((key) => `${key} of earlier generations does not match its hash`),
  ];
}

/** True if all content is there that a generation has and the next does not. @throws Failure if its difference is damaged */
function hasContent(db: Database, id: number): boolean {
  const { rows } = readDifference(db, id);
  const isKept = (key: string) => db.get("SELECT 1 FROM past_content WHERE key = ?", key) !== undefined;
  return (["document", "blob"] as const).every((kind) =>
    (rows[kind] ?? []).every(
      ([name, patch]) =>
        patch === null || isKept(`${kind} ${name}`) || textIn(db, createOverlay(), kind, name) !== null,
    ),
  );
}

function isTrue(read: () => boolean): boolean {
  try {
    return read();
  } catch (error) {
    // Altered bytes have another checksum.
    if (error instanceof Error) return false;
    throw error;
  }
}

function isSound(db: Database, key: string): boolean {
  const content = decompress(db.get("SELECT value FROM past_content WHERE key = ?", key)?.value);
  const [kind, id = ""] = key.split(/ (.*)/s);
  return kind === "document" ? matchesTextHash(id, content) : `files/${hashOf(content)}` === id;
}
