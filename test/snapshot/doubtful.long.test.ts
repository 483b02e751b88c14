/** Answers that a proxy or a lesser token changes: nothing is called complete, gone or unchanged that is not known (R86). */
import { expect, it } from "vitest";
import { endpoints } from "../../src/catalog/index.js";
import { createClient } from "../../src/http/client.js";
import type { Transport } from "../../src/http/types.js";
import { ORIGIN } from "../../src/sandbox/origin.js";
import { compareSnapshots } from "../../src/snapshot/compare/compare.js";
import { openReader } from "../../src/snapshot/file/compare.js";
import { runQuery } from "../../src/snapshot/query/run.js";
import { sample } from "../../src/snapshot/walk/live-sample.js";
import { openBinding } from "../../src/system/sqlite.js";
import { ORG, OTHER_ORG, putSpace, SPACE, smallOrganization } from "../helpers/sandbox.js";
import { useEach, useTestSandbox } from "../helpers/set-ups.js";
import { refusal, rewriting, rowsOf, snapshotOf, sourcesOf, temporaryFolder, transportOf } from "./snapshot-helper.js";

type Json = Record<string, unknown>;
const SPACES = `orgs/${ORG}/spaces`;
const IDS = ["one", "two", "three", "four", "five", "six"];

const place = useEach(temporaryFolder);
const service = useTestSandbox({
  load: (context) => {
    smallOrganization(context);
    for (const id of IDS) putSpace(context, { id, title: id });
  },
});

const asked = { organization: ORG, exclude: ["comments", "openapi", "saml", "translations", "sites"] } as const;
const create = (transport?: Transport, file = place.file, more = {}) =>
  snapshotOf(service, file, asked, transport, { started: "2026-01-16T10:00:00.000Z", ...more });
const listOf = (items: Json[]) => ({ items, count: items.length });
const itemsOf = (path: string, change: (items: Json[]) => Json[]) =>
  rewriting(service, (at, body) => (at.endsWith(path) ? listOf(change(body.items as Json[])) : body));
/** The organization as a token sees it that may do less, and one space less. */
const withLess = () =>
  rewriting(service, (at, body) => {
    if (at.endsWith(`/orgs/${ORG}`)) return { ...body, permissions: { ...(body.permissions as Json), admin: false } };
    return at.endsWith(SPACES) ? listOf((body.items as Json[]).slice(1)) : body;
  });

async function live(transport: Transport) {
  const { token } = service.sandbox;
  const client = createClient({ baseUrl: ORIGIN, token: () => token, transport, retries: 0, concurrency: 16 });
  const file = openReader(place.file);
  const time = { now: Date.now, sleep: async () => {}, rate: undefined, progress: () => {} };
  const { differences } = await sample({ asked: file.asked, client, endpoints, file, share: 1, seed: 1, ...time });
  file.close();
  return differences.filter(({ scope }) => scope === SPACES);
}

it("a number of change requests that fails is no missing number", async () => {
  await service.call("POST", `/v1/spaces/${SPACE}/change-requests`, { subject: "One" });
  await service.call("POST", `/v1/spaces/${SPACE}/change-requests`, { subject: "Two" });
  const { transport } = transportOf(service, (path) =>
    /change-requests\/\d+$/.test(path) ? refusal(500, "tired") : undefined,
  );
  // The service does not count, and its lists lack the first.
  const rewritten: Transport = async (request) => {
    const answer = await transport(request);
    const { pathname } = new URL(request.url);
    const isList = pathname.endsWith(`/${SPACE}/change-requests`);
    if (answer.status !== 200 || !(isList || pathname.endsWith(SPACES))) return answer;
    const body = JSON.parse(Buffer.from(answer.body as Uint8Array).toString());
    const items = isList
      ? body.items.filter(({ number }: Json) => number !== 1)
      : body.items.map(({ changeRequests: _, ...space }: Json) => space);
    return { ...answer, body: Buffer.from(JSON.stringify({ ...body, items, count: items.length })) };
  };
  await create(rewritten);
  expect(sourcesOf(place.file).get(`spaces/${SPACE}/change-requests`)).toMatchObject({
    state: "partial",
    reason: expect.stringMatching(/^1 number was not answered: .*tired/),
  });
});

