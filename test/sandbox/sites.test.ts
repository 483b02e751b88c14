import { describe, expect, it } from "vitest";
import { ORG, OTHER_ORG, SPACE } from "../helpers/sandbox.js";
import { useTestSandbox } from "../helpers/set-ups.js";
import { loadSites, SITES } from "./sites-helper.js";

const service = useTestSandbox({ load: loadSites });

const ids = async (path: string) =>
  (await service.call("GET", path)).json.items.map(({ id }: { id: string }) => id) as string[];
const patch = (body: object, id = "web") => service.call("PATCH", `${SITES}/${id}`, body);
/** Ids of the parts that are a default. */
const defaults = async (list: "sections" | "site-spaces", id = "web") =>
  (await service.call("GET", `${SITES}/${id}/${list}`)).json.items
    .filter((item: { default: boolean }) => item.default)
    .map((item: { id: string }) => item.id);

const web = {
  object: "site",
  id: "web",
  title: "Harbor Docs",
  type: "basic",
  basename: "web",
  visibility: "public",
  published: true,
  siteSpaces: 5,
  createdAt: "2025-07-01T08:00:00.000Z",
  adaptiveContent: { enabled: false },
  ads: { status: "disabled", submittable: false },
  agentsContext: "included",
  features: [],
  urls: {
    location: `https://docs.sandbox.invalid/v1/orgs/${ORG}/sites/web`,
    app: `https://docs.sandbox.invalid/o/${ORG}/sites/web`,
    published: "https://docs.sandbox.invalid/published/web/",
  },
};

