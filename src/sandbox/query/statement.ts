/** SQL of people, as far as it has to be understood before SQLite sees it: what it names, and that it only reads. */
import { usage } from "../../errors.js";

/** Comments, strings, names in quotes, words, and single characters. */
const TOKEN =
  /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|[\w$\u0080-\uffff]+|\S/g;

const READS = ["SELECT", "WITH", "VALUES"];
/** Words that no reading statement has outside of quotes. */
const WRITES = new Set(["INSERT", "UPDATE", "DELETE", "RETURNING"]);

export interface Statement {
  /** Without what ends it. */
  sql: string;
  /** Every name and word in it, in small letters, without quotes; texts too, as SQLite takes one for a table's name. */
  names: ReadonlySet<string>;
  /** Names with a parenthesis behind them. */
  calls: ReadonlySet<string>;
}

/** @throws Failure usage for anything but one statement that reads */
export function readingStatement(text: string): Statement {
  const tokens = [...text.matchAll(TOKEN)].filter(([token]) => !/^(?:--|\/\*)/.test(token));
  const end = tokens.findIndex(([token]) => token === ";");
  if (end >= 0 && tokens.slice(end).some(([token]) => token !== ";")) {
    throw usage("one statement at a time: there is more behind the first ;", "run them one by one");
  }
  const used = end < 0 ? tokens : tokens.slice(0, end);
  const [first] = used;
  if (!first) throw usage("there is no SQL", 'for example: docs snapshots query <file> "SELECT * FROM spaces"');
  const verb = first[0].toUpperCase();
  if (!READS.includes(verb)) throw refused(/^\w+$/.test(verb) ? verb : `a statement that begins with ${verb}`);
  for (const [word] of used) {
    if (WRITES.has(word.toUpperCase())) throw refused(word.toUpperCase());
  }
  const [last] = used.slice(-1);
  const names = used.map(([token]) => unquoted(token).toLowerCase());
  return {
    sql: text.slice(first.index, (last?.index ?? 0) + (last?.[0].length ?? 0)),
    names: new Set(names),
    calls: new Set(names.filter((_, at) => used[at + 1]?.[0] === "(")),
  };
}

const refused = (what: string) =>
  usage(`${what} is refused: a snapshot is only read`, "use SELECT; docs help snapshots lists what there is");

const unquoted = (token: string): string => (/^["'`[]/.test(token) ? token.slice(1, -1) : token);