it("a thing of another organization is not kept, and its list is not complete", async () => {
  await create(
    itemsOf(SPACES, (items) => items.map((one) => (one.id === "two" ? { ...one, organization: OTHER_ORG } : one))),
  );
  expect(sourcesOf(place.file).get(SPACES)).toMatchObject({
    state: "partial",
    reason: expect.stringMatching(/^1 item left out: the service answered with another organization: /),
  });
  expect(rowsOf(place.file).filter(({ kind, id }) => kind === "space" && id === "two")).toEqual([]);
});

it("another organization than the one that was asked for ends the walk", async () => {
  const other = rewriting(service, (at, body) => (at.endsWith(`/orgs/${ORG}`) ? { ...body, id: OTHER_ORG } : body));
  await expect(create(other)).rejects.toMatchObject({ kind: "invalid-answer" });
});

it("items that a lesser token does not list are not known to be removed", async () => {
  const [before, after] = [`${place.file}.1`, `${place.file}.2`];
  await create(undefined, before);
  await create(withLess(), after);
  const gap = { kind: "spaces", state: "partial", reason: "read with fewer permissions (without admin)" };
  const [there, back] = [compareSnapshots(before, after), compareSnapshots(after, before)];
  expect([there.gaps, there.changes.filter(({ kind }) => kind === "spaces")]).toEqual([
    expect.arrayContaining([expect.objectContaining({ ...gap, side: "after" })]),
    [],
  ]);
  expect([back.gaps, back.changes.filter(({ kind }) => kind === "spaces")]).toEqual([
    expect.arrayContaining([expect.objectContaining({ ...gap, side: "before" })]),
    [],
  ]);
});

it("verify --live calls nothing gone that a lesser token may only not see", async () => {
  await create();
  expect(await live(withLess())).toEqual([
    { scope: SPACES, id: expect.any(String), change: "not answered", reason: "it may be invisible: without admin" },
  ]);
  expect(await live(itemsOf(SPACES, (items) => items.slice(1)))).toMatchObject([{ scope: SPACES, change: "gone" }]);
});

it.each<[string, (item: Json) => Json, string]>([
  ["without ids", ({ id: _, ...one }) => one, "the list has an item without an id"],
  [
    "of others",
    (one) => ({ ...one, organization: OTHER_ORG }),
    `7 items left out: the service answered with another organization: "${OTHER_ORG}" instead of "${ORG}"`,
  ],
])("verify --live calls nothing gone or new by items %s", async (_, change, reason) => {
  await create();
  expect(await live(itemsOf(SPACES, (items) => items.map(change)))).toEqual([
    { scope: SPACES, id: "", change: "not answered", reason },
  ]);
});

it("verify --live sees another order", async () => {
  await create();
  expect(await live(transportOf(service).transport)).toEqual([]);
  expect(await live(itemsOf(SPACES, ([first, ...others]) => [...others, first as Json]))).toEqual([
    { scope: SPACES, id: SPACE, change: "changed", fields: ["order"] },
  ]);
});

it("nothing of the history ends before it began, whatever the clock said", async () => {
  const night = (title: string, ended: string) =>
    create(
      itemsOf(SPACES, (items) => items.map((one) => (one.id === "two" ? { ...one, title } : one))),
      place.file,
      { started: ended, ended },
    );
  await night("first", "2026-01-16T10:00:00.000Z");
  await night("second", "2026-01-15T10:00:00.000Z");
  await night("third", "2026-01-17T10:00:00.000Z");
  const sql = "SELECT title, valid_from, valid_to FROM spaces_history WHERE id = 'two' ORDER BY generation";
  expect((await runQuery({ file: place.file, sql, limit: 10 })).rows).toEqual([
    { title: "first", valid_from: "2026-01-16T10:00:00.000Z", valid_to: "2026-01-16T10:00:00.000Z" },
    { title: "second", valid_from: "2026-01-16T10:00:00.000Z", valid_to: "2026-01-17T10:00:00.000Z" },
    { title: "third", valid_from: "2026-01-17T10:00:00.000Z", valid_to: null },
  ]);
});

