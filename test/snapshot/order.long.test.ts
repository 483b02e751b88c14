/** Things that stay in what they are in, but get another place in its list, are moved (R86). */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { HandlerContext } from "../../src/sandbox/types.js";
import { compareSnapshots } from "../../src/snapshot/compare/compare.js";
import { writeDigests } from "../../src/snapshot/file/digests.js";
import { openBinding } from "../../src/system/sqlite.js";
import { ORG, putCollection, putSpace, type TestSandbox, testSandbox } from "../helpers/sandbox.js";
import { loadSites, putGroup, putSection, SITES } from "../sandbox/sites-helper.js";
import { snapshotOf, temporaryFolder } from "./snapshot-helper.js";

let service: TestSandbox;
let place: ReturnType<typeof temporaryFolder>;
let first: string;
let second: string;
beforeEach(async () => {
  place = temporaryFolder();
  [first, second] = [`${place.file}.1`, `${place.file}.2`];
  service = await testSandbox({ load: loadOrdered });
});
afterEach(() => {
  service.close();
  place.remove();
});

function loadOrdered(context: HandlerContext): void {
  loadSites(context);
  for (const id of ["colA", "colB", "colC"]) putCollection(context, { id, title: id });
  for (const id of ["in1", "in2", "in3"]) {
    putSpace(context, { id, title: id });
    context.store.update<object>("space", id, (value) => ({ ...value, parent: "colA" }));
    context.store.place("space", id, "colA");
  }
  putSection(context, "web", "coda");
  for (const id of ["empty", "late", "third"]) putGroup(context, "web", id);
  putSection(context, "web", "deep", { sectionGroup: "late" });
  putSection(context, "web", "deeper", { sectionGroup: "third" });
}

const WEB = `${SITES}/web`;
const asked = { organization: ORG, exclude: ["people", "change-requests", "comments"] } as const;
const move = async (path: string, body: object) => {
  const { status, text } = await service.call("POST", path, body);
  expect(status, `${path}: ${text}`).toBe(200);
};
/** Without those that only have another address now, which the fixture does not keep. */
const changes = () => compareSnapshots(first, second).changes.filter(({ change }) => change !== "changed");
const compared = () => changes().map(({ kind, change, id, title, fields }) => ({ kind, change, id, title, fields }));
async function changesAfter(...calls: [path: string, body: object][]) {
  await snapshotOf(service, first, asked);
  for (const [path, body] of calls) await move(path, body);
  await snapshotOf(service, second, asked);
  return compared();
}
const moved = (kind: string, [id, title]: [string, string], before: string[], now: string[]) => ({
  kind,
  change: "moved",
  id,
  title,
  fields: [{ name: "order", before, after: now }],
});

describe("R86: only what moved is moved", () => {
  it("of spaces at the top, and of those in a collection", async () => {
    expect(
      await changesAfter(
        ["/v1/spaces/blue/move", { position: { before: { type: "space", space: "red" } } }],
        ["/v1/spaces/in1/move", { position: { after: { type: "space", space: "in3" } } }],
      ),
    ).toEqual([
      moved("spaces", ["in1", "in1"], ["in1", "in2"], ["in3", "in1"]),
      moved("spaces", ["blue", "Blue"], ["Red", "Blue"], ["Guide", "Blue", "Red"]),
    ]);
  });

  it("of collections", async () => {
    expect(
      await changesAfter(["/v1/collections/colC/move", { position: { before: { type: "space", space: "colA" } } }]),
    ).toEqual([moved("collections", ["colC", "colC"], ["colB", "colC"], ["colC", "colA"])]);
  });

  it("of sections at the top and in a group", async () => {
    expect(
      await changesAfter(
        [`${WEB}/sections/tail/move`, { position: { before: { type: "site-section", siteSection: "guides" } } }],
        [`${WEB}/sections/last/move`, { position: { before: { type: "site-section", siteSection: "inner" } } }],
      ),
    ).toEqual([
      moved("sections", ["tail", "The tail"], ["The group", "The tail", "The coda"], ["The tail", "The guides"]),
      moved("sections", ["last", "The last"], ["The inner", "The last"], ["The last", "The inner"]),
    ]);
  });

  it("of section groups, also past sections alone, and of one without sections", async () => {
    expect(
      await changesAfter([
        `${WEB}/section-groups/group/move`,
        { position: { after: { type: "site-section", id: "coda" } } },
      ]),
    ).toEqual([
      moved(
        "section-groups",
        ["group", "The group"],
        ["The guides", "The group", "The tail"],
        ["The coda", "The group", "The empty"],
      ),
    ]);
    const [only, ...others] = await changesAfter([
      `${WEB}/section-groups/empty/move`,
      { position: { after: { type: "site-section", id: "third" } } },
    ]);
    expect([only?.kind, only?.change, only?.id, others]).toEqual(["section-groups", "moved", "empty", []]);
  });

  it("of site spaces", async () => {
    expect(
      await changesAfter([
        `${WEB}/site-spaces/two/move`,
        { position: { before: { type: "site-space", siteSpace: "one" } } },
      ]),
    ).toEqual([moved("site-spaces", ["two", "Red"], ["Guide", "Red"], ["Red", "Guide"])]);
  });
});

