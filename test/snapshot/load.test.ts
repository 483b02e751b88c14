import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { writeDigests } from "../../src/snapshot/file/digests.js";
import { fillFrom } from "../../src/snapshot/file/load.js";
import { openBinding } from "../../src/system/sqlite.js";
import {
  ORG,
  putCollection,
  putSpace,
  SPACE,
  smallOrganization,
  type TestSandbox,
  testSandbox,
} from "../helpers/sandbox.js";
import { markdown } from "./large-organization.js";
import { refusal, snapshotOf, temporaryFolder, transportOf } from "./snapshot-helper.js";

const HIDDEN = "testCollection000001";
const INSIDE = "testSpace00000000002";

let service: TestSandbox;
let copy: TestSandbox;
let place: ReturnType<typeof temporaryFolder>;
beforeEach(async () => {
  place = temporaryFolder();
  copy = await testSandbox();
  service = await testSandbox({
    load: (context) => {
      smallOrganization(context);
      putCollection(context, { id: HIDDEN, title: "Secret" });
      putSpace(context, { id: INSIDE, title: "Manual", parent: HIDDEN });
    },
  });
});
afterEach(() => {
  service.close();
  copy.close();
  place.remove();
});

const load = (as?: string) => copy.sandbox.replace((db, context) => fillFrom(db, context, { file: place.file, as }));

const changes = `/v1/spaces/${SPACE}/change-requests`;
const made = async (subject: string, name: string) => {
  const { json } = await service.call("POST", changes, { subject });
  await service.call("POST", `${changes}/${json.id}/content/import`, markdown(name, `# ${name}`));
  return json.number as number;
};

