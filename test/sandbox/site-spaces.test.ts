import { describe, expect, it } from "vitest";
import { SPACE } from "../helpers/sandbox.js";
import { useTestSandbox } from "../helpers/set-ups.js";
import { guideSpace, loadSites, putShareLink, SITES } from "./sites-helper.js";

const service = useTestSandbox({ load: loadSites });

const PATH = `${SITES}/web/site-spaces`;
const FLAT = `${SITES}/flat/site-spaces`;
interface SiteSpace {
  id: string;
  section?: string;
  default: boolean;
  urls: object;
}
const list = async (path: string): Promise<SiteSpace[]> => (await service.call("GET", path)).json.items;
const ids = async (path: string) => (await list(path)).map(({ id }) => id);
const flags = async (path: string) => (await list(path)).map((item) => [item.id, item.section, item.default]);
const add = (body: object, path = PATH) => service.call("POST", path, body);
const patch = (id: string, body: object, path = PATH) => service.call("PATCH", `${path}/${id}`, body);
const move = (id: string, body: object, path = PATH) => service.call("POST", `${path}/${id}/move`, body);
const beside = (where: "before" | "after", siteSpace: string) => ({
  position: { [where]: { type: "site-space", siteSpace } },
});
const counter = async (site: string) => (await service.call("GET", `${SITES}/${site}`)).json.siteSpaces;

const START = [
  ["one", "guides", true],
  ["two", "guides", false],
  ["three", "inner", true],
  ["four", "last", true],
  ["five", "tail", true],
];

const one = {
  object: "site-space",
  id: "one",
  path: "one",
  section: "guides",
  space: guideSpace("https://docs.sandbox.invalid/published/web/guides/one"),
  title: "Guide",
  default: true,
  hasAdvancedCustomizationFeature: false,
  urls: { published: "https://docs.sandbox.invalid/published/web/guides/one" },
};

