import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { parse } from "csv-parse/sync";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { VIEWS } from "../../src/resources/views.js";
import { SAMPLE } from "../../src/sandbox/sample/tools.js";
import { writeDigests } from "../../src/snapshot/file/digests.js";
import { writeTables } from "../../src/snapshot/tables/tables.js";
import { openBinding } from "../../src/system/sqlite.js";
import { createHome } from "../helpers/cli.js";
import { onlyChanged } from "../helpers/nothing-else.js";
import { testCli } from "../helpers/run.js";
import { useOnce, useTestCli } from "../helpers/set-ups.js";
import { flipped } from "../snapshot/damage-helper.js";
import { refusal, rewriting, snapshotOf, transportOf } from "../snapshot/snapshot-helper.js";

const DAY = "2026-01-15";

const maker = useOnce(() => testCli());
let made: string;
const cli = useTestCli();
let file: string;
let folder: string;
let day: string;
beforeAll(async () => {
  made = join(maker.folder, "monday.docs");
  await snapshotOf(maker, made, { organization: SAMPLE.org, spaces: ["p6XAtCw2ZM66CYe1Dw4C"], include: ["access"] });
});
beforeEach(() => {
  file = join(cli.folder, "monday.docs");
  folder = join(cli.folder, "tables");
  day = join(folder, `organization=${SAMPLE.org}`, `date=${DAY}`);
  copyFileSync(made, file);
});

/** Changes the file as if it had been read like that. */
function change(...sql: string[]): void {
  const db = openBinding(file);
  for (const one of sql) db.run(one);
  writeDigests(db);
  db.close();
}

const modeOf = (path: string): number => statSync(path).mode & 0o777;

/** A generation of `org.docs` that was read at that time. */
async function night(started: string, title: string, transport = transportOf(cli).transport): Promise<void> {
  await cli.run(`spaces edit tG4nVx8YqLz2RkWd7JmS --title ${title}`);
  const asked = { organization: SAMPLE.org, exclude: ["content"] } as const;
  await snapshotOf(cli, join(cli.folder, "org.docs"), asked, transport, { started });
}

