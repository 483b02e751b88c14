import { describe, expect, it } from "vitest";
import { useTestSandbox } from "../helpers/set-ups.js";
import { loadSites, SITES } from "./sites-helper.js";

const service = useTestSandbox({ load: loadSites });

const PATH = `${SITES}/web/section-groups`;
interface Section {
  id: string;
  sectionGroup?: string;
}
const sections = async () =>
  ((await service.call("GET", `${SITES}/web/sections`)).json.items as Section[]).map((section) => [
    section.id,
    section.sectionGroup,
  ]);
const add = (sectionId: unknown, group = "group") => service.call("POST", `${PATH}/${group}/sections`, { sectionId });
const move = (body: object) => service.call("POST", `${PATH}/group/move`, body);
const beside = (where: "before" | "after", id: string) => ({ position: { [where]: { type: "site-section", id } } });
const idsIn = (answer: { json: { sections: Section[] } }) => answer.json.sections.map(({ id }) => id);

const START = [
  ["guides", undefined],
  ["inner", "group"],
  ["last", "group"],
  ["tail", undefined],
];

describe("section groups", () => {
  it("lists the groups; SiteSectionGroup.sections is an array of sections", async () => {
    const { status, json } = await service.call("GET", PATH);
    expect(status).toBe(200);
    expect(json).toEqual({
      count: 1,
      items: [
        {
          object: "site-section-group",
          id: "group",
          title: "The group",
          sections: [
            {
              object: "site-section",
              id: "inner",
              title: "The inner",
              default: false,
              path: "inner",
              sectionGroup: "group",
              siteSpaces: [expect.objectContaining({ object: "site-space", id: "three", section: "inner" })],
              urls: { published: "https://docs.sandbox.invalid/published/web/inner" },
            },
            expect.objectContaining({ object: "site-section", id: "last", sectionGroup: "group" }),
          ],
        },
      ],
    });
  });

  it("pages through the groups", async () => {
    await service.call("POST", PATH, { title: "Second" });
    const { json } = await service.call("GET", `${PATH}?limit=1`);
    const next = (await service.call("GET", `${PATH}?limit=1&page=${json.next.page}`)).json;
    expect([json.count, next.items[0].title, next.next]).toEqual([2, "Second", undefined]);
  });

  it("creates a group: sections ids -> SiteSection objects", async () => {
    const answer = await service.call("POST", PATH, { title: "More", icon: "book", sections: ["tail", "inner"] });
    expect(answer.status).toBe(201);
    const { id, sections: held, ...group } = answer.json;
    expect(group).toEqual({ object: "site-section-group", title: "More", icon: "book" });
    expect(id).toMatch(/^[A-Za-z][A-Za-z0-9]{19}$/);
    expect(held).toEqual([
      expect.objectContaining({ object: "site-section", id: "tail", sectionGroup: id }),
      expect.objectContaining({ object: "site-section", id: "inner", sectionGroup: id }),
    ]);
    expect(await sections()).toEqual([
      ["guides", undefined],
      ["last", "group"],
      ["tail", id],
      ["inner", id],
    ]);
  });

  it("creates an empty group", async () => {
    const { status, json } = await service.call("POST", PATH, {});
    expect([status, json]).toEqual([
      201,
      { object: "site-section-group", id: expect.any(String), title: "Untitled", sections: [] },
    ]);
  });

  it("creates nothing with a section that is not of the site", async () => {
    expect((await service.call("POST", PATH, { sections: ["tail", "none"] })).status).toBe(404);
    expect((await service.call("GET", PATH)).json.count).toBe(1);
    expect(await sections()).toEqual(START);
  });

  it("patches title and icon", async () => {
    const { status, json } = await service.call("PATCH", `${PATH}/group`, { title: "Renamed", icon: "star" });
    expect([status, json.id, json.title, json.icon, json.sections.length]).toEqual([
      200,
      "group",
      "Renamed",
      "star",
      2,
    ]);
    expect((await service.call("PATCH", `${PATH}/group`, {})).json).toEqual(json);
  });

  it("Icon names are at most 50 characters everywhere, also for section groups", async () => {
    const icon = "i".repeat(50);
    expect((await service.call("PATCH", `${PATH}/group`, { icon })).json.icon).toBe(icon);
    expect((await service.call("PATCH", `${PATH}/group`, { icon: `${icon}i` })).status).toBe(400);
    expect((await service.call("POST", PATH, { icon: `${icon}i` })).status).toBe(400);
  });

  it("sectionGroup on the section is the id of its group; a section created or added shows it", async () => {
    const answer = await add("tail");
    expect([answer.status, idsIn(answer)]).toEqual([201, ["inner", "last", "tail"]]);
    expect(await sections()).toEqual([...START.slice(0, 3), ["tail", "group"]]);
  });

  it("adding a section that is in the group already changes nothing", async () => {
    const answer = await add("inner");
    expect([answer.status, idsIn(answer)]).toEqual([201, ["inner", "last"]]);
  });

  it("adding a section of another group takes it out of that one", async () => {
    const { id } = (await service.call("POST", PATH, { title: "Second" })).json;
    expect(idsIn(await add("inner", id))).toEqual(["inner"]);
    expect((await service.call("GET", PATH)).json.items[0].sections.length).toBe(1);
  });

  it("adding needs a section of the site", async () => {
    expect((await add(undefined)).json.error).toEqual({ code: 400, message: "sectionId is required" });
    expect((await add("none")).status).toBe(404);
    expect((await add("one")).status).toBe(404);
  });

  it("Removing a section from a group is 204 also when it was not in it; the section stays on the site", async () => {
    const remove = (id: string) => service.call("DELETE", `${PATH}/group/sections/${id}`);
    expect(await remove("inner")).toMatchObject({ status: 204, text: "" });
    expect(await sections()).toEqual([
      ["guides", undefined],
      ["last", "group"],
      ["inner", undefined],
      ["tail", undefined],
    ]);
    for (const id of ["inner", "tail", "none"]) expect((await remove(id)).status).toBe(204);
    expect((await sections()).length).toBe(4);
  });

  it("Deleting a section group keeps its sections at root level", async () => {
    expect((await service.call("DELETE", `${PATH}/group`)).status).toBe(204);
    expect((await service.call("GET", PATH)).json).toEqual({ count: 0, items: [] });
    expect(await sections()).toEqual([
      ["guides", undefined],
      ["inner", undefined],
      ["last", undefined],
      ["tail", undefined],
    ]);
    expect((await service.call("DELETE", `${PATH}/group`)).status).toBe(204);
  });

  it("answers 404 for what is not there", async () => {
    for (const [method, path, body] of [
      ["GET", `${SITES}/none/section-groups`],
      ["POST", `${SITES}/none/section-groups`, {}],
      ["PATCH", `${PATH}/none`, { title: "x" }],
      ["PATCH", `${SITES}/flat/section-groups/group`, { title: "x" }],
      ["POST", `${PATH}/none/sections`, { sectionId: "tail" }],
      ["POST", `${PATH}/none/move`, beside("before", "guides")],
    ] as const) {
      expect((await service.call(method, path, body)).status, `${method} ${path}`).toBe(404);
    }
  });
});

