/** The blocks of a document in Markdown, run as they are printed: in order, in one shell, at a terminal where output is shown. */
import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { createHome, type Home, PROGRAM_WORDS } from "../helpers/cli.js";

export interface Block {
  language: string;
  /** Where its first line is, from 1. */
  line: number;
  text: string;
}

export function blocksOf(file: string): Block[] {
  const text = readFileSync(file, "utf8");
  return [...text.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)].map((match) => ({
    language: match[1] ?? "",
    line: text.slice(0, match.index).split("\n").length + 1,
    text: match[2] ?? "",
  }));
}

export interface Step {
  command: string;
  /** Lines as printed; `...` stands for any number of them. */
  output: string[];
}

/** `$ command` and what it prints, as a console shows both. */
export function stepsOf(text: string): Step[] {
  const steps: Step[] = [];
  for (const line of text.replace(/\n+$/, "").split("\n")) {
    if (line.startsWith("$ ")) steps.push({ command: line.slice(2), output: [] });
    else steps.at(-1)?.output.push(line);
  }
  return steps;
}

/** Ids, times and addresses differ from run to run, and the width of columns with them. A token may contain `-` and 20 letters. */
const CHANGING: readonly (readonly [RegExp, string])[] = [
  [/[A-Za-z0-9_-]{43,}/g, "TOKEN"],
  [/\b[A-Za-z0-9]{20}\b/g, "ID"],
  [/\bPlan [0-9a-f]{12}\b/g, "Plan"],
  [/\S*\/sandbox\.sqlite/g, "FILE"],
  [/127\.0\.0\.1:\d+/g, "ADDRESS"],
  [/\b(?:\d+ (?:second|minute|hour|day|week|month|year)s? ago|just now|yesterday)\b/g, "AGO"],
  [/\b\d{4}-\d\d-\d\d(?:[T ][\d:.]+Z?)?/g, "DATE"],
  [/ +/g, " "],
  [/ $/g, ""],
];

const masked = (line: string): string => CHANGING.reduce((text, [from, to]) => text.replace(from, to), line);

/** True if `shown` is what was printed, but for what changes. */
export function isOutput(shown: readonly string[], printed: readonly string[]): boolean {
  const [first, ...rest] = shown.filter((line) => line !== "");
  const lines = printed.filter((line) => line !== "");
  if (first === undefined) return lines.length === 0;
  if (first === "...") return lines.some((_, at) => isOutput(rest, lines.slice(at))) || isOutput(rest, []);
  const [line, next] = lines;
  if (line === undefined) return false;
  if (masked(first) === masked(line)) return isOutput(rest, lines.slice(1));
  // The folders of a test have longer names than a home, so that a message takes a second line.
  const whole = next?.startsWith("  ") && masked(`${line} ${next.trimStart()}`);
  return masked(first) === whole && isOutput(rest, lines.slice(2));
}

/** Commands that find something end with 11, those that could do a part with 9: a page shows both. */
const DOCS = 'docs() { command docs "$@" || case $? in 9 | 11) ;; *) return $? ;; esac; }';

export interface Reader {
  home: Home;
  /** A block of commands; what it printed, and its exit code. */
  script(text: string): Promise<{ code: number; output: string }>;
  /** One command at a terminal of 100 columns, and so many lines that nothing is shown in a pager. */
  type(command: string): Promise<string[]>;
  close(): void;
}

/** Somebody who has just installed the command, in a folder with a few packages of npm. */
export function createReader(substitutions: readonly (readonly [RegExp, string])[]): Reader {
  const home = createHome();
  const [bin, folder, state] = ["bin", "work", "state"].map((name) => join(home.dir, name)) as [string, string, string];
  mkdirSync(bin);
  mkdirSync(folder);
  writeFileSync(join(bin, "docs"), `#!/bin/sh\nexec ${PROGRAM_WORDS} "$@"\n`);
  chmodSync(join(bin, "docs"), 0o755);
  for (const name of ["node_modules", "examples"]) symlinkSync(resolve(name), join(folder, name));
  writeFileSync(state, `export PATH='${bin}:${home.env.PATH}' PWD='${folder}'\n`);
  const background: ReturnType<typeof spawn>[] = [];
  const replaced = (text: string) => substitutions.reduce((all, [from, to]) => all.replace(from, to), text);
  /** Variables and the working directory are kept for the next one. */
  const inShell = (text: string, more: string) =>
    `set -a; . '${state}'; cd "$PWD"; ${more}\n${replaced(text)}\ncode=$?; export -p > '${state}'; exit $code\n`;
  const start = (program: string, args: readonly string[]) =>
    spawn(program, args, { cwd: folder, env: { ...home.env, TERM: "xterm-256color", SHELL: "/bin/bash" } });

  const collect = (child: ReturnType<typeof start>, onText: (text: string) => boolean) =>
    new Promise<{ code: number; output: string }>((done, fail) => {
      let output = "";
      const limit = setTimeout(() => fail(new Error(`no end of it:\n${output}`)), 90_000);
      const end = (code: number | null) => {
        clearTimeout(limit);
        done({ code: code ?? -1, output });
      };
      const add = (piece: Buffer) => {
        output += piece;
        if (onText(output)) end(0);
      };
      child.stdout.on("data", add);
      child.stderr.on("data", add);
      child.once("close", end);
    });

  return {
    home,
    script(text) {
      const child = start("bash", ["-c", inShell(text, `${DOCS}; set -eo pipefail`)]);
      child.stdin.end();
      return collect(child, () => false);
    },
    async type(command) {
      const inner = join(home.dir, "typed.sh");
      writeFileSync(inner, inShell(command, "stty cols 100 rows 500 -echo"));
      const child = start("script", ["-qec", `bash '${inner}'`, "/dev/null"]);
      const serves = /docs sandbox start/.test(command);
      if (serves) background.push(child);
      let answered = 0;
      const { output } = await collect(child, (text) => {
        const asked = stripVTControlCharacters(text).match(/\([yY]\/[nN]\)/g)?.length ?? 0;
        if (asked > answered) {
          answered = asked;
          child.stdin.write("y\r");
        }
        // The last line of four, which two streams write.
        return serves && text.includes("Serving ") && /token:[^\n]*\n/.test(text);
      });
      return toLines(output);
    },
    close() {
      for (const child of background) child.kill("SIGTERM");
      if (existsSync(home.dir)) home.remove();
    },
  };
}

/** What is left on the screen: a line that is drawn again covers what it was. */
const toLines = (output: string): string[] =>
  output
    .replaceAll("\r\n", "\n")
    .split("\n")
    .map((line) => stripVTControlCharacters(line.split(/\x1b\[2K|\x1b\[\d*G|\r/).at(-1) ?? "").trimEnd())
    .filter((line, at, all) => line !== "" || (at > 0 && at < all.length - 1));
