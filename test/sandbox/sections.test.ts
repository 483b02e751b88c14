import { describe, expect, it } from "vitest";
import { putSpace, SPACE } from "../helpers/sandbox.js";
import { useTestSandbox } from "../helpers/set-ups.js";
import { guideSpace, loadSites, putShareLink, SITES } from "./sites-helper.js";

const service = useTestSandbox({ load: loadSites });

const PATH = `${SITES}/web/sections`;
interface Section {
  id: string;
  default: boolean;
  sectionGroup?: string;
}
const list = async (path = PATH): Promise<Section[]> => (await service.call("GET", path)).json.items;
const ids = async (path = PATH) => (await list(path)).map(({ id }) => id);
const create = (body: object, site = "web") => service.call("POST", `${SITES}/${site}/sections`, body);
const patch = (id: string, body: object) => service.call("PATCH", `${PATH}/${id}`, body);
const move = (id: string, body: object) => service.call("POST", `${PATH}/${id}/move`, body);
const beside = (where: "before" | "after", siteSection: string) => ({
  position: { [where]: { type: "site-section", siteSection } },
});
const siteSpaces = async (site = "web") => (await service.call("GET", `${SITES}/${site}`)).json.siteSpaces;

const guides = {
  object: "site-section",
  id: "guides",
  title: "The guides",
  default: true,
  path: "guides",
  siteSpaces: [
    {
      object: "site-space",
      id: "one",
      path: "one",
      section: "guides",
      space: guideSpace("https://docs.sandbox.invalid/published/web/guides/one"),
      title: "Guide",
      default: true,
      hasAdvancedCustomizationFeature: false,
      urls: { published: "https://docs.sandbox.invalid/published/web/guides/one" },
    },
    expect.objectContaining({ object: "site-space", id: "two", title: "Red", default: false }),
  ],
  urls: { published: "https://docs.sandbox.invalid/published/web/guides" },
};