describe("site spaces", () => {
  it("lists the site spaces, section by section", async () => {
    const { status, json } = await service.call("GET", PATH);
    expect([status, json.count, json.items[0]]).toEqual([200, 5, one]);
    expect(await flags(PATH)).toEqual(START);
    const first = (await service.call("GET", `${PATH}?limit=4`)).json;
    expect(await ids(`${PATH}?limit=4&page=${first.next.page}`)).toEqual(["five"]);
  });

  it("has no addresses on an unpublished site", async () => {
    expect((await list(FLAT))[0]).toEqual({
      object: "site-space",
      id: "one-flat",
      path: "one-flat",
      space: guideSpace(),
      title: "Guide",
      default: true,
      hasAdvancedCustomizationFeature: false,
      urls: {},
    });
  });

  it("shows the space as it is now", async () => {
    await service.call("PATCH", `/v1/spaces/${SPACE}`, { title: "Manual" });
    const [item] = (await service.call("GET", PATH)).json.items;
    expect([item.title, item.space.title]).toEqual(["Manual", "Manual"]);
  });

  it("Site-spaces default filter is a tri-state: true, false, absent", async () => {
    expect(await ids(`${FLAT}?default=true`)).toEqual(["one-flat"]);
    expect(await ids(`${FLAT}?default=false`)).toEqual(["two-flat"]);
    expect(await ids(FLAT)).toEqual(["one-flat", "two-flat"]);
    expect(await ids(`${PATH}?default=true`)).toEqual(["one"]);
    expect(await ids(`${PATH}?default=false`)).toEqual(["two", "three", "four", "five"]);
    expect((await service.call("GET", `${FLAT}?default=yes`)).status).toBe(400);
  });

  it("site-spaces take shareKey", async () => {
    await service.call("PATCH", `${SITES}/web`, { visibility: "share-link" });
    await service.change((context) => putShareLink(context, "web", "key1"));
    const published = "https://docs.sandbox.invalid/published/web/guides/one?shareKey=key1";
    const [item] = (await service.call("GET", `${PATH}?shareKey=key1`)).json.items;
    expect([item.urls, item.space.urls.published]).toEqual([{ published }, published]);
    expect((await list(PATH))[0]?.urls).toEqual({});
  });

  it("POST without sectionId: default section, with sectionId: that section", async () => {
    const { status, json } = await add({ spaceId: "blue" });
    expect(status).toBe(201);
    const { id, space, ...rest } = json;
    expect(rest).toEqual({
      object: "site-space",
      path: "blue",
      section: "guides",
      title: "Blue",
      default: false,
      hasAdvancedCustomizationFeature: false,
      urls: { published: "https://docs.sandbox.invalid/published/web/guides/blue" },
    });
    expect(space.id).toBe("blue");
    const other = (await add({ spaceId: "blue", sectionId: "tail" })).json;
    expect(other.section).toBe("tail");
    expect(await ids(PATH)).toEqual(["one", "two", id, "three", "four", "five", other.id]);
    expect(await counter("web")).toBe(7);
  });

  it("spaceId -> space (Space) / siteSpaces; sectionId -> section", async () => {
    const { json } = await add({ spaceId: SPACE, sectionId: "tail" });
    expect(json.space).toEqual(guideSpace("https://docs.sandbox.invalid/published/web/tail/guide"));
    expect([json.section, json.spaceId, json.sectionId]).toEqual(["tail", undefined, undefined]);
  });

  it("POST without sectionId: root level when the site has no sections", async () => {
    const { json } = await add({ spaceId: "red" }, FLAT);
    expect([json.section, json.default, json.path]).toEqual([undefined, false, "red"]);
    expect(await ids(FLAT)).toEqual(["one-flat", "two-flat", json.id]);
    expect(await counter("flat")).toBe(3);
  });

  it("the first site space is the default", async () => {
    const { id } = (await service.call("POST", SITES, {})).json;
    expect((await add({ spaceId: "red" }, `${SITES}/${id}/site-spaces`)).json.default).toBe(true);
    expect((await add({ spaceId: "blue" }, `${SITES}/${id}/site-spaces`)).json.default).toBe(false);
  });

  it("gives spaces of one title different paths", async () => {
    const added = [await add({ spaceId: "blue" }), await add({ spaceId: "blue" }), await add({ spaceId: "blue" })];
    expect(added.map(({ json }) => json.path)).toEqual(["blue", "blue-1", "blue-2"]);
  });

  it("adding needs a space of the organization and a section of the site", async () => {
    expect((await add({})).json.error).toEqual({ code: 400, message: "spaceId is required" });
    expect((await add({ spaceId: "none" })).status).toBe(404);
    expect((await add({ spaceId: "theirs" })).status).toBe(404);
    expect((await add({ spaceId: "blue", sectionId: "none" })).status).toBe(404);
    expect(await counter("web")).toBe(5);
  });

  it("PATCH spaceId repoints the content; absent leaves it", async () => {
    const { status, json } = await patch("one", { spaceId: "blue" });
    expect([status, json.id, json.path, json.title, json.space.id]).toEqual([200, "one", "one", "Blue", "blue"]);
    expect((await patch("one", { path: "first" })).json.space.id).toBe("blue");
    expect((await patch("one", { spaceId: "none" })).status).toBe(404);
    expect((await patch("one", { spaceId: "theirs" })).status).toBe(404);
    expect(await ids(`${SITES}?space=blue`)).toEqual(["web", "flat"]);
  });

  it("changes the path, which no other site space of the section may have", async () => {
    const { json } = await patch("one", { path: "first" });
    expect([json.path, json.urls.published]).toEqual([
      "first",
      "https://docs.sandbox.invalid/published/web/guides/first",
    ]);
    expect((await patch("one", { path: "two" })).json.error).toEqual({ code: 400, message: 'path "two" is taken' });
    expect((await patch("one", { path: "three" })).status).toBe(200);
  });

  it("condition: absent leaves, null removes, 1 to 1024 characters; for site spaces", async () => {
    expect((await patch("one", { condition: "c".repeat(1024) })).json.condition).toBe("c".repeat(1024));
    expect((await patch("one", { condition: "visitor.claims.a" })).json.condition).toBe("visitor.claims.a");
    expect((await patch("one", {})).json).toEqual({ ...one, condition: "visitor.claims.a" });
    for (const condition of ["", "c".repeat(1025)]) expect((await patch("one", { condition })).status).toBe(400);
    expect((await patch("one", { condition: null })).json).toEqual(one);
  });

  it("deletes a site space; the next one of its section becomes the default", async () => {
    expect(await service.call("DELETE", `${PATH}/one`)).toMatchObject({ status: 204, text: "" });
    expect(await flags(PATH)).toEqual([["two", "guides", true], ...START.slice(2)]);
    expect(await counter("web")).toBe(4);
    expect((await service.call("DELETE", `${PATH}/one`)).status).toBe(204);
    expect(await counter("web")).toBe(4);
    expect((await service.call("GET", `/v1/spaces/${SPACE}`)).status).toBe(200);
  });

  it("deleting one that is not the default leaves the default", async () => {
    await service.call("DELETE", `${FLAT}/two-flat`);
    expect(await flags(FLAT)).toEqual([["one-flat", undefined, true]]);
    await service.call("DELETE", `${FLAT}/one-flat`);
    expect([await ids(FLAT), await counter("flat")]).toEqual([[], 0]);
  });

  it("No matching resource found: 404", async () => {
    for (const [method, path, body] of [
      ["GET", `${SITES}/none/site-spaces`],
      ["POST", `${SITES}/none/site-spaces`, { spaceId: SPACE }],
      ["PATCH", `${PATH}/none`, { path: "x" }],
      ["PATCH", `${FLAT}/one`, { path: "x" }],
      ["POST", `${PATH}/none/move`, beside("before", "one")],
      ["POST", `${FLAT}/one/move`, beside("before", "one-flat")],
    ] as const) {
      expect((await service.call(method, path, body)).status, `${method} ${path}`).toBe(404);
    }
    expect((await service.call("DELETE", `${FLAT}/one`)).status).toBe(204);
    expect(await counter("web")).toBe(5);
  });
});

