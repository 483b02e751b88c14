import { describe, expect, it } from "vitest";
import { SPACE } from "../helpers/sandbox.js";
import { useTestSandbox } from "../helpers/set-ups.js";
import { guideSpace, loadSites, putShareLink, SITES } from "./sites-helper.js";

const service = useTestSandbox({ load: loadSites });

const get = (query = "", site = "web") => service.call("GET", `${SITES}/${site}/published${query}`);

describe("published profile", () => {
  it("gets what visitors see: site, structure of sections, customizations, scripts", async () => {
    const { status, json } = await get();
    expect(status).toBe(200);
    expect(Object.keys(json)).toEqual(["object", "site", "structure", "customizations", "scripts"]);
    expect([json.object, json.scripts]).toEqual(["published-content-site", []]);
    expect(json.site).toEqual((await service.call("GET", `${SITES}/web`)).json);
    expect(json.site.id).toBe("web");
    expect(json.structure.type).toBe("sections");
    expect(json.structure.structure.map((section: { id: string }) => section.id)).toEqual([
      "guides",
      "inner",
      "last",
      "tail",
    ]);
    expect(json.structure.structure[0].siteSpaces[0]).toEqual({
      object: "site-space",
      id: "one",
      path: "one",
      section: "guides",
      space: guideSpace("https://docs.sandbox.invalid/published/web/guides/one"),
      title: "Guide",
      default: true,
      hasAdvancedCustomizationFeature: false,
      urls: { published: "https://docs.sandbox.invalid/published/web/guides/one" },
    });
  });

  it("shows what stays at the root when a site gets its first section", async () => {
    await service.call("POST", `${SITES}/flat/publish`);
    const { id } = (await service.call("POST", `${SITES}/flat/sections`, { spaceId: "red" })).json;
    const { structure } = (await get("", "flat")).json.structure;
    expect(structure.map((section: { id: string; default: boolean }) => [section.id, section.default])).toEqual([
      ["flat", false],
      [id, true],
    ]);
    expect(structure[0].siteSpaces).toHaveLength(2);
  });

  it("has another default where the default space or section is deleted", async () => {
    await service.call("DELETE", `/v1/spaces/${SPACE}`);
    const sections = async () => (await get()).json.structure.structure;
    expect((await sections())[0]).toMatchObject({
      id: "guides",
      default: true,
      siteSpaces: [{ id: "two", default: true }],
    });
    await service.call("DELETE", `${SITES}/web/site-spaces/two`);
    expect((await sections())[0]).toMatchObject({ id: "inner", default: true });
  });

  it("carries a customization of the site and of each site space", async () => {
    const { customizations } = (await get()).json;
    expect(customizations.site).toMatchObject({
      title: "Harbor Docs",
      styling: { theme: "clean", primaryColor: { light: "#346DDB", dark: "#6C9CFF" } },
      internationalization: { locale: "en" },
      themes: { default: "light", toggeable: true },
      pdf: { enabled: true },
    });
    expect(Object.keys(customizations.siteSpaces)).toEqual(["one", "two", "three", "four", "five"]);
    expect(customizations.siteSpaces.five).toEqual(customizations.site);
  });

  it("The published profile of an unpublished site is 404", async () => {
    const { status, json } = await get("", "flat");
    expect([status, json]).toEqual([404, { error: { code: 404, message: 'site "flat" is not published' } }]);
    await service.call("POST", `${SITES}/flat/publish`);
    const published = await get("", "flat");
    expect(published.status).toBe(200);
    expect(published.json.structure).toMatchObject({
      type: "sections",
      structure: [
        {
          object: "site-section",
          id: "flat",
          title: "Flat",
          path: "/",
          default: true,
          siteSpaces: [
            {
              id: "one-flat",
              default: true,
              urls: { published: "https://docs.sandbox.invalid/published/flat/one-flat" },
            },
            { id: "two-flat", default: false },
          ],
          urls: { published: "https://docs.sandbox.invalid/published/flat/" },
        },
      ],
    });
    expect(Object.keys(published.json.customizations.siteSpaces)).toEqual(["one-flat", "two-flat"]);
  });

  it("shareKey resolves the addresses of a site with share links", async () => {
    await service.call("PATCH", `${SITES}/web`, { visibility: "share-link" });
    await service.change((context) => putShareLink(context, "web", "key1"));
    const { site, structure } = (await get("?shareKey=key1")).json;
    const [section] = structure.structure;
    expect([site.urls.published, section.urls.published, section.siteSpaces[0].urls.published]).toEqual([
      "https://docs.sandbox.invalid/published/web/?shareKey=key1",
      "https://docs.sandbox.invalid/published/web/guides?shareKey=key1",
      "https://docs.sandbox.invalid/published/web/guides/one?shareKey=key1",
    ]);
    const without = await get("?shareKey=none");
    expect([without.status, without.json.site.urls.published]).toEqual([200, undefined]);
  });

  it("shareKey is on sections and site-spaces; not on section groups or share links", async () => {
    await service.call("PATCH", `${SITES}/web`, { visibility: "share-link" });
    await service.change((context) => putShareLink(context, "web", "key1"));
    const urls = async (list: string) =>
      (await service.call("GET", `${SITES}/web/${list}?shareKey=key1`)).json.items[0];
    const published = "https://docs.sandbox.invalid/published/web/guides?shareKey=key1";
    expect((await urls("sections")).urls).toEqual({ published });
    expect((await urls("site-spaces")).urls).toEqual({ published: published.replace("?", "/one?") });
    expect((await urls("section-groups")).sections[0].urls).toEqual({});
    const key = "https://docs.sandbox.invalid/published/web/?shareKey=key1";
    expect((await urls("share-links")).urls).toEqual({ published: key });
    expect((await service.call("GET", `${SITES}/web/share-links`)).json.items[0].urls).toEqual({ published: key });
  });

  it("Site.siteSpaces is a number; SiteSection.siteSpaces and SiteSectionGroup.sections are arrays", async () => {
    const { site, structure } = (await get()).json;
    expect(site.siteSpaces).toBe(5);
    expect(structure.structure[1].siteSpaces).toHaveLength(1);
    expect((await service.call("GET", `${SITES}/web/section-groups`)).json.items[0].sections).toHaveLength(2);
  });

  it("leaves out spaces that are deleted", async () => {
    expect((await service.call("DELETE", `/v1/spaces/${SPACE}`)).status).toBe(204);
    const { structure, customizations } = (await get()).json;
    expect(structure.structure[0].siteSpaces.map((item: { id: string }) => item.id)).toEqual(["two"]);
    expect(Object.keys(customizations.siteSpaces)).toEqual(["two", "three", "four", "five"]);
    const { items } = (await service.call("GET", `${SITES}/web/site-spaces`)).json;
    expect([items[0].id, items[0].space.deletedAt]).toEqual(["one", "2026-01-15T10:00:00.000Z"]);
  });

  it("No matching resource found (get published site): 404", async () => {
    expect((await get("", "none")).status).toBe(404);
    expect((await get("", "foreign")).status).toBe(404);
  });
});
