/**
 * One adapter for both SQLite bindings: `node:sqlite` where Node has it, else the optional package `libsql`.
 * Both can use the same file at the same time.
 */
import { createRequire } from "node:module";
import { errorCode, Failure } from "../errors.js";

type SqlInput = SqlValue | boolean | Date | undefined;

export interface RowSource {
  all(sql: string, ...values: SqlInput[]): Row[];
}

/** The common interface of both bindings. Statements are prepared on first use and kept. */
export interface Database extends RowSource {
  exec(sql: string): void;
  get(sql: string, ...values: SqlInput[]): Row | undefined;
  /** Number of rows changed. */
  run(sql: string, ...values: SqlInput[]): number;
  close(): void;
  /** New statements may only read, and only what is allowed; absent where the binding cannot do that. */
  restrict?: ((isAllowed: Allows) => void) | undefined;
}

/** Says whether statements may call a function, or read a table. */
export type Allows = (what: "function" | "table", name: string) => boolean;

/** The result codes that callers distinguish. */
type SqliteProblem = "busy" | "full" | "corrupt" | "readonly" | "io" | "cannot-open" | "other";

interface Binding {
  exec(sql: string): void;
  prepare(sql: string): Statement;
  close(): void;
  /** `node:sqlite` of Node 24. */
  setAuthorizer?(authorize: (action: number, one: string | null, other: string | null) => number): void;
}

interface Statement {
  all(...values: unknown[]): unknown[];
  /** Of node:sqlite, newer versions only. */
  columns?(): { name: string }[];
  run(...values: unknown[]): { changes: number | bigint };
}

type BindingClass = new (path: string) => Binding;
/** How a binding accepts the values of a statement. */
type Pass = (values: SqlValue[]) => unknown[];
export type BindingName = "node:sqlite" | "libsql";

/** Actions of statements and answers to them, as SQLite numbers them. */
const [READ, SELECT, FUNCTION, RECURSIVE] = [20, 21, 31, 33];
const [OK, DENY] = [0, 1];

const PROBLEMS: Record<number, SqliteProblem> = {
  5: "busy",
  6: "busy",
  8: "readonly",
  10: "io",
  11: "corrupt",
  13: "full",
  14: "cannot-open",
  26: "corrupt",
};

/** The kind of an error thrown by SQLite; undefined for any other error. */
export function sqliteProblem(error: unknown): SqliteProblem | undefined {
  if (!(error instanceof Error)) return undefined;
  const { errcode, rawCode, code }: Error & { errcode?: unknown; rawCode?: unknown; code?: unknown } = error;
  const number = typeof errcode === "number" ? errcode : rawCode;
  // The last byte of an extended code is the primary one.
  if (typeof number === "number") return PROBLEMS[number & 0xff] ?? "other";
  return typeof code === "string" && code.startsWith("SQLITE_") ? "other" : undefined;
}

/** The same database; `toThrow` makes of an error what is thrown in its place. */
export function mapErrors(db: Database, toThrow: (error: unknown) => unknown): Database {
  const mapped =
    <A extends unknown[], R>(work: (...args: A) => R) =>
    (...args: A): R => {
      try {
        return work(...args);
      } catch (error) {
        throw toThrow(error);
      }
    };
  return { ...db, exec: mapped(db.exec), get: mapped(db.get), all: mapped(db.all), run: mapped(db.run) };
}

export interface BindingOptions {
  /** Default: the best one available. */
  binding?: BindingName | undefined;
  /** Damaged texts are an error of kind "corrupt". Otherwise libsql ends the process, and node:sqlite changes them. */
  strict?: boolean | undefined;
  /** Called with each statement before it runs. */
  watch?: ((sql: string) => void) | undefined;
}

/** Opens a database file. `binding` and `watch` are for tests. */
export function openBinding(path: string, { binding, strict, watch = () => {} }: BindingOptions = {}): Database {
  const builtinClass = binding === "libsql" ? undefined : builtin();
  const options = { strict, watch };
  if (builtinClass)
    return adapt(open(builtinClass, path), { ...options, pass: (values) => values, check: rereadDamaged });
  const libsqlClass = binding === "node:sqlite" ? undefined : libsql();
  // Pass one array: libsql takes a single object (such as null or bytes) for named values and aborts the process.
  if (libsqlClass)
    return adapt(open(libsqlClass, path), { ...options, pass: (values) => [values], check: readAsBytes() });
  throw new Failure("config", "the sandbox needs SQLite, which this installation lacks", {
    hint: "use Node 22.13 or newer, or install docs without --omit=optional",
  });
}

/** Schemas may not call functions that reach beyond the database. The SQLite of libsql lets constraints do so all the same. */
function open(binding: BindingClass, path: string): Binding {
  const opened = new binding(path);
  opened.exec("PRAGMA trusted_schema = OFF");
  return opened;
}

/** Silences Node 22's warning that the module is experimental, which users cannot act on. */
function builtin(): BindingClass | undefined {
  const emit = process.emitWarning;
  process.emitWarning = () => {};
  try {
    // The types for Node 20 lack this module.
    const module = process.getBuiltinModule("node:sqlite") as { DatabaseSync: BindingClass } | undefined;
    return module?.DatabaseSync;
  } finally {
    process.emitWarning = emit;
  }
}

