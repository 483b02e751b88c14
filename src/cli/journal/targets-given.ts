/** Whether the targets of a run are a list: its results are then a list too. */

import type { Globals } from "../argv/globals.js";
import { type AnyCommand, namesList } from "../command.js";

/** Without words, the journal names the targets. */
export const isByJournal = (words: readonly string[], { safety }: Globals): boolean =>
  words.length === 0 && safety.resume !== undefined;

export const givesList = (command: AnyCommand, words: readonly string[], globals: Globals): boolean =>
  namesList(command, words) || isByJournal(words, globals);