it("R86: what passes into another list is moved, and nothing beside it", async () => {
  await snapshotOf(service, first, asked);
  await move("/v1/spaces/in2/move", { parent: "colB" });
  await move("/v1/spaces/in3/move", { position: { after: { type: "space", space: "blue" } } });
  await move("/v1/collections/colC/move", { parent: "colA" });
  await service.call("POST", `${WEB}/section-groups/late/sections`, { sectionId: "coda" });
  await snapshotOf(service, second, asked);
  expect(changes().map(({ kind, change, id, from = "", path }) => [kind, change, id, from, path])).toEqual([
    ["collections", "moved", "colC", "", "colA"],
    ["spaces", "moved", "in2", "colA", "colB"],
    ["spaces", "moved", "in3", "colA", ""],
    ["sections", "moved", "coda", "", "The late"],
  ]);
});

it("R86: what has another title, too, is one row; what came or went moves nothing", async () => {
  await snapshotOf(service, first, asked);
  await service.call("PATCH", "/v1/spaces/blue", { title: "Azure" });
  await move("/v1/spaces/blue/move", { position: { before: { type: "space", space: "red" } } });
  await service.call("DELETE", `${WEB}/sections/guides`);
  await service.call("DELETE", `${WEB}/section-groups/group`);
  await snapshotOf(service, second, asked);
  const rows = changes().filter(({ kind }) => kind !== "site-spaces");
  expect(rows.map(({ kind, change, id, fields }) => [kind, change, id, fields.map(({ name }) => name)])).toEqual([
    ["spaces", "moved", "blue", ["title", "order"]],
    ["section-groups", "removed", "group", []],
    ["sections", "moved", "inner", ["default"]],
    ["sections", "moved", "last", []],
    ["sections", "removed", "guides", []],
  ]);
});

it.each([
  ["the first", 0],
  ["the second", 1],
])("R86: an order that was not read whole in %s says nothing", async (_, at) => {
  await snapshotOf(service, first, asked);
  await move(`${WEB}/sections/tail/move`, {
    position: { before: { type: "site-section", siteSection: "guides" } },
  });
  await move(`${WEB}/section-groups/late/move`, { position: { before: { type: "site-section", id: "group" } } });
  await snapshotOf(service, second, asked);
  const db = openBinding([first, second][at] ?? "");
  db.run("UPDATE sources SET state = 'partial' WHERE scope = ?", `orgs/${ORG}/sites/web/sections`);
  writeDigests(db);
  db.close();
  expect(compared().map(({ kind, id }) => [kind, id])).toEqual([["section-groups", "late"]]);
});

it("R86: a damaged row of what shares the order is named as damage", async () => {
  await snapshotOf(service, first, asked);
  await snapshotOf(service, second, asked);
  const db = openBinding(second);
  db.run("UPDATE objects SET json = '{' WHERE kind = 'site-section' AND id = 'inner'");
  db.close();
  expect(() => compareSnapshots(first, second, { only: ["section-groups"] })).toThrow(
    `${second} is damaged: site-section inner is not JSON`,
  );
});