describe("moving section groups", () => {
  it("Position is {before: ref} or {after: ref}; site-section + `id` for groups", async () => {
    const { status, json } = await move(beside("before", "guides"));
    expect([status, json.object, json.id]).toEqual([200, "site-section-group", "group"]);
    expect((await sections()).map(([id]) => id)).toEqual(["inner", "last", "guides", "tail"]);
    await move(beside("after", "tail"));
    expect((await sections()).map(([id]) => id)).toEqual(["guides", "tail", "inner", "last"]);
    const wrong = { position: { before: { type: "site-section", siteSection: "guides" } } };
    expect((await move(wrong)).status).toBe(400);
  });

  it("moves beside another group", async () => {
    const { id } = (await service.call("POST", PATH, { sections: ["tail"] })).json;
    expect((await move(beside("after", id))).status).toBe(200);
    expect((await sections()).map(([section]) => section)).toEqual(["guides", "tail", "inner", "last"]);
  });

  it("Invalid position (section group) provided: 400", async () => {
    for (const id of ["none", "group", "inner", "one"]) {
      expect((await move(beside("before", id))).status, id).toBe(400);
    }
    const both = { ...beside("before", "guides").position, ...beside("after", "tail").position };
    expect((await move({ position: both })).status).toBe(400);
  });

  it("answers 409 when nothing would change", async () => {
    for (const body of [{}, { position: {} }, beside("after", "guides"), beside("before", "tail")]) {
      expect((await move(body)).status).toBe(409);
    }
  });
});
