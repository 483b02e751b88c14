import { expect, it } from "vitest";
import { createRevision } from "../../src/sandbox/content/revisions.js";
import { ORG, OTHER_ORG, putSpace, SPACE } from "../helpers/sandbox.js";
import { useTestSandbox } from "../helpers/set-ups.js";
import { putPeople } from "./people-helper.js";
import { loadSites, putSite, putSiteSpace, SITES } from "./sites-helper.js";

/* What goes with a thing that goes, looked for in the store: nothing answers it any more. */

const DAY = 24 * 3_600_000;

const service = useTestSandbox({
  load: (context) => {
    loadSites(context);
    putPeople(context);
  },
});

/** Number of objects of each kind that have a word in their id, scope or text. */
const traces = (word: string) =>
  service.change(({ store }) =>
    Object.fromEntries(
      store.sql
        .all(
          "SELECT kind, count(*) AS n FROM objects WHERE instr(id || ' ' || scope || json, ?) > 0 GROUP BY kind",
          word,
        )
        .map(({ kind, n }) => [String(kind), Number(n)]),
    ),
  );

const blobs = (key: string) =>
  service.change(({ store }) => store.sql.all("SELECT key FROM blobs WHERE key LIKE ?", `${key}%`).length);

it("a site takes its sections, links and visitor schema along", async () => {
  const jsonSchema = { type: "object", properties: { beta: { type: "boolean" } }, additionalProperties: false };
  expect((await service.call("PUT", `${SITES}/web/adaptive-schema`, { jsonSchema })).status).toBe(200);
  await service.call("POST", `${SITES}/web/share-links`, { name: "Press" });
  expect(await traces("web")).toMatchObject({ "site-adaptive-schema": 1, "share-link": 1, "site-section": 4 });
  await service.call("DELETE", `${SITES}/web`);
  expect(await traces("web")).toEqual({});
});

it("a deleted space goes after seven days with all that was said about it, whatever is asked then", async () => {
  const post = async (path: string, body: object) => (await service.call("POST", path, body)).json;
  const space = (await post(`/v1/spaces/${SPACE}/duplicate`, {})).id;
  const comment = async (above: string) => {
    const { id } = await post(`${above}/comments`, { body: { markdown: "Why?" } });
    expect((await post(`${above}/comments/${id}/replies`, { body: { markdown: "So." } })).object).toBe("comment-reply");
  };
  await post(`/v1/spaces/${space}/change-requests`, { subject: "Shorter" });
  await comment(`/v1/spaces/${space}`);
  await comment(`/v1/spaces/${space}/change-requests/1`);
  await post(`/v1/spaces/${space}/change-requests/1/content/import`, { url: "https://a.example", source: "website" });
  await service.change((context) => {
    context.store.put("team-space", `t/${space}`, "t", { space, permission: "read" });
    const [change = ""] = context.store.ids("change-request", space);
    context.store.put("contribution", `${change}/bo1`, change, { user: "bo1" });
    putSiteSpace(context, { site: "flat", id: "copy", space });
  });
  await service.call("DELETE", `/v1/spaces/${space}`);
  const gone = ["comment-reply", "contribution", "content-import"];
  const left = (kind: string) =>
    service.change(({ store }) => store.sql.all("SELECT id FROM objects WHERE kind = ?", kind).length);
  expect(await Promise.all(gone.map(left))).toEqual([2, 1, 1]);
  service.advance(7 * DAY);
  await service.call("GET", "/v1/orgs");
  expect(await traces(space)).not.toEqual({});
  service.advance(1);
  await service.call("GET", "/v1/orgs");
  expect(await traces(space)).toEqual({});
  expect(await Promise.all(gone.map(left))).toEqual([0, 0, 0]);
});

it("a purged space leaves its sites, which get another default", async () => {
  await service.call("DELETE", `/v1/spaces/${SPACE}`);
  service.advance(7 * DAY + 1);
  const { items, count } = (await service.call("GET", `${SITES}/flat/site-spaces`)).json;
  expect([count, items[0].id, items[0].default]).toEqual([1, "two-flat", true]);
  expect((await service.call("GET", `${SITES}/flat`)).json.siteSpaces).toBe(1);
  const web = (await service.call("GET", `${SITES}/web/published`)).json.structure.structure;
  expect(web[0]).toMatchObject({ id: "guides", siteSpaces: [{ id: "two", default: true }] });
});

it("a space that goes to another organization loses what the teams of the old one had", async () => {
  await service.change((context) => {
    putSpace(context, { id: "moving", title: "Moving" });
    putSpace(context, { id: "staying", title: "Staying" });
    for (const space of ["moving", "staying"]) {
      context.store.put("team-space", `t/${space}`, "t", { space, permission: "edit" });
    }
  });
  expect((await service.call("POST", "/v1/spaces/moving/transfer", { organization: OTHER_ORG })).status).toBe(200);
  expect([(await traces("moving"))["team-space"], (await traces("staying"))["team-space"]]).toEqual([undefined, 1]);
});

it("a copy of a space is not synchronized with the repository of its original", async () => {
  const gitSync = { repoName: "harbor/guide", url: "https://git.example/harbor/guide" };
  await service.change(({ store }) => store.update<object>("space", "red", (space) => ({ ...space, gitSync })));
  const { json } = await service.call("POST", "/v1/spaces/red/duplicate");
  expect([json.title, json.gitSync]).toEqual(["Red copy", undefined]);
});

