/**
 * Functions that a query may call. Bindings bring more than SQLite documents: libsql has `readfile`, `writefile` and one
 * that runs SQL, whatever the file was opened for. What is not named here is refused.
 */
import { usage } from "../../errors.js";
import type { Allows, Database, RowSource } from "../../system/sqlite.js";
import type { Statement } from "./statement.js";

const FUNCTIONS = new Set(
  `abs acos acosh asin asinh atan atan2 atanh avg ceil ceiling changes char coalesce concat concat_ws cos cosh count
  cume_dist current_date current_time current_timestamp date datetime degrees dense_rank exp first_value floor format glob
  group_concat hex if ifnull iif instr json json_array json_array_length json_error_position json_extract json_group_array
  json_group_object json_insert json_object json_patch json_pretty json_quote json_remove json_replace json_set json_type
  json_valid julianday lag last_value lead length like likelihood likely ln log log10 log2 lower ltrim max median min mod
  mode nth_value ntile nullif octet_length percent_rank pi pow power printf quote radians random rank regexp replace round
  row_number rtrim sign sin sinh soundex sqlite_version sqrt string_agg strftime substr substring sum tan tanh time
  timediff total trim trunc typeof unhex unicode unixepoch unlikely upper variance`.split(/\s+/),
);
/** Operators that SQLite calls as functions. */
const OPERATORS = new Set(["->", "->>"]);
/** Tables that are functions; all others that are no tables are refused by their name. */
const MODULES = new Set(["json_each", "json_tree", "generate_series"]);

const isPragma = (table: string): boolean => table.startsWith("pragma_");

/** @throws Failure usage for a function that reaches beyond the snapshot, or is not known to stay in it */
export function refuseFunctions(db: RowSource, { names, calls }: Pick<Statement, "names" | "calls">): void {
  const known = (list: string) => db.all(`PRAGMA ${list}`).map(({ name }) => String(name).toLowerCase());
  const functions = known("function_list");
  if (functions.length === 0) throw new Error("SQLite does not list its functions");
  const wrong =
    functions.find((name) => calls.has(name) && !FUNCTIONS.has(name) && !MODULES.has(name)) ??
    known("module_list").find((name) => names.has(name) && !MODULES.has(name)) ??
    [...names].find(isPragma);
  if (wrong !== undefined) throw usage(`${wrong} is refused: a query may only read the views`);
}

/** The same rules for SQLite itself to apply, whatever a statement looks like; `db` still has to run others. */
export function allowedIn(db: Database): Allows {
  const modules = new Set(db.all("PRAGMA module_list").map(({ name }) => String(name).toLowerCase()));
  return (what, called) => {
    const name = called.toLowerCase();
    if (what === "function") return FUNCTIONS.has(name) || OPERATORS.has(name);
    return !isPragma(name) && (MODULES.has(name) || !modules.has(name));
  };
}
