/** What the generations of a file say about what is no longer so. */
import { afterAll, expect, it } from "vitest";
import { HISTORY_COLUMNS, HISTORY_KINDS, historiesHelp } from "../../src/resources/histories.js";
import { loadSample } from "../../src/sandbox/sample/load.js";
import { runQuery } from "../../src/snapshot/query/run.js";
import { openBinding } from "../../src/system/sqlite.js";
import { testSandbox } from "../helpers/sandbox.js";
import { useOnce } from "../helpers/set-ups.js";
import { refusal, rewriting, snapshotOf, temporaryFolder, transportOf } from "./snapshot-helper.js";

const ORGANIZATION = "hR7kQ2mXv9TzLb4WcN8p";
const MEMBERS = `/v1/orgs/${ORGANIZATION}/members`;
const [SAM, NOOR] = ["u5s6yviydT27vWkB4r3J", "uh37jonX22428ws4qB6R"];

const place = temporaryFolder();
const other = `${place.file}.other`;
const service = useOnce(() => testSandbox({ load: loadSample }));
afterAll(() => {
  place.remove();
});

const on = (day: number) => ({ started: `2026-01-${day}T03:00:00.000Z`, ended: `2026-01-${day}T04:00:00.000Z` });
const time = (day: number) => `2026-01-${day}T04:00:00.000Z`;
const create = (day: number, transport = transportOf(service).transport, more: object = {}, file = place.file) =>
  snapshotOf(service, file, { organization: ORGANIZATION, include: ["access"] }, transport, { ...on(day), ...more });
const denied = () =>
  transportOf(service, (path) => (path.startsWith(`${MEMBERS}?`) ? refusal(403, "not now") : undefined)).transport;
const ask = async (sql: string, file = place.file) => (await runQuery({ file, sql, limit: 1000 })).rows;

it("is proved only by a list that was read", async () => {
  await create(10);
  await service.call("PATCH", `${MEMBERS}/${NOOR}`, { role: "admin" });
  await service.call("DELETE", `${MEMBERS}/${SAM}`);
  await create(11, denied());
  const columns = "valid_from, valid_to, not_before, last_seen, began, ended";
  const sam = `SELECT ${columns} FROM members_history WHERE id = '${SAM}'`;
  const first = { valid_from: time(10), not_before: null, last_seen: time(10), began: "first" };
  expect(await ask(sam)).toEqual([{ ...first, valid_to: null, ended: null }]);
  await create(12, denied(), { full: true, acceptShrink: true });
  // A token that sees less proves nothing, and neither does one that was not accepted.
  const less = rewriting(service, (path, body) =>
    path === `/v1/orgs/${ORGANIZATION}` ? { ...body, permissions: { view: true } } : body,
  );
  expect((await create(13, less)).shrunk).not.toEqual([]);
  await create(14, less, { acceptShrink: true });
  expect(await ask(sam)).toEqual([{ ...first, valid_to: null, ended: null }]);
  await create(15);
  expect(await ask(sam)).toEqual([{ ...first, valid_to: time(15), ended: "gone" }]);
  const access = `SELECT DISTINCT valid_to, last_seen, member_name, ended FROM member_spaces_history WHERE member = '${SAM}'`;
  const [lost, ...others] = await ask(access);
  expect([lost, others]).toEqual([
    { valid_to: time(15), last_seen: time(10), member_name: "Sam Whitfield", ended: "gone" },
    [],
  ]);
});

it("has a row for each role, with the one before", async () => {
  const rows = await ask(
    `SELECT role, changed, previous, valid_from, valid_to, not_before FROM members_history WHERE id = '${NOOR}'`,
  );
  expect(rows).toEqual([
    { role: "create", changed: null, previous: null, valid_from: time(10), valid_to: time(14), not_before: null },
    {
      role: "admin",
      changed: "role",
      previous: '{"role":"create"}',
      valid_from: time(14),
      valid_to: null,
      not_before: time(10),
    },
  ]);
});

it("ends with the generation that is named, and is not that of a suspect one", async () => {
  const sam = `SELECT valid_to, last_seen FROM members_history WHERE id = '${SAM}'`;
  expect(await ask(sam, `${place.file}@-1`)).toEqual([{ valid_to: null, last_seen: time(10) }]);
  await expect(ask(sam, `${place.file}@4`)).rejects.toThrow(/is suspect, so it is not part of the history/);
});

it("has nothing of a suspect generation after the first", async () => {
  const own = `${place.file}.suspect`;
  await create(10, undefined, {}, own);
  const less = rewriting(service, (path, body) =>
    path === `/v1/orgs/${ORGANIZATION}` ? { ...body, permissions: { view: true } } : body,
  );
  expect((await create(11, less, {}, own)).shrunk).not.toEqual([]);
  expect(await ask("SELECT DISTINCT generation, last_seen, began, valid_to FROM members_history", own)).toEqual([
    { generation: 1, last_seen: time(10), began: "first", valid_to: null },
  ]);
});

