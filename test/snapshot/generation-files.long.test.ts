/** Earlier states of an organization in one file. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { beforeEach, describe, expect, it } from "vitest";
import { createRevision, setSpaceRevision } from "../../src/sandbox/content/revisions.js";
import { MIGRATIONS } from "../../src/sandbox/store/schema.js";
import { writeWithout } from "../../src/snapshot/file/generations/forget.js";
import { openSnapshotFile } from "../../src/snapshot/file/open-snapshot.js";
import { verifySnapshot } from "../../src/snapshot/file/verify.js";
import { type Database, openBinding } from "../../src/system/sqlite.js";
import { ORG, OTHER_ORG, putOrganization, putSpace, SPACE, smallOrganization } from "../helpers/sandbox.js";
import { useEach, useOwnTmpdir, useTestSandbox } from "../helpers/set-ups.js";
import { generationsOf, stateOf } from "./generations-helper.js";
import { refusal, rewriting, snapshotOf, sourcesOf, temporaryFolder, transportOf } from "./snapshot-helper.js";

const place = useEach(temporaryFolder);
const service = useTestSandbox({ load: smallOrganization });
const temporaryFiles = useOwnTmpdir();
beforeEach(async () => {
  await write("first");
});

const write = (words: string) => {
  // A page of the same time has the same text.
  service.advance(60_000);
  return service.change((context) => {
    const pages = ["a", "b", "c"].map((id) => ({
      id,
      title: `Page ${id}`,
      markdown: id === "b" ? words : `text ${id}`,
    }));
    setSpaceRevision(context, SPACE, createRevision(context, { space: SPACE, type: "edits", pages }));
  });
};

/** `lost`: the token sees less than before. */
const create = (day: number, { lost = false, ...more }: { lost?: boolean; [option: string]: unknown } = {}) =>
  snapshotOf(service, place.file, { organization: ORG }, lost ? seesLess() : undefined, {
    started: `2026-01-${day}T10:00:00.000Z`,
    ...more,
  });

const seesLess = () =>
  rewriting(service, (path, body) => (path === `/v1/orgs/${ORG}` ? { ...body, permissions: {} } : body));

const contentIn = (file: string): string[] => {
  const db = openBinding(file);
  const keys = db.all("SELECT key FROM past_content").map(({ key }) => String(key));
  db.close();
  return keys;
};

/** The version of the file, and how many tables it has for earlier generations. */
function versionIn(file: string): [version: number, tables: number] {
  const db = openBinding(file);
  const tables = db.all("SELECT 1 FROM sqlite_master WHERE name IN ('generations', 'past_content') AND type = 'table'");
  const version = Number(db.get("PRAGMA user_version")?.user_version);
  db.close();
  return [version, tables.length];
}

