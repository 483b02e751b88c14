/**
 * Texts of a file that may be damaged. Where a text is not UTF-8, libsql ends the process, and node:sqlite gives another
 * text; so texts are read as bytes and decoded here.
 */
export type SqlValue = string | number | null | Uint8Array;
export type Row = Record<string, SqlValue>;

interface Reader {
  read(sql: string): Row[];
  columns(sql: string): { name: string }[] | undefined;
}

/** Runs a statement that reads. @throws Error that `sqliteProblem` calls "corrupt" */
export type StrictRead = (sql: string, reader: Reader) => Row[];

/** An error as SQLite has it for what it cannot read. */
export const damage = (what: string, cause?: unknown): Error =>
  Object.assign(new Error(what, { cause }), { code: "SQLITE_CORRUPT", rawCode: 11 });

const REPLACED = "\ufffd";
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** For a binding that must not see damaged texts; for one connection, whose statements keep their columns. */
export function readAsBytes(): StrictRead {
  const statements = new Map<string, string>();
  return (sql, { read, columns }) => {
    let statement = statements.get(sql);
    if (statement === undefined) {
      const names = (columns(sql) ?? []).map(({ name }) => name);
      statement = asBytes(sql, names);
      statements.set(sql, statement);
    }
    return read(statement).map(decodeRow);
  };
}

/** For a binding that replaces what is damaged: only texts in which that may have happened are read again. */
export const rereadDamaged: StrictRead = (sql, { read }) => {
  const rows = read(sql);
  const isDoubtful = (value: unknown) => typeof value === "string" && value.includes(REPLACED);
  const [first] = rows.filter((row) => Object.values(row).some(isDoubtful));
  if (first) read(asBytes(sql, Object.keys(first))).forEach(decodeRow);
  return rows;
};

/** The same rows, with a letter for its type in front of each text and each blob, which are both bytes then. */
function asBytes(sql: string, names: readonly string[]): string {
  const columns = names.map((name, at) => {
    const tagged = ["text", "blob"].map((type) => `WHEN '${type}' THEN CAST('${type[0]}' || c${at} AS BLOB)`).join(" ");
    return `CASE typeof(c${at}) ${tagged} ELSE c${at} END AS "${name.replaceAll('"', '""')}"`;
  });
  return `WITH rows_read (${names.map((_, at) => `c${at}`).join(", ")}) AS (${sql}\n) SELECT ${columns.join(", ")} FROM rows_read`;
}

const BLOB = "b".charCodeAt(0);

function decodeRow(row: Row): Row {
  for (const name in row) {
    const value = row[name];
    if (value instanceof Uint8Array) row[name] = value[0] === BLOB ? value.subarray(1) : decode(value.subarray(1));
  }
  return row;
}

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    throw damage("a text is damaged: it is not UTF-8", cause);
  }
}