it("the health gate counts what can be read of a damaged snapshot", async () => {
  await create();
  const db = openBinding(place.file);
  db.run("UPDATE objects SET json = '{' WHERE kind = 'revision' AND scope = 'one'");
  db.close();
  const { file, shrunk } = await create(
    itemsOf(SPACES, (items) => items.slice(0, 2)),
    place.file,
    { full: true },
  );
  expect(file).toBe(`${place.file}.suspect`);
  expect(shrunk).toContainEqual({ what: "spaces", before: 7, now: 2 });
});

/** The whole organization, with answers that are rewritten; the parts that are not complete. */
async function gapsOf(rewrite: (path: string, body: Json) => Json): Promise<Record<string, string>> {
  await snapshotOf(service, place.file, { organization: ORG }, rewriting(service, rewrite));
  const gaps = [...sourcesOf(place.file)].filter(([, { state }]) => ["partial", "denied", "unsettled"].includes(state));
  return Object.fromEntries(gaps.map(([scope, { state, reason }]) => [scope, `${state}: ${reason}`]));
}

const changeItems = (body: Json, change: (item: Json) => Json): Json => listOf((body.items as Json[]).map(change));

it("collections that spaces name are not called absent", async () => {
  const gaps = await gapsOf((path, body) =>
    path.endsWith(SPACES) ? changeItems(body, (space) => ({ ...space, parent: "attic" })) : body,
  );
  expect(gaps).toEqual({
    [`orgs/${ORG}/collections`]: "partial: other answers name what was not listed: attic",
  });
});

it("a list is not whole with fewer people than its team counts", async () => {
  await service.call("PUT", `/v1/orgs/${ORG}/teams`, { title: "Docs" });
  const gaps = await gapsOf((path, body) =>
    path.endsWith(`orgs/${ORG}/teams`) ? changeItems(body, (team) => ({ ...team, members: 5 })) : body,
  );
  expect(Object.keys(gaps).length).toBeGreaterThan(0);
  for (const [scope, reason] of Object.entries(gaps))
    expect([scope, reason]).toEqual([
      expect.stringMatching(/\/teams\/\w+\/members$/),
      expect.stringMatching(/^partial: only \d of 5 were listed$/),
    ]);
});

it("no teams are not all of them where a member is in one", async () => {
  const gaps = await gapsOf((path, body) => {
    if (path.endsWith(`orgs/${ORG}/teams`)) return listOf([]);
    return path.endsWith(`orgs/${ORG}/members`) ? changeItems(body, (one) => ({ ...one, teams: 1 })) : body;
  });
  expect(gaps).toEqual({ [`orgs/${ORG}/teams`]: "partial: only 0 of 1 were listed" });
});

it("of another space's comments none is kept, and the others are", async () => {
  const own = { object: "comment", id: "own", status: "open", target: { space: SPACE } };
  const gaps = await gapsOf((path, body) =>
    path.endsWith(`spaces/${SPACE}/comments`) ? listOf([own, { ...own, id: "other", target: { space: "one" } }]) : body,
  );
  expect(gaps).toEqual({
    [`spaces/${SPACE}/comments`]: `partial: 1 item left out: the service answered with another space: "one" instead of "${SPACE}"`,
  });
  expect(rowsOf(place.file).flatMap(({ kind, id }) => (kind === "comment" ? [id] : []))).toEqual(["own"]);
});