describe("sites", () => {
  it("gets a site", async () => {
    const { status, json } = await service.call("GET", `${SITES}/web`);
    expect([status, json]).toEqual([200, web]);
  });

  it("lists the sites of an organization, page by page", async () => {
    const { status, json } = await service.call("GET", `${SITES}?limit=1`);
    expect(status).toBe(200);
    expect(json).toEqual({ count: 2, next: { page: expect.any(String) }, items: [web] });
    expect(await ids(`${SITES}?limit=1&page=${json.next.page}`)).toEqual(["flat"]);
  });

  it("sites take the filters space, title, published", async () => {
    expect(await ids(`${SITES}?space=${SPACE}`)).toEqual(["web", "flat"]);
    expect(await ids(`${SITES}?space=blue`)).toEqual(["flat"]);
    expect(await ids(`${SITES}?space=none`)).toEqual([]);
    expect(await ids(`${SITES}?title=DOCS`)).toEqual(["web"]);
    expect(await ids(`${SITES}?space=blue&title=docs`)).toEqual([]);
  });

  it("Sites published filter likewise: a tri-state: true, false, absent", async () => {
    expect(await ids(`${SITES}?published=true`)).toEqual(["web"]);
    expect(await ids(`${SITES}?published=false`)).toEqual(["flat"]);
    expect(await ids(SITES)).toEqual(["web", "flat"]);
  });

  it("creates a site", async () => {
    const body = { title: "New Site", type: "premium", visibility: "unlisted", spaces: ["blue", SPACE] };
    const { status, json } = await service.call("POST", SITES, body);
    expect(status).toBe(201);
    expect(json).toEqual({
      object: "site",
      id: expect.stringMatching(/^[A-Za-z][A-Za-z0-9]{19}$/),
      title: "New Site",
      type: "premium",
      basename: "new-site",
      visibility: "unlisted",
      published: false,
      siteSpaces: 2,
      createdAt: "2026-01-15T10:00:00.000Z",
      adaptiveContent: { enabled: false },
      ads: { status: "disabled", submittable: false },
      agentsContext: "included",
      features: [],
      urls: {
        location: `https://docs.sandbox.invalid/v1/orgs/${ORG}/sites/${json.id}`,
        app: `https://docs.sandbox.invalid/o/${ORG}/sites/${json.id}`,
      },
    });
    const { items } = (await service.call("GET", `${SITES}/${json.id}/site-spaces`)).json;
    expect(items.map((item: { path: string; default: boolean }) => [item.path, item.default])).toEqual([
      ["blue", true],
      ["guide", false],
    ]);
    expect((await service.call("POST", SITES, { title: "New Site" })).json.basename).toBe("new-site-1");
  });

  it("type defaults to basic on creation", async () => {
    const { status, json } = await service.call("POST", SITES, {});
    expect([status, json.type, json.visibility, json.title]).toEqual([201, "basic", "public", "Untitled"]);
    expect(json.siteSpaces).toBe(0);
  });

  it("spaces come from duplicate or the boolean of create site", async () => {
    const { json } = await service.call("POST", SITES, { title: "Fresh", newSpace: true });
    expect(json.siteSpaces).toBe(1);
    const { space } = (await service.call("GET", `${SITES}/${json.id}/site-spaces`)).json.items[0];
    const made = (await service.call("GET", `/v1/spaces/${space.id}`)).json;
    expect([made.title, made.organization, made.comments, made.permissions.admin]).toEqual(["Fresh", ORG, 0, true]);
    expect(await ids(`/v1/orgs/${ORG}/spaces`)).toEqual([SPACE, "red", "blue", space.id]);
    const without = (await service.call("POST", SITES, { newSpace: false })).json;
    expect(without.siteSpaces).toBe(0);
  });

  it("creates nothing with a space that is not of the organization", async () => {
    for (const space of ["none", "theirs"]) {
      expect((await service.call("POST", SITES, { spaces: ["red", space] })).status).toBe(404);
    }
    expect(await ids(SITES)).toEqual(["web", "flat"]);
  });

  it("deletes a site with all that belongs to it, but not its spaces", async () => {
    await service.call("PATCH", `/v1/orgs/${ORG}`, { defaultContent: { type: "site", site: "web" } });
    const { status, text } = await service.call("DELETE", `${SITES}/web`);
    expect([status, text]).toEqual([204, ""]);
    expect((await service.call("GET", `${SITES}/web`)).status).toBe(404);
    expect(
      await service.change(({ store }) => [store.get("site-section", "guides"), store.get("site-space", "one")]),
    ).toEqual([undefined, undefined]);
    expect((await service.call("GET", `/v1/spaces/${SPACE}`)).status).toBe(200);
    expect((await service.call("GET", `/v1/orgs/${ORG}`)).json.defaultContent).toBe(undefined);
    expect(await ids(`${SITES}/flat/site-spaces`)).toEqual(["one-flat", "two-flat"]);
  });

  it("deleting another site leaves the default content", async () => {
    await service.call("PATCH", `/v1/orgs/${ORG}`, { defaultContent: { type: "site", site: "web" } });
    await service.call("DELETE", `${SITES}/flat`);
    expect((await service.call("GET", `/v1/orgs/${ORG}`)).json.defaultContent).toEqual({ type: "site", site: "web" });
  });

  it("publishing sets published, again and again, and is POST publish", async () => {
    for (const _ of [1, 2]) {
      const { status, json } = await service.call("POST", `${SITES}/flat/publish`);
      expect([status, json.id, json.published]).toEqual([200, "flat", true]);
      expect(json.urls.published).toBe("https://docs.sandbox.invalid/published/flat/");
    }
    expect(await ids(`${SITES}?published=false`)).toEqual([]);
  });

  it("there is no unpublish", async () => {
    expect((await service.call("DELETE", `${SITES}/web/publish`)).status).toBe(405);
    expect((await service.call("POST", `${SITES}/web/unpublish`)).status).toBe(404);
  });

  it("No matching resource found: 404", async () => {
    for (const [method, path, body] of [
      ["GET", `${SITES}/none`],
      ["GET", `${SITES}/foreign`],
      ["PATCH", `${SITES}/none`, { title: "x" }],
      ["POST", `${SITES}/none/publish`],
      ["GET", `${SITES}/none/published`],
      ["GET", "/v1/orgs/none/sites"],
      ["POST", "/v1/orgs/none/sites", {}],
    ] as const) {
      expect((await service.call(method, path, body)).status, `${method} ${path}`).toBe(404);
    }
    expect((await service.call("DELETE", `${SITES}/foreign`)).status).toBe(204);
    expect((await service.call("GET", `/v1/orgs/${OTHER_ORG}/sites/foreign`)).status).toBe(200);
  });

  it("refuses changes by members who are not admins", async () => {
    await service.change(({ store, actor }) => {
      store.update<object>("member", `${ORG}/${actor}`, (member) => ({ ...member, role: "edit" }));
    });
    expect((await service.call("POST", SITES, {})).status).toBe(403);
    expect((await patch({ title: "x" })).status).toBe(403);
    expect((await service.call("DELETE", `${SITES}/web`)).status).toBe(403);
    expect((await service.call("GET", `${SITES}/web`)).status).toBe(200);
  });
});

