/** Which parts of a site the parts of a file are. */
import { expect, it } from "vitest";
import { match } from "../../../src/plans/site/match.js";
import type { SiteState, WantedSite } from "../../../src/plans/site/model.js";

const space = (id: string, path: string, isDefault = false) => ({
  id,
  path,
  space: `space of ${id}`,
  title: id,
  condition: undefined,
  default: isDefault,
});

const STATE: SiteState = {
  organization: "o1",
  id: "site",
  title: "Site",
  visibility: "public",
  basename: undefined,
  agentsContext: undefined,
  adaptiveContent: false,
  proxy: null,
  published: false,
  adaptiveSchema: undefined,
  level: [],
  groupOrder: [],
  spaces: [space("one", "guide", true), space("two", "api")],
  shareLinks: [],
};

it("a site space that the file names by id is not found by its old path, too", () => {
  const renamed = { line: 2, id: "two", path: "reference", default: false };
  const other = { line: 3, path: "api", space: "another", default: false };
  const wanted: WantedSite = {
    prune: true,
    fields: {},
    published: false,
    spaces: [{ line: 1, path: "guide", default: true }, renamed, other],
  };
  const { spaces, unlisted } = match(STATE, wanted, true, []);
  expect(spaces.get(renamed)?.id).toBe("two");
  expect(spaces.get(other)).toBeUndefined();
  expect(unlisted.spaces).toEqual([]);
});
