/** Entry of the bundle that answers `docs __complete`. */
import { writeFileSync } from "node:fs";
import { answer } from "./app/cache/complete.js";
import { isOn } from "./shared/switches.js";

const STDOUT = 1;

async function main(): Promise<void> {
  const { text, kinds, unlisted } = await answer(process.argv.slice(3));
  const remote = process.env.DOCS_COMPLETE_REMOTE;
  const isNever = remote !== undefined && remote !== "" && !isOn(remote);
  if (!isNever && (isOn(remote) ? kinds : unlisted).length > 0) {
    // The program itself: it can ask the service. By a literal name, so that the bundler of an executable finds it.
    require("./main.cjs");
    return;
  }
  try {
    // Not process.stdout: creating that stream takes longer than the answer.
    writeFileSync(STDOUT, text);
  } catch {
    // The shell stopped reading: there is nothing left to do.
  }
}
void main();
