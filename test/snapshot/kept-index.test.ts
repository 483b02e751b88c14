import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { serveSnapshot } from "../../src/snapshot/file/open.js";
import { runQuery } from "../../src/snapshot/query/run.js";
import { openBinding } from "../../src/system/sqlite.js";
import { ORG, SPACE, testSandbox } from "../helpers/sandbox.js";
import { useOnce } from "../helpers/set-ups.js";
import { markdown } from "./large-organization.js";
import { snapshotOf, temporaryFolder } from "./snapshot-helper.js";

const place = temporaryFolder();
const index = join(place.folder, "cache", "snapshots", "abc-1-1.sqlite");
const service = useOnce(() => testSandbox());
beforeAll(async () => {
  await service.call(
    "POST",
    `/v1/spaces/${SPACE}/content/import`,
    markdown("start", "# Start\n\nSome words. [One](https://one.example/)"),
  );
  await snapshotOf(service, place.file, { organization: ORG });
});
afterAll(() => {
  place.remove();
});

async function search(kept: string | undefined, word = "words", whileOpen: () => Promise<void> = async () => {}) {
  const snapshot = serveSnapshot(place.file, () => kept);
  try {
    const { status, body } = await snapshot.handle({
      method: "GET",
      path: `/v1/orgs/${ORG}/search?query=${word}`,
      headers: { authorization: `Bearer ${snapshot.token}` },
    });
    await whileOpen();
    const { items } = JSON.parse(Buffer.from(body).toString());
    return [status, items.flatMap(({ pages }: { pages: { title: string }[] }) => pages.map(({ title }) => title))];
  } finally {
    snapshot.close();
  }
}

const FOUND = [200, ["Start"]];

const textsIndexed = () => {
  const db = openBinding(index);
  try {
    return Number(db.get("SELECT count(*) AS n FROM page_text")?.n);
  } finally {
    db.close();
  }
};

it("is written by the first search, privately, and used by the next", async () => {
  mkdirSync(join(place.folder, "cache"), { mode: 0o700 });
  expect(await search(index)).toEqual(FOUND);
  expect(statSync(index).mode & 0o777).toBe(0o600);
  const sections = textsIndexed();
  expect(sections).toBeGreaterThan(0);
  // What is in it is what is found.
  const db = openBinding(index);
  db.run("UPDATE page_index SET path = 'from-the-index'");
  db.close();
  const snapshot = serveSnapshot(place.file, () => index);
  const { body } = await snapshot.handle({
    method: "GET",
    path: `/v1/spaces/${SPACE}/search?query=words`,
    headers: { authorization: `Bearer ${snapshot.token}` },
  });
  snapshot.close();
  expect(JSON.parse(Buffer.from(body).toString()).items[0].path).toBe("from-the-index");
  expect(textsIndexed()).toBe(sections);
});

it("is left to the process that has it, and to those who can write it", async () => {
  expect(await search(index, "words", async () => expect(await search(index)).toEqual(FOUND))).toEqual(FOUND);
  expect(await search(join(place.file, "no-folder", "abc-1-1.sqlite"))).toEqual(FOUND);
  expect(await search(undefined)).toEqual(FOUND);
});

it("is made again when it is damaged, and removed for another state of the snapshot", async () => {
  writeFileSync(index, "this is no database, but it is where one is expected");
  expect(await search(index)).toEqual(FOUND);
  expect(await search(index)).toEqual(FOUND);
  expect(textsIndexed()).toBeGreaterThan(0);
  const next = index.replace("-1-1", "-2-2");
  expect(await search(next)).toEqual(FOUND);
  expect(existsSync(index)).toBe(false);
  expect(readdirSync(join(place.folder, "cache", "snapshots"))).toEqual(["abc-2-2.sqlite"]);
});

const linkIndex = index.replace("abc", "def");
const links = (kept: string | undefined) =>
  runQuery({ file: place.file, sql: "SELECT target FROM links", limit: 10, index: kept }).then(({ rows }) =>
    rows.map(({ target }) => target),
  );

it("has the links that queries read, and is not parsed again for the next", async () => {
  expect(await links(undefined)).toEqual(["https://one.example/"]);
  expect(await links(linkIndex)).toEqual(["https://one.example/"]);
  const db = openBinding(linkIndex);
  db.run("UPDATE link_source SET links = '[\"uhttps://from-the-index.example/\"]'");
  db.close();
  expect(await links(linkIndex)).toEqual(["https://from-the-index.example/"]);
  // Another process has it: the texts are parsed.
  const snapshot = serveSnapshot(place.file, () => linkIndex);
  const headers = { authorization: `Bearer ${snapshot.token}` };
  await snapshot.handle({ method: "GET", path: `/v1/spaces/${SPACE}/search?query=words`, headers });
  expect(await links(linkIndex)).toEqual(["https://one.example/"]);
  snapshot.close();
});

