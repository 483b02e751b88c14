/** What should not happen by accident is asked for; where nobody can be asked, --yes has to be given. */
import { Failure, usage } from "../../errors.js";
import type { Globals } from "../words/globals.js";
import type { Ask } from "./ask.js";

/**
 * `question` is made only when somebody is there to answer: it may cost a request. `why` is told where nobody is.
 * @throws Failure usage, canceled when the answer is no
 */
export type Sure = (question: () => string | Promise<string>, why: string) => Promise<void>;

export function createSure({ safety }: Pick<Globals, "safety">, ask: Ask): Sure {
  return async (question, why) => {
    if (safety.yes || safety.dryRun) return;
    if (!ask.available) throw usage(`${why}: confirmation is required when not running interactively`, "pass --yes");
    if (!(await ask.confirm(await question()))) throw new Failure("canceled", "canceled: nothing was changed");
  };
}
