/** A terminal as people have it: tmux runs a shell, takes keys and shows what is on the screen. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commandOf, createHome, PROGRAM_WORDS } from "../helpers/cli.js";

export interface Screen {
  /** Types text and presses Enter. */
  enter(text: string): void;
  /** Presses keys by their tmux names: `C-c`, `Down`, `Enter`; other words are typed. */
  keys(...names: string[]): void;
  /** Pastes a text, marked as one where the program has asked for that. */
  paste(text: string): void;
  /** Gives the window another width. */
  resize(width: number): void;
  /** The screen's lines once `text` is on it, trailing empty ones left out. @throws when it does not come. */
  until(text: string | RegExp): Promise<string[]>;
  /** All that programs have written to the terminal. */
  drawn(): string;
  /** Ends the server with all that runs in it and removes its files. */
  close(): Promise<void>;
  /** Runs the program beside the terminal, on the same state. */
  run(...args: string[]): string;
}

/** Only a machine that hangs takes so long. */
const LIMIT = 60_000;

const CLOCK = new Int32Array(new SharedArrayBuffer(4));

export function openScreen({ env = {}, width = 100, height = 30 } = {}): Screen {
  const folder = mkdtempSync(join(tmpdir(), "docs-tmux-"));
  const home = createHome();
  const socket = join(folder, "socket");
  // Read by people only: tmux itself must not find a configuration of the machine.
  const tmux = (...args: string[]): string =>
    execFileSync("tmux", ["-S", socket, "-f", "/dev/null", ...args], {
      encoding: "utf8",
      env: { PATH: home.env.PATH, LANG: "C.UTF-8", HOME: home.dir },
    });
  const given = { ...home.env, TERM: "tmux-256color", PS1: "$ ", DOCS_PAGER: "", ...env };
  const variables = Object.entries(given).map(([name, value]) => `${name}=${value}`);
  const shell = ["env", "-i", ...variables, "bash", "--norc", "--noprofile"];
  tmux("new-session", "-d", "-c", home.dir, "-x", String(width), "-y", String(height), ...shell);
  const drawn = join(folder, "drawn");
  tmux("pipe-pane", `cat >>${drawn}`);
  const lines = (): string[] => tmux("capture-pane", "-p").trimEnd().split("\n");
  const type = (text: string): void => void tmux("send-keys", "-l", text);
  const enter = (text: string): void => {
    type(text);
    tmux("send-keys", "Enter");
  };
  enter(`docs() { ${PROGRAM_WORDS} "$@"; }; clear`);
  // What is typed before the shell is ready would be shown twice.
  for (let tries = 0; tries < 200 && lines().join("") !== "$"; tries += 1) Atomics.wait(CLOCK, 0, 0, 50);
  return {
    enter,
    keys: (...names) => void tmux("send-keys", ...names),
    paste(text) {
      tmux("set-buffer", text);
      tmux("paste-buffer", "-p");
    },
    resize: (width) => void tmux("resize-window", "-x", String(width)),
    async until(text) {
      for (let end = Date.now() + LIMIT; Date.now() < end; ) {
        const shown = lines();
        const all = shown.join("\n");
        if (typeof text === "string" ? all.includes(text) : text.test(all)) return shown;
        await pause();
      }
      throw new Error(`${text} did not appear:\n${lines().join("\n")}`);
    },
    drawn: () => readFileSync(drawn, "utf8"),
    run: (...args) => execFileSync(...commandOf(...args), { encoding: "utf8", env: home.env }),
    async close() {
      tmux("kill-server");
      for (const gone of [home.dir, folder]) await removed(gone);
    },
  };
}

/** What still ran may write its last words into the folder while it is removed. */
async function removed(folder: string): Promise<void> {
  for (let left = 40; ; left--) {
    try {
      return rmSync(folder, { recursive: true, force: true });
    } catch (error) {
      if (left === 0) throw error;
      await pause();
    }
  }
}

const pause = () => new Promise((done) => setTimeout(done, 50));