const readLinks = async (kept: string, change: (db: ReturnType<typeof openBinding>) => void) => {
  const db = openBinding(kept);
  change(db);
  db.close();
  return links(kept);
};

it("keeps the links of texts for the next state of the snapshot, and nothing of its pages", async () => {
  const [before, after] = ["ghi-1-1", "ghi-2-2"].map((name) => index.replace("abc-1-1", name)) as [string, string];
  await links(before);
  await readLinks(before, (db) => {
    db.run("UPDATE link_source SET links = '[\"uhttps://from-the-index.example/\"]'");
    db.run("UPDATE link_revision SET revision = 'gone'");
  });
  // From the older index, though no revision of it is known.
  expect(await links(after)).toEqual(["https://from-the-index.example/"]);
  expect(existsSync(before)).toBe(false);
  await readLinks(after, (db) => expect(db.all("SELECT * FROM link_revision WHERE revision = 'gone'")).toEqual([]));
});

/** As checks read them: texts that they do not need are not looked at. */
async function linksServed(kept: string) {
  const snapshot = serveSnapshot(place.file, () => kept);
  const headers = { authorization: `Bearer ${snapshot.token}` };
  const { body } = await snapshot.handle({ method: "GET", path: `/v1/spaces/${SPACE}/links`, headers });
  snapshot.close();
  return Buffer.from(body)
    .toString()
    .match(/https:\/\/\w+\.example\//g);
}

it("reads a text again that was not the one that its hash names", async () => {
  const [before, after] = ["jkl-1-1", "jkl-2-2"].map((name) => index.replace("abc-1-1", name)) as [string, string];
  const file = openBinding(place.file);
  const read = "SELECT id, json FROM objects WHERE kind = 'document' AND json LIKE '%one.example%'";
  const { id, json } = file.get(read) ?? {};
  file.run("UPDATE objects SET json = replace(json, 'one.example', 'two.example') WHERE id = ?", id);
  expect(await linksServed(before)).toEqual(["https://two.example/"]);
  file.run("UPDATE objects SET json = ? WHERE id = ?", json, id);
  file.close();
  expect(await links(after)).toEqual(["https://one.example/"]);
});

it("does not take over an index that outgrew the snapshot, nor one that another process has", async () => {
  const [before, after] = ["mno-1-1", "mno-2-2"].map((name) => index.replace("abc-1-1", name)) as [string, string];
  await links(before);
  const grow = (db: ReturnType<typeof openBinding>) => {
    db.run("UPDATE link_source SET links = '[\"uhttps://from-the-index.example/\"]'");
    db.exec("CREATE TABLE more (bytes BLOB)");
    db.run("INSERT INTO more VALUES (zeroblob(?))", 2 * statSync(place.file).size);
  };
  await readLinks(before, grow);
  expect(await links(after)).toEqual(["https://one.example/"]);
  // All is indexed, so that whoever has it only reads.
  expect(await search(after)).toEqual(FOUND);
  const snapshot = serveSnapshot(place.file, () => after);
  const headers = { authorization: `Bearer ${snapshot.token}` };
  await snapshot.handle({ method: "GET", path: `/v1/spaces/${SPACE}/search?query=words`, headers });
  const next = after.replace("-2-2", "-3-3");
  expect(await links(next)).toEqual(["https://one.example/"]);
  // It has one of its own, which nobody else has.
  await readLinks(next, (db) => expect(db.get("SELECT name FROM index_state")?.name).toBe("mno-3-3.sqlite"));
  snapshot.close();
});

it("does not take over an index that somebody was writing when they were killed", async () => {
  const [before, after] = ["pqr-1-1", "pqr-2-2"].map((name) => index.replace("abc-1-1", name)) as [string, string];
  await links(before);
  const killed = openBinding(before);
  // More than its cache: pages that are not committed reach the file.
  killed.exec("PRAGMA cache_size = 1; BEGIN; CREATE TABLE more (bytes BLOB)");
  killed.run("UPDATE link_source SET links = '[\"uhttps://not-committed.example/\"]'");
  killed.run("INSERT INTO more VALUES (zeroblob(100000))");
  const [bytes, journal] = [readFileSync(before), readFileSync(`${before}-journal`)];
  killed.exec("ROLLBACK");
  killed.close();
  writeFileSync(before, bytes);
  writeFileSync(`${before}-journal`, journal);
  expect(await links(after)).toEqual(["https://one.example/"]);
  expect([before, `${before}-journal`].filter((file) => existsSync(file))).toEqual([]);
});
