/** Answers that a proxy or a lesser token changes: nothing is called complete, gone or unchanged that is not known (R86). */
import { afterEach, beforeEach, expect, it } from "vitest";
import { endpoints } from "../../src/catalog/index.js";
import { createClient } from "../../src/http/client.js";
import type { Transport } from "../../src/http/types.js";
import { ORIGIN } from "../../src/sandbox/origin.js";
import { openBinding } from "../../src/sandbox/store/sqlite.js";
import { compareSnapshots } from "../../src/snapshot/compare/compare.js";
import { openReader } from "../../src/snapshot/file/compare.js";
import { sample } from "../../src/snapshot/walk/live-sample.js";
import {
  ORG,
  OTHER_ORG,
  putSpace,
  SPACE,
  smallOrganization,
  type TestSandbox,
  testSandbox,
} from "../helpers/sandbox.js";
import { refusal, rewriting, rowsOf, snapshotOf, sourcesOf, temporaryFolder, transportOf } from "./snapshot-helper.js";

type Json = Record<string, unknown>;
const SPACES = `orgs/${ORG}/spaces`;
const IDS = ["one", "two", "three", "four", "five", "six"];

let service: TestSandbox;
let place: ReturnType<typeof temporaryFolder>;
beforeEach(async () => {
  place = temporaryFolder();
  service = await testSandbox({
    load: (context) => {
      smallOrganization(context);
      for (const id of IDS) putSpace(context, { id, title: id });
    },
  });
});
afterEach(() => {
  service.close();
  place.remove();
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
    reason: expect.stringMatching(/^not answered: the service answered with another organization: /),
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
  ["without ids", ({ id: _, ...one }) => one, "7 of 7 items had no id that can be asked for"],
  [
    "of others",
    (one) => ({ ...one, organization: OTHER_ORG }),
    `not answered: the service answered with another organization: "${OTHER_ORG}" instead of "${ORG}"`,
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
