import { defineCommand, defineNoun, word } from "../cli/command.js";
import { SHELLS, type Shell } from "../cli/completion/shells.js";
import { usage } from "../errors.js";
import { importLazily } from "../shared/import-lazily.js";
import { didYouMean } from "../shared/text/names.js";

const program = importLazily(() => import("../system/child-process.js"));

/** Names by which each shell looks for them. */
const FILES: Readonly<Record<Shell, string>> = {
  bash: "docs.bash",
  zsh: "_docs",
  fish: "docs.fish",
  powershell: "docs.ps1",
};

const print = defineCommand({
  name: "completion",
  summary: "Print the completion script of a shell",
  description:
    "The script starts docs once when TAB is pressed. Titles and ids come from earlier lists, titles first. If nothing was listed, docs asks: a service gets 300 ms, the sandbox and snapshots answer at once. Only services that a profile names are asked, whatever --base-url is.\nDOCS_COMPLETE_REMOTE=0 never asks, DOCS_COMPLETE_REMOTE=1 always.",
  endpoints: [],
  args: { shell: word(`shell (${SHELLS.join(", ")})`) },
  examples: [
    "docs completion bash > ~/.local/share/bash-completion/completions/docs",
    "docs completion zsh > ~/.zfunc/_docs",
    "docs completion fish > ~/.config/fish/completions/docs.fish",
    "docs completion powershell | Out-String | Invoke-Expression",
  ],
  run: async ({ args, out }) => {
    const shell = SHELLS.find((name) => name === args.shell);
    if (!shell) {
      throw usage(
        `there is no completion for ${JSON.stringify(args.shell)}`,
        didYouMean(args.shell, SHELLS, `the shells are ${SHELLS.join(", ")}`),
      );
    }
    await out.text(await program.readPackageFile(`completions/${FILES[shell]}`));
  },
});

export default defineNoun(print);