it("is that of the only generation of a file", async () => {
  await create(16, undefined, {}, other);
  const [row] = await ask(
    "SELECT count(*) AS n, max(valid_to) AS ended FROM members_history WHERE began = 'first'",
    other,
  );
  expect(row).toEqual({ n: 13, ended: null });
  await expect(ask("SELECT * FROM share_links_history", other)).rejects.toThrow(
    /not in this snapshot: share_links_history/,
  );
});

it("names the views that the latest generation could not read", async () => {
  await create(16, denied());
  const { rows, gaps } = await runQuery({ file: place.file, sql: "SELECT id FROM members_history", limit: 100 });
  expect(rows.length).toBeGreaterThan(13);
  expect(gaps).toEqual([expect.stringMatching(/^members_history is incomplete: partial: .*403/)]);
});

const GUIDE = "tG4nVx8YqLz2RkWd7JmS";
const writePage = (words: string) => {
  service.advance(60_000);
  const url = `data:text/markdown;name=parts.md,${encodeURIComponent(`# Parts\n\n${words}`)}`;
  return service.call("POST", `/v1/spaces/${GUIDE}/content/import`, { url, source: "markdown" });
};

it("keeps a text that was not read, and the reason of a content that was refused", async () => {
  const own = `${place.file}.texts`;
  await writePage("one");
  await create(10, undefined, {}, own);
  await writePage("two");
  const { transport } = transportOf(service, (path) =>
    path.includes(`/spaces/${GUIDE}/content/page/`) ? refusal(403, "not now") : undefined,
  );
  await create(11, transport, { acceptShrink: true }, own);
  const texts = "SELECT changed, valid_from FROM pages_history WHERE path = 'parts' ORDER BY valid_from";
  expect(await ask(texts, own)).toEqual([
    { changed: null, valid_from: time(10) },
    { changed: "updated_at", valid_from: time(11) },
  ]);
  await create(12, undefined, {}, own);
  expect((await ask(texts, own)).at(-1)).toEqual({ changed: "document", valid_from: time(12) });
  await writePage("three");
  const refused = transportOf(service, (path) =>
    path.includes(`/spaces/${GUIDE}/content?`) || path.endsWith(`/spaces/${GUIDE}/content`)
      ? refusal(403, "not now")
      : undefined,
  );
  await create(13, refused.transport, { acceptShrink: true }, own);
  const [source] = await ask(`SELECT state, reason FROM scopes WHERE scope = 'spaces/${GUIDE}/content'`, own);
  expect(source).toEqual({
    state: "partial",
    reason: expect.stringMatching(/403: not now; the rest is from 2026-01-12/),
  });
});

it("is not shown by a content that was taken over while the list of spaces was not read", async () => {
  const own = `${place.file}.taken`;
  await writePage("four");
  await create(10, undefined, {}, own);
  await writePage("five");
  const { transport } = transportOf(service, (path) =>
    path.startsWith(`/v1/orgs/${ORGANIZATION}/spaces`) ? refusal(403, "not now") : undefined,
  );
  await create(11, transport, {}, own);
  await create(12, undefined, {}, own);
  const columns = "last_seen, not_before, valid_from";
  expect(await ask(`SELECT ${columns} FROM pages_history WHERE path = 'parts' ORDER BY valid_from`, own)).toEqual([
    { last_seen: time(10), not_before: null, valid_from: time(10) },
    { last_seen: time(12), not_before: time(10), valid_from: time(12) },
  ]);
});

it("is not ended by another person without admin rights", async () => {
  const own = `${place.file}.callers`;
  const plain = rewriting(service, (path, body) =>
    path === `/v1/orgs/${ORGANIZATION}` ? { ...body, permissions: { view: true, listMembers: true } } : body,
  );
  await create(10, plain, { caller: "first" }, own);
  await service.call("DELETE", `${MEMBERS}/${NOOR}`);
  await create(11, plain, { caller: "second" }, own);
  const noor = `SELECT valid_to, last_seen, ended FROM members_history WHERE id = '${NOOR}'`;
  expect(await ask(noor, own)).toEqual([{ valid_to: null, last_seen: time(10), ended: null }]);
  await create(12, plain, { caller: "first" }, own);
  expect(await ask(noor, own)).toEqual([{ valid_to: time(12), last_seen: time(10), ended: "unseen" }]);
});

it("is in help", () => {
  for (const { name, columns } of HISTORY_KINDS)
    expect(historiesHelp()).toContain(`  ${name}_history: ${columns.map((column) => column.name).join(", ")}\n`);
  const lines = historiesHelp().split("\n");
  for (const [name, , meaning] of HISTORY_COLUMNS)
    expect(lines.map((line) => line.trim().split(/ {2,}/))).toContainEqual(expect.arrayContaining([name, meaning]));
});

it("the history of a damaged file is refused", async () => {
  const db = openBinding(place.file);
  db.run("UPDATE generations SET patch = x'00' WHERE id = 2");
  db.close();
  await expect(ask("SELECT * FROM members_history")).rejects.toThrow(/is damaged: earlier generations/);
});