describe("a snapshot that is made again", () => {
  it("keeps what was before", async () => {
    await create(15);
    const states = [stateOf(place.file)];
    await write("second");
    await service.change((context) => putSpace(context, { id: "testSpace00000000002", title: "Another" }));
    await create(16);
    states.push(stateOf(place.file));
    await service.change(({ store }) => void store.remove("space", "testSpace00000000002"));
    await write("third");
    await create(17);
    states.push(stateOf(place.file));
    expect([1, 2, 3].map((id) => stateOf(`${place.file}@${id}`))).toEqual(states);
    expect(generationsOf(place.file)).toMatchObject([
      { id: 1, base: 2, started: "2026-01-15T10:00:00.000Z", state: "complete", tool: "1.2.3" },
      { id: 2, base: 3 },
      { id: 3, started: "2026-01-17T10:00:00.000Z" },
    ]);
    expect(generationsOf(place.file)[2]).not.toHaveProperty("base");
  });

  it("is as ever when it is made first, and refused by older versions from then on", async () => {
    await create(15);
    expect(versionIn(place.file)).toEqual([MIGRATIONS.length, 0]);
    const first = readFileSync(place.file);
    expect(stateOf(`${place.file}@1`)).toEqual(stateOf(place.file));
    expect(readFileSync(place.file)).toEqual(first);
    await create(16);
    expect(versionIn(place.file)).toEqual([1000 + MIGRATIONS.length, 2]);
  });

  it("has each text once, whichever generations have it", async () => {
    await create(15);
    for (const [day, words] of [
      [16, "second"],
      [17, "first"],
      [18, "second"],
      [19, "first"],
    ] as const) {
      await write(words);
      await create(day);
    }
    const db = openBinding(place.file);
    const texts = db.all("SELECT id FROM objects WHERE kind = 'document'").map(({ id }) => `document ${id}`);
    const kept = db.all("SELECT key FROM past_content").map(({ key }) => String(key));
    db.close();
    expect(texts).toHaveLength(3);
    expect(kept).toHaveLength(1);
    expect(texts).not.toContain(kept[0]);
    for (const id of [1, 2, 3, 4, 5]) stateOf(`${place.file}@${id}`);
  });

  it("with replace keeps none", async () => {
    await create(15);
    await create(16);
    await create(17, { replace: true });
    expect(generationsOf(place.file)).toMatchObject([{ id: 1, started: "2026-01-17T10:00:00.000Z" }]);
    expect(versionIn(place.file)).toEqual([MIGRATIONS.length, 0]);
  });

  it("keeps what was read with other options, and by itself", async () => {
    await create(15);
    const first = stateOf(place.file);
    await snapshotOf(service, place.file, { organization: ORG, exclude: ["content"] });
    const second = stateOf(place.file);
    await create(17, { full: true });
    expect([1, 2].map((id) => stateOf(`${place.file}@${id}`))).toEqual([first, second]);
  });

  it("refuses another organization, unless nothing is to be kept", async () => {
    await create(15);
    await service.change((context) => putOrganization(context, OTHER_ORG, "Other"));
    const other = (more: object) => snapshotOf(service, place.file, { organization: OTHER_ORG }, undefined, more);
    await expect(other({})).rejects.toThrow(`${place.file} has organization ${ORG}, and keeps its generations`);
    expect(existsSync(`${place.file}.partial`)).toBe(false);
    await other({ replace: true });
    expect(generationsOf(place.file)).toHaveLength(1);
  });

  it("knows the gaps of each generation", async () => {
    await create(15);
    const denied = transportOf(service, (path) => (path.includes("/members") ? refusal(403, "no") : undefined));
    await snapshotOf(service, place.file, { organization: ORG }, denied.transport, {
      started: "2026-01-16T10:00:00.000Z",
    });
    await create(17);
    expect(generationsOf(place.file).map(({ state }) => state)).toEqual(["complete", "partial", "complete"]);
    const scope = `orgs/${ORG}/members`;
    const stateIn = (file: string) => {
      const db = openSnapshotFile(file);
      const state = db.get("SELECT state FROM sources WHERE scope = ?", scope)?.state;
      db.close();
      return state;
    };
    expect([1, 2, 3].map((id) => stateIn(`${place.file}@${id}`))).toEqual(["complete", "partial", "complete"]);
    expect(sourcesOf(place.file).get(scope)?.state).toBe("complete");
  });

  it("leaves no copy of what is read", async () => {
    await create(15);
    await create(16);
    const db = openSnapshotFile(`${place.file}@1`);
    expect(temporaryFiles().filter((name) => name.startsWith("docs-generation-"))).toEqual([]);
    db.close();
  });
});

it("a whole file is verified with its generations", async () => {
  await create(15);
  await write("second");
  await create(16);
  for (const end of ["", "@1", "@2"]) expect(verifySnapshot(place.file + end).damage).toEqual([]);
});

describe("generations that are forgotten", () => {
  it("leave the others as they were, whichever they are", async () => {
    await create(10);
    const states = [stateOf(place.file)];
    const two = "testSpace00000000002";
    const edits = [
      () => write("second"),
      () => service.change((context) => putSpace(context, { id: two, title: "Another" })),
      () => write("first"),
      () => service.change(({ store }) => void store.remove("space", two)),
      () => write("third"),
    ];
    for (const [at, edit] of edits.entries()) {
      await edit();
      // One of them lost what the token could see.
      await create(11 + at, at === 2 ? { lost: true } : {});
      states.push(stateOf(at === 2 ? `${place.file}@4` : place.file));
    }
    expect(generationsOf(place.file).map(({ state }) => state === "suspect")).toEqual([
      false,
      false,
      false,
      true,
      false,
      false,
    ]);
    const next = `${place.file}.next`;
    for (let set = 0; set < 32; set += 1) {
      const forgotten = new Set([1, 2, 3, 4, 5].filter((id) => set & (1 << (id - 1))));
      writeWithout(place.file, next, forgotten);
      const left = [1, 2, 3, 4, 5, 6].filter((id) => !forgotten.has(id));
      expect(generationsOf(next).map(({ id }) => id)).toEqual(left);
      for (const id of left)
        expect(stateOf(`${next}@${id}`), `${id} without ${[...forgotten]}`).toEqual(states[id - 1]);
    }
  });

  it("go with the texts that no other has, and with what was counted since them", async () => {
    await create(10);
    await write("second");
    await create(11);
    await write("third");
    await create(12);
    const before = contentIn(place.file);
    writeWithout(place.file, `${place.file}.next`, new Set([2]));
    expect(contentIn(`${place.file}.next`)).toHaveLength(before.length - 1);
    const changes = (file: string) => generationsOf(file).map((one) => one.changes?.document);
    expect(changes(place.file)).toEqual([undefined, [1, 0, 1], [1, 0, 1]]);
    expect(changes(`${place.file}.next`)).toEqual([undefined, [1, 0, 1]]);
    writeWithout(place.file, `${place.file}.next`, new Set([1, 2]));
    expect(contentIn(`${place.file}.next`)).toEqual([]);
    expect(changes(`${place.file}.next`)).toEqual([undefined]);
  });
});

