import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { openBinding } from "../../src/system/sqlite.js";
import { useTestCli } from "../helpers/set-ups.js";

const SPACE = "tG4nVx8YqLz2RkWd7JmS";

const cli = useTestCli();
let file: string;
beforeEach(async () => {
  file = join(cli.folder, "monday.docs");
  expect((await cli.run(`snapshots create ${file}`)).code).toBe(0);
});

const change = (sql: string) => {
  const db = openBinding(file);
  const rows = db.run(sql);
  // The rest of a file in use would stand beside it.
  db.get("PRAGMA journal_mode = DELETE");
  db.close();
  expect(rows).toBe(1);
};

const verified = async (flags = "") => {
  const { code, stdout, stderr } = await cli.run(`snapshots verify ${file} --json ${flags}`);
  return { code, stderr, ...JSON.parse(stdout) };
};

describe("docs snapshots verify", () => {
  test("says that a file is as it was written", async () => {
    const found = await verified();
    expect(found).toMatchObject({ code: 0, damage: [], digests: true });
    expect(found.checked.texts).toBeGreaterThan(20);
    const { stderr } = await cli.run(`snapshots verify ${file}`, { tty: true });
    expect(stderr).toMatch(
      /monday\.docs is unchanged since it was written: \d+ objects, \d+ texts and \d+ scopes\nnote: .* not who wrote it\n$/,
    );
  });

  test("finds a flipped byte in a text, in other rows, and in an index", async () => {
    const whole = readFileSync(file);
    const db = openBinding(file);
    const text = String(db.get("SELECT json FROM objects WHERE kind = 'document' ORDER BY id")?.json).slice(0, 40);
    db.close();
    for (const [words, check] of [
      ["Tern User Guide", "contents"],
      [text, "texts"],
    ] as const) {
      const bytes = Buffer.from(whole);
      const at = bytes.indexOf(words);
      expect(at).toBeGreaterThan(0);
      bytes[at + words.length - 1] = (bytes[at + words.length - 1] ?? 0) ^ 1;
      writeFileSync(file, bytes);
      const { code, damage, stderr } = await verified();
      expect({ words, code }).toEqual({ words, code: 9 });
      expect(damage.map((one: { check: string }) => one.check)).toContain(check);
      expect(stderr).toContain("is damaged");
    }
    const torn = Buffer.from(whole);
    torn.fill(0, 4096 * 3, 4096 * 4);
    writeFileSync(file, torn);
    expect((await cli.run(`snapshots verify ${file}`)).code).toBe(9);
  });

  test.each([
    [
      "objects",
      "DELETE FROM objects WHERE rowid = (SELECT max(rowid) FROM objects WHERE kind = 'comment')",
      "comment: ",
    ],
    ["sources", "DELETE FROM sources WHERE scope LIKE 'spaces/%/content' LIMIT 1", "(scopes): "],
    [
      "texts",
      "DELETE FROM objects WHERE rowid = (SELECT max(rowid) FROM objects WHERE kind = 'document')",
      "the text of page",
    ],
    ["spaces", `DELETE FROM objects WHERE kind = 'space' AND id = '${SPACE}'`, `${SPACE}, which is missing`],
  ])("finds a row of %s that is gone", async (_what, sql, words) => {
    change(sql.replace(" LIMIT 1", ` AND scope = 'spaces/${SPACE}/content'`));
    const { code, damage } = await verified();
    expect(code).toBe(9);
    expect(damage.map(({ what }: { what: string }) => what).join("\n")).toContain(words);
  });

  test("what is no snapshot is told as elsewhere", async () => {
    writeFileSync(file, "hello, this is not a database at all, not even a small one");
    expect(await cli.run(`snapshots verify ${file}`)).toMatchObject({ code: 1, stdout: "" });
  });

  test("--live reads a sample again, the same for the same seed, and finds nothing where nothing changed", async () => {
    const first = await cli.run(`snapshots verify ${file} --live --sample 20% --json`);
    expect(first).toMatchObject({ code: 0 });
    const { live } = JSON.parse(first.stdout);
    expect(live.differences).toEqual([]);
    expect(live.read).toBeGreaterThan(live.of * 0.1);
    expect(live.read).toBeLessThan(live.of * 0.35);
    expect(new Set(first.sent.map(({ method }) => method))).toEqual(new Set(["GET"]));
    const paths = (ran: typeof first) => ran.sent.map(({ path }) => path).sort();
    expect(paths(await cli.run(`snapshots verify ${file} --live --sample 20%`))).toEqual(paths(first));
    expect(paths(await cli.run(`snapshots verify ${file} --live --sample 20% --seed 2`))).not.toEqual(paths(first));
  });

  test("--live of everything: the same as the service, part by part", async () => {
    const found = await verified("--live --sample 100%");
    expect(found.live.read).toBe(found.live.of);
    expect(found).toMatchObject({ code: 0, live: { differences: [] } });
  });

  test("--live tells what is different", async () => {
    await cli.run(`spaces edit ${SPACE} --title "Tern Guide"`);
    await cli.out(`spaces edit ${SPACE} --edit-mode live`);
    await cli.out(`content import "data:text/markdown;name=new.md,%23%20New" --source markdown --space ${SPACE}`);
    const found = await verified("--live --sample 100%");
    expect(found.code).toBe(9);
    expect(found.stderr).toContain("differences from the service");
    expect(found.live.differences).toContainEqual(
      expect.objectContaining({ id: SPACE, change: "changed", fields: expect.arrayContaining(["title"]) }),
    );
    expect(found.live.differences).toContainEqual(
      expect.objectContaining({ scope: `spaces/${SPACE}/content`, change: "new" }),
    );
  });

  test("refuses shares that are none, and a sample without --live", async () => {
    for (const flags of ["--live --sample 0%", "--live --sample 200%", "--live --sample all", "--sample 1%"]) {
      const { code, sent } = await cli.run(`snapshots verify ${file} ${flags}`);
      expect({ flags, code, sent }).toEqual({ flags, code: 2, sent: [] });
    }
  });
});
