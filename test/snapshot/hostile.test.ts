/** Answers that no service should give: what cannot be used is left out and said, the rest is read. */
import { expect, it } from "vitest";
import type { Transport } from "../../src/http/types.js";
import { createRevision, setSpaceRevision } from "../../src/sandbox/content/revisions.js";
import { serveSnapshot } from "../../src/snapshot/file/open.js";
import { inTransaction } from "../../src/snapshot/file/write/working-copy.js";
import { runQuery } from "../../src/snapshot/query/run.js";
import { openBinding } from "../../src/system/sqlite.js";
import { ORG, SPACE } from "../helpers/sandbox.js";
import { useEach, useTestSandbox } from "../helpers/set-ups.js";
import {
  loadTwoSpaces,
  OTHER,
  rowsOf,
  snapshotOf,
  sourcesOf,
  temporaryFolder,
  transportOf,
} from "./snapshot-helper.js";

const place = useEach(temporaryFolder);
const service = useTestSandbox({ load: loadTwoSpaces });

/** The service, with another text in the place of some answers. */
function forged(forge: (path: string, text: string) => string): Transport {
  const { transport } = transportOf(service);
  return async (request) => {
    const answer = await transport(request);
    const { pathname } = new URL(request.url);
    const text = forge(pathname, Buffer.from(answer.body).toString());
    return { ...answer, body: Buffer.from(text) };
  };
}
const kinds = (kind: string) => rowsOf(place.file).filter((row) => row.kind === kind).length;

it.each([
  ["none", ""],
  ["one that leads out of its place", '"id":"../../x",'],
  ["one that is no text", '"id":"",'],
])("things with an id like this are left out: %s", async (_, id) => {
  const transport = forged((path, text) => (path.endsWith("/spaces") ? text.replace(`"id":"${OTHER}",`, id) : text));
  await snapshotOf(service, place.file, { organization: ORG, exclude: ["comments"] }, transport);
  expect(sourcesOf(place.file).get(`orgs/${ORG}/spaces`)).toMatchObject({
    state: "partial",
    reason: "1 of 2 items had no id that can be asked for",
  });
  expect(kinds("space")).toBe(1);
});

it("a page whose id cannot be asked for has no text, and the others have", async () => {
  await service.change((context) => {
    const pages = [
      { id: "pA", title: "One", markdown: "one" },
      { id: "pB", title: "Two", markdown: "two" },
    ];
    setSpaceRevision(context, SPACE, createRevision(context, { space: SPACE, type: "edits", pages }));
  });
  const transport = forged((path, text) =>
    path.endsWith(`${SPACE}/content`) ? text.replace('"id":"pA"', '"id":"a/b"') : text,
  );
  await snapshotOf(service, place.file, { organization: ORG }, transport);
  expect(sourcesOf(place.file).get(`spaces/${SPACE}/content`)).toMatchObject({
    state: "partial",
    reason: expect.stringMatching(/^1 page was not answered: .*pageId: must not contain /),
  });
  expect(rowsOf(place.file).filter(({ kind }) => kind === "document")).toHaveLength(1);
});

it("titles that differ in NUL and half characters alone are read, searched and found", async () => {
  const titles = ["Dock", "Dock\0", "Dock\0b", "Dock\ud800", "Dock\udc00", "Dock \\ud800 \u{1f600}"];
  await service.change((context) => {
    const pages = titles.map((_, at) => ({
      id: `p${at}`,
      title: `title-${at}`,
      slug: `s${at}`,
      markdown: `text-${at}`,
    }));
    setSpaceRevision(context, SPACE, createRevision(context, { space: SPACE, type: "edits", pages }));
  });
  const transport = forged((_, text) =>
    text.replace(/"(?:title|text)-(\d)"/g, (_all, at: string) => JSON.stringify(titles[Number(at)])),
  );
  await snapshotOf(service, place.file, { organization: ORG }, transport);
  const snapshot = serveSnapshot(place.file);
  const { status, body } = await snapshot.handle({
    method: "GET",
    path: `/v1/orgs/${ORG}/search?query=dock`,
    headers: { authorization: `Bearer ${snapshot.token}` },
  });
  snapshot.close();
  expect(status).toBe(200);
  const found: { pages: { id: string }[] }[] = JSON.parse(Buffer.from(body).toString()).items;
  expect(found.flatMap(({ pages }) => pages.map(({ id }) => id)).sort()).toEqual(["p0", "p1", "p2", "p3", "p4", "p5"]);
  // Half of a character in a text that SQLite reads ends the process with one of the bindings.
  const sql = "SELECT title FROM pages WHERE id IN ('p3', 'p4', 'p5') ORDER BY id";
  expect((await runQuery({ file: place.file, sql, limit: 9 })).rows).toEqual([
    { title: "Dock\ufffd" },
    { title: "Dock\ufffd" },
    { title: "Dock \\ud800 \u{1f600}" },
  ]);
  const texts = await runQuery({ file: place.file, sql: "SELECT markdown FROM page_texts ORDER BY 1", limit: 9 });
  expect(texts.rows).toContainEqual({ markdown: "Dock\ufffd" });
});

it("two spaces with one revision have links all the same", async () => {
  await service.change((context) => {
    const pages = [{ id: "pA", title: "One", markdown: "[x](https://one.example/)" }];
    setSpaceRevision(context, SPACE, createRevision(context, { space: SPACE, type: "edits", pages }));
    const { revision } = context.store.get<{ revision: string }>("space", SPACE) ?? {};
    context.store.update<object>("space", OTHER, (space) => ({ ...space, revision }));
  });
  await snapshotOf(service, place.file, { organization: ORG });
  const { rows } = await runQuery({ file: place.file, sql: "SELECT space, target FROM links ORDER BY 1", limit: 9 });
  expect(rows).toEqual([SPACE, OTHER].map((space) => ({ space, target: "https://one.example/" })));
});

it("a full disk is told, and nothing of the transaction stays", () => {
  const db = openBinding(place.file);
  db.exec("CREATE TABLE t (x); PRAGMA max_page_count = 4");
  const fill = () => inTransaction(db, () => db.run("INSERT INTO t SELECT zeroblob(100000)"));
  expect(fill).toThrow(expect.objectContaining({ kind: "io", message: expect.stringMatching(/^the disk is full: /) }));
  expect(inTransaction(db, () => db.get("SELECT count(*) AS n FROM t"))).toEqual({ n: 0 });
  db.close();
});
