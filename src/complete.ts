/** Entry of the bundle that answers `docs __complete`. */
import { answer } from "./wiring/complete.js";

process.stdout.on("error", () => {
  // The shell stopped reading: nothing is left to do.
});
process.stdout.write(answer(process.argv.slice(3)));
