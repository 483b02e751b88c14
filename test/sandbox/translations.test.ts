import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createRevision } from "../../src/sandbox/content/revisions.js";
import { loadSample } from "../../src/sandbox/sample/load.js";
import {
  ORG,
  OTHER_ORG,
  putSpace,
  SPACE,
  smallOrganization,
  type TestSandbox,
  testSandbox,
} from "../helpers/sandbox.js";

const PATH = `/v1/orgs/${ORG}/translations`;
const SOURCE = { space: SPACE, language: "en" };

let service: TestSandbox;
beforeEach(async () => {
  service = await testSandbox({
    load: (context) => {
      smallOrganization(context);
      const pages = [
        {
          id: "one",
          title: "Start",
          markdown: "# Start\n\nCharge the **cart**.",
          pages: [{ title: "Dock", markdown: "It's here." }],
        },
        { id: "two", title: "Group", type: "group", pages: [{ title: "Japanese", markdown: "猫が好き" }] },
      ];
      const revision = createRevision(context, { space: SPACE, type: "edits", pages });
      context.store.update<object>("space", SPACE, (space) => ({ ...space, revision }));
      putSpace(context, { id: "lastSpace00000000001", title: "Last" });
      putSpace(context, { id: "strangeSpace00000001", title: "Strange", org: OTHER_ORG });
    },
  });
});
afterEach(() => service.close());

/** A document of one paragraph. */
const instructions = (text: string) => ({
  object: "document",
  data: { schemaVersion: 8, origin: "test" },
  nodes: [
    {
      object: "block",
      type: "paragraph",
      key: "k1",
      isVoid: false,
      data: { align: "start" },
      nodes: [{ object: "text", leaves: [{ object: "leaf", text, marks: [] }] }],
    },
  ],
});

const create = (body: object) => service.call("POST", PATH, body);
const get = async (path: string) => (await service.call("GET", path)).json;
const german = { source: SOURCE, language: "de" };

