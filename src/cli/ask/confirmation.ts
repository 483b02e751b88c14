/** Asks before something that should not happen by accident; if nobody can be asked, --yes is required. */
import type { AnyEndpoint } from "../../catalog/endpoint.js";
import { Failure, usage } from "../../errors.js";
import type { Globals } from "../argv/globals.js";
import type { Ask } from "./ask.js";

/**
 * `question` is only called if somebody can answer: it may cost a request. `why` is for the message if nobody can.
 * @throws Failure usage, canceled if the answer is no
 */
export type Confirm = (question: () => string | Promise<string>, why: string) => Promise<void>;

/** The sentence that a question adds if its requests cannot be undone. Its parts are loaded for a question. */
export const lossOf = (endpoints: readonly AnyEndpoint[]) => async (): Promise<string | undefined> =>
  (await import("../../changes/show/change-text.js")).formatLoss(endpoints);

/** @param loss what the question adds if it cannot be undone */
export function createConfirm(
  { safety }: Pick<Globals, "safety">,
  ask: Ask,
  loss: () => Promise<string | undefined>,
): Confirm {
  return async (question, why) => {
    if (safety.yes || safety.dryRun || safety.plan !== undefined) return;
    if (!ask.available) throw usage(`${why}: confirmation is required when not running interactively`, "pass --yes");
    const words = [await question(), await loss()].filter((one) => one !== undefined);
    if (!(await ask.confirm(words.join(" ")))) throw new Failure("canceled", "canceled: nothing was changed");
  };
}
