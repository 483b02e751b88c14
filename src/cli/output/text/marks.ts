/** Characters that are drawn around data, and what stands for them where a terminal knows ASCII alone. */

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