describe("docs snapshots tables --since", () => {
  let tables: string;
  const daysOf = () => readdirSync(join(folder, `organization=${SAMPLE.org}`)).sort();
  const writes = async (words: string) =>
    (await cli.json(`${tables} ${words}`)).map(({ date }: { date: string }) => date);
  beforeEach(async () => {
    tables = `snapshots tables ${join(cli.folder, "org.docs")} ${folder}`;
    await night("2026-01-10T02:00:00.000Z", "First");
    await night("2026-01-11T02:00:00.000Z", "Second");
    await night("2026-01-13T02:00:00.000Z", "Third");
  });

  test("writes only days that are not there, and leaves the others byte for byte", async () => {
    const ran = await cli.run(`${tables} --since 2026-01-11`, { tty: true });
    expect([ran.code, ran.sent]).toEqual([0, []]);
    expect(ran.stdout).toMatch(/^DATE +TABLES.*\n2026-01-11 .*\n2026-01-13 .*\n$/);
    expect(ran.stderr).toContain(`Wrote the tables of 2 days into ${folder}\n`);
    expect(daysOf()).toEqual(["date=2026-01-11", "date=2026-01-13"]);
    // In another format, and marked: nothing may write them again.
    const marked = join(folder, `organization=${SAMPLE.org}`, "date=2026-01-11", "spaces.parquet");
    writeFileSync(marked, "as it was");
    await night("2026-01-14T02:00:00.000Z", "Fourth");
    const before = contentOf(folder);
    expect(await writes("--since 2026-01-10 --format csv")).toEqual(["2026-01-10", "2026-01-14"]);
    expect(daysOf()).toEqual(["date=2026-01-10", "date=2026-01-11", "date=2026-01-13", "date=2026-01-14"]);
    const after = contentOf(folder);
    expect([...before].filter(([path, text]) => after.get(path) !== text)).toEqual([]);
    expect(readFileSync(marked, "utf8")).toBe("as it was");
    expect(readdirSync(folder)).toEqual([`organization=${SAMPLE.org}`]);
  });

  test("writes nothing when nothing is new, and says so", async () => {
    expect(await writes("--since 7d")).toEqual(["2026-01-10", "2026-01-11", "2026-01-13"]);
    const before = contentOf(folder);
    const again = await onlyChanged(cli, () => cli.run(`${tables} --since 7d`, { tty: true }), {});
    expect([again.code, again.stdout]).toEqual([0, ""]);
    expect(again.stderr).toContain(`3 days since 2026-01-08 are in ${folder} already\n`);
    expect(again.stderr).toContain("no new days");
    expect(again.stderr).not.toContain("Wrote");
    expect(contentOf(folder)).toEqual(before);
    expect(await cli.json(`${tables} --since 2026-01-13`)).toEqual([]);
    const later = await cli.run(`${tables} --since 2026-01-14`);
    expect([later.code, later.stderr]).toEqual([
      0,
      expect.stringContaining(
        `nothing was read since 2026-01-14: the last day in ${cli.folder}/org.docs is 2026-01-13`,
      ),
    ]);
  });

  test("writes a day again whose folder is empty, and refuses one with other things in it", async () => {
    const [empty, other] = ["2026-01-11", "2026-01-13"].map((day) =>
      join(folder, `organization=${SAMPLE.org}`, `date=${day}`),
    );
    for (const one of [empty, other]) mkdirSync(one ?? "", { recursive: true });
    writeFileSync(join(other ?? "", "notes.txt"), "mine");
    const refused = await cli.run(`${tables} --since 2026-01-11`);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining("notes.txt is not a table")]);
    expect(readdirSync(empty ?? "")).toContain("spaces.parquet");
    expect(readdirSync(other ?? "")).toEqual(["notes.txt"]);
  });

  test.each([
    ["--since 2026-02-30", '--since: "2026-02-30" is not a day'],
    ["--since soon", '--since: "soon" is not a day'],
    ["--since 2026-01-16", "--since: 2026-01-16 is in the future"],
    ["--since 2026-01-10 --generation latest", "--since writes days: omit --generation latest"],
  ])("refuses %s", async (words, message) => {
    const ran = await cli.run(`${tables} ${words}`);
    expect([ran.code, ran.stdout, ran.stderr]).toEqual([2, "", expect.stringContaining(message)]);
    expect(existsSync(folder)).toBe(false);
  });

  test("refuses a generation", async () => {
    const ran = await cli.run(`snapshots tables ${join(cli.folder, "org.docs")}@1 ${folder} --since 2026-01-10`);
    expect([ran.code, existsSync(folder)]).toEqual([2, false]);
  });

  test("of two at a time leaves whole days", async () => {
    const home = createHome();
    const words = [...tables.split(" "), "--since", "2026-01-10", "--json"];
    const ran = await Promise.all([1, 2].map(() => home.run(words)));
    home.remove();
    expect(ran.map(({ code, stderr }) => [code, stderr])).toEqual([
      [0, expect.anything()],
      [0, expect.anything()],
    ]);
    const written = ran.flatMap(({ stdout }) => JSON.parse(stdout)).filter(({ kept }) => !kept);
    expect(written.map(({ date }) => date).sort()).toEqual(["2026-01-10", "2026-01-11", "2026-01-13"]);
    expect(readdirSync(folder)).toEqual([`organization=${SAMPLE.org}`]);
    const alone = join(cli.folder, "alone");
    await cli.out(`snapshots tables ${join(cli.folder, "org.docs")} ${alone} --since 2026-01-10`);
    expect(contentOf(folder)).toEqual(contentOf(alone));
  });
});

/** The bytes of the files in a folder, by their path in it. */
function contentOf(root: string): Map<string, string> {
  const paths = readdirSync(root, { recursive: true, encoding: "utf8" }).sort();
  return new Map(
    paths.flatMap((path) =>
      statSync(join(root, path)).isFile() ? [[path, readFileSync(join(root, path), "base64")]] : [],
    ),
  );
}

