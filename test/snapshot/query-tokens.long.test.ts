import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Failure } from "../../src/errors.js";
import { readingStatement } from "../../src/snapshot/query/statement.js";
import { allowedIn, refuseFunctions } from "../../src/snapshot/query/views.js";
import { type BindingName, type Database, openBinding, type Row } from "../../src/system/sqlite.js";
import { holds, PROPERTY_TIME } from "../helpers/properties.js";
import { sampleCases } from "../helpers/sample.js";

const canOpen = (binding: BindingName): boolean => {
  try {
    openBinding(":memory:", { binding }).close();
    return true;
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
};

/** Functions that reach beyond a snapshot, with as many arguments as they take. */
const FORBIDDEN = {
  writefile: "'written','y'",
  readfile: "'/etc/passwd'",
  load_extension: "'x'",
  sha3_query: "'SELECT 1'",
};

/** What one binding does with statements: what the guard lets pass, and what SQLite then calls. */
function judge(binding: BindingName) {
  let db: Database | undefined;
  let used = 0;
  const fresh = (): Database => {
    // A connection keeps all its statements.
    if (used++ % 500 === 0) {
      db?.close();
      db = openBinding(":memory:", { binding });
    }
    return db ?? openBinding(":memory:", { binding });
  };
  // What it knows does not change; asking it takes longer than all else.
  const known = new Map<string, Row[]>();
  const all = (sql: string) => known.get(sql) ?? known.set(sql, fresh().all(sql)).get(sql) ?? [];
  return {
    names: Object.entries(FORBIDDEN).filter(([name]) =>
      fresh().get("SELECT 1 FROM pragma_function_list WHERE name = ?", name),
    ),
    passes(sql: string): string | undefined {
      try {
        const statement = readingStatement(sql);
        refuseFunctions({ all }, statement);
        return statement.sql;
      } catch (error) {
        if (error instanceof Failure && error.kind === "usage") return undefined;
        throw error;
      }
    },
    /** Names of the functions in what SQLite makes of a statement. */
    calls(sql: string): string[] {
      try {
        const steps = fresh().all(`EXPLAIN SELECT * FROM (\n${sql}\n) LIMIT 9`);
        return steps.flatMap(({ opcode, p4 }) =>
          /Function/.test(String(opcode)) ? [String(p4).split("(")[0] ?? ""] : [],
        );
      } catch {
        // SQLite knows no such statement.
        return [];
      }
    },
  };
}

/** Characters by their upper byte; in the listed ones are white space, signs, marks and surrogates. */
const BLOCKS = Array.from({ length: 0x100 }, (_, at) => at);
const LISTED = [0x00, 0x01, 0x02, 0x03, 0x16, 0x18, 0x20, 0x30, 0xd8, 0xdc, 0xfe, 0xff];
const sampledBlocks = sampleCases("characters in names", BLOCKS, {
  nameOf: String,
  few: 4,
  rooms: ["src/snapshot/query"],
});
const chosen = BLOCKS.filter((block) => LISTED.includes(block) || sampledBlocks.includes(block));

describe.each((["libsql", "node:sqlite"] as const).filter(canOpen))("R79: with %s", (binding) => {
  const { names, passes, calls } = judge(binding);
  const [[name, values] = ["", ""]] = names;

  it("a statement calls no function that was not looked at", () => {
    const all = openBinding(":memory:", { binding }).all("PRAGMA function_list");
    const known = new Set(all.map(({ name }) => String(name)).filter((one) => /^\w+$/.test(one)));
    const allowed = [...known].filter((one) => passes(`SELECT ${one}()`) !== undefined);
    const doubtful = /file|dir|sql(?!ite_version)|load|mode$|vector|crypt|log_|tokenizer/;
    expect(allowed.filter((one) => one !== "mode" && doubtful.test(one))).toEqual([]);
    expect(allowed.length).toBeGreaterThan(80);
  });

  it("these functions are called as long as nothing guards them", () => {
    expect(names.length).toBeGreaterThan(0);
    for (const [one, given] of names) expect(calls(`SELECT ${one}(${given})`)).toEqual([one]);
    expect(calls(`SELECT \ufeff"${name}" (${values})`)).toEqual([name]);
    expect(calls(`SELECT $a('), ${name}(${values}) --'`)).toEqual([name]);
  });

  it("no character up to U+FFFF hides a name", () => {
    const around = [
      (c: string) => `SELECT ${c}${name}(${values})`,
      (c: string) => `SELECT ${name}${c}(${values})`,
      (c: string) => `SELECT 1${c},${name}(${values})`,
      (c: string) => `SELECT '${c}', ${name.toUpperCase()}(${values})`,
      (c: string) => `SELECT "${c}${name}"(${values})`,
      (c: string) => `SELECT [${name}${c}](${values})`,
      (c: string) => `SELECT \`${name.slice(0, 4)}${c}${name.slice(4)}\`(${values})`,
    ];
    const wrong: string[] = [];
    let passed = 0;
    const codes = chosen.flatMap((block) => Array.from({ length: 0x100 }, (_, at) => block * 0x100 + at));
    for (const code of codes) {
      for (const sqlOf of around) {
        const sql = passes(sqlOf(String.fromCharCode(code)));
        if (sql === undefined) continue;
        passed += 1;
        if (calls(sql).includes(name)) wrong.push(`U+${code.toString(16)}: ${sqlOf("?")}`);
      }
    }
    expect(wrong).toEqual([]);
    // In quotes, a name with another character in it is another name.
    expect(passed).toBeGreaterThan(3 * 0.98 * codes.length);
  });

  it(
    "no order of quotes, comments and parameters hides a call",
    async () => {
      const pieces = [
        "'",
        '"',
        "`",
        "[",
        "]",
        "--",
        "\n",
        "/*",
        "*/",
        "$a(",
        ")",
        "(",
        ";",
        "x'",
        "''",
        '""',
        ",",
        "1",
        " ",
        "AS b",
        ":a",
        "@a::b(",
        "\ufeff",
        "\u00a0",
        "\0",
        "\\",
        "\r",
        "\f",
        "SELECT",
      ];
      const some = fc.array(fc.constantFrom(...pieces), { maxLength: 6 }).map((all) => all.join(""));
      await holds(
        fc.property(some, some, fc.constantFrom(...names), (before, after, [one, given]) => {
          const sql = passes(`SELECT 1${before},${one}(${given})${after}`);
          if (sql !== undefined) expect(calls(sql)).not.toContain(one);
        }),
      );
    },
    PROPERTY_TIME,
  );
});

describe("R79: where SQLite asks before it compiles", () => {
  const db = openBinding(":memory:");
  const restrict = db.restrict;

  it("a forbidden function or table is refused by SQLite itself, without our guard", () => {
    if (restrict === undefined) {
      // The others cannot: there the guard is alone.
      expect(Number.parseInt(process.versions.node, 10)).toBeLessThan(24);
      return;
    }
    restrict(allowedIn(db));
    expect(db.all("SELECT upper('a') AS a, '[1]' -> 0 AS b FROM json_each('[2]')")).toEqual([{ a: "A", b: "1" }]);
    for (const sql of [
      "SELECT load_extension('x')",
      "SELECT * FROM pragma_database_list",
      "SELECT fts3_tokenizer('x')",
      "CREATE TABLE x (y)",
      "ATTACH 'x' AS x",
      "PRAGMA user_version",
      "CREATE TEMP TABLE x (y)",
    ]) {
      expect(() => db.all(sql), sql).toThrow(/not authorized|prohibited/);
    }
  });
});