describe("moving site spaces", () => {
  it("Position is {before: ref} or {after: ref}; site-space + `siteSpace`", async () => {
    const { status, json } = await move("two", beside("before", "one"));
    expect([status, json.object, json.id, json.default]).toEqual([200, "site-space", "two", false]);
    expect(await ids(PATH)).toEqual(["two", "one", "three", "four", "five"]);
    await move("two-flat", beside("before", "one-flat"), FLAT);
    expect(await flags(FLAT)).toEqual([
      ["two-flat", undefined, false],
      ["one-flat", undefined, true],
    ]);
    for (const place of [
      { type: "site-space", id: "two" },
      { type: "space", siteSpace: "two" },
    ]) {
      expect((await move("one", { position: { after: place } })).status).toBe(400);
    }
  });

  it("moves into another section; both sections keep one default", async () => {
    const { json } = await move("one", beside("after", "five"));
    expect([json.section, json.default, json.urls.published]).toEqual([
      "tail",
      false,
      "https://docs.sandbox.invalid/published/web/tail/one",
    ]);
    expect(await flags(PATH)).toEqual([
      ["two", "guides", true],
      ["three", "inner", true],
      ["four", "last", true],
      ["five", "tail", true],
      ["one", "tail", false],
    ]);
    expect(await counter("web")).toBe(5);
  });

  it("changes a path that is taken in the other section", async () => {
    await patch("five", { path: "one" });
    expect((await move("one", beside("before", "five"))).json.path).toBe("one-1");
  });

  it("Invalid position (site space) provided: 400", async () => {
    for (const id of ["none", "one", "one-flat", "guides"]) {
      expect((await move("one", beside("before", id))).status, id).toBe(400);
    }
    const both = { ...beside("before", "two").position, ...beside("after", "three").position };
    expect((await move("one", { position: both })).status).toBe(400);
    expect(await flags(PATH)).toEqual(START);
  });

  it("answers 409 when nothing would change", async () => {
    for (const body of [{}, { position: {} }, beside("before", "two")]) {
      expect((await move("one", body)).status).toBe(409);
    }
  });
});
