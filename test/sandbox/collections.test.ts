import { describe, expect, it } from "vitest";
import { ORG, OTHER_ORG, putCollection, putSpace, SPACE, smallOrganization } from "../helpers/sandbox.js";
import { useTestSandbox } from "../helpers/set-ups.js";

/*
 * Tree of the organization:
 *   SPACE, top (inner (deep space), red, blue), side
 */
const service = useTestSandbox({
  load: (context) => {
    smallOrganization(context);
    putCollection(context, { id: "top", title: "Top" });
    putCollection(context, { id: "inner", title: "Inner", parent: "top" });
    putSpace(context, { id: "deep", title: "Deep", parent: "inner" });
    putSpace(context, { id: "red", title: "Red", parent: "top" });
    putSpace(context, { id: "blue", title: "Blue", parent: "top" });
    putCollection(context, { id: "side", title: "Side" });
    putCollection(context, { id: "theirs", title: "Theirs", org: OTHER_ORG });
  },
});

const ids = async (path: string) =>
  (await service.call("GET", path)).json.items.map(({ id }: { id: string }) => id) as string[];
/** Spaces and collections as they stand below a collection or the organization. */
const order = (scope: string) =>
  service.change(({ store }) => store.siblings(scope, ["space", "collection"]).map(({ id }) => id));
const move = (id: string, body: object) => service.call("POST", `/v1/collections/${id}/move`, body);
const beside = (where: "before" | "after", space: string) => ({ position: { [where]: { type: "space", space } } });
const transfer = (id: string, body: object) => service.call("POST", `/v1/collections/${id}/transfer`, body);

describe("collections", () => {
  it("gets a collection", async () => {
    const { status, json } = await service.call("GET", "/v1/collections/inner");
    expect(status).toBe(200);
    expect(json).toEqual({
      object: "collection",
      id: "inner",
      title: "Inner",
      organization: ORG,
      parent: "top",
      defaultLevel: "read",
      urls: {
        location: "https://docs.sandbox.invalid/v1/collections/inner",
        app: `https://docs.sandbox.invalid/o/${ORG}/c/inner`,
      },
      permissions: { view: true, admin: true },
    });
  });

  it("nested defaults to true: all nested collections are listed", async () => {
    expect(await ids(`/v1/orgs/${ORG}/collections`)).toEqual(["top", "side", "inner"]);
    expect(await ids(`/v1/orgs/${ORG}/collections?nested=true`)).toEqual(["top", "side", "inner"]);
    expect(await ids(`/v1/orgs/${ORG}/collections?nested=false`)).toEqual(["top", "side"]);
  });

  it("pages through nested collections", async () => {
    const first = (await service.call("GET", `/v1/orgs/${ORG}/collections?limit=2`)).json;
    expect(first.count).toBe(3);
    expect(await ids(`/v1/orgs/${ORG}/collections?limit=2&page=${first.next.page}`)).toEqual(["inner"]);
  });

  it("Create takes title and parent only; description and defaultLevel come by PATCH", async () => {
    const body = { title: "New", parent: "top", description: "ignored", defaultLevel: "admin" };
    const created = await service.call("POST", `/v1/orgs/${ORG}/collections`, body);
    expect(created.status).toBe(201);
    const { id } = created.json;
    expect(created.json).toEqual({
      object: "collection",
      id: expect.stringMatching(/^[A-Za-z][A-Za-z0-9]{19}$/),
      title: "New",
      description: "",
      organization: ORG,
      parent: "top",
      defaultLevel: "read",
      urls: {
        location: `https://docs.sandbox.invalid/v1/collections/${id}`,
        app: `https://docs.sandbox.invalid/o/${ORG}/c/${id}`,
      },
      permissions: { view: true, admin: true, viewInviteLinks: true, create: true },
    });
    const fields = { title: "Newer", description: "What it is for", defaultLevel: "comment" };
    const changed = await service.call("PATCH", `/v1/collections/${id}`, fields);
    expect([changed.status, changed.json]).toEqual([200, { ...created.json, ...fields }]);
    expect((await service.call("GET", `/v1/collections/${id}`)).json).toEqual(changed.json);
    expect((await service.call("PATCH", `/v1/collections/${id}`, { defaultLevel: null })).status).toBe(400);
  });

  it("creates an empty collection at the root", async () => {
    const { status, json } = await service.call("POST", `/v1/orgs/${ORG}/collections`, {});
    expect([status, json.title, json.parent]).toEqual([201, "Untitled", undefined]);
    expect(await order(ORG)).toEqual([SPACE, "top", "side", json.id]);
  });

  it("lists the spaces of a collection, not those of nested ones", async () => {
    expect(await ids("/v1/collections/top/spaces")).toEqual(["red", "blue"]);
    expect(await ids("/v1/collections/side/spaces")).toEqual([]);
    const page = (await service.call("GET", "/v1/collections/top/spaces?limit=1")).json;
    expect([page.count, page.items[0].object]).toEqual([2, "space"]);
  });

  it("deleting moves its spaces and child collections to its parent, in order", async () => {
    expect((await service.call("DELETE", "/v1/collections/top")).status).toBe(204);
    expect(await order(ORG)).toEqual([SPACE, "inner", "red", "blue", "side"]);
    expect((await service.call("GET", "/v1/collections/inner")).json.parent).toBe(undefined);
    expect((await service.call("GET", "/v1/spaces/red")).json.parent).toBe(undefined);
    expect((await service.call("GET", "/v1/spaces/deep")).json.parent).toBe("inner");
    expect((await service.call("GET", "/v1/collections/top")).status).toBe(404);
    expect((await service.call("DELETE", "/v1/collections/top")).status).toBe(204);
  });

  it("deleting a nested collection moves its spaces into the collection above", async () => {
    await service.call("DELETE", "/v1/collections/inner");
    expect(await order("top")).toEqual(["deep", "red", "blue"]);
    expect((await service.call("GET", "/v1/spaces/deep")).json.parent).toBe("top");
  });

  it("answers 404 for what is not there", async () => {
    for (const [method, path, body] of [
      ["GET", "/v1/collections/none"],
      ["PATCH", "/v1/collections/none", { title: "x" }],
      ["GET", "/v1/collections/none/spaces"],
      ["POST", "/v1/collections/none/move", { parent: "side" }],
      ["POST", "/v1/collections/none/transfer", { organization: OTHER_ORG }],
      ["GET", "/v1/orgs/none/collections"],
      ["POST", "/v1/orgs/none/collections", {}],
      ["POST", `/v1/orgs/${ORG}/collections`, { parent: "none" }],
      ["POST", `/v1/orgs/${ORG}/collections`, { parent: "theirs" }],
    ] as const) {
      expect((await service.call(method, path, body)).status, `${method} ${path}`).toBe(404);
    }
  });
});

