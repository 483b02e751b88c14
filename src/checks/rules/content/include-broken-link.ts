import { listSpaceFiles } from "../../../catalog/files.js";
import { getSpacePage, listSpacePages } from "../../../catalog/pages.js";
import { listSpaceLinks } from "../../../catalog/spaces.js";
import { getPath } from "../../../shared/paths.js";
import type { Facts } from "../../data-source.js";
import { Unknown } from "../../not-evaluable.js";
import { readText } from "../../page-text.js";
import { defineRule, type RuleFinding, type Subject } from "../../types.js";
import { addedLinks, namesOfFile, namesOfLink, namesOfPage } from "../change-requests/texts/link-names.js";
import { flatPages, LEAN, openPage, treeOf } from "../pages.js";

/** The most reusable contents whose links are read. */
const MOST = 200;

interface Include {
  id: string;
  title: string;
}

/** A page for each reusable content, with all that it stands for. The service lists their links nowhere: they show in such a page. */
async function includesOf(facts: Facts, { params }: Subject<"space">): Promise<Map<string, Include[]>> {
  const links = await facts.list(listSpaceLinks, params);
  const byPage = new Map<string, Include[]>();
  for (const { targetReference, locationReferences } of links) {
    const id = getPath(targetReference, "reusableContent.id");
    const title = getPath(targetReference, "reusableContent.title");
    const pageId = getPath(locationReferences?.[0], "page.id");
    if (typeof id !== "string" || typeof pageId !== "string") continue;
    const one = { id, title: typeof title === "string" && title !== "" ? title : id };
    byPage.set(pageId, [...(byPage.get(pageId) ?? []), one]);
  }
  return byPage;
}

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
    listSpaceLinks,
    { endpoint: getSpacePage, when: "the page includes a reusable content", most: 2 * MOST },
    { endpoint: listSpacePages, when: "the space has reusable contents" },
    { endpoint: listSpaceFiles, when: "the space has reusable contents" },
  ],
  costly: "it reads every link of every space",
  async check(space, { facts }) {
    const includes = await includesOf(facts, space);
    if (includes.size === 0) return [];
    if (includes.size > MOST) throw new Unknown(`it has more than ${MOST} reusable contents`);
    const [pages, files] = await Promise.all([treeOf(facts, space), facts.list(listSpaceFiles, space.params, LEAN)]);
    const known = new Set([...flatPages(pages).flatMap(namesOfPage), ...files.flatMap(namesOfFile)]);
    const checked = [...includes].map(async ([pageId, [first, ...others]]): Promise<RuleFinding[]> => {
      const titles = [first, ...others].map((one) => JSON.stringify(one?.title)).join(" or ");
      const params = { ...space.params, pageId };
      const written = await readText(facts, getSpacePage, params, false);
      const read = await readText(facts, getSpacePage, params, true);
      if (read === written) throw new Unknown(`the service does not show the content of ${titles}`);
      const broken = addedLinks(written, read).filter(
        (link) => isLocal(link) && !namesOfLink(link, new Set()).some((name) => known.has(name)),
      );
      return [...new Set(broken)].map((link) => ({
        message: `the reusable content ${titles} links to ${link}, which does not exist`,
        thing: { kind: "reusable-content", id: first?.id ?? "", title: first?.title ?? "", url: null },
        key: `${first?.id} ${link}`,
        fix: openPage(pageId, space.thing.id),
      }));
    });
    return (await Promise.all(checked)).flat();
  },
});
