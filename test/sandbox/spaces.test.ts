import { describe, expect, test } from "vitest";
import { refreshAddresses } from "../../src/sandbox/sites/addresses.js";
import type { HandlerContext } from "../../src/sandbox/types.js";
import { HOUR, ORG, OTHER_ORG, putCollection, putSpace, SPACE, smallOrganization } from "../helpers/sandbox.js";
import { useTestSandbox } from "../helpers/set-ups.js";

const box = useTestSandbox({ load });

/** Root of ORG: Guide, B, collection C (with C1, C2, collection D), E. */
function load(context: HandlerContext): void {
  smallOrganization(context);
  putSpace(context, { id: "B", title: "B" });
  putCollection(context, { id: "C", title: "C" });
  putSpace(context, { id: "C1", title: "C1", parent: "C" });
  putSpace(context, { id: "C2", title: "C2", parent: "C" });
  putCollection(context, { id: "D", title: "D", parent: "C" });
  putSpace(context, { id: "D1", title: "D1", parent: "D" });
  putSpace(context, { id: "E", title: "E" });
  putCollection(context, { id: "X", title: "X", org: OTHER_ORG });
}

const idsOf = async (path: string) => (await box.call("GET", path)).json.items.map((item: { id: string }) => item.id);
const move = (id: string, body: object) => box.call("POST", `/v1/spaces/${id}/move`, body);
const place = (side: "before" | "after", space: string) => ({ position: { [side]: { type: "space", space } } });
const order = (scope: string) =>
  box.change(({ store }) => store.siblings(scope, ["space", "collection"]).map(({ id }) => id));

describe("reading", () => {
  test("the list has the spaces of all collections, paged", async () => {
    expect(await idsOf(`/v1/orgs/${ORG}/spaces`)).toEqual([SPACE, "B", "E", "C1", "C2", "D1"]);
    const first = await box.call("GET", `/v1/orgs/${ORG}/spaces?limit=4`);
    expect(first.json).toMatchObject({ count: 6, items: [{ id: SPACE }, { id: "B" }, { id: "E" }, { id: "C1" }] });
    const second = await box.call("GET", `/v1/orgs/${ORG}/spaces?limit=4&page=${first.json.next.page}`);
    expect(second.json).toMatchObject({ count: 6, items: [{ id: "C2" }, { id: "D1" }] });
    expect(second.json).not.toHaveProperty("next");
    expect((await box.call("GET", "/v1/orgs/nowhere/spaces")).status).toBe(404);
  });

  test("get answers the stored space", async () => {
    const { status, json } = await box.call("GET", `/v1/spaces/${SPACE}`);
    expect(status).toBe(200);
    expect(json).toMatchObject({ object: "space", id: SPACE, title: "Guide", organization: ORG, editMode: "live" });
    expect((await box.call("GET", "/v1/spaces/none")).json).toEqual({
      error: { code: 404, message: 'space "none" not found' },
    });
  });
});

describe("published address", () => {
  const published = async (query = "") => (await box.call("GET", `/v1/spaces/B${query}`)).json.urls.published;
  const putSite = (visibility: string, isPublished = true) =>
    box.change((context) => {
      const { store } = context;
      const site = { object: "site", id: "S", basename: "harbor", published: isPublished, visibility, urls: {} };
      store.put("site", "S", ORG, site);
      store.put("site-section", "S1", "S", { object: "site-section", id: "S1", path: "guides" });
      store.put("site-space", "SS", "S1", { object: "site-space", id: "SS", section: "S1", space: "B", path: "b" });
      store.put("share-link", "K1", "S", { object: "share-link", id: "K1", active: true });
      store.put("share-link", "K2", "S", { object: "share-link", id: "K2", active: false });
      refreshAddresses(context.store, ORG);
    });

  test("follows from the sites that show the space", async () => {
    expect(await published()).toBeUndefined();
    await putSite("public");
    expect(await published()).toBe("https://docs.sandbox.invalid/published/harbor/guides/b");
    await putSite("public", false);
    expect(await published()).toBeUndefined();
  });

  test("a site with share links needs the key of an active link", async () => {
    await putSite("share-link");
    expect(await published()).toBeUndefined();
    expect(await published("?shareKey=wrong")).toBeUndefined();
    expect(await published("?shareKey=K2")).toBeUndefined();
    expect(await published("?shareKey=K1")).toBe("https://docs.sandbox.invalid/published/harbor/guides/b?shareKey=K1");
  });
});