describe("damage", () => {
  const change = (work: (db: Database) => void) => {
    const db = openBinding(place.file);
    work(db);
    db.close();
  };
  beforeEach(async () => {
    await create(15);
    await write("second");
    await create(16);
  });

  it("of a snapshot with generations is no reason to lose them", async () => {
    change((db) => db.run("UPDATE objects SET json = json_set(json, '$.title', 'Forged') WHERE kind = 'space'"));
    const before = readFileSync(place.file);
    const { transport, sent } = transportOf(service);
    const again = (more: object) => snapshotOf(service, place.file, { organization: ORG }, transport, more);
    await expect(again({})).rejects.toMatchObject({
      kind: "partial",
      message: expect.stringContaining("is damaged"),
      hint: expect.stringContaining("--replace"),
    });
    expect(sent).toEqual([]);
    expect(readFileSync(place.file)).toEqual(before);
    await again({ replace: true });
    expect(generationsOf(place.file)).toHaveLength(1);
  });

  it("of no generation is found where a text comes and goes", async () => {
    for (const [day, words] of [
      [17, "first"],
      [18, "fourth"],
      [19, "second"],
    ] as const) {
      await write(words);
      await create(day);
    }
    expect(verifySnapshot(place.file).damage).toEqual([]);
    for (const id of [1, 2, 3, 4, 5]) expect(verifySnapshot(`${place.file}@${id}`).damage).toEqual([]);
  });

  it("of what is to stay is no reason to forget the rest", async () => {
    await write("third");
    await create(17);
    change((db) => db.run("UPDATE generations SET patch = x'00' WHERE id = 1"));
    expect(() => writeWithout(place.file, `${place.file}.next`, new Set([2]))).toThrow(
      `${place.file} is damaged: earlier generations`,
    );
    expect(readdirSync(place.folder)).toEqual(["monday.docs"]);
  });

  it.each([
    ["a trigger", "CREATE TRIGGER generations AFTER DELETE ON objects BEGIN DELETE FROM settings; END"],
    [
      "a trigger that is called as a table",
      `ALTER TABLE past_content RENAME TO other;
       CREATE TRIGGER past_content AFTER DELETE ON objects BEGIN DELETE FROM settings; END;
       CREATE TABLE past_content (key TEXT PRIMARY KEY, value BLOB NOT NULL);
       INSERT INTO past_content SELECT * FROM other; DROP TABLE other`,
    ],
    ["another table", "DROP TABLE past_content; CREATE TABLE past_content (key, value)"],
    ["a column", "ALTER TABLE objects ADD COLUMN more"],
  ])("is what the file of somebody else has beside its own: %s", (_what, sql) => {
    change((db) => db.exec(sql));
    expect(() => stateOf(`${place.file}@1`)).toThrow(`${place.file} is damaged`);
    expect(() => writeWithout(place.file, `${place.file}.next`, new Set([1]))).toThrow(`${place.file} is damaged`);
  });

  it.each([
    ["no object", "3"],
    ["no rows", '{"lists":{}}'],
    ["rows that are none", '{"rows":{"space":[[1,null]]},"lists":{}}'],
    ["a list that is none", '{"rows":{},"lists":{"sqlite_master":[]}}'],
    ["lines that are none", '{"rows":{},"lists":{"sources":["3\\n"]}}'],
    ["a state that is none", '{"rows":{},"lists":{"sources":["[\\"a\\",\\"b\\",null,null,null,null,0]\\n"]}}'],
    ["text that is no JSON", '{"rows":{},"lists":{"settings":["{\\n"]}}'],
  ])("is a difference with %s", (_what, difference) => {
    const patch = gzipSync(difference);
    change((db) => expect(db.run("UPDATE generations SET patch = ? WHERE id = 1", patch)).toBe(1));
    expect(() => stateOf(`${place.file}@1`)).toThrow(`${place.file}@1 is damaged`);
  });

  it("of a text that earlier generations have is found", () => {
    change((db) => db.run("UPDATE past_content SET value = (SELECT patch FROM generations WHERE id = 1)"));
    expect(verifySnapshot(place.file).damage).toEqual([
      {
        check: "generations",
        what: expect.stringMatching(/^document \w+ of earlier generations does not match its hash$/),
      },
    ]);
  });

  it.each([
    [
      "a difference that was changed",
      "UPDATE generations SET patch = substr(patch, 1, 30) || x'00' || substr(patch, 32) WHERE id = 1",
    ],
    ["a difference that is missing", "UPDATE generations SET patch = NULL WHERE id = 1"],
    ["a difference with another base", "UPDATE generations SET base = 7 WHERE id = 1"],
    ["a text that is missing", "DELETE FROM past_content"],
  ])("of what was before is named: %s", (_what, sql) => {
    change((db) => expect(db.run(sql)).toBeGreaterThan(0));
    expect(() => stateOf(`${place.file}@1`)).toThrow(`${place.file}@1 is damaged`);
    expect(verifySnapshot(place.file).damage).toEqual([{ check: "generations", what: "generation 1 cannot be read" }]);
    stateOf(place.file);
  });
});