it("content of another change request is not kept, and that of a space which has changed is", async () => {
  const [first, second] = [
    await service.call("POST", `/v1/spaces/${SPACE}/change-requests`, { subject: "One" }),
    await service.call("POST", `/v1/spaces/${SPACE}/change-requests`, { subject: "Two" }),
  ].map(({ json }) => String(json.id));
  const contentOf = (id: string | undefined) => `spaces/${SPACE}/change-requests/${id}/content`;
  for (const id of [first, second])
    await service.call("POST", `/v1/${contentOf(id)}/import`, {
      source: "markdown",
      url: `data:text/markdown,%23%20${id}`,
    });
  const { json: other } = await service.call("GET", `/v1/${contentOf(second)}`);
  const pagesOfOther = new Map((other as { pages: Json[] }).pages.map((page) => [page.id, page]));
  const gaps = await gapsOf((path, body) => {
    if (path.endsWith(contentOf(first))) return other as Json;
    const [, id] = new RegExp(`${contentOf(first)}/page/(\\w+)$`).exec(path) ?? [];
    return { ...body, ...(id !== undefined && pagesOfOther.get(id)) };
  });
  expect(gaps).toEqual({
    [contentOf(first)]: "partial: not answered: the service answered with the content of another revision",
  });
  // Spaces are listed with the revision that they had before they were edited.
  let lists = 0;
  const later = await gapsOf((path, body) => {
    if (path.endsWith(SPACES)) lists += 1;
    const isFirst = path.endsWith(SPACES) && lists === 1;
    return isFirst ? changeItems(body, (space) => ({ ...space, revision: "before" })) : body;
  });
  expect(later).toEqual({});
});

it("a count that changes from page to page has the list read again, and then called unsettled", async () => {
  const sent: string[] = [];
  const item = (id: string): Json => ({ object: "saml-provider", id });
  const pages: Record<string, Json> = {
    "": { items: [item("p1"), item("p2")], count: 4, next: { page: "b" } },
    b: { items: [item("p3")], count: 5, next: { page: "c" } },
    c: { items: [item("p4"), item("p5")], count: 5 },
  };
  const { transport } = transportOf(service);
  await snapshotOf(service, place.file, { organization: ORG }, async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (!pathname.endsWith(`orgs/${ORG}/saml`)) return transport(request);
    const page = searchParams.get("page") ?? "";
    sent.push(page);
    return { status: 200, headers: {}, body: Buffer.from(JSON.stringify(pages[page])) };
  });
  expect(sourcesOf(place.file).get(`orgs/${ORG}/saml`)).toMatchObject({
    state: "unsettled",
    reason: "it changed while it was listed",
  });
  expect(sent).toEqual(["", "b", "c", "", "b", "c", "", "b", "c"]);
});

it("a list of several pages that begins otherwise at its end is read again", async () => {
  const item = (id: string): Json => ({ object: "saml-provider", id });
  const sent: string[] = [];
  const { transport } = transportOf(service);
  await snapshotOf(service, place.file, { organization: ORG }, async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (!pathname.endsWith(`orgs/${ORG}/saml`)) return transport(request);
    const page = searchParams.get("page") ?? "";
    sent.push(page);
    // The first is removed before the second page is asked for, which therefore begins with p4.
    const begin = ["p1", "p2", "p3", "p4", "p5"].slice(sent.length > 1 ? 1 : 0);
    const body =
      page === "" ? { items: begin.slice(0, 2).map(item), next: { page: "b" } } : { items: begin.slice(2).map(item) };
    return { status: 200, headers: {}, body: Buffer.from(JSON.stringify(body)) };
  });
  expect(sourcesOf(place.file).get(`orgs/${ORG}/saml`)).toMatchObject({ state: "complete" });
  expect(rowsOf(place.file).flatMap(({ kind, id }) => (kind === "saml-provider" ? [id] : []))).toEqual([
    "p2",
    "p3",
    "p4",
    "p5",
  ]);
  expect(sent).toEqual(["", "b", "", "", "b", ""]);
});

it("a content is read again whose space is published at another address", async () => {
  const at = (published: string) =>
    rewriting(service, (path, body) =>
      path.endsWith(SPACES) ? changeItems(body, (space) => ({ ...space, urls: { published } })) : body,
    );
  const contentsRead = async (published: string): Promise<number> => {
    const sent: string[] = [];
    const transport = at(published);
    await create(async (request) => {
      sent.push(new URL(request.url).pathname);
      return transport(request);
    });
    return sent.filter((path) => path.endsWith("/content")).length;
  };
  expect(await contentsRead("https://docs.example/a")).toBe(7);
  expect(await contentsRead("https://docs.example/a")).toBe(0);
  expect(await contentsRead("https://docs.example/b")).toBe(7);
});
