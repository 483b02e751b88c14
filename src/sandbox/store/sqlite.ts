/**
 * One adapter over the two SQLite bindings: `node:sqlite` where Node has it, the optional package `libsql` elsewhere.
 * Both work on the same file at the same time.
 */
import { createRequire } from "node:module";
import { errorCode, Failure } from "../../errors.js";

export type SqlValue = string | number | null | Uint8Array;
export type SqlInput = SqlValue | boolean | Date | undefined;
export type Row = Record<string, SqlValue>;

/** What both bindings offer. Statements are prepared on first use and kept. */
export interface Database {
  exec(sql: string): void;
  get(sql: string, ...values: SqlInput[]): Row | undefined;
  all(sql: string, ...values: SqlInput[]): Row[];
  /** Number of rows changed. */
  run(sql: string, ...values: SqlInput[]): number;
  close(): void;
}

/** The result codes that callers tell apart. */
export type SqliteProblem = "busy" | "full" | "corrupt" | "readonly" | "io" | "cannot-open" | "other";

interface Binding {
  exec(sql: string): void;
  prepare(sql: string): Statement;
  close(): void;
}

interface Statement {
  all(...values: unknown[]): unknown[];
  run(...values: unknown[]): { changes: number | bigint };
}

type BindingClass = new (path: string) => Binding;
/** How a binding takes the values of a statement. */
type Pass = (values: SqlValue[]) => unknown[];
export type BindingName = "node:sqlite" | "libsql";

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

/** The kind of an error that SQLite threw; undefined for any other error. */
export function sqliteProblem(error: unknown): SqliteProblem | undefined {
  if (!(error instanceof Error)) return undefined;
  const { errcode, rawCode, code }: Error & { errcode?: unknown; rawCode?: unknown; code?: unknown } = error;
  const number = typeof errcode === "number" ? errcode : rawCode;
  // Extended codes keep the primary one in their last byte.
  if (typeof number === "number") return PROBLEMS[number & 0xff] ?? "other";
  return typeof code === "string" && code.startsWith("SQLITE_") ? "other" : undefined;
}

/** Open a database file with either binding. `binding` is for tests; the default is the best one present. */
export function openBinding(path: string, binding?: BindingName): Database {
  const builtinClass = binding === "libsql" ? undefined : builtin();
  if (builtinClass) return adapt(new builtinClass(path), (values) => values);
  const libsqlClass = binding === "node:sqlite" ? undefined : libsql();
  // One array: libsql takes a single object (null and bytes are) for named values and ends the process.
  if (libsqlClass) return adapt(new libsqlClass(path), (values) => [values]);
  throw new Failure("config", "the sandbox needs SQLite, which this installation lacks", {
    hint: "use Node 22.13 or newer, or install docs without --omit=optional",
  });
}

/** Node 22 warns that the module is experimental; the people who run a command cannot act on that. */
function builtin(): BindingClass | undefined {
  const emit = process.emitWarning;
  process.emitWarning = () => {};
  try {
    // The types of Node 20 do not know the module.
    const module = process.getBuiltinModule("node:sqlite") as { DatabaseSync: BindingClass } | undefined;
    return module?.DatabaseSync;
  } finally {
    process.emitWarning = emit;
  }
}

function libsql(): BindingClass | undefined {
  try {
    // A CommonJS package; `import()` of it would load the ESM loader into the bundle's process.
    return createRequire(import.meta.url)("libsql") as BindingClass;
  } catch (error) {
    if (errorCode(error) === "MODULE_NOT_FOUND") return undefined;
    throw error;
  }
}

/** libsql ends the process when a boolean or a Date is bound, node:sqlite throws: both get plain values only. */
function plain(value: SqlInput): SqlValue {
  if (value === undefined || value === null) return null;
  if (typeof value === "boolean") return value ? 1 : 0;
  if (value instanceof Date) return value.toISOString();
  // A view of nothing in an empty buffer has no address, which node:sqlite of Node 22 takes for NULL.
  if (value instanceof Uint8Array && value.length === 0) return Buffer.alloc(0);
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  return value;
}

/** libsql answers bytes as an ArrayBuffer of its own. */
function toRow(row: unknown): Row {
  // Rows of both bindings are records of SQL values, made for this call only.
  const values = row as Record<string, SqlValue | ArrayBuffer>;
  for (const name in values) {
    const value = values[name];
    if (value instanceof ArrayBuffer) values[name] = new Uint8Array(value);
  }
  return values as Row;
}

function adapt(binding: Binding, pass: Pass): Database {
  const statements = new Map<string, Statement>();
  const prepared = (sql: string) => {
    let statement = statements.get(sql);
    if (!statement) {
      statement = binding.prepare(sql);
      statements.set(sql, statement);
    }
    return statement;
  };
  // `all` runs a statement to its end, so that no half read one keeps a lock.
  const all = (sql: string, values: SqlInput[]) =>
    prepared(sql)
      .all(...pass(values.map(plain)))
      .map(toRow);
  return {
    exec: (sql) => binding.exec(sql),
    get: (sql, ...values) => all(sql, values)[0],
    all: (sql, ...values) => all(sql, values),
    run: (sql, ...values) => Number(prepared(sql).run(...pass(values.map(plain))).changes),
    close: () => {
      statements.clear();
      binding.close();
    },
  };
}
