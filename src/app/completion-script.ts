import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Shell } from "../cli/completion/shells.js";

/** Names by which each shell looks for them. */
const FILES: Readonly<Record<Shell, string>> = {
  bash: "docs.bash",
  zsh: "_docs",
  fish: "docs.fish",
  powershell: "docs.ps1",
};

/** The script of a shell, from the folder beside the bundle. */
export const readCompletionScript = (shell: Shell): string =>
  readFileSync(join(__dirname, "../completions", FILES[shell]), "utf8");