describe("translations", () => {
  it("creates a pending translation, 201", async () => {
    const answer = await create({ ...german, instructions: instructions("Be formal.") });
    expect(answer.status).toBe(201);
    expect(answer.json).toEqual({
      object: "translation",
      id: expect.stringMatching(/^[A-Za-z][A-Za-z0-9]{19}$/),
      status: "pending",
      source: { space: SPACE, language: "en" },
      language: "de",
      instructions: instructions("Be formal."),
      createdAt: "2026-01-15T10:00:00.000Z",
      updatedAt: "2026-01-15T10:00:00.000Z",
      stats: {
        runs: 0,
        totalWords: 0,
        totalPages: 0,
        totalDuration: 0,
        latestRunDuration: 0,
        latestPages: 0,
        latestWords: 0,
      },
      permissions: { view: true, edit: true },
      urls: { location: `https://docs.sandbox.invalid/v1/orgs/${ORG}/translations/${answer.json.id}` },
    });
  });

  it("runs and is completed on later reads, with a copy of the space and real counts", async () => {
    const { id } = (await create(german)).json;
    service.advance(4000);
    const running = await service.call("GET", `${PATH}/${id}`);
    expect([running.status, running.json.status, "result" in running.json]).toEqual([200, "running", false]);
    expect(running.json.updatedAt).toBe("2026-01-15T10:00:04.000Z");
    service.advance(3000);
    const done = await get(`${PATH}/${id}`);
    expect(done.status).toBe("completed");
    expect(done.stats).toEqual({
      runs: 1,
      totalWords: 9,
      totalPages: 3,
      totalDuration: 7,
      latestRunDuration: 7,
      latestPages: 3,
      latestWords: 9,
    });
    const copy = await get(`/v1/spaces/${done.result.space}`);
    expect(copy).toMatchObject({ title: "Guide (German)", language: "de", organization: ORG, comments: 0 });
    expect(copy.revision).toBe(done.result.revision);
    const { pages } = await get(`/v1/spaces/${copy.id}/content`);
    expect(pages.map(({ title }: { title: string }) => title)).toEqual(["Start", "Group"]);
    const { items } = await get(`/v1/orgs/${ORG}/spaces`);
    expect(items.map(({ title }: { title: string }) => title)).toEqual(["Guide", "Guide (German)", "Last"]);
    service.advance(1000);
    expect(await get(`${PATH}/${id}`)).toEqual(done);
  });

  it("lists translations, each read one step further", async () => {
    for (const language of ["de", "fr", "pt-br"]) await create({ source: SOURCE, language });
    const first = await service.call("GET", `${PATH}?limit=2`);
    const states = (items: { language: string; status: string }[]) =>
      items.map(({ language, status }) => `${language} ${status}`);
    expect([first.status, first.json.count, states(first.json.items)]).toEqual([200, 3, ["de running", "fr running"]]);
    const rest = await get(`${PATH}?limit=2&page=${first.json.next.page}`);
    expect([states(rest.items), rest.next]).toEqual([["pt-br completed"], undefined]);
    expect((await get(`/v1/orgs/${OTHER_ORG}/translations`)).items).toEqual([]);
  });

  it("instructions is a document object, not text or markdown; PUT takes only instructions", async () => {
    for (const wrong of ["Be formal.", { markdown: "Be formal." }, [], { object: "document" }]) {
      expect((await create({ ...german, instructions: wrong })).status).toBe(400);
    }
    const { id } = (await create({ ...german, instructions: instructions("Be formal.") })).json;
    service.advance(1000);
    const body = { instructions: instructions("Be brief."), language: "fr", status: "completed" };
    const answer = await service.call("PUT", `${PATH}/${id}`, body);
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({ language: "de", status: "pending", updatedAt: "2026-01-15T10:00:01.000Z" });
    expect(answer.json.instructions).toEqual(instructions("Be brief."));
    const empty = await service.call("PUT", `${PATH}/${id}`, {});
    expect([empty.status, empty.json.error.message]).toEqual([400, "instructions is required"]);
    expect((await service.call("PUT", `${PATH}/${id}`, { instructions: "Be brief." })).status).toBe(400);
    expect((await get(`${PATH}/${id}`)).instructions).toEqual(instructions("Be brief."));
  });

  it("takes the language of the space when the source names none", async () => {
    expect((await create({ source: { space: SPACE }, language: "de" })).json.source.language).toBe("en");
    await service.call("PATCH", `/v1/spaces/${SPACE}`, { language: "nl" });
    expect((await create({ source: { space: SPACE }, language: "de" })).json.source.language).toBe("nl");
  });

  it("refuses what cannot be translated, 400 or 404", async () => {
    for (const [body, status, message] of [
      [{ language: "de" }, 400, "source is required"],
      [{ source: {}, language: "de" }, 400, "source.space is required"],
      [{ source: SOURCE }, 400, "language is required"],
      [{ source: SOURCE, language: "en" }, 400, 'language must differ from the source\'s language "en"'],
      [{ source: SOURCE, language: "Klingon!" }, 400, 'language must be a language, such as "de" or "pt-br"'],
      [{ source: SOURCE, language: "en-abc" }, 400, 'language must be a language, such as "de" or "pt-br"'],
      [{ source: { space: "none" }, language: "de" }, 404, 'space "none" not found'],
      [{ source: { space: "strangeSpace00000001" }, language: "de" }, 404, 'space "strangeSpace00000001" not found'],
    ] as const) {
      const answer = await create(body);
      expect([answer.status, answer.json.error.message]).toEqual([status, message]);
    }
    expect((await get(PATH)).items).toEqual([]);
  });

  it("fails when the space is gone before the end", async () => {
    const { id } = (await create(german)).json;
    await get(`${PATH}/${id}`);
    await service.call("DELETE", `/v1/spaces/${SPACE}`);
    expect((await get(`${PATH}/${id}`)).status).toBe("failed");
  });

  it("deletes a translation, 204 always; its space stays", async () => {
    const { id } = (await create(german)).json;
    await get(PATH);
    const { result } = await get(`${PATH}/${id}`);
    const answer = await service.call("DELETE", `${PATH}/${id}`);
    expect([answer.status, answer.text]).toEqual([204, ""]);
    expect((await service.call("DELETE", `${PATH}/${id}`)).status).toBe(204);
    expect((await service.call("GET", `${PATH}/${id}`)).status).toBe(404);
    expect((await service.call("GET", `/v1/spaces/${result.space}`)).status).toBe(200);
  });

  it("answers 404 for what is not there", async () => {
    const { id } = (await create(german)).json;
    const body = { instructions: instructions("x") };
    for (const path of [
      `${PATH}/none`,
      `/v1/orgs/${OTHER_ORG}/translations/${id}`,
      `/v1/orgs/none/translations/${id}`,
    ]) {
      expect([path, (await service.call("GET", path)).status]).toEqual([path, 404]);
      expect([path, (await service.call("PUT", path, body)).status]).toEqual([path, 404]);
    }
    expect((await service.call("GET", "/v1/orgs/none/translations")).status).toBe(404);
    expect((await service.call("POST", "/v1/orgs/none/translations", german)).status).toBe(404);
  });

  it("lets only members who may create content do so", async () => {
    const { id } = (await create(german)).json;
    await service.change(({ store, actor }) => {
      store.update<object>("member", `${ORG}/${actor}`, (member) => ({ ...member, role: "edit" }));
    });
    expect((await create(german)).status).toBe(403);
    expect((await service.call("PUT", `${PATH}/${id}`, { instructions: instructions("x") })).status).toBe(403);
    expect((await service.call("DELETE", `${PATH}/${id}`)).status).toBe(403);
  });

  it("knows the sample's translation", async () => {
    service.close();
    service = await testSandbox({ load: loadSample });
    const { items } = await get("/v1/orgs/hR7kQ2mXv9TzLb4WcN8p/translations");
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({ id: "lkEDBVz72E62zj22Hd4M", status: "completed", language: "de" });
    expect((await get(`/v1/spaces/${items[0].result.space}`)).language).toBe("de");
  });
});
