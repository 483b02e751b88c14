/** A snapshot that lost much does not replace an older one unasked (R86). */
import { copyFileSync, existsSync, readdirSync, renameSync } from "node:fs";
import { beforeEach, describe, expect, it } from "vitest";
import type { Transport } from "../../src/http/types.js";
import { createRevision, setSpaceRevision } from "../../src/sandbox/content/revisions.js";
import { shrunkFigures } from "../../src/shared/snapshots/gaps.js";
import { openSnapshotFile } from "../../src/snapshot/file/open-snapshot.js";
import { openBinding } from "../../src/system/sqlite.js";
import { ORG, putSpace, SPACE, smallOrganization } from "../helpers/sandbox.js";
import { useEach, useTestSandbox } from "../helpers/set-ups.js";
import { generationsOf, stateOf } from "./generations-helper.js";
import { refusal, rewriting, rowsOf, snapshotOf, sourcesOf, temporaryFolder } from "./snapshot-helper.js";

const SPACES = 12;
const PAGES = 20;
/** Without these the walk has half the requests. */
const NOT_HERE = ["change-requests", "comments", "openapi", "saml", "translations"] as const;
const LATER = { started: "2026-01-16T10:00:00.000Z" };

const place = useEach(temporaryFolder);
const service = useTestSandbox({
  load: (context) => {
    smallOrganization(context);
    for (let at = 1; at < SPACES; at += 1) putSpace(context, { id: `testSpace1000000000${at}`, title: `Manual ${at}` });
  },
});
beforeEach(async () => {
  await service.change((context) => {
    const pages = Array.from({ length: PAGES }, (_, at) => ({
      id: `p${at}`,
      title: `Page ${at}`,
      markdown: `text ${at}`,
    }));
    setSpaceRevision(context, SPACE, createRevision(context, { space: SPACE, type: "edits", pages }));
  });
});

/** The same of any generation. */
function rowsIn(file: string) {
  const db = openSnapshotFile(file);
  try {
    return db.all("SELECT kind, id, scope, json FROM objects ORDER BY kind, id");
  } finally {
    db.close();
  }
}

type Json = Record<string, unknown>;
const create = (transport?: Transport, more: object = {}) =>
  snapshotOf(service, place.file, { organization: ORG, exclude: NOT_HERE }, transport, { ...LATER, ...more });
const shorter = (end: string, keep: number) =>
  rewriting(service, (path, body) => {
    if (!path.endsWith(end)) return body;
    const items = (body.items as Json[]).slice(0, keep);
    return { ...body, items, count: items.length };
  });

describe("figures", () => {
  it.each([
    [20, 16, false],
    [20, 15, true],
    [3, 0, false],
    [4, 0, true],
    [1000, 800, false],
    [1000, 799, true],
  ])("%i before and %i now", (before, now, isShrunk) => {
    expect(shrunkFigures({ pages: before }, { pages: now })).toEqual(isShrunk ? [{ what: "pages", before, now }] : []);
  });

  it("that are not counted now are not compared", () => {
    expect(shrunkFigures({ members: 100 }, {})).toEqual([]);
  });
});

