/** Asks before something that should not happen by accident; if nobody can be asked, --yes is required. */
import { Failure, usage } from "../../errors.js";
import type { Globals } from "../argv/globals.js";
import type { Ask } from "./ask.js";

/**
 * `question` is only called if somebody can answer: it may cost a request. `why` is for the message if nobody can.
 * @throws Failure usage, canceled if the answer is no
 */
export type Sure = (question: () => string | Promise<string>, why: string) => Promise<void>;

export function createSure({ safety }: Pick<Globals, "safety">, ask: Ask): Sure {
  return async (question, why) => {
    if (safety.yes || safety.dryRun || safety.plan !== undefined) return;
    if (!ask.available) throw usage(`${why}: confirmation is required when not running interactively`, "pass --yes");
    if (!(await ask.confirm(await question()))) throw new Failure("canceled", "canceled: nothing was changed");
  };
}