it("a specification takes the bytes of its versions along", async () => {
  await service.change(async (context) => {
    const { addVersion } = await import("../../src/sandbox/openapi/specs.js");
    for (const slug of ["pets", "pets-2"]) {
      context.store.put("openapi-spec", `${ORG}/${slug}`, ORG, { object: "openapi-spec", slug });
      const text = `{"openapi":"3.1.0","info":{"title":"${slug}"}}`;
      const createdAt = "2026-01-15T10:00:00.000Z";
      const version = { org: ORG, slug, id: `${slug}-v1`, createdAt, name: "a.json", text, document: {} };
      addVersion(context, version);
      addVersion(context, { ...version, id: `${slug}-v2` });
    }
  });
  expect(await blobs("specs/")).toBe(4);
  await service.call("DELETE", `/v1/orgs/${ORG}/openapi/pets`);
  expect([await blobs("specs/pets-v"), await blobs("specs/pets-2-v")]).toEqual([0, 2]);
});

it("a space is not restored into the collection of another organization", async () => {
  await service.change((context) => {
    context.store.put("collection", "far", OTHER_ORG, { object: "collection", id: "far", organization: OTHER_ORG });
    putSpace(context, { id: "back", title: "Back" });
    context.store.update<object>("space", "back", (space) => ({ ...space, parent: "far" }));
  });
  await service.call("DELETE", "/v1/spaces/back");
  const { json } = await service.call("POST", "/v1/spaces/back/restore");
  expect([json.organization, json.parent]).toEqual([ORG, undefined]);
});

it("a space that is only in a collection is private at the root", async () => {
  const shelf = (await service.call("POST", `/v1/orgs/${ORG}/collections`, { title: "Shelf" })).json.id;
  const inside = async (id: string) => {
    await service.change(({ store }) => {
      store.update<object>("space", id, (space) => ({ ...space, visibility: "in-collection", parent: shelf }));
      store.place("space", id, shelf);
    });
  };
  await service.change((context) => {
    for (const id of ["moved", "left", "restored"]) putSpace(context, { id, title: id });
  });
  const visibility = async (id: string) => (await service.call("GET", `/v1/spaces/${id}`)).json.visibility;
  for (const id of ["moved", "left", "restored"]) await inside(id);
  const position = { before: { type: "space", space: "red" } };
  expect((await service.call("POST", "/v1/spaces/moved/move", { position })).json.visibility).toBe("private");
  expect(await visibility("left")).toBe("in-collection");
  await service.call("DELETE", "/v1/spaces/restored");
  await service.call("DELETE", `/v1/collections/${shelf}`);
  expect(await visibility("left")).toBe("private");
  expect((await service.call("POST", "/v1/spaces/restored/restore")).json.visibility).toBe("private");
});

it("a site that was just made has no address of another one", async () => {
  await service.change((context) => putSite(context, "harbor", { basename: "harbor" }, OTHER_ORG));
  expect((await service.call("POST", SITES, { title: "Harbor" })).json.basename).toBe("harbor-1");
  for (const basename of ["harbor", "web", "a/b", "a?b", "a#b", "", " "]) {
    const { status } = await service.call("PATCH", `${SITES}/flat`, { basename });
    expect([basename, status]).toEqual([basename, 400]);
  }
  expect((await service.call("PATCH", `${SITES}/flat`, { basename: "flat" })).status).toBe(200);
  for (const path of ["a/b", "a?b", "a#b", " ", "tail", ".."]) {
    const { status } = await service.call("PATCH", `${SITES}/web/sections/guides`, { path });
    expect([path, status]).toEqual([path, 400]);
  }
  expect((await service.call("PATCH", `${SITES}/web/site-spaces/one`, { path: "a#b" })).status).toBe(400);
  expect((await service.call("PATCH", `${SITES}/web/sections/guides`, { path: "guides-2" })).status).toBe(200);
});

it("spaces carry their address on a site wherever they are answered", async () => {
  const published = async () => ({
    view: (await service.call("GET", "/v1/spaces/blue")).json.urls.published,
    list: (await service.call("GET", `/v1/orgs/${ORG}/spaces`)).json.items.find(
      ({ id }: { id: string }) => id === "blue",
    ).urls.published,
    patch: (await service.call("PATCH", "/v1/spaces/blue", { title: "Blue" })).json.urls.published,
    member: (await service.call("GET", `/v1/orgs/${ORG}/members/bo1/spaces`)).json.items.find(
      ({ space }: { space: { id: string } }) => space.id === "blue",
    )?.space.urls.published,
    content: (await service.call("GET", "/v1/spaces/blue/content")).json.urls.published,
  });
  const everywhere = (address?: string) => ({
    view: address,
    list: address,
    patch: address,
    member: address,
    content: address,
  });
  await service.change((context) => {
    const revision = createRevision(context, { space: "blue", type: "edits", pages: [] });
    context.store.update<object>("space", "blue", (space) => ({ ...space, revision }));
  });
  expect(await published()).toEqual(everywhere());
  await service.call("POST", `${SITES}/flat/publish`);
  expect(await published()).toEqual(everywhere("https://docs.sandbox.invalid/published/flat/two-flat"));
  await service.call("PATCH", `${SITES}/flat/site-spaces/two-flat`, { path: "second" });
  expect(await published()).toEqual(everywhere("https://docs.sandbox.invalid/published/flat/second"));
  await service.call("PATCH", `${SITES}/flat`, { visibility: "share-link" });
  expect(await published()).toEqual(everywhere());
  await service.call("PATCH", `${SITES}/flat`, { visibility: "public" });
  await service.call("DELETE", `${SITES}/flat`);
  expect(await published()).toEqual(everywhere());
});
