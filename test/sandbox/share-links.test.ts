import { describe, expect, it } from "vitest";
import { ORG } from "../helpers/sandbox.js";
import { useTestSandbox } from "../helpers/set-ups.js";
import { loadSites, putShareLink, SITES } from "./sites-helper.js";

const service = useTestSandbox({
  load: (context) => {
    loadSites(context);
    putShareLink(context, "web", "key1");
    putShareLink(context, "web", "key2", { name: "Press", active: false });
  },
});

const PATH = `${SITES}/web/share-links`;
const key1 = {
  object: "share-link",
  id: "key1",
  createdAt: "2025-08-01T08:00:00.000Z",
  name: "Partners",
  active: true,
  urls: { published: "https://docs.sandbox.invalid/published/web/?shareKey=key1" },
};
const published = async (key: string) =>
  (await service.call("GET", `${SITES}/web/published?shareKey=${key}`)).json.site.urls.published;

describe("share links", () => {
  it("lists the share links, page by page", async () => {
    const { status, json } = await service.call("GET", `${PATH}?limit=1`);
    expect([status, json]).toEqual([200, { count: 2, next: { page: expect.any(String) }, items: [key1] }]);
    const next = (await service.call("GET", `${PATH}?limit=1&page=${json.next.page}`)).json;
    expect([next.items[0].name, next.items[0].active, next.next]).toEqual(["Press", false, undefined]);
    expect((await service.call("GET", `${SITES}/flat/share-links`)).json).toEqual({ count: 0, items: [] });
  });

  it("creates an active share link, whose address carries the key", async () => {
    const { status, json } = await service.call("POST", PATH, { name: "Reviewers" });
    expect(status).toBe(201);
    expect(json).toEqual({
      object: "share-link",
      id: expect.stringMatching(/^[A-Za-z][A-Za-z0-9]{19}$/),
      createdAt: "2026-01-15T10:00:00.000Z",
      name: "Reviewers",
      active: true,
      urls: { published: `https://docs.sandbox.invalid/published/web/?shareKey=${json.id}` },
    });
    await service.call("PATCH", `${SITES}/web`, { visibility: "share-link" });
    const key = new URL(json.urls.published).searchParams.get("shareKey") ?? "";
    expect(await published(key)).toBe(json.urls.published);
    expect((await service.call("POST", PATH, {})).json.name).toBe("Untitled");
  });

  it("Share link: PATCH `active` gives `active` as given", async () => {
    await service.call("PATCH", `${SITES}/web`, { visibility: "share-link" });
    const off = await service.call("PATCH", `${PATH}/key1`, { active: false });
    expect([off.status, off.json]).toEqual([200, { ...key1, active: false }]);
    expect(await published("key1")).toBe(undefined);
    expect((await service.call("PATCH", `${PATH}/key1`, { active: true })).json).toEqual(key1);
    expect(await published("key1")).toBe("https://docs.sandbox.invalid/published/web/?shareKey=key1");
  });

  it("patches the name only", async () => {
    expect((await service.call("PATCH", `${PATH}/key1`, { name: "Friends" })).json).toEqual({
      ...key1,
      name: "Friends",
    });
    expect((await service.call("PATCH", `${PATH}/key1`, {})).json.name).toBe("Friends");
  });

  it("deletes a share link, twice", async () => {
    for (const _ of [1, 2]) expect((await service.call("DELETE", `${PATH}/key1`)).status).toBe(204);
    expect((await service.call("GET", PATH)).json.count).toBe(1);
  });

  it("answers 404 for what is not there, 403 to members who are not admins", async () => {
    for (const [method, path, body] of [
      ["GET", `${SITES}/none/share-links`],
      ["POST", `${SITES}/none/share-links`, {}],
      ["PATCH", `${PATH}/none`, { name: "x" }],
      ["PATCH", `${SITES}/flat/share-links/key1`, { name: "x" }],
    ] as const) {
      expect((await service.call(method, path, body)).status, `${method} ${path}`).toBe(404);
    }
    expect((await service.call("DELETE", `${SITES}/flat/share-links/key1`)).status).toBe(204);
    expect((await service.call("GET", PATH)).json.count).toBe(2);
    await service.change(({ store, actor }) => {
      store.update<object>("member", `${ORG}/${actor}`, (member) => ({ ...member, role: "create" }));
    });
    expect((await service.call("POST", PATH, {})).status).toBe(403);
  });
});
