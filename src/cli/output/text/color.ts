import { isOn } from "../../../shared/switches.js";
import type { Paint, Style, Terminal } from "../types.js";

// Characters that are drawn around data, and what stands for them where a terminal knows ASCII alone.

type Env = Readonly<Record<string, string | undefined>>;

/** The locale of characters, as POSIX finds it. Nothing set says nothing: that is common on terminals that know more. */
export const isAsciiOnly = ({ LC_ALL, LC_CTYPE, LANG }: Env): boolean =>
  /^(C|POSIX)$/.test(LC_ALL || LC_CTYPE || LANG || "");

/** At the end of a text that is cut. Known here, as a text is cut before it is drawn, and has to fit. */
export let ellipsis = "…";

/** From now on, texts are cut with ASCII. */
export function cutWithAscii(): void {
  ellipsis = "...";
}

const ASCII: Readonly<Record<string, string>> = {
  ...{ "…": "...", "→": "->", "−": "-", "–": "-", "·": "-", "•": "*", "✓": "+", "█": "#" },
  ...{ "─": "-", "│": "|", "├": "|", "└": "`" },
  // Of the library that asks.
  ...{ "❯": ">", "›": ">", "✔": "+", "✖": "x", "↑": "^", "↓": "v", "⏎": "enter", "◯": "o", "◉": "*" },
};
const DRAWN = new RegExp(`[${Object.keys(ASCII).join("")}]`, "g");

export const toAscii = (text: string): string => text.replace(DRAWN, (mark) => ASCII[mark] ?? mark);

interface Streams {
  stdin: { isTTY?: boolean };
  stdout: { isTTY?: boolean; columns?: number; rows?: number };
  stderr: { isTTY?: boolean };
}

const DEFAULT_WIDTH = 80;

const isSet = (value: string | undefined): boolean => value !== undefined && value !== "";

/**
 * Reads from the streams and the environment what the person can see. NO_COLOR and CLICOLOR=0 turn color off,
 * CLICOLOR_FORCE also colors pipes, DOCS_FORCE_TTY treats standard output as a terminal (its value may be the
 * width in columns, or a percentage of the real one).
 */
export function detectTerminal(env: Env, streams: Streams): Terminal {
  const forced = isSet(env.DOCS_FORCE_TTY);
  const dumb = env.TERM === "dumb";
  const stdoutIsTTY = forced || streams.stdout.isTTY === true;
  const stderrIsTTY = streams.stderr.isTTY === true;
  const disabled = isSet(env.NO_COLOR) || (isSet(env.CLICOLOR) && !isOn(env.CLICOLOR)) || dumb;
  const always = isOn(env.CLICOLOR_FORCE) && !isSet(env.NO_COLOR);
  const accessible = isOn(env.DOCS_ACCESSIBLE);
  const color = always || (!disabled && stdoutIsTTY);
  return {
    stdoutIsTTY,
    stderrIsTTY,
    // Read only if there is a terminal to answer on: opening standard input loads several modules.
    get stdinIsTTY() {
      return streams.stdin.isTTY === true;
    },
    width: widthOf(env.DOCS_FORCE_TTY, streams.stdout.columns),
    ...(!forced && stdoutIsTTY && streams.stdout.rows && { height: streams.stdout.rows }),
    color,
    colorStderr: always || (!disabled && stderrIsTTY),
    hyperlinks: color && stdoutIsTTY && !accessible && knowsLinks(env),
    animate: stderrIsTTY && !dumb && !accessible && !isContinuousIntegration(env),
    accessible,
    ascii: isAsciiOnly(env),
  };
}

function widthOf(spec: string | undefined, columns: number | undefined): number {
  const real = columns !== undefined && columns > 0 ? columns : DEFAULT_WIDTH;
  const match = /^([1-9]\d{0,3})(%?)$/.exec(spec ?? "");
  if (match === null) return real;
  const number = Number(match[1]);
  return match[2] === "%" ? Math.max(1, Math.floor((real * number) / 100)) : number;
}

function isContinuousIntegration(env: Env): boolean {
  return isOn(env.CI) || isSet(env.BUILD_NUMBER) || isSet(env.RUN_ID);
}

/** Terminals that print unknown OSC sequences are getting rare, but only known ones get links. */
function knowsLinks(env: Env): boolean {
  if (env.FORCE_HYPERLINK !== undefined) return isOn(env.FORCE_HYPERLINK);
  if (isSet(env.WT_SESSION) || isSet(env.KONSOLE_VERSION) || isSet(env.DOMTERM)) return true;
  if (Number(env.VTE_VERSION ?? 0) >= 5000) return true;
  if (["iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "Tabby"].includes(env.TERM_PROGRAM ?? "")) return true;
  return /^(xterm-kitty|xterm-ghostty|alacritty|foot)/.test(env.TERM ?? "");
}

/** Sixteen colors are enough, and they follow the person's theme. */
export async function loadPaint(color: boolean): Promise<Paint> {
  if (!color) return (_style, text) => text;
  const { Chalk } = await import("chalk");
  const chalk = new Chalk({ level: 1 });
  return (style, text) => chalk[style](text);
}

const STYLES: Record<Style, readonly string[]> = {
  green: ["open", "public", "active", "complete", "completed", "live", "published", "yes", "owner", "admin", "ok"],
  magenta: ["merged", "merge", "resolved"],
  yellow: [
    ...["pending", "running", "progress", "in-review", "unlisted", "share-link", "visitor-auth", "locked"],
    ...["outdated", "edit", "create", "review"],
  ],
  red: ["failed", "rejected", "disabled", "conflicts", "broken", "archived", "deleted"],
  cyan: ["in-collection", "private", "member", "read", "comment"],
  dim: ["draft", "inactive", "no", "guest", "none"],
  blue: [],
  bold: [],
  italic: [],
  underline: [],
};

// One flat map, because it is read for every cell.
const STYLE_OF = new Map<string, Style>();
for (const [style, words] of Object.entries(STYLES)) {
  // Object.entries loses the key's type.
  for (const word of words) STYLE_OF.set(word, style as Style);
}

/** Color of a state, a visibility or a role; undefined for a word without one. */
export function styleOf(word: string): Style | undefined {
  return STYLE_OF.get(word);
}
