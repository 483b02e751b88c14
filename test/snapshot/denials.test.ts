/** Where a snapshot, a query or an export has to say no: each value that decides, one at a time. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createTables } from "../../src/sandbox/store/schema.js";
import type { SourceState } from "../../src/sandbox/store/sources.js";
import { hasData, isFailed, notAnswered, whyPartial } from "../../src/shared/snapshots/gaps.js";
import { openExportFolder } from "../../src/snapshot/export/folder.js";
import { findChangedTables, writeDigests } from "../../src/snapshot/file/digests.js";
import { sourceSince } from "../../src/snapshot/file/earlier-snapshot.js";
import { readingStatement } from "../../src/snapshot/query/statement.js";
import { type ItemVersions, TAKEN_OVER } from "../../src/snapshot/walk/second-reading.js";
import { openBinding } from "../../src/system/sqlite.js";
import { filesBelow } from "../helpers/nothing-else.js";

describe("a scope", () => {
  /** States, and whether they were to be read and were not, and leave anything to read. */
  const STATES: Record<SourceState, [failed: boolean, data: boolean]> = {
    complete: [false, true],
    partial: [true, true],
    denied: [true, false],
    unsettled: [true, true],
    "not-asked": [false, false],
    unreadable: [false, false],
  };

  // The keys of a constant object.
  it.each(Object.entries(STATES) as [SourceState, [boolean, boolean]][])("that is %s", (state, expected) => {
    for (const reason of [undefined, "", "one page is missing"]) {
      expect([isFailed({ state }), hasData({ state, reason })], reason).toEqual(expected);
    }
  });

  it("of which an outage left nothing has no data, unless it is whole", () => {
    const reason = notAnswered("the service answered 503");
    expect(hasData({ state: "partial", reason })).toBe(false);
    expect(hasData({ state: "partial", reason: whyPartial(reason) })).toBe(true);
    expect(hasData({ state: "unsettled", reason })).toBe(true);
  });
});

describe("a reading is taken over where nothing shows a change, and", () => {
  const space = { revision: "r1", changeRequests: 3, changeRequestsOpen: 0, changeRequestsDraft: 0, comments: 0 };
  const request = { revision: "r2", status: "merged", updatedAt: "2026-01-01", comments: 0 };
  const same = (item: object): ItemVersions => ({ now: { ...item }, before: { ...item } });
  const within = (item: object, above: object): ItemVersions => ({ ...same(item), above: same(above) });
  /** Each reading as it is taken over, and what keeps it from that: of the thing, and of the one above it. */
  const READINGS: Record<string, [thing: ItemVersions, own: string[], above: string[]]> = {
    getSpaceContent: [same(space), ["revision"], []],
    listChangeRequests: [same(space), Object.keys(space), []],
    listSpaceComments: [same(space), Object.keys(space), []],
    getChangeRequestContent: [within(request, space), ["revision"], ["revision"]],
    listChangeRequestComments: [within(request, space), Object.keys(request), []],
    listChangeRequestCommentReplies: [within({ id: "c1" }, request), [], Object.keys(request)],
    getOpenapiVersionContent: [same({ id: "v1" }), [], []],
  };
  /** Counters of what is open: the same number may be of other things. */
  const OPEN: [reading: string, member: string, where: "own" | "above"][] = [
    ["listChangeRequests", "changeRequestsOpen", "own"],
    ["listChangeRequests", "changeRequestsDraft", "own"],
    ["listSpaceComments", "comments", "own"],
    ["listChangeRequestComments", "comments", "own"],
    ["listChangeRequestCommentReplies", "comments", "above"],
  ];

  it("each reading is tried", () => expect(Object.keys(TAKEN_OVER)).toEqual(Object.keys(READINGS)));

  describe.each(Object.entries(READINGS))("%s", (name, [thing, own, above]) => {
    const isTaken = (one: ItemVersions) => TAKEN_OVER[name]?.(one);

    it("not where anything differs that shows a change, or was not there before", () => {
      expect(isTaken(thing)).toBe(true);
      for (const member of own) {
        expect(isTaken({ ...thing, now: { ...thing.now, [member]: 7 } }), member).toBe(false);
      }
      for (const member of above) {
        const { now = {}, before } = thing.above ?? {};
        expect(isTaken({ ...thing, above: { now: { ...now, [member]: 7 }, before } }), `above: ${member}`).toBe(false);
      }
      if (own.length > 0 || above.length === 0) expect(isTaken({ ...thing, before: undefined })).toBe(false);
      if (above.length > 0) {
        expect(isTaken({ ...thing, above: undefined })).toBe(false);
        expect(isTaken({ ...thing, above: { now: thing.above?.now ?? {}, before: undefined } })).toBe(false);
      }
    });

    it("not while something is open, even as many as before", () => {
      for (const [, member, where] of OPEN.filter(([reading]) => reading === name)) {
        const opened = ({ now, before }: ItemVersions): ItemVersions => ({
          now: { ...now, [member]: 2 },
          before: { ...before, [member]: 2 },
        });
        const one =
          where === "own"
            ? { ...opened(thing), above: thing.above }
            : { ...thing, above: thing.above && opened(thing.above) };
        expect(isTaken(one), `${where}: ${member}`).toBe(false);
      }
    });
  });
});

