import { expect, it } from "vitest";
import { closeDatabase, openDatabase } from "../../src/sandbox/store/database.js";
import { MIGRATIONS } from "../../src/sandbox/store/schema.js";
import { createStore } from "../../src/sandbox/store/store.js";
import { ORG, SPACE } from "../helpers/sandbox.js";
import { useTestSandbox } from "../helpers/set-ups.js";

const service = useTestSandbox();

const collection = async (parent?: string) =>
  (await service.call("POST", `/v1/orgs/${ORG}/collections`, { title: "Shelf", parent })).json.id as string;

const level = async (kind: "spaces" | "collections", id: string) =>
  (await service.call("GET", `/v1/${kind}/${id}`)).json.defaultLevel;

const set = (path: string, fields: object) => service.call("PATCH", path, fields);

/** A space without a level of its own, in a collection. */
async function spaceIn(parent: string): Promise<string> {
  const site = await service.call("POST", `/v1/orgs/${ORG}/sites`, { title: "News", newSpace: true });
  const listed = await service.call("GET", `/v1/orgs/${ORG}/sites/${site.json.id}/site-spaces`);
  const { id } = listed.json.items[0].space;
  expect((await service.call("POST", `/v1/spaces/${id}/move`, { parent })).json.defaultLevel).toBe(
    await level("collections", parent),
  );
  return id;
}

it("follow what is around, through all that inherits as well", async () => {
  const outer = await collection();
  const inner = await collection(outer);
  const space = await spaceIn(inner);
  const levels = async () => [
    await level("collections", outer),
    await level("collections", inner),
    await level("spaces", space),
  ];
  expect(await levels()).toEqual(["read", "read", "read"]);
  await set(`/v1/orgs/${ORG}`, { defaultRole: "comment" });
  expect(await levels()).toEqual(["comment", "comment", "comment"]);
  await set(`/v1/collections/${inner}`, { defaultLevel: "edit" });
  expect(await levels()).toEqual(["comment", "edit", "edit"]);
  await set(`/v1/orgs/${ORG}`, { defaultRole: null });
  expect(await levels()).toEqual([null, "edit", "edit"]);
  await set(`/v1/collections/${outer}`, { defaultLevel: "review" });
  expect(await levels()).toEqual(["review", "edit", "edit"]);
});

it("own default levels stay wherever the space goes", async () => {
  const shelf = await collection();
  const space = await spaceIn(shelf);
  await set(`/v1/spaces/${space}`, { defaultLevel: "read" });
  await set(`/v1/collections/${shelf}`, { defaultLevel: "edit" });
  expect(await level("spaces", space)).toBe("read");
  const copy = (await service.call("POST", `/v1/spaces/${space}/duplicate`)).json.id;
  await set(`/v1/collections/${shelf}`, { defaultLevel: "comment" });
  expect([await level("spaces", space), await level("spaces", copy)]).toEqual(["read", "read"]);
});

it("are those of the new place after a move, a restore and when the collection is gone", async () => {
  const [shelf, other] = [await collection(), await collection()];
  const space = await spaceIn(shelf);
  const copy = (await service.call("POST", `/v1/spaces/${space}/duplicate`)).json.id;
  await set(`/v1/collections/${other}`, { defaultLevel: "edit" });
  await service.call("POST", `/v1/spaces/${space}/move`, { parent: other });
  expect(await level("spaces", space)).toBe("edit");
  await service.call("DELETE", `/v1/spaces/${copy}`);
  await set(`/v1/collections/${shelf}`, { defaultLevel: "review" });
  expect((await service.call("POST", `/v1/spaces/${copy}/restore`)).json.defaultLevel).toBe("review");
  await service.call("DELETE", `/v1/collections/${other}`);
  expect(await level("spaces", space)).toBe("read");
});

it("inherited default levels do not lower what a member may do by role", async () => {
  const shelf = await collection();
  const space = await spaceIn(shelf);
  await service.change(({ store }) => {
    const member = store.all<object>("member", ORG)[0];
    store.put("member", `${ORG}/bo1`, ORG, { ...member, id: "bo1", role: "edit" });
  });
  const call = await service.as("bo1");
  expect((await call("GET", `/v1/spaces/${space}`)).json).toMatchObject({
    defaultLevel: "read",
    permissions: { edit: true },
  });
  await set(`/v1/spaces/${space}`, { defaultLevel: "read" });
  expect((await call("GET", `/v1/spaces/${space}`)).json.permissions).toMatchObject({ edit: false });
});

it("are written into a state file that an older version left", async () => {
  await service.change(({ store }) => {
    store.update<object>("space", SPACE, (space) => ({ ...space, defaultLevel: undefined }));
    store.sql.run("DROP TABLE sources");
    store.sql.run("PRAGMA user_version = 3");
  });
  const db = await openDatabase({ file: service.file, migrations: MIGRATIONS });
  expect(createStore(db).get("space", SPACE)).toMatchObject({ defaultLevel: "read" });
  closeDatabase(db, true);
});
