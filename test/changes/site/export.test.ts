/** The file of a site: readable, and the comments of people survive. */
import { describe, expect, it } from "vitest";
import { exportSite } from "../../../src/changes/site/export.js";
import type { SiteState } from "../../../src/changes/site/model.js";
import { parseSite } from "../../../src/changes/site/parse-site.js";

const space = (path: string, title: string, isDefault = false) =>
  ({ id: `id-${path}`, path, space: `sp-${path}`, title, condition: undefined, default: isDefault }) as const;

const section = (path: string, title: string, isDefault = false) => ({
  kind: "section" as const,
  id: `s-${path}`,
  path,
  title,
  icon: undefined,
  description: undefined,
  condition: undefined,
  default: isDefault,
  spaces: [space(`${path}-space`, `Space of ${title}`, true)],
});

const STATE: SiteState = {
  organization: "o",
  id: "site1",
  title: "Help: all",
  visibility: "public",
  basename: "help",
  agentsContext: "included",
  adaptiveContent: false,
  proxy: null,
  published: true,
  adaptiveSchema: undefined,
  level: [
    section("guides", "Guides", true),
    { kind: "group", id: "g", title: "More", icon: "code", sections: [section("api", "API")] },
  ],
  groupOrder: ["g"],
  spaces: [],
  shareLinks: [
    { id: "l1", name: "Press", active: true },
    { id: "l2", name: "Press", active: false },
  ],
};

describe("export", () => {
  it("is a file that is read back, ids only where names are no keys", () => {
    const text = exportSite(STATE);
    const { level, shareLinks, spaces: _, ...fields } = parseSite(text, "site.yaml");
    expect(fields).toEqual({
      site: "site1",
      prune: false,
      published: true,
      title: "Help: all",
      visibility: "public",
      basename: "help",
      adaptiveContent: false,
      agentsContext: "included",
    });
    expect(level?.map((one) => (one.kind === "group" ? one.title : one.path))).toEqual(["guides", "More"]);
    expect(shareLinks?.map(({ id, name }) => [id, name])).toEqual([
      ["l1", "Press"],
      ["l2", "Press"],
    ]);
    expect(text).not.toContain("s-guides");
    expect(text).toContain("space: sp-guides-space # Space of Guides");
  });

  it("keeps comments and prune of a file that is there, wherever things went", () => {
    const old =
      "# ours\nprune: true\ntitle: Old # shown at the top\nsections:\n  # the API moved\n  - path: api\n    title: API\n    previously: rest\n  - path: gone\n    title: Gone\n";
    const text = exportSite(STATE, { into: old });
    expect(text).toMatch(/^# ours\nprune: true\ntitle: "?Help: all"? # shown at the top\n/);
    expect(text).toContain("# the API moved");
    expect(text).not.toContain("gone");
    expect(text).not.toContain("previously");
    expect(exportSite(STATE, { into: text })).toBe(text);
    expect(parseSite(text, "f")).toMatchObject({ prune: true, title: "Help: all" });
  });

  it("names what is not set with all", () => {
    expect(exportSite(STATE, { all: true })).toContain("proxy: null");
    expect(exportSite(STATE)).not.toContain("null");
  });
});
