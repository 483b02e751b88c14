/** The completion script of a shell, generated from the command definitions. */
import type { NounEntry } from "../command.js";
import { bashScript } from "./bash.js";
import { fishScript } from "./fish.js";
import { buildModel, type Model } from "./model.js";
import { powershellScript } from "./powershell.js";
import type { Shell } from "./shells.js";
import { zshScript } from "./zsh.js";

const WRITERS: Readonly<Record<Shell, (model: Model) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
  powershell: powershellScript,
};

/** The script of a shell; everything but ids is built in. */
export async function completionScript(shell: Shell, nouns: readonly NounEntry[]): Promise<string> {
  return WRITERS[shell](await buildModel(nouns));
}