function libsql(): BindingClass | undefined {
  return libsqlWithoutReport() ?? requireLibsql();
}

/**
 * To find its build for this C library, libsql has Node write a report of the whole process (10 to 30 ms). Without one it
 * reads the head of `ldd`, which takes a fraction of one. Undefined where that is not enough: then it has to be loaded as it is.
 */
function libsqlWithoutReport(): BindingClass | undefined {
  const { report } = process;
  const { getReport } = report;
  report.getReport = () => ({});
  try {
    return requireLibsql();
  } catch {
    // Whatever the reason is, loading it as it is tells.
    return undefined;
  } finally {
    report.getReport = getReport;
  }
}

function requireLibsql(): BindingClass | undefined {
  try {
    // A CommonJS package; `import()` would load the ESM loader into the bundle's process.
    return createRequire(import.meta.url)("libsql") as BindingClass;
  } catch (error) {
    if (errorCode(error) === "MODULE_NOT_FOUND") return undefined;
    throw error;
  }
}

/** libsql aborts the process if a boolean or a Date is bound, node:sqlite throws: pass only plain values to both. */
function toSqlValue(value: SqlInput): SqlValue {
  if (value === undefined || value === null) return null;
  if (typeof value === "boolean") return value ? 1 : 0;
  if (value instanceof Date) return value.toISOString();
  // An empty view on an empty buffer has no address, which node:sqlite on Node 22 reads as NULL.
  if (value instanceof Uint8Array && value.length === 0) return Buffer.alloc(0);
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  return value;
}

/** libsql returns bytes as an ArrayBuffer. */
function toRow(row: unknown): Row {
  // Rows of both bindings are records of SQL values, created for this call only.
  const values = row as Record<string, SqlValue | ArrayBuffer>;
  for (const name in values) {
    const value = values[name];
    if (value instanceof ArrayBuffer) values[name] = new Uint8Array(value);
  }
  return values as Row;
}

interface AdaptOptions extends Pick<BindingOptions, "strict"> {
  pass: Pass;
  check: StrictRead;
  watch: (sql: string) => void;
}

function adapt(binding: Binding, { pass, check, strict, watch }: AdaptOptions): Database {
  const statements = new Map<string, Statement>();
  let isClosed = false;
  const prepared = (sql: string) => {
    watch(sql);
    let statement = statements.get(sql);
    if (!statement) {
      statement = binding.prepare(sql);
      statements.set(sql, statement);
    }
    return statement;
  };
  // `all` runs a statement to its end, so that none is left half read and holding a lock.
  const all = (sql: string, values: SqlInput[]) => {
    const given = pass(values.map(toSqlValue));
    const read = (text: string) =>
      prepared(text)
        .all(...given)
        .map(toRow);
    const isRead = strict && /^\s*(?:SELECT|WITH)\b/i.test(sql);
    return isRead ? check(sql, { read, columns: (text) => prepared(text).columns?.() }) : read(sql);
  };
  return {
    exec: (sql) => {
      watch(sql);
      binding.exec(sql);
    },
    get: (sql, ...values) => all(sql, values)[0],
    all: (sql, ...values) => all(sql, values),
    run: (sql, ...values) => Number(prepared(sql).run(...pass(values.map(toSqlValue))).changes),
    close: () => {
      statements.clear();
      if (isClosed) return;
      isClosed = true;
      // A second time, node:sqlite throws where libsql does nothing.
      binding.close();
    },
    restrict: binding.setAuthorizer && ((isAllowed) => restrict(binding, isAllowed)),
  };
}

function restrict(binding: Binding, isAllowed: Allows): void {
  binding.setAuthorizer?.((action, one, other) => {
    if (action === SELECT || action === RECURSIVE) return OK;
    const isRead =
      action === READ ? isAllowed("table", one ?? "") : action === FUNCTION && isAllowed("function", other ?? "");
    return isRead ? OK : DENY;
  });
}

// Texts of a file that may be damaged. Where a text is not UTF-8, libsql ends the process, and node:sqlite gives another
// text; so texts are read as bytes and decoded here.

export type SqlValue = string | number | null | Uint8Array;
export type Row = Record<string, SqlValue>;

interface Reader {
  read(sql: string): Row[];
  columns(sql: string): { name: string }[] | undefined;
}

/** Runs a statement that reads. @throws Error that `sqliteProblem` calls "corrupt" */
type StrictRead = (sql: string, reader: Reader) => Row[];

/** An error as SQLite has it for what it cannot read. */
export const damage = (what: string, cause?: unknown): Error =>
  Object.assign(new Error(what, { cause }), { code: "SQLITE_CORRUPT", rawCode: 11 });

const REPLACED = "\ufffd";
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** For a binding that must not see damaged texts; for one connection, whose statements keep their columns. */
function readAsBytes(): StrictRead {
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
const rereadDamaged: StrictRead = (sql, { read }) => {
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