describe("a snapshot in the sandbox", () => {
  it("merges what has a base, and says why it cannot merge or update what has none", async () => {
    const [first, second, third] = [await made("One", "one"), await made("Two", "two"), await made("Three", "three")];
    await service.call("POST", `${changes}/${first}/merge`);
    const fresh = await made("Four", "four");
    await snapshotOf(service, place.file, { organization: ORG });
    await load();
    const why = (done: string) =>
      `change request ${second} cannot be ${done} here: the revision that it started from is not in the snapshot, ` +
      "which has no older ones; update it on the service, make the snapshot again and load that";
    const merge = await copy.call("POST", `${changes}/${second}/merge`);
    expect([merge.status, merge.json.error.message]).toEqual([409, why("merged")]);
    const update = await copy.call("POST", `${changes}/${second}/update`);
    expect([update.status, update.json.error.message]).toEqual([409, why("updated")]);
    expect((await copy.call("POST", `${changes}/${fresh}/merge`)).json.result).toBe("merge");
    await copy.call("PATCH", `${changes}/${third}`, { status: "archived" });
    const closed = await copy.call("GET", `${changes}/${first}/content`);
    expect([closed.status, closed.json.error.message]).toEqual([
      404,
      `the content of change request ${first} is not in the snapshot that was loaded`,
    ]);
    // Numbers go on.
    expect((await copy.call("POST", changes, { subject: "Five" })).json.number).toBe(fresh + 1);
  });

  it("has its addresses here, and no answers of the service beside its things", async () => {
    await service.call("POST", `/v1/orgs/${ORG}/sites`, { title: "Site", spaces: [SPACE] });
    await snapshotOf(service, place.file, { organization: ORG });
    const db = openBinding(place.file);
    db.run("UPDATE objects SET json = replace(json, 'https://docs.sandbox.invalid', 'https://docs.example.com')");
    writeDigests(db);
    db.close();
    await load();
    const texts = await copy.change(({ store }) => store.sql.all("SELECT kind, json FROM objects"));
    for (const { kind, json } of texts) {
      expect([kind, String(json).includes("docs.example.com"), String(json).includes('"answered"')]).toEqual([
        kind,
        false,
        false,
      ]);
    }
    expect((await copy.call("GET", `/v1/spaces/${SPACE}`)).json.urls).toEqual({
      location: `https://docs.sandbox.invalid/v1/spaces/${SPACE}`,
      app: `https://docs.sandbox.invalid/o/${ORG}/s/${SPACE}`,
    });
  });

  it("keeps counters of what was not read", async () => {
    await made("One", "one");
    await service.call("POST", `/v1/spaces/${SPACE}/comments`, { body: { markdown: "Well" } });
    const asked = { organization: ORG, exclude: ["change-requests", "comments"] } as const;
    await snapshotOf(service, place.file, asked);
    await load();
    await copy.call("POST", `/v1/spaces/${SPACE}/comments`, { body: { markdown: "Another" } });
    const { number } = (await copy.call("POST", changes, { subject: "Two" })).json;
    expect(number).toBe(2);
    expect((await copy.call("GET", `/v1/spaces/${SPACE}`)).json).toMatchObject({ comments: 1, changeRequests: 1 });
  });

  it("shows spaces whose collection the token could not see", async () => {
    const { transport } = transportOf(service, (path) =>
      path.startsWith(`/v1/orgs/${ORG}/collections`) ? refusal(403, "not for you") : undefined,
    );
    await snapshotOf(service, place.file, { organization: ORG }, transport);
    await load();
    const { items } = (await copy.call("GET", `/v1/orgs/${ORG}/spaces`)).json;
    expect(items.map(({ id, parent }: { id: string; parent?: string }) => [id, parent])).toEqual([
      [SPACE, undefined],
      [INSIDE, HIDDEN],
    ]);
    expect((await copy.call("GET", `/v1/collections/${HIDDEN}`)).json.title).toBe(
      "A collection that is not in the snapshot",
    );
  });

  it("lets members reach what they reached, and others nothing more", async () => {
    const person = (id: string, role: string | null) => ({
      object: "member",
      id,
      role,
      user: { object: "user", id, displayName: id, email: `${id}@harbor.example` },
      disabled: false,
      joinedAt: "2025-06-02T08:00:00.000Z",
      sso: false,
      spaces: 0,
      teams: 0,
    });
    await service.change(({ store }) => {
      for (const [id, role] of [
        ["guest", null],
        ["reader", "read"],
      ] as const) {
        store.put("member", `${ORG}/${id}`, ORG, person(id, role));
      }
      store.put("team", "writers", ORG, {
        object: "team",
        id: "writers",
        title: "Writers",
        members: 2,
        spaces: 1,
        createdAt: "2025-06-02T08:00:00.000Z",
      });
      for (const user of ["guest", "reader"])
        store.put("team-membership", `writers/${user}`, "writers", { user, role: "member" });
      store.put("team-space", `writers/${INSIDE}`, "writers", { space: INSIDE, permission: "edit" });
    });
    await snapshotOf(service, place.file, { organization: ORG, include: ["access"] });
    await load("ada@harbor.example");
    for (const user of ["guest", "reader"]) {
      const path = `/v1/orgs/${ORG}/members/${user}/spaces`;
      const reached = ({ items }: { items: { permission: string; space: { id: string } }[] }) =>
        items.map(({ permission, space }) => [permission, space.id]);
      const theirs = reached((await service.call("GET", path)).json);
      expect(theirs.length).toBeGreaterThan(0);
      expect(reached((await copy.call("GET", path)).json)).toEqual(theirs);
      const as = await copy.as(user);
      expect((await as("PATCH", `/v1/spaces/${INSIDE}`, { title: "No" })).status).toBe(403);
      expect((await as("POST", `/v1/spaces/${INSIDE}/change-requests`, { subject: "Yes" })).status).toBe(201);
    }
  });

  it("is used by somebody whom lists do not show, or by the member who is named", async () => {
    await snapshotOf(service, place.file, { organization: ORG });
    expect(await load()).toMatchObject({ caller: { id: "reader" }, organization: { id: ORG, title: "Harbor" } });
    expect((await copy.call("GET", `/v1/orgs/${ORG}/members`)).json.count).toBe(1);
    expect((await copy.call("GET", `/v1/orgs/${ORG}/members/reader`)).json).toMatchObject({
      ...{ id: "reader", role: "admin" },
      user: { object: "user", id: "reader", displayName: "Rehearsing" },
    });
    expect((await copy.call("PATCH", `/v1/spaces/${SPACE}`, { title: "Mine" })).status).toBe(200);
    expect((await load("Ada@harbor.example")).caller).toMatchObject({ name: "Ada Quill" });
    await expect(load("nobody@harbor.example")).rejects.toThrow('the id or email "nobody@harbor.example"');
    // What was there stays after a failure.
    expect((await copy.call("GET", `/v1/orgs/${ORG}/members`)).json.count).toBe(1);
  });

  it("remembers how much of it was not read", async () => {
    const { transport } = transportOf(service, (path) =>
      /\/(?:teams|sites)\?/.test(path) ? refusal(403, "not for you") : undefined,
    );
    await snapshotOf(service, place.file, { organization: ORG }, transport);
    await load();
    expect((await copy.sandbox.info()).loaded).toMatchObject({ organization: "Harbor", unread: 2 });
    await snapshotOf(service, place.file, { organization: ORG });
    await load();
    expect((await copy.sandbox.info()).loaded).not.toHaveProperty("unread");
  });

  it("ends with a reset", async () => {
    await snapshotOf(service, place.file, { organization: ORG });
    await load();
    expect((await copy.sandbox.info()).loaded).toMatchObject({ organization: "Harbor" });
    await copy.sandbox.reset();
    expect((await copy.sandbox.info()).loaded).toBeUndefined();
  });
});
