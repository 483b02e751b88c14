/** TAB after the @ of a snapshot's name: its generations, newest first. */
import { homedir } from "node:os";
import type { Candidate } from "../../cli/completion/shells.js";
import { DAY_NAMES, findGeneration } from "../../shared/snapshots/generation-names.js";
import { sanitizeLine } from "../../shared/text/sanitize.js";
import type { Generation } from "../../snapshot/file/generations/tables.js";
import { listIn } from "../../snapshot/generations.js";

/** Paths that every shell reads as one plain word and not as a flag. */
const PLAIN = /^[\w.+~/][\w.+~/@:-]*$/;
/** Fewer characters could also begin a number. */
const LEAST_OF_DATE = 3;

/** Numbers at first; other names once they have been begun. None if it names no snapshot. */
export async function offerGenerations(typed: string): Promise<Candidate[]> {
  const at = typed.lastIndexOf("@");
  const [path, begun] = [typed.slice(0, at), typed.slice(at + 1)];
  if (at < 1 || !PLAIN.test(path)) return [];
  const all = await listIn(path.replace(/^~(?=\/)/, homedir()));
  return referencesOf(all, begun)
    .filter((reference) => reference.startsWith(begun))
    .flatMap((reference): Candidate[] => {
      const found = readGeneration(all, path, reference);
      return found === undefined ? [] : [[`${path}@${reference}`, titleOf(found, reference)]];
    });
}

function referencesOf(all: readonly Generation[], begun: string): string[] {
  const numbers = all.map(({ id }) => `${id}`).reverse();
  if (begun === "") return numbers;
  const days =
    begun.length < LEAST_OF_DATE ? [] : all.map(({ ended }) => ended.slice(0, "2026-01-01".length)).reverse();
  return [...numbers, ...all.map((_, at) => `-${at + 1}`), ...new Set(days), ...DAY_NAMES];
}

function readGeneration(all: readonly Generation[], path: string, reference: string): Generation | undefined {
  try {
    return findGeneration(all, { path, reference }, Date.now());
  } catch {
    return undefined;
  }
}

const titleOf = ({ id, ended, state, counts }: Generation, reference: string): string =>
  sanitizeLine(
    [
      ...(reference === `${id}` ? [] : [`generation ${id}`]),
      ended.slice(0, "2026-01-01T00:00".length).replace("T", " "),
      state,
      `${counts.space ?? 0} spaces`,
    ].join(", "),
  );