describe("patching sites", () => {
  it("changes the fields it is given, and only those", async () => {
    const fields = {
      title: "Harbor",
      visibility: "unlisted",
      basename: "harbor",
      adaptiveContent: { enabled: true },
      agentsContext: "excluded",
    };
    const { status, json } = await patch(fields);
    const urls = { ...web.urls, published: "https://docs.sandbox.invalid/published/harbor/" };
    expect([status, json]).toEqual([200, { ...web, ...fields, urls }]);
    expect((await patch({})).json).toEqual(json);
  });

  it("hostname, icon, ads, features, type and published cannot be patched", async () => {
    const { status, json } = await patch({
      hostname: "docs.harbor.example",
      icon: {},
      ads: {},
      features: [{}],
      type: "ultimate",
      published: false,
    });
    expect([status, json]).toEqual([200, web]);
  });

  it("proxy string -> {origin, target}; proxy null removes", async () => {
    const proxy = { origin: "company.com/docs", target: "https://docs.sandbox.invalid/published/web" };
    const set = (await patch({ proxy: "company.com/docs" })).json;
    expect(set.proxy).toEqual(proxy);
    expect(set.urls.published).toBe("https://company.com/docs/");
    expect((await patch({ title: "Other" })).json.proxy).toEqual(proxy);
    expect((await patch({ basename: "b" })).json.proxy.target).toBe("https://docs.sandbox.invalid/published/b");
    const removed = (await patch({ proxy: null, basename: "web", title: "Harbor Docs" })).json;
    expect(removed).toEqual(web);
  });

  it("proxy pattern needs a path (company.com/docs), no scheme, no trailing slash", async () => {
    for (const proxy of ["company.com", "https://company.com/docs", "company.com/docs/", ""]) {
      expect((await patch({ proxy })).status, proxy).toBe(400);
    }
    expect((await service.call("GET", `${SITES}/web`)).json).toEqual(web);
  });

  it("Space visibility has six values, Site visibility four: in-collection and private are not site values", async () => {
    for (const visibility of ["public", "unlisted", "share-link", "visitor-auth"]) {
      expect((await patch({ visibility })).json.visibility).toBe(visibility);
    }
    for (const visibility of ["in-collection", "private"]) expect((await patch({ visibility })).status).toBe(400);
  });

  it("defaultSiteSpace exists on the site: in the default section", async () => {
    expect((await patch({ defaultSiteSpace: "two" })).status).toBe(200);
    expect(await defaults("site-spaces")).toEqual(["two", "three", "four", "five"]);
    for (const id of ["three", "one-flat", "none"]) expect((await patch({ defaultSiteSpace: id })).status).toBe(400);
  });

  it("defaultSiteSpace exists on the site: at the root", async () => {
    expect((await patch({ defaultSiteSpace: "two-flat" }, "flat")).status).toBe(200);
    expect(await defaults("site-spaces", "flat")).toEqual(["two-flat"]);
  });

  it("defaultSiteSection makes another section the default, and its space may come with it", async () => {
    expect((await patch({ defaultSiteSection: "tail", defaultSiteSpace: "five" })).status).toBe(200);
    expect(await defaults("sections")).toEqual(["tail"]);
    for (const id of ["one", "none"]) expect((await patch({ defaultSiteSection: id })).status).toBe(400);
    // Nothing of a refused call stays.
    expect((await patch({ defaultSiteSection: "guides", defaultSiteSpace: "five" })).status).toBe(400);
    expect(await defaults("sections")).toEqual(["tail"]);
  });
});
