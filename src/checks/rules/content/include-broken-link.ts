import { listSpaceFiles } from "../../../catalog/files.js";
import { listSpacePages } from "../../../catalog/pages.js";
import { Unknown } from "../../not-evaluable.js";
import { defineRule } from "../../types.js";
import { namesOfFile, namesOfLink, namesOfPage } from "../change-requests/texts/link-names.js";
import { flatPages, LEAN, openPage, treeOf } from "../pages.js";
import { includedLinks, READS_INCLUDES, titlesOf } from "./included.js";

/** Links to pages and files; others lead elsewhere, or to a section of the page. */
const isLocal = (link: string): boolean => !/^(?:[a-z][\w+.-]*:|\/\/|#|\{)/i.test(link) && link.trim() !== "";

export default defineRule({
  id: "include-broken-link",
  severity: "error",
  tag: "content",
  summary: "A link in reusable content leads nowhere, on every page that includes it",
  why: "The service lists broken links of pages, but not of their includes. A target with the name of a page or a file counts as a link to it.",
  fix: "docs pages view PAGE --space SPACE --web",
  example: 'the reusable content "Limits" links to setup.md, which does not exist',
  of: "space",
  needs: [
    ...READS_INCLUDES,
    { endpoint: listSpacePages, when: "the space has reusable contents" },
    { endpoint: listSpaceFiles, when: "the space has reusable contents" },
  ],
  costly: "it reads every link of every space",
  async check(space, { facts }) {
    const included = await includedLinks(facts, space);
    if (included.length === 0) return [];
    const [pages, files] = await Promise.all([treeOf(facts, space), facts.list(listSpaceFiles, space.params, LEAN)]);
    const known = new Set([...flatPages(pages).flatMap(namesOfPage), ...files.flatMap(namesOfFile)]);
    return included.flatMap(({ pageId, includes, links }) => {
      if (!links) throw new Unknown(`the service does not show the content of ${titlesOf(includes)}`);
      const broken = links.filter(
        (link) => isLocal(link) && !namesOfLink(link, new Set()).some((name) => known.has(name)),
      );
      const [{ id, title }] = includes;
      return [...new Set(broken)].map((link) => ({
        message: `the reusable content ${titlesOf(includes)} links to ${link}, which does not exist`,
        thing: { kind: "reusable-content", id, title, url: null },
        key: `${id} ${link}`,
        fix: openPage(pageId, space.thing.id),
      }));
    });
  },
});