describe("R86: an older snapshot", () => {
  it("stays where the list of spaces is shorter, until that is accepted", async () => {
    await create(undefined, { started: "2026-01-15T10:00:00.000Z" });
    const before = stateOf(place.file);
    const { shrunk, file } = await create(shorter("/spaces", SPACES - 4));
    expect(shrunk).toContainEqual({ what: "spaces", before: SPACES, now: SPACES - 4 });
    expect(file).toBe(`${place.file}@2`);
    expect(stateOf(place.file)).toEqual(before);
    expect(generationsOf(place.file).map(({ state }) => state)).toEqual(["complete", "suspect"]);
    expect(rowsIn(file).filter(({ kind }) => kind === "space")).toHaveLength(SPACES - 4);
    const accepted = await create(shorter("/spaces", SPACES - 4), { acceptShrink: true });
    expect(accepted).toEqual({ file: place.file, shrunk: [] });
    expect(rowsOf(place.file).filter(({ kind }) => kind === "space")).toHaveLength(SPACES - 4);
    expect(existsSync(`${place.file}.suspect`)).toBe(false);
  });

  it("is replaced where a fifth or 3 are missing, or the service has all again", async () => {
    await create(undefined, { started: "2026-01-15T10:00:00.000Z" });
    expect((await create(shorter("/spaces", SPACES - 4))).shrunk).toHaveLength(1);
    expect(await create(undefined)).toEqual({ file: place.file, shrunk: [] });
    expect(existsSync(`${place.file}.suspect`)).toBe(false);
    expect(await create(shorter("/spaces", SPACES - 3))).toEqual({ file: place.file, shrunk: [] });
  });

  it("stays where pages are missing, and with --full as well", async () => {
    await create();
    const fewer = rewriting(service, (path, body) =>
      path.endsWith(`${SPACE}/content`) ? { ...body, pages: (body.pages as Json[]).slice(0, PAGES - 5) } : body,
    );
    const { shrunk } = await create(fewer, { full: true });
    expect(shrunk).toEqual([
      { what: "pages", before: PAGES, now: PAGES - 5 },
      { what: "texts with words", before: PAGES, now: PAGES - 5 },
    ]);
  });

  it.each(["", "\n"])("stays where texts became %j", async (markdown) => {
    await create();
    let left = 5;
    const blank = rewriting(service, (path, body) => {
      if (!path.includes("/content/page/") || left === 0) return body;
      left -= 1;
      return { ...body, markdown };
    });
    const { shrunk } = await create(blank, { full: true });
    expect(shrunk).toEqual([{ what: "texts with words", before: PAGES, now: PAGES - 5 }]);
  });

  it("stays where the only text became empty", async () => {
    await service.change((context) => {
      const pages = [{ id: "p0", title: "Page", markdown: "text" }];
      setSpaceRevision(context, SPACE, createRevision(context, { space: SPACE, type: "edits", pages }));
    });
    await create();
    const blank = rewriting(service, (path, body) => (path.includes("/page/") ? { ...body, markdown: "" } : body));
    expect((await create(blank, { full: true })).shrunk).toEqual([{ what: "texts with words", before: 1, now: 0 }]);
  });

  it("stays where the caller sees less, and is replaced where it may only change less", async () => {
    await create();
    const without = (...names: string[]) =>
      rewriting(service, (path, body) =>
        path.endsWith(`/orgs/${ORG}`)
          ? {
              ...body,
              permissions: { ...(body.permissions as Json), ...Object.fromEntries(names.map((n) => [n, false])) },
            }
          : body,
      );
    expect(await create(without("createContent"))).toEqual({ file: place.file, shrunk: [] });
    const { shrunk } = await create(without("admin", "createContent"));
    expect(shrunk).toEqual([{ what: "permissions", before: 2, now: 1, names: ["admin"] }]);
  });

  it("is not compared with what the new one was not asked for", async () => {
    await create();
    const asked = { organization: ORG, exclude: [...NOT_HERE, "content", "people"] as const };
    expect(await snapshotOf(service, place.file, asked, undefined, LATER)).toEqual({ file: place.file, shrunk: [] });
    const [one] = ["testSpace10000000001"];
    await create();
    const spaces = { organization: ORG, spaces: [one ?? ""] };
    expect((await snapshotOf(service, place.file, spaces, undefined, LATER)).shrunk).toEqual([]);
  });

  it("that is damaged is replaced by one that has what can be read of it", async () => {
    await create();
    const db = openBinding(place.file);
    db.run("UPDATE objects SET json = '{' WHERE kind = 'revision'");
    db.close();
    expect((await create(undefined, { full: true })).file).toBe(place.file);
  });

  it("accepting takes over what the refused one has read", async () => {
    await create();
    await service.call("POST", `/v1/spaces/${SPACE}/content/import`, {
      url: "data:text/markdown;name=new.md,%23%20New",
      source: "markdown",
    });
    await create(shorter("/spaces", SPACES - 4));
    const refused = rowsIn(`${place.file}@2`);
    const sent: string[] = [];
    const transport = shorter("/spaces", SPACES - 4);
    const heard: Transport = (request) => {
      sent.push(new URL(request.url).pathname);
      return transport(request);
    };
    await create(heard, { acceptShrink: true });
    expect(sent.filter((path) => path.includes("/content"))).toEqual([]);
    expect(rowsOf(place.file)).toEqual(refused);
    expect(sourcesOf(place.file).get(`spaces/${SPACE}/content`)?.state).toBe("complete");
  });

  it("keeps refused ones as generations that are never the latest", async () => {
    const few = shorter("/spaces", SPACES - 4);
    const day = (number: number) => ({ started: `2026-01-${15 + number}T10:00:00.000Z` });
    await create(undefined, day(0));
    const states = [stateOf(place.file)];
    for (const number of [1, 2]) {
      const { file } = await create(few, day(number));
      states.push(stateOf(file));
    }
    await service.call("PATCH", `/v1/spaces/${SPACE}`, { title: "Another" });
    await create(undefined, day(3));
    states.push(stateOf(place.file));
    expect(generationsOf(place.file).map(({ id, state, base }) => [id, state, base])).toEqual([
      [1, "complete", 4],
      [2, "suspect", 1],
      [3, "suspect", 1],
      [4, "complete", undefined],
    ]);
    expect([1, 2, 3, 4].map((id) => stateOf(`${place.file}@${id}`))).toEqual(states);
    expect(stateOf(`${place.file}@-1`)).toEqual(states[0]);
    expect(readdirSync(place.folder)).toEqual(["monday.docs"]);
  });

  it("is compared with the last whole one, until less is accepted", async () => {
    const spaces = (keep: number) => {
      const short = shorter("/spaces", keep);
      const denied: Transport = async (request) =>
        new URL(request.url).pathname.endsWith("/teams") ? refusal(403, "no") : short(request);
      return denied;
    };
    await create();
    expect((await create(spaces(SPACES - 2))).shrunk).toEqual([]);
    const lost = [{ what: "spaces", before: SPACES, now: SPACES - 4 }];
    expect((await create(spaces(SPACES - 4))).shrunk).toEqual(lost);
    expect((await create(spaces(SPACES - 4), { acceptShrink: true })).shrunk).toEqual([]);
    expect((await create(spaces(SPACES - 4))).shrunk).toEqual([]);
    expect(generationsOf(place.file).map(({ state, isAccepted }) => [state, isAccepted])).toEqual([
      ["complete", false],
      ["partial", false],
      ["suspect", false],
      ["partial", true],
      ["partial", false],
    ]);
  });

  it("R86: a run that was killed before its file was moved is finished by the next, or kept beside it", async () => {
    await create();
    copyFileSync(place.file, `${place.file}.before`);
    await service.call("PATCH", `/v1/spaces/${SPACE}`, { title: "Another" });
    await create(undefined, { started: "2026-01-17T10:00:00.000Z" });
    const state = stateOf(place.file);
    renameSync(place.file, `${place.file}.partial`);
    renameSync(`${place.file}.before`, place.file);
    copyFileSync(place.file, `${place.file}.other`);
    await create(undefined, { started: "2026-01-18T10:00:00.000Z" });
    expect(generationsOf(place.file)).toHaveLength(3);
    expect(stateOf(`${place.file}@2`)).toEqual(state);
    // Of another snapshot it is no next one.
    renameSync(place.file, `${place.file}.partial`);
    renameSync(`${place.file}.other`, place.file);
    await create(undefined, { started: "2026-01-19T10:00:00.000Z", acceptShrink: true });
    expect(generationsOf(place.file).map(({ started }) => started.slice(8, 10))).toEqual(["16", "19"]);
  });
});