describe("sections", () => {
  it("lists the sections as visitors meet them, those of a group in its place", async () => {
    const { status, json } = await service.call("GET", PATH);
    expect([status, json.count, json.items[0]]).toEqual([200, 4, guides]);
    expect(await ids()).toEqual(["guides", "inner", "last", "tail"]);
    const first = (await service.call("GET", `${PATH}?limit=3`)).json;
    expect(await ids(`${PATH}?limit=3&page=${first.next.page}`)).toEqual(["tail"]);
  });

  it("sections take shareKey, which resolves the addresses of a site with share links", async () => {
    await service.call("PATCH", `${SITES}/web`, { visibility: "share-link" });
    await service.change((context) => {
      putShareLink(context, "web", "key1");
      putShareLink(context, "web", "off1", { active: false });
      putShareLink(context, "flat", "flat1");
    });
    const published = async (query: string) =>
      (await list(`${PATH}${query}`)).map((section) => (section as Section & { urls: object }).urls)[0];
    expect(await published("?shareKey=key1")).toEqual({
      published: "https://docs.sandbox.invalid/published/web/guides?shareKey=key1",
    });
    for (const query of ["", "?shareKey=off1", "?shareKey=flat1", "?shareKey=none"]) {
      expect(await published(query)).toEqual({});
    }
  });

  it("creates a section, its space added as a site space", async () => {
    const { status, json } = await create({ spaceId: SPACE, title: "Start here", icon: "rocket" });
    expect(status).toBe(201);
    const { id, siteSpaces: links, ...section } = json;
    expect(section).toEqual({
      object: "site-section",
      title: "Start here",
      icon: "rocket",
      default: false,
      path: "start-here",
      urls: { published: "https://docs.sandbox.invalid/published/web/start-here" },
    });
    expect(links).toEqual([
      {
        object: "site-space",
        id: expect.stringMatching(/^[A-Za-z][A-Za-z0-9]{19}$/),
        path: "guide",
        section: id,
        space: guideSpace("https://docs.sandbox.invalid/published/web/start-here/guide"),
        title: "Guide",
        default: true,
        hasAdvancedCustomizationFeature: false,
        urls: { published: "https://docs.sandbox.invalid/published/web/start-here/guide" },
      },
    ]);
    expect(await ids()).toEqual(["guides", "inner", "last", "tail", id]);
    expect(await siteSpaces()).toBe(6);
  });

  it("the first section of a site is its default", async () => {
    expect((await create({ spaceId: SPACE }, "flat")).json.default).toBe(true);
    expect((await create({ spaceId: "red" }, "flat")).json.default).toBe(false);
  });

  it("Section title may be null on create but not on update", async () => {
    const { status, json } = await create({ spaceId: SPACE, title: null });
    expect([status, json.title, json.path]).toEqual([201, "Guide", "guide"]);
    expect((await patch("guides", { title: null })).status).toBe(400);
  });

  it("section create title and icon null, section update icon and description null", async () => {
    const created = await create({ spaceId: SPACE, title: null, icon: null });
    expect([created.status, created.json.icon]).toEqual([201, undefined]);
    await patch("guides", { icon: "book", description: "What to read first" });
    const removed = await patch("guides", { icon: null, description: null });
    expect([removed.status, removed.json]).toEqual([200, guides]);
  });

  it("gives sections of one title different paths", async () => {
    expect((await create({ spaceId: SPACE, title: "Tail" })).json.path).toBe("tail-1");
    expect((await create({ spaceId: SPACE, title: "Tail" })).json.path).toBe("tail-2");
  });

  it("refuses a space that is not there, of another organization, or too short a title of one", async () => {
    await service.change((context) => putSpace(context, { id: "x", title: "X" }));
    expect((await create({})).json.error).toEqual({ code: 400, message: "spaceId is required" });
    expect((await create({ spaceId: "none" })).status).toBe(404);
    expect((await create({ spaceId: "theirs" })).status).toBe(404);
    expect((await create({ spaceId: "x" })).status).toBe(400);
    expect((await create({ spaceId: "x", title: "An X" })).status).toBe(201);
  });

  it("patches the fields it is given, and only those", async () => {
    const fields = { title: "Guidance", path: "guidance", icon: "book", description: "Read first", condition: "a" };
    const { status, json } = await patch("guides", fields);
    expect(status).toBe(200);
    expect(json).toEqual({
      ...guides,
      ...fields,
      urls: { published: "https://docs.sandbox.invalid/published/web/guidance" },
      siteSpaces: expect.any(Array),
    });
    expect(json.siteSpaces[0].urls.published).toBe("https://docs.sandbox.invalid/published/web/guidance/one");
    expect((await patch("guides", {})).json).toEqual(json);
    expect((await patch("guides", { path: "tail" })).status).toBe(400);
    expect((await patch("guides", { path: "guidance" })).status).toBe(200);
  });

  it("condition: absent leaves, null removes, 1 to 1024 characters; for sections", async () => {
    expect((await patch("tail", { condition: "c".repeat(1024) })).json.condition).toBe("c".repeat(1024));
    expect((await patch("tail", { condition: "visitor.claims.a" })).json.condition).toBe("visitor.claims.a");
    expect((await patch("tail", { title: "End" })).json.condition).toBe("visitor.claims.a");
    for (const condition of ["", "c".repeat(1025)]) expect((await patch("tail", { condition })).status).toBe(400);
    expect("condition" in (await patch("tail", { condition: null })).json).toBe(false);
  });

  it("title 2-128, path 1-100, description <=256, icon <=50", async () => {
    const long = { title: "t".repeat(128), path: "p".repeat(100), description: "d".repeat(256), icon: "i".repeat(50) };
    expect((await patch("tail", long)).json).toMatchObject(long);
    expect((await patch("tail", { title: "ab", path: "p" })).status).toBe(200);
    for (const [name, value] of Object.entries(long)) {
      expect((await patch("tail", { [name]: `${value}x` })).status, name).toBe(400);
    }
    for (const body of [{ title: "a" }, { path: "" }]) expect((await patch("tail", body)).status).toBe(400);
    for (const body of [{ title: "a" }, { title: "t".repeat(129) }, { icon: "i".repeat(51) }]) {
      expect((await create({ spaceId: SPACE, ...body })).status).toBe(400);
    }
  });

  it("Empty string is not null: condition has at least 1 character, path 1, section title 2", async () => {
    for (const name of ["condition", "path", "title"]) {
      expect((await patch("tail", { [name]: "" })).status, name).toBe(400);
    }
    const { status, json } = await patch("tail", { description: "", icon: "" });
    expect([status, json.description, json.icon]).toEqual([200, "", ""]);
  });

  it("defaultSiteSpace exists on a section (default in that section)", async () => {
    const { status, json } = await patch("guides", { defaultSiteSpace: "two" });
    const flags = json.siteSpaces.map((item: { id: string; default: boolean }) => [item.id, item.default]);
    expect([status, flags]).toEqual([
      200,
      [
        ["one", false],
        ["two", true],
      ],
    ]);
    for (const id of ["three", "none"]) expect((await patch("guides", { defaultSiteSpace: id })).status).toBe(400);
  });

  it("deletes a section with its site spaces; another one becomes the default", async () => {
    expect((await service.call("DELETE", `${PATH}/guides`)).status).toBe(204);
    expect((await list()).map((item) => [item.id, item.default])).toEqual([
      ["inner", true],
      ["last", false],
      ["tail", false],
    ]);
    expect(await siteSpaces()).toBe(3);
    expect(await ids(`${SITES}/web/site-spaces`)).toEqual(["three", "four", "five"]);
    expect((await service.call("DELETE", `${PATH}/guides`)).status).toBe(204);
    expect((await service.call("GET", `/v1/spaces/${SPACE}`)).status).toBe(200);
  });

  it("There is no GET for a single section, section group, site space or share link", async () => {
    for (const path of ["sections/guides", "section-groups/group", "site-spaces/one", "share-links/key1"]) {
      expect((await service.call("GET", `${SITES}/web/${path}`)).status, path).toBe(405);
    }
  });

  it("answers 404 for what is not there", async () => {
    for (const [method, path, body] of [
      ["GET", `${SITES}/none/sections`],
      ["POST", `${SITES}/none/sections`, { spaceId: SPACE }],
      ["PATCH", `${PATH}/none`, { title: "Other" }],
      ["PATCH", `${SITES}/flat/sections/guides`, { title: "Other" }],
      ["POST", `${PATH}/none/move`, beside("before", "guides")],
    ] as const) {
      expect((await service.call(method, path, body)).status, `${method} ${path}`).toBe(404);
    }
    expect((await service.call("DELETE", `${SITES}/flat/sections/guides`)).status).toBe(204);
    expect(await ids()).toEqual(["guides", "inner", "last", "tail"]);
  });
});