describe("docs snapshots tables --generation all", () => {
  test("writes the last generation of each day, and none that is suspect", async () => {
    await night("2026-01-10T02:00:00.000Z", "First");
    await night("2026-01-11T02:00:00.000Z", "Early");
    await night("2026-01-11T22:00:00.000Z", "Late");
    // The token may see less than the one before.
    const short = rewriting(cli, (path, body) =>
      /\/orgs\/[^/]+$/.test(path) ? { ...body, permissions: { ...Object(body.permissions), admin: false } } : body,
    );
    await night("2026-01-12T02:00:00.000Z", "Suspect", short);
    await night("2026-01-13T02:00:00.000Z", "Last");
    const several = join(cli.folder, "org.docs");
    const ran = await cli.run(`snapshots tables ${several} ${folder} --format csv --generation all`, { tty: true });
    expect([ran.code, ran.sent]).toEqual([0, []]);
    expect(ran.stderr).toContain(`Wrote the tables of 3 days into ${folder}\n`);
    expect(ran.stdout).toMatch(
      /^DATE +TABLES +ROWS +INCOMPLETE\n2026-01-10 +\d+ +\d+ +\d+\n2026-01-11 [\s\S]*\n2026-01-13 /,
    );
    const organization = join(folder, `organization=${SAMPLE.org}`);
    const titles = readdirSync(organization)
      .sort()
      .map((name) => {
        const rows: Record<string, string>[] = parse(readFileSync(join(organization, name, "spaces.csv")), {
          columns: true,
        });
        return [name, rows.find(({ id }) => id === "tG4nVx8YqLz2RkWd7JmS")?.title];
      });
    expect(titles).toEqual([
      ["date=2026-01-10", "First"],
      ["date=2026-01-11", "Late"],
      ["date=2026-01-13", "Last"],
    ]);
    const days = await cli.json(`snapshots tables ${several} ${folder} --generation all`);
    expect(days.map(({ date, replaced }: Record<string, unknown>) => [date, replaced])).toEqual([
      ["2026-01-10", true],
      ["2026-01-11", true],
      ["2026-01-13", true],
    ]);
    expect(await cli.run(`snapshots tables ${several}@1 ${folder} --generation all`)).toMatchObject({
      code: 2,
      stdout: "",
    });
  });
});

