// Records commands in the sandbox as docs/recording.svg: node scripts/recording.mjs
// Each scene is what a real terminal showed. The picture is light or dark as the reader's system is.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { stripVTControlCharacters } from "node:util";

const COLUMNS = 84;
const CHARACTER = 8.4;
const LINE = 18;
const MARGIN = 18;
/** Seconds in which a command is typed, and those in which its output can be read. */
const TYPING = 1.2;
const READING = 4.3;

/** What is typed, and the answer to what is asked. Commands without a scene prepare the next one. */
const STEPS = [
  { command: "docs cr list" },
  { command: "docs cr merge 42" },
  { command: 'docs spaces edit "Harbor API" --title "Harbor REST API"' },
  { command: "docs undo", answer: { after: "(y/N)", key: "y" } },
  { command: "docs spaces links --broken" },
  { command: "docs snapshots create org.docs", hidden: true },
  { command: 'docs members edit "Casey Lindqvist" --role admin --yes', hidden: true },
  { command: "docs snapshots create org.docs", hidden: true },
  { command: "docs snapshots log org.docs --since @-1" },
];

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

/** Runs the commands in a real terminal. @returns {Promise<{command: string, output: string}[]>} with colors */
async function record() {
  const folder = mkdtempSync(join(tmpdir(), "docs-recording-"));
  const bin = join(folder, "bin");
  mkdirSync(bin);
  const program = `#!/bin/sh\nexec "${process.execPath}" "${resolve("bin/docs.js")}" "$@"\n`;
  writeFileSync(join(bin, "docs"), program, { mode: 0o755 });
  const env = {
    PATH: `${bin}:${process.env.PATH}`,
    HOME: folder,
    TERM: "xterm-256color",
    LANG: "C.UTF-8",
    DOCS_PROFILE: "sandbox",
    HISTFILE: "",
  };
  const tmux = (...words) =>
    execFileSync("tmux", ["-L", "docs-recording", ...words], { cwd: folder, env, encoding: "utf8" });
  const screen = (...words) => tmux("capture-pane", "-p", ...words).trimEnd();
  const until = async (isThere) => {
    for (let tries = 0; !isThere(screen()); tries += 1) {
      if (tries > 300) throw new Error(`the terminal shows:\n${screen()}`);
      await sleep(100);
    }
  };
  try {
    tmux("new-session", "-d", "-x", `${COLUMNS}`, "-y", "40", "bash --norc --noprofile");
    tmux("send-keys", "-l", "PS1='$ '");
    tmux("send-keys", "Enter");
    const recorded = [];
    for (const { command, answer, hidden = false } of STEPS) {
      tmux("send-keys", "clear", "Enter");
      await until((text) => text === "$");
      tmux("send-keys", "-l", command);
      tmux("send-keys", "Enter");
      if (answer !== undefined) {
        await until((text) => text.endsWith(answer.after));
        tmux("send-keys", answer.key, "Enter");
      }
      await until((text) => text !== `$ ${command}` && text.endsWith("\n$"));
      if (/^docs: /m.test(screen())) throw new Error(screen());
      if (!hidden) recorded.push({ command, output: screen("-e").split("\n").slice(1, -1).join("\n") });
    }
    return recorded;
  } finally {
    tmux("kill-server");
    // The shell in it ends a moment later, and writes its history.
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

const COLORS = { 31: "red", 32: "green", 33: "yellow", 36: "cyan" };

const escaped = (text) => text.replace(/[<>&]/g, (sign) => ({ "<": "&lt;", ">": "&gt;", "&": "&amp;" })[sign]);

/** Pieces of a line with the classes of its colors. */
function piecesOf(line) {
  const on = new Set();
  const pieces = [];
  for (const [, codes, text] of `\x1b[0m${line}`.matchAll(/\x1b\[([\d;]*)m([^\x1b]*)/g)) {
    for (const number of codes.split(";").map(Number)) {
      if (number === 0) on.clear();
      else if (number === 39) for (const one of Object.values(COLORS)) on.delete(one);
      else on.add({ 1: "bold", 2: "dim", ...COLORS }[number] ?? "plain");
    }
    if (text !== "") pieces.push({ text, classes: [...on].join(" ") });
  }
  return pieces;
}

/** Fonts differ: each piece begins in its own column. */
function drawLine(line, y) {
  let column = 0;
  return piecesOf(line)
    .map(({ text, classes }) => {
      const x = (MARGIN + column * CHARACTER).toFixed(1);
      column += [...text].length;
      const width = ([...text].length * CHARACTER).toFixed(1);
      const kind = classes === "" ? "" : ` class="${classes}"`;
      return text.trim() === "" ? "" : `<text x="${x}" y="${y}" textLength="${width}"${kind}>${escaped(text)}</text>`;
    })
    .join("");
}

/** Commands that belong together share a scene. */
function scenesOf(recorded) {
  const lines = recorded.map(({ command, output }) => [`$ ${command}`, ...output.split("\n")]);
  return [[lines[0], lines[1]], [lines[2], lines[3]], [lines[4]], [lines[5]]].map((parts) =>
    parts.flatMap((part, at) => (at === 0 ? part : ["", ...part])),
  );
}

function draw(scenes) {
  const rows = Math.max(...scenes.map((lines) => lines.length));
  const width = Math.ceil(COLUMNS * CHARACTER + 2 * MARGIN);
  const height = (rows + 1) * LINE + 2 * MARGIN;
  const each = TYPING + READING;
  const total = scenes.length * each;
  const percent = (seconds) => `${((seconds / total) * 100).toFixed(2)}%`;
  const frames = scenes.map((_, at) => {
    const [from, until] = [at * each, (at + 1) * each];
    const shown = `${at === 0 ? "0%" : `0%,${percent(from - 0.01)}{opacity:0}${percent(from)}`},${percent(until - 0.01)}{opacity:1}${percent(until)},100%{opacity:0}`;
    const typed = `0%,${percent(from + TYPING)}{opacity:0}${percent(from + TYPING + 0.01)},100%{opacity:1}`;
    return `@keyframes s${at}{${shown}}@keyframes o${at}{${typed}}.s${at}{animation:s${at} ${total}s infinite}.s${at} .o{animation:o${at} ${total}s infinite}`;
  });
  const groups = scenes.map((lines, at) => {
    const y = (row) => MARGIN + (row + 1.5) * LINE;
    const output = lines.slice(1).map((line, row) => drawLine(line, y(row + 1)));
    return `<g class="scene s${at}">${drawLine(`\x1b[1m${lines[0]}\x1b[0m`, y(0))}<g class="o">${output.join("")}</g></g>`;
  });
  const said = scenes.map((lines) => stripVTControlCharacters(lines.join("\n"))).join("\n\n");
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title description">
<title id="title">Commands of docs in a terminal</title>
<desc id="description">${escaped(said)}</desc>
<style>
svg{--paper:#fff;--edge:#d0d7de;--ink:#1f2328;--dim:#59636e;--red:#b62324;--green:#116329;--yellow:#7d4e00;--cyan:#0b5c75}
@media (prefers-color-scheme:dark){svg{--paper:#0d1117;--edge:#3d444d;--ink:#e6edf3;--dim:#9198a1;--red:#ff7b72;--green:#56d364;--yellow:#e3b341;--cyan:#76e3ea}}
text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:var(--ink);white-space:pre}
.bold{font-weight:700}.dim{fill:var(--dim)}.red{fill:var(--red)}.green{fill:var(--green)}.yellow{fill:var(--yellow)}.cyan{fill:var(--cyan)}
.scene{opacity:0}
${frames.join("\n")}
@media (prefers-reduced-motion:reduce){.scene,.scene .o{animation:none}.s0,.s0 .o{opacity:1}}
</style>
<rect x="1" y="1" width="${width - 2}" height="${height - 2}" rx="8" fill="var(--paper)" stroke="var(--edge)"/>
${groups.join("\n")}
</svg>
`;
}

writeFileSync(process.argv[2] ?? "docs/recording.svg", draw(scenesOf(await record())));