describe("changing", () => {
  test("PATCH sets the five fields and nothing else", async () => {
    box.advance(HOUR);
    const { status, json } = await box.call("PATCH", `/v1/spaces/${SPACE}`, {
      title: "Manual",
      editMode: "locked",
      defaultLevel: "comment",
      language: "de",
      emoji: "1f4d8",
      visibility: "private",
    });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      title: "Manual",
      editMode: "locked",
      defaultLevel: "comment",
      language: "de",
      emoji: "1f4d8",
      visibility: "public",
      updatedAt: "2026-01-15T11:00:00.000Z",
    });
    expect((await box.call("PATCH", `/v1/spaces/${SPACE}`, { editMode: "open" })).json.error.message).toBe(
      "editMode must be one of live, locked",
    );
    expect((await box.call("PATCH", `/v1/spaces/${SPACE}`, { defaultLevel: null })).status).toBe(400);
  });

  test("a duplicate stands after the original, with its own content and no comments or change requests", async () => {
    await box.call("POST", "/v1/spaces/C1/change-requests", { subject: "later" });
    const { status, json } = await box.call("POST", "/v1/spaces/C1/duplicate");
    expect(status).toBe(201);
    expect(json).toMatchObject({
      title: "C1 copy",
      parent: "C",
      organization: ORG,
      createdAt: "2026-01-15T10:00:00.000Z",
      comments: 0,
      changeRequests: 0,
      changeRequestsDraft: 0,
      urls: {
        location: `https://docs.sandbox.invalid/v1/spaces/${json.id}`,
        app: `https://docs.sandbox.invalid/o/${ORG}/s/${json.id}`,
      },
    });
    expect(json.id).toMatch(/^[A-Za-z][A-Za-z0-9]{19}$/);
    expect(json.revision).not.toBe("C1-r1");
    expect(await order("C")).toEqual(["C1", json.id, "C2", "D"]);
    expect((await box.call("GET", `/v1/spaces/${json.id}/change-requests?status=draft`)).json.count).toBe(0);
    expect((await box.call("GET", "/v1/spaces/C1")).json.changeRequestsDraft).toBe(1);
  });
});