describe("docs snapshots tables", () => {
  test("writes a day that only its owner reads, and says what is not whole", async () => {
    const ran = await onlyChanged(cli, () => cli.run(`snapshots tables ${file} ${folder}`, { tty: true }), {
      files: /^tables(\/|$)/,
    });
    expect([ran.code, ran.sent]).toEqual([0, []]);
    expect(ran.stderr).toContain(`Wrote 23 tables of ${DAY} into ${folder}\n`);
    expect(ran.stdout).toMatch(/spaces +complete +8 +0/);
    expect(ran.stdout).toMatch(/share_links +missing +0 +0 +pass --include share-keys/);
    // The contents of the other spaces were left out: that is no failure, and not complete.
    expect(ran.stdout).toMatch(/pages +partial +6 +0 +not-asked: --spaces named other/);
    const files = readdirSync(day).sort();
    expect(files).toEqual(
      [...VIEWS.map(({ name }) => name), "tables"]
        .filter((name) => !["share_links", "replies"].includes(name))
        .map((name) => `${name}.parquet`)
        .sort(),
    );
    expect([folder, join(day, ".."), day].map(modeOf)).toEqual([0o700, 0o700, 0o700]);
    expect(new Set(files.map((name) => modeOf(join(day, name))))).toEqual(new Set([0o600]));
    expect(readdirSync(folder)).toEqual([`organization=${SAMPLE.org}`]);
  });

  test("the same day again replaces it, in any format, and no other", async () => {
    await cli.out(`snapshots tables ${file} ${folder}`);
    const other = join(day, "..", "date=2026-01-14");
    mkdirSync(other);
    writeFileSync(join(other, "spaces.parquet"), "as it was");
    const again = await cli.run(`snapshots tables ${file} ${folder} --format ndjson --json`);
    expect(JSON.parse(again.stdout)).toMatchObject({
      organization: SAMPLE.org,
      date: DAY,
      format: "ndjson",
      replaced: true,
    });
    expect(readdirSync(day).every((name) => name.endsWith(".ndjson"))).toBe(true);
    expect(readFileSync(join(other, "spaces.parquet"), "utf8")).toBe("as it was");
    expect(readdirSync(folder)).toEqual([`organization=${SAMPLE.org}`]);
  });

  test("CSV and JSON lines have the values of the views", async () => {
    change(
      `UPDATE objects SET json = json_set(json, '$.title', '=1+1, "quoted"' || char(10) || 'twice', '$.emoji', '') WHERE kind = 'space' AND id = '${SAMPLE.space}'`,
    );
    await cli.out(`snapshots tables ${file} ${folder} --format csv`);
    const text = readFileSync(join(day, "spaces.csv"), "utf8");
    const rows: Record<string, string>[] = parse(text, { columns: true });
    const asked = await cli.json(`snapshots query ${file} "SELECT * FROM spaces"`);
    expect(rows.map(({ id, title, comments }) => [id, title, Number(comments)])).toEqual(
      asked.map(({ id, title, comments }: Record<string, unknown>) => [id, title, comments]),
    );
    expect(rows[0]).toMatchObject({ organization: SAMPLE.org, date: DAY, complete: "true" });
    // Nothing is null, "" is the empty text.
    expect(text).toContain('"=1+1, ""quoted""\ntwice","",');
    expect(readFileSync(join(day, "pages.csv"), "utf8")).toMatch(/",,1,0,"/);
    await cli.out(`snapshots tables ${file} ${folder} --format ndjson`);
    const lines = readFileSync(join(day, "members.ndjson"), "utf8").trim().split("\n");
    const [first] = lines.map((line) => JSON.parse(line));
    expect(lines.length).toBe(14);
    expect(first).toMatchObject({ organization: SAMPLE.org, date: DAY, disabled: false, spaces: expect.any(Number) });
    expect(first.joined_at).toBe(new Date(first.joined_at).toISOString());
  });

  test("what is none of its type is null, and counted", async () => {
    change(
      `UPDATE objects SET json = json_set(json, '$.createdAt', 'long ago', '$.comments', 1.5) WHERE kind = 'space' AND id = '${SAMPLE.space}'`,
    );
    const { tables } = await cli.json(`snapshots tables ${file} ${folder}`);
    expect(tables.find(({ table }: { table: string }) => table === "spaces")).toMatchObject({ rows: 8, untyped: 2 });
  });

  test("a complete list without anything in it is a table without rows", async () => {
    change("DELETE FROM objects WHERE kind = 'translation'");
    await cli.out(`snapshots tables ${file} ${folder}`);
    const db = await (await DuckDBInstance.create(":memory:")).connect();
    const count = await db.runAndReadAll(
      `SELECT count(*) AS n, count(created_at) AS m FROM '${join(day, "translations.parquet")}'`,
    );
    expect(count.getRowObjectsJS()).toEqual([{ n: 0n, m: 0n }]);
    db.closeSync();
  });

  test("what could not be read ends with 9, and has no table", async () => {
    const { transport } = transportOf(cli, (path) => (/\/teams(\?|$)/.test(path) ? refusal(403, "no") : undefined));
    const gaps = join(cli.folder, "gaps.docs");
    await snapshotOf(cli, gaps, { organization: SAMPLE.org }, transport);
    const ran = await cli.run(`snapshots tables ${gaps} ${folder} --format csv`);
    expect([ran.code, ran.stderr]).toEqual([9, expect.stringContaining("1 scope could not be read completely")]);
    expect(existsSync(join(day, "teams.csv"))).toBe(false);
    expect(readFileSync(join(day, "tables.csv"), "utf8")).toMatch(/"teams","missing",0,0,"[^"]*no/);
    // Whose teams nobody knows, nobody knows the members of.
    expect(readFileSync(join(day, "tables.csv"), "utf8")).toMatch(/"team_members","missing",0,0,/);
  });

  test("whatever ends it, a day is there as a whole or as it was", async () => {
    await cli.out(`snapshots tables ${file} ${folder} --format csv`);
    const before = readdirSync(day).map((name) => [name, readFileSync(join(day, name), "utf8")]);
    change("DELETE FROM objects WHERE kind = 'translation'");
    const ending = (table: string) => {
      if (table === "scopes") throw new Error("ended");
    };
    await expect(writeTables(file, folder, { format: "csv", progress: ending })).rejects.toThrow("ended");
    expect(readdirSync(day).map((name) => [name, readFileSync(join(day, name), "utf8")])).toEqual(before);
    expect(readdirSync(folder)).toEqual([`organization=${SAMPLE.org}`]);
  });

  test("refuses places with other things in them, links, and damaged files", async () => {
    mkdirSync(day, { recursive: true });
    writeFileSync(join(day, "notes.txt"), "mine");
    const refused = await cli.run(`snapshots tables ${file} ${folder}`);
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining("notes.txt is not a table, and would be removed"),
    ]);
    expect(readFileSync(join(day, "notes.txt"), "utf8")).toBe("mine");
    const linked = join(cli.folder, "linked");
    mkdirSync(linked);
    symlinkSync(cli.folder, join(linked, `organization=${SAMPLE.org}`));
    expect(await cli.run(`snapshots tables ${file} ${linked}`)).toMatchObject({ code: 2 });
    flipped(made, file, "Welcome to Halden");
    expect(await cli.run(`snapshots tables ${file} ${join(cli.folder, "new")}`)).toMatchObject({ code: 9, stdout: "" });
    expect(existsSync(join(cli.folder, "new"))).toBe(false);
  });

  test("an organization whose id leads out of the folder is refused", async () => {
    change("UPDATE settings SET value = '../up' WHERE name = 'organization'");
    const ran = await cli.run(`snapshots tables ${file} ${folder}`);
    expect([ran.code === 0, existsSync(join(cli.folder, "up"))]).toEqual([false, false]);
  });
});
