import { listSpaceFiles } from "../../../catalog/files.js";
import { listSpacePages } from "../../../catalog/pages.js";
import { defineRule } from "../../types.js";
import { coversOf, flatPages, LEAN, pageThing, treeOf } from "../pages.js";

export default defineRule({
  id: "cover-missing",
  severity: "warning",
  tag: "content",
  summary: "The cover picture of a page is a file that does not exist",
  why: "Readers see an empty strip at the top of the page, or a broken picture.",
  fix: "docs pages view PAGE --space SPACE",
  example: "its cover is the file 3fK2, which does not exist",
  of: "space",
  onPages: true,
  needs: [listSpacePages, { endpoint: listSpaceFiles, when: "a page has a cover" }],
  async check(space, { facts }) {
    const covered = flatPages(await treeOf(facts, space)).filter((page) => coversOf(page).length > 0);
    if (covered.length === 0) return [];
    const files = new Set((await facts.list(listSpaceFiles, space.params, LEAN)).map(({ id }) => id));
    return covered.flatMap((page) => {
      const missing = new Set(coversOf(page).filter((file) => !files.has(file)));
      return [...missing].map((file) => ({
        message: `its cover is the file ${file}, which does not exist`,
        thing: pageThing(page),
        key: `${page.id} ${file}`,
        fix: { words: ["pages", "view", page.id ?? "", "--space", space.thing.id] },
        place: { path: page.path ?? "" },
      }));
    });
  },
});