describe("moving collections", () => {
  it("moves into another collection, to its end", async () => {
    const { status, json } = await move("inner", { parent: "side" });
    expect([status, json.id, json.parent]).toEqual([200, "inner", "side"]);
    expect(await order("side")).toEqual(["inner"]);
    expect((await service.call("GET", "/v1/spaces/deep")).json.parent).toBe("inner");
  });

  it("Position is {before: ref} or {after: ref}; type space + `space` for spaces AND collections", async () => {
    expect((await move("inner", beside("after", "red"))).json.parent).toBe("top");
    expect(await order("top")).toEqual(["red", "inner", "blue"]);
    expect((await move("inner", beside("before", "top"))).json.parent).toBe(undefined);
    expect(await order(ORG)).toEqual([SPACE, "inner", "top", "side"]);
    const wrong = await move("inner", { position: { before: { type: "site-space", space: "red" } } });
    expect(wrong.status).toBe(400);
  });

  it("A move with neither parent nor position is 409, and so is one to where it stands", async () => {
    for (const body of [{}, { position: {} }, beside("before", "red")]) {
      expect((await move("inner", body)).status).toBe(409);
    }
    expect((await move("inner", { parent: "top" })).json.error).toEqual({
      code: 409,
      message: "operation would not result in any update",
    });
  });

  it("both before and after is 400", async () => {
    const both = { before: { type: "space", space: "red" }, after: { type: "space", space: "blue" } };
    expect((await move("inner", { position: both })).status).toBe(400);
    expect(await order("top")).toEqual(["inner", "red", "blue"]);
  });

  it("an invalid position is 400: beside what is not there, itself, or what is elsewhere", async () => {
    for (const sibling of ["none", "inner", "theirs"]) {
      expect((await move("inner", beside("before", sibling))).status).toBe(400);
    }
    expect((await move("inner", { parent: "side", ...beside("before", "red") })).status).toBe(400);
  });

  it("Moving a collection below itself is 400", async () => {
    for (const body of [{ parent: "top" }, { parent: "inner" }, beside("after", "red"), beside("before", "deep")]) {
      expect((await move("top", body)).status).toBe(400);
    }
    expect(await order(ORG)).toEqual([SPACE, "top", "side"]);
  });

  it("answers 404 for a parent that is not there", async () => {
    expect((await move("inner", { parent: "none" })).status).toBe(404);
    expect((await move("inner", { parent: "theirs" })).status).toBe(404);
  });
});

describe("transferring collections", () => {
  it("takes everything below along", async () => {
    const { status, json } = await transfer("top", { organization: OTHER_ORG });
    expect([status, json.organization, json.parent]).toEqual([200, OTHER_ORG, undefined]);
    expect(await ids(`/v1/orgs/${OTHER_ORG}/collections`)).toEqual(["theirs", "top", "inner"]);
    expect(await ids(`/v1/orgs/${ORG}/collections`)).toEqual(["side"]);
    const deep = (await service.call("GET", "/v1/spaces/deep")).json;
    expect([deep.organization, deep.parent]).toEqual([OTHER_ORG, "inner"]);
    expect(deep.urls.app).toBe(`https://docs.sandbox.invalid/o/${OTHER_ORG}/s/deep`);
  });

  it("takes a nested collection out of its parent", async () => {
    const { json } = await transfer("inner", { organization: OTHER_ORG });
    expect([json.organization, json.parent]).toEqual([OTHER_ORG, undefined]);
    expect(await order("top")).toEqual(["red", "blue"]);
  });

  it("answers 404 for an organization that is not there", async () => {
    expect((await transfer("top", { organization: "none" })).status).toBe(404);
  });

  it("answers 409 when nothing would change", async () => {
    expect((await transfer("top", { organization: ORG })).status).toBe(409);
    expect((await transfer("top", {})).status).toBe(409);
  });

  it("answers 412 when a site shows a space of it", async () => {
    await service.change(({ store }) => {
      store.put("site", "web", ORG, { object: "site", id: "web" });
      store.put("site-space", "shown", "web", { object: "site-space", id: "shown", space: "deep" });
    });
    expect((await transfer("top", { organization: OTHER_ORG })).status).toBe(412);
    expect((await transfer("inner", { organization: OTHER_ORG })).status).toBe(412);
    expect((await transfer("side", { organization: OTHER_ORG })).status).toBe(200);
    expect((await service.call("GET", "/v1/spaces/red")).json.organization).toBe(ORG);
  });
});