describe("deleting and restoring", () => {
  test("a deleted space is 404 everywhere but restore; deleting again is 204", async () => {
    await box.call("POST", `/v1/spaces/${SPACE}/change-requests`, {});
    expect((await box.call("DELETE", `/v1/spaces/${SPACE}`)).status).toBe(204);
    expect((await box.call("DELETE", `/v1/spaces/${SPACE}`)).status).toBe(204);
    expect((await box.call("DELETE", "/v1/spaces/none")).status).toBe(204);
    const requests: [string, string, object?][] = [
      ["GET", `/v1/spaces/${SPACE}`],
      ["PATCH", `/v1/spaces/${SPACE}`, { title: "x" }],
      ["POST", `/v1/spaces/${SPACE}/duplicate`],
      ["POST", `/v1/spaces/${SPACE}/move`, { parent: "C" }],
      ["POST", `/v1/spaces/${SPACE}/transfer`, { organization: OTHER_ORG }],
      ["GET", `/v1/spaces/${SPACE}/change-requests`],
      ["POST", `/v1/spaces/${SPACE}/change-requests`, {}],
      ["GET", `/v1/spaces/${SPACE}/change-requests/1`],
      ["POST", `/v1/spaces/${SPACE}/change-requests/1/merge`],
    ];
    for (const [method, path, body] of requests) {
      expect([method, path, (await box.call(method, path, body)).status]).toEqual([method, path, 404]);
    }
    expect(await idsOf(`/v1/orgs/${ORG}/spaces`)).not.toContain(SPACE);
  });

  test("restore works for 7 x 24 hours and not a millisecond longer", async () => {
    await box.call("DELETE", "/v1/spaces/C1");
    await box.call("DELETE", "/v1/spaces/C2");
    box.advance(7 * 24 * HOUR);
    const restored = await box.call("POST", "/v1/spaces/C1/restore");
    expect(restored.status).toBe(200);
    expect(restored.json).toMatchObject({ id: "C1", parent: "C" });
    expect(restored.json).not.toHaveProperty("deletedAt");
    expect((await box.call("GET", "/v1/spaces/C1")).status).toBe(200);
    expect(await order("C")).toEqual(["D", "C1"]);
    box.advance(1);
    expect((await box.call("POST", "/v1/spaces/C2/restore")).status).toBe(404);
  });

  test("restoring an active space is 409, an unknown one 404", async () => {
    expect((await box.call("POST", `/v1/spaces/${SPACE}/restore`)).status).toBe(409);
    expect((await box.call("POST", "/v1/spaces/none/restore")).status).toBe(404);
  });

  test("a space whose collection is gone comes back at the top", async () => {
    await box.call("DELETE", "/v1/spaces/D1");
    await box.change(({ store }) => store.remove("collection", "D"));
    const { json } = await box.call("POST", "/v1/spaces/D1/restore");
    expect(json).not.toHaveProperty("parent");
    expect(await order(ORG)).toEqual([SPACE, "B", "C", "E", "D1"]);
  });

  test("a space whose collection went to another organization comes back at the top of its own", async () => {
    await box.call("DELETE", "/v1/spaces/D1");
    expect((await box.call("POST", "/v1/collections/D/transfer", { organization: OTHER_ORG })).status).toBe(200);
    const { status, json } = await box.call("POST", "/v1/spaces/D1/restore");
    expect([status, json.organization, json.parent]).toEqual([200, ORG, undefined]);
    expect(await order(ORG)).toEqual([SPACE, "B", "C", "E", "D1"]);
  });

  test("after seven days the next deletion removes it with its content", async () => {
    await box.call("POST", "/v1/spaces/C1/change-requests", {});
    await box.call("DELETE", "/v1/spaces/C1");
    box.advance(7 * 24 * HOUR + 1);
    await box.call("DELETE", "/v1/spaces/C2");
    const left = await box.change(({ store }) => [
      store.get("space", "C1"),
      store.count("revision", "C1"),
      store.count("change-request", "C1"),
      store.count("revision", "C2"),
    ]);
    expect(left).toEqual([undefined, 0, 0, 1]);
  });
});

describe("moving", () => {
  test("before and after a space or a collection of any parent", async () => {
    expect((await move("E", place("before", "C"))).status).toBe(200);
    expect(await order(ORG)).toEqual([SPACE, "B", "E", "C"]);
    const inside = await move("E", place("after", "C1"));
    expect(inside.json).toMatchObject({ id: "E", parent: "C", updatedAt: "2026-01-15T10:00:00.000Z" });
    expect(await order("C")).toEqual(["C1", "E", "C2", "D"]);
    const out = await move("E", place("after", "C"));
    expect(out.json).not.toHaveProperty("parent");
    expect(await order(ORG)).toEqual([SPACE, "B", "C", "E"]);
    expect(await order("C")).toEqual(["C1", "C2", "D"]);
  });

  test("parent alone puts it at the end of the collection", async () => {
    expect((await move("B", { parent: "C" })).json.parent).toBe("C");
    expect(await order("C")).toEqual(["C1", "C2", "D", "B"]);
    expect((await move("B", { parent: "C", ...place("before", "C1") })).status).toBe(200);
    expect(await order("C")).toEqual(["B", "C1", "C2", "D"]);
  });

  test("what changes nothing is 409", async () => {
    for (const body of [{}, { position: {} }, place("before", "C"), place("after", SPACE)]) {
      const { status, json } = await move("B", body);
      expect([status, json.error.message]).toEqual([409, "operation would not result in any update"]);
    }
    expect((await move("C1", { parent: "C" })).status).toBe(409);
    expect(await order(ORG)).toEqual([SPACE, "B", "C", "E"]);
  });

  test("an invalid position is 400, an unknown parent 404", async () => {
    const both = { position: { before: { type: "space", space: "C" }, after: { type: "space", space: "B" } } };
    expect((await move("E", both)).json.error).toEqual({
      code: 400,
      message: "invalid position: give either before or after",
    });
    expect((await move("E", place("before", "E"))).status).toBe(400);
    expect((await move("E", place("before", "none"))).status).toBe(400);
    expect((await move("E", place("before", "X"))).status).toBe(400);
    expect((await move("E", { parent: "D", ...place("before", "C1") })).status).toBe(400);
    expect((await move("E", { position: { before: { type: "site-space", space: "C" } } })).json.error.message).toBe(
      "position.before.type must be space",
    );
    expect((await move("E", { parent: "none" })).status).toBe(404);
    expect((await move("E", { parent: "X" })).status).toBe(404);
    await box.call("DELETE", "/v1/spaces/B");
    expect((await move("E", place("before", "B"))).status).toBe(400);
  });
});