describe("moving sections", () => {
  it("Section move is deprecated but has to work", async () => {
    const { status, json } = await move("tail", beside("before", "guides"));
    expect([status, json.object, json.id]).toEqual([200, "site-section", "tail"]);
    expect(await ids()).toEqual(["tail", "guides", "inner", "last"]);
    await move("tail", beside("after", "guides"));
    expect(await ids()).toEqual(["guides", "tail", "inner", "last"]);
  });

  it("sectionGroup on the section is the id of its group: a section moved beside one of a group joins it", async () => {
    const { json } = await move("tail", beside("after", "inner"));
    expect(json.sectionGroup).toBe("group");
    expect(await ids()).toEqual(["guides", "inner", "tail", "last"]);
    expect((await move("last", beside("before", "guides"))).json.sectionGroup).toBe(undefined);
    expect(await ids()).toEqual(["last", "guides", "inner", "tail"]);
  });

  it("Position: site-section + `siteSection`", async () => {
    for (const place of [
      { type: "site-section", id: "guides" },
      { type: "space", siteSection: "guides" },
      { siteSection: "guides" },
    ]) {
      expect((await move("tail", { position: { before: place } })).status).toBe(400);
    }
  });

  it("Errors: invalid position", async () => {
    for (const id of ["none", "tail", "group", "one"]) {
      expect((await move("tail", beside("before", id))).status, id).toBe(400);
    }
    const both = { ...beside("before", "guides").position, ...beside("after", "inner").position };
    expect((await move("tail", { position: both })).json.error).toEqual({
      code: 400,
      message: "invalid position: give either before or after",
    });
  });

  it("Errors: operation would not result in any update", async () => {
    for (const body of [{}, { position: {} }]) expect((await move("tail", body)).status).toBe(409);
    expect((await move("last", beside("after", "inner"))).json.error).toEqual({
      code: 409,
      message: "operation would not result in any update",
    });
  });

  it("sortSiteStructure must not be invented", async () => {
    expect((await service.call("POST", `${SITES}/web/structure/sort`, {})).status).toBe(404);
  });
});
