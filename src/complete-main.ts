/** Entry of the bundle that answers `docs __complete`. */
import { writeFileSync } from "node:fs";
import { answer } from "./app/cache/complete.js";

const STDOUT = 1;

async function main(): Promise<void> {
  const text = await answer(process.argv.slice(3));
  try {
    // Not process.stdout: creating that stream takes longer than the answer.
    writeFileSync(STDOUT, text);
  } catch {
    // The shell stopped reading: there is nothing left to do.
  }
}
void main();
