/** SQL of people, as far as it has to be understood before SQLite sees it: what it names, and that it only reads. */
import { usage } from "../../errors.js";

/**
 * Parts that a statement may consist of: comments, white space, quoted texts and names, words and numbers, operators. Other
 * characters are white space, parts of names or parameters to SQLite, and a parameter may hide a quote: `$a(')`.
 */
const TOKEN =
  /(--[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|([ \t\r\n]+)|('[^']*(?:''[^']*)*'|"[^"]*(?:""[^"]*)*"|`[^`]*(?:``[^`]*)*`|\[[^\]]*\]|\w+|[-+*/%<>=!|&~().,;])/y;

const READS = ["SELECT", "WITH", "VALUES"];
/** Words that no reading statement has outside of quotes. */
const WRITES = new Set(
  "ALTER ANALYZE ATTACH CREATE DELETE DETACH DROP INSERT PRAGMA REINDEX RETURNING UPDATE VACUUM".split(" "),
);

export interface Statement {
  /** Without comments and what ends it. */
  sql: string;
  /** Every name and word in it, in small letters, without quotes; texts too, as SQLite takes one for a table's name. */
  names: ReadonlySet<string>;
  /** Names with a parenthesis behind them. */
  calls: ReadonlySet<string>;
}

/** @throws Failure usage for anything but one statement that reads */
export function readingStatement(text: string): Statement {
  if (/^\s*[\\.]\w/.test(text))
    throw usage(`${text.trim().split(/\s/)[0]} is no SQL`, "docs help snapshots lists views and columns");
  const tokens = tokensOf(text);
  const end = tokens.findIndex(({ token }) => token === ";");
  if (end >= 0 && tokens.slice(end).some(({ token }) => token !== ";")) {
    throw usage("only one statement is allowed: there is text after the first ;", "run them one by one");
  }
  const used = end < 0 ? tokens : tokens.slice(0, end);
  const [first] = used;
  if (!first) throw usage("the SQL is empty", 'for example: docs snapshots query FILE "SELECT * FROM spaces"');
  const verb = first.token.toUpperCase();
  if (!READS.includes(verb)) throw refuseStatement(/^\w+$/.test(verb) ? verb : `a statement that begins with ${verb}`);
  for (const { token } of used) {
    if (WRITES.has(token.toUpperCase())) throw refuseStatement(token.toUpperCase());
  }
  const names = used.map(({ token }) => lower(unquoteName(token)));
  return {
    sql: used
      .map(({ before, token }) => before + token)
      .join("")
      .trimStart(),
    names: new Set(names),
    calls: new Set(names.filter((_, at) => used[at + 1]?.token === "(")),
  };
}

/** @throws Failure usage for a character that is none of SQL's */
function tokensOf(text: string): { before: string; token: string }[] {
  if (text.includes("\0")) throw refuseCharacter("\0");
  const tokens: { before: string; token: string }[] = [];
  let before = "";
  for (let at = 0; at < text.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const [, comment, space, token] = TOKEN.exec(text) ?? [];
    if (token !== undefined) tokens.push({ before, token });
    else if (comment === undefined && space === undefined)
      throw refuseCharacter(String.fromCodePoint(text.codePointAt(at) ?? 0));
    // SQLite never sees what was not understood.
    before = token === undefined ? before + (space ?? " ") : "";
  }
  return tokens;
}

const refuseStatement = (what: string) =>
  usage(`${what} is refused: a snapshot is read-only`, "use SELECT; docs help snapshots lists the views");

function refuseCharacter(character: string) {
  if (`'"\`[`.includes(character)) return usage(`SQL: ${character} is not closed`);
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  const shown = /^[!-~]$/.test(character) ? `"${character}"` : `the character U+${code}`;
  return usage(
    `${shown} is refused: outside quotes a statement may contain only letters, digits, operators and spaces`,
    QUOTE,
  );
}

const QUOTE = `put text into '...' and names into "..."; write values out, parameters are not supported`;

/** As SQLite compares names. */
const lower = (name: string): string => name.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** In a name in quotes, two quotes in a row are one character of the name. */
function unquoteName(token: string): string {
  const [quote = ""] = token;
  if (!`"'\`[`.includes(quote)) return token;
  const inner = token.slice(1, -1);
  return quote === "[" ? inner : inner.replaceAll(quote + quote, quote);
}
