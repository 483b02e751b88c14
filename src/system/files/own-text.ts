/** Reads the files that this program keeps for itself: what is not there, or not readable, holds nothing. */
import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";

/** None of our files is larger: this holds ten thousand entries with long ids and titles. */
const MAX_BYTES = 8 * 1024 * 1024;

/** Undefined if the file cannot be read; often there is none yet. */
export function readText(path: string): string | undefined {
  let file: number;
  try {
    // Non-blocking, so that a pipe with the file's name cannot hang a key press.
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch {
    return undefined;
  }
  try {
    const stats = fstatSync(file);
    return stats.isFile() && stats.size <= MAX_BYTES ? readFileSync(file, "utf8") : undefined;
  } catch {
    return undefined;
  } finally {
    closeSync(file);
  }
}