describe("transferring", () => {
  const transfer = (id: string, body: object) => box.call("POST", `/v1/spaces/${id}/transfer`, body);

  test("to another organization, with its change requests", async () => {
    await box.call("POST", "/v1/spaces/C1/change-requests", {});
    const { status, json } = await transfer("C1", { organization: OTHER_ORG });
    expect(status).toBe(200);
    expect(json).toMatchObject({ organization: OTHER_ORG, permissions: { admin: true, merge: true } });
    expect(json).not.toHaveProperty("parent");
    expect(json.urls.app).toBe(`https://docs.sandbox.invalid/o/${OTHER_ORG}/s/C1`);
    const request = await box.call("GET", "/v1/spaces/C1/change-requests/1");
    expect(request.json.urls.app).toBe(`https://docs.sandbox.invalid/o/${OTHER_ORG}/s/C1/~/changes/1`);
    expect(await idsOf(`/v1/orgs/${OTHER_ORG}/spaces`)).toEqual(["C1"]);
    expect(await idsOf(`/v1/orgs/${ORG}/spaces`)).not.toContain("C1");
  });

  test("to a collection of another organization", async () => {
    expect((await transfer("B", { collection: "X" })).json).toMatchObject({ organization: OTHER_ORG, parent: "X" });
  });

  test("409 without a change, 404 for an unknown target, 400 when the two disagree, 412 for a space on a site", async () => {
    expect((await transfer("B", {})).status).toBe(409);
    expect((await transfer("B", { organization: ORG })).status).toBe(409);
    expect((await transfer("C1", { collection: "C" })).status).toBe(409);
    expect((await transfer("B", { organization: "none" })).status).toBe(404);
    expect((await transfer("B", { collection: "none" })).status).toBe(404);
    expect((await transfer("B", { organization: ORG, collection: "X" })).status).toBe(400);
    await box.change(({ store }) => {
      store.put("site", "S", ORG, { object: "site", id: "S" });
      store.put("site-section", "S1", "S", { object: "site-section", id: "S1" });
      store.put("site-space", "SS", "S1", { object: "site-space", id: "SS", section: "S1", space: "B", path: "b" });
    });
    const { status, json } = await transfer("B", { organization: OTHER_ORG });
    expect([status, json.error.message]).toEqual([412, 'the space cannot be moved: a site shows space "B"']);
    expect((await transfer("B", { collection: "C" })).json.parent).toBe("C");
  });

  test("403 where the caller may not create content, 404 where the caller is no member", async () => {
    await box.change(({ store, actor }) =>
      store.update<object>("member", `${OTHER_ORG}/${actor}`, (member) => ({ ...member, role: "review" })),
    );
    expect((await transfer("B", { organization: OTHER_ORG })).status).toBe(403);
    await box.change(({ store, actor }) => store.remove("member", `${OTHER_ORG}/${actor}`));
    expect((await transfer("B", { organization: OTHER_ORG })).status).toBe(404);
  });
});
