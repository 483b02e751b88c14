/** Real shells in a real terminal (tmux): types a line, presses TAB, reads the screen. */
import { execFileSync } from "node:child_process";
import { appendFileSync, chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createHome, type Home, PROGRAM_WORDS } from "../helpers/cli.js";

export type ShellName = "bash" | "bash with bash-completion" | "zsh" | "fish";
export const SHELL_NAMES: readonly ShellName[] = ["bash", "bash with bash-completion", "zsh", "fish"];

export interface Shell {
  home: Home;
  /** Clears the line and the screen and types `keys`; answers the screen once `wanted` is on it and drawing has ended, or at the end of patience. */
  type(keys: string, wanted: string): Promise<string[]>;
  /** What was started since the last call: `docs ...` and `node ...`, a line each. */
  started(): string[];
  close(): Promise<void>;
}

const PROMPT = "$ ";
export const TAB = "\t";

export async function openShell(name: ShellName, more: Record<string, string> = {}): Promise<Shell> {
  const home = createHome();
  const log = join(home.dir, "started.log");
  const bin = join(home.dir, "bin");
  mkdirSync(bin);
  // Each start of either program leaves a line.
  program(join(bin, "docs"), `echo "docs $*" >>'${log}'\nexec ${PROGRAM_WORDS} "$@"`);
  program(join(bin, "node"), `echo "node $*" >>'${log}'\nexec '${process.execPath}' "$@"`);
  const env = { ...home.env, PATH: `${bin}:${home.env.PATH}`, TERM: "xterm-256color", LANG: "C.UTF-8", ...more };
  const tmux = (...args: string[]) =>
    execFileSync("tmux", ["-S", join(home.dir, "tmux"), "-f", "/dev/null", ...args], {
      encoding: "utf8",
      env,
      cwd: home.dir,
    });
  tmux("new-session", "-d", "-x", "150", "-y", "60", ...startOf(name, home));
  const screen = () =>
    tmux("capture-pane", "-p")
      .trimEnd()
      .split("\n")
      .map((line) => line.trimEnd());
  await until(() => screen().some((line) => line.startsWith(PROMPT.trim())));
  // It takes keys once it has run a line.
  tmux("send-keys", "-l", "--", "echo rea''dy\r");
  await until(() => screen().includes("ready"));
  return {
    home,
    async type(keys, wanted) {
      // Not Ctrl-C: the terminal drops what is typed too soon after it.
      tmux("send-keys", "C-e", "C-u", "C-l");
      await until(() => screen().join("") === PROMPT.trim());
      tmux("send-keys", "-l", "--", keys);
      let shown: string[] = [];
      await until(() => {
        const before = shown.join("\n");
        shown = screen();
        return shown.some((line) => line.includes(wanted)) && shown.join("\n") === before;
      }).catch(() => {});
      return shown;
    },
    started() {
      const text = existsSync(log) ? readFileSync(log, "utf8") : "";
      rmSync(log, { force: true });
      return text.split("\n").filter(Boolean);
    },
    async close() {
      tmux("kill-server");
      // The shell may still be writing its history.
      await until(() => {
        try {
          home.remove();
        } catch {
          return false;
        }
        return true;
      });
    },
  };
}

function program(path: string, text: string): void {
  writeFileSync(path, `#!/bin/sh\n${text}\n`);
  chmodSync(path, 0o755);
}

/** The command that starts the shell with the generated script, each in the way its manual says. */
function startOf(name: ShellName, { dir }: Home): string[] {
  const rc = join(dir, "rc");
  const file = (script: string) => resolve("completions", script);
  if (name === "zsh") {
    const functions = join(dir, "zsh-functions");
    mkdirSync(functions);
    writeFileSync(join(functions, "_docs"), readFileSync(file("_docs")));
    writeFileSync(
      join(dir, ".zshrc"),
      `PS1='${PROMPT}'\nsetopt no_beep\nfpath=('${functions}' $fpath)\nautoload -Uz compinit\ncompinit -u -D\n`,
    );
    return ["env", `ZDOTDIR=${dir}`, "zsh", "-d", "-i"];
  }
  if (name === "fish") {
    const settings = `set -g fish_greeting; set -g fish_autosuggestion_enabled 0; function fish_prompt; printf '${PROMPT}'; end`;
    return ["fish", "--no-config", "-i", "-C", `${settings}; source '${file("docs.fish")}'`];
  }
  writeFileSync(rc, `PS1='${PROMPT}'\nbind 'set show-all-if-ambiguous on'\nbind 'set bell-style none'\n`);
  if (name === "bash") {
    appendFileSync(rc, `source '${file("docs.bash")}'\n`);
  } else {
    // The package loads the script when it is first needed.
    const folder = join(dir, "data", "bash-completion", "completions");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "docs"), readFileSync(file("docs.bash")));
    appendFileSync(rc, "source /usr/share/bash-completion/bash_completion\n");
  }
  return ["bash", "--noprofile", "--rcfile", rc, "-i"];
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

async function until(holds: () => boolean, limit = 60_000): Promise<void> {
  for (const end = Date.now() + limit; !holds(); await pause(50)) {
    if (Date.now() > end) throw new Error("waited in vain");
  }
}