describe("what is not as it was written", () => {
  const written = () => {
    const db = openBinding(":memory:");
    createTables(db);
    db.exec(`
      INSERT INTO objects VALUES ('space', 's1', 'spaces', 1, '{"title":"One"}'), ('space', 's2', 'spaces', 2, '{}'),
        ('member', 'm1', 'members', 1, '{}');
      INSERT INTO sources (scope, state, requests) VALUES ('spaces', 'complete', 1);
      INSERT INTO blobs VALUES ('files/a', x'00');
      INSERT INTO settings VALUES ('snapshot.origin', 'https://docs.example');
      INSERT INTO counters VALUES ('next', 1)`);
    writeDigests(db);
    return db;
  };

  it("is nothing at first", () => {
    const db = written();
    expect(findChangedTables(db)).toEqual([]);
    db.close();
  });

  it.each([
    ["an object more", "space: 3 found, 2", "INSERT INTO objects VALUES ('space', 's3', 'spaces', 3, '{}')"],
    ["an object of a new kind", "team: 1 found, 0", "INSERT INTO objects VALUES ('team', 't1', 'teams', 1, '{}')"],
    ["an object less", "space: 1 found, 2", "DELETE FROM objects WHERE id = 's2'"],
    ["all of a kind less", "member: 0 found, 1", "DELETE FROM objects WHERE kind = 'member'"],
    ["another content", "space: not all", `UPDATE objects SET json = '{"title":"Two"}' WHERE id = 's1'`],
    ["another place", "space: not all", "UPDATE objects SET scope = 'elsewhere' WHERE id = 's1'"],
    ["another id", "space: not all", "UPDATE objects SET id = 's9' WHERE id = 's1'"],
    ["another kind", "team: 1 found, 0", "UPDATE objects SET kind = 'team' WHERE id = 'm1'"],
    ["another order", "(order): not all", "UPDATE objects SET position = 3 - position WHERE kind = 'space'"],
    ["a scope that claims more", "(scopes): not all", "UPDATE sources SET state = 'partial'"],
    ["a scope more", "(scopes): 2 found, 1", "INSERT INTO sources (scope, state) VALUES ('teams', 'complete')"],
    ["a scope less", "(scopes): 0 found, 1", "DELETE FROM sources"],
    ["another number of requests", "(requests): not all", "UPDATE sources SET requests = 2"],
    ["bytes more", "(bytes of files): 2 found, 1", "INSERT INTO blobs VALUES ('files/b', x'00')"],
    ["bytes less", "(bytes of files): 0 found, 1", "DELETE FROM blobs"],
    [
      "another setting",
      "(settings): not all",
      "UPDATE settings SET value = 'https://other.example' WHERE name = 'snapshot.origin'",
    ],
    ["a setting more", "(settings): ", "INSERT INTO settings VALUES ('more', '1')"],
    ["another counter", "(counters): not all", "UPDATE counters SET value = 2"],
    ["a table more", "(schema): ", "CREATE TABLE more (one)"],
    ["a trigger more", "(schema): ", "CREATE TRIGGER more AFTER INSERT ON blobs BEGIN SELECT 1; END"],
  ])("%s is named as %s", (_, named, sql) => {
    const db = written();
    db.exec(sql);
    expect(findChangedTables(db)).toContainEqual(expect.stringContaining(named));
    db.close();
  });
});

describe("the record of an answer that older data complete", () => {
  const AS_IS: SourceState[] = ["complete", "partial", "denied", "unsettled", "not-asked", "unreadable"];
  it.each(AS_IS)("%s: is never denied, and stays what it is without them", (state) => {
    const source = { scope: "spaces", state, reason: "the service answered 403", requests: 1 };
    expect(sourceSince(source, undefined)).toEqual(source);
    const since = sourceSince(source, "2026-01-01T00:00:00Z");
    expect([since.state, since.startedAt]).toEqual([state === "denied" ? "partial" : state, "2026-01-01T00:00:00Z"]);
    expect(since.reason).toContain("the rest is from 2026-01-01T00:00:00Z");
  });
});

describe("behind the first ;", () => {
  const MORE = ["x", "1", "'a'", '"a"', "`a`", "[a]", "+", "(", ".", "DROP", "SELECT 2", "DELETE FROM spaces"];
  it.each(MORE)("nothing more is allowed, such as %s", (more) => {
    for (const between of ["", " ", ";", "; ;", "\n", "/* ; */", "-- ;\n"]) {
      expect(() => readingStatement(`SELECT 1;${between}${more}`)).toThrow(/^only one statement is allowed/);
    }
  });
  it.each(["", ";", " ; ", "\n", "-- DROP", "/* DROP */", ";/* ; */;"])("%j is no statement", (end) => {
    expect(readingStatement(`SELECT 1;${end}`).sql).toBe("SELECT 1");
  });
});

describe("an export that keeps a folder", () => {
  const within = (path: string) => `spaces/${path}`;
  const folder = mkdtempSync(join(tmpdir(), "docs-keep-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const KEPT = ["guides/a.md", "guides/more/b.md", "guides/guides-old/c.md"].map(within);
  const GONE = ["guides-old/a.md", "guides.md/a.md", "guidesx/a.md", "more/guides/a.md", "Guides2/a.md"].map(within);

  it("keeps what is in it, and nothing whose name begins alike", () => {
    const first = openExportFolder(folder, "o1");
    for (const path of [...KEPT, ...GONE]) first.write(path, path, `id of ${path}`);
    first.finish();
    const next = openExportFolder(folder, "o1");
    next.keep("spaces/guides");
    next.keep("spaces/not there");
    next.finish({ acceptShrink: true });
    const files = [...filesBelow(folder).keys()].filter((path) => path.endsWith(".md"));
    expect(files.sort()).toEqual([...KEPT].sort());
    expect(new Set(files.map(dirname)).has("spaces/guides/more")).toBe(true);
  });

  it("keeps a file by its own path", () => {
    const next = openExportFolder(folder, "o1");
    next.keep("spaces/guides/a.md");
    next.finish({ acceptShrink: true });
    expect([...filesBelow(folder).keys()].filter((path) => path.endsWith(".md"))).toEqual(["spaces/guides/a.md"]);
  });
});
