/** Findings about links: one for each page that has the link. */
import { getSpacePage, listSpacePages } from "../../../catalog/pages.js";
import type { Facts } from "../../data-source.js";
import { Unknown } from "../../not-evaluable.js";
import type { Need, RuleFinding, Subject, Thing } from "../../types.js";
import { flatPages, LEAN, openPage, type Page, treeOf, WITH_FILES } from "../pages.js";
import { isBroken, type Link, type LinkPage, relativeTo, whyUnknown } from "./links.js";
import { createNearest, MOST_HEADINGS } from "./nearest-target.js";

/** What `findLinks` reads. */
export const NAMED_LINKS: readonly Need[] = [{ endpoint: listSpacePages, when: "there is such a link" }];
/** What it reads of broken ones, too. */
export const NAMED_BROKEN: readonly Need[] = [
  ...NAMED_LINKS,
  { endpoint: getSpacePage, when: "a link names a section that its page does not have", most: MOST_HEADINGS },
];

const HALVES = {
  page: "a page that does not exist",
  file: "a file that does not exist",
  section: "a section that its page does not have",
} as const;

/** "links to setup.md#instal, a section that its page does not have (nearest: #install)". */
export async function findBroken(
  facts: Facts,
  space: Subject<"space">,
  links: readonly Link[],
): Promise<RuleFinding[]> {
  const pages = await pagesIn(facts, space, links);
  const nearest = createNearest(facts, space, pages);
  const parts = links.map(async (link) => {
    const like = await nearest.of(link);
    const message = `links to ${link.target}, ${HALVES[link.missing]}${like ? ` (${like})` : ""}`;
    return perPage(space, link, pages, message);
  });
  return (await Promise.all(parts)).flat();
}

export async function findLinks(
  facts: Facts,
  space: Subject<"space">,
  links: readonly Link[],
  messageOf: (link: Link) => string,
): Promise<RuleFinding[]> {
  const pages = await pagesIn(facts, space, links);
  return links.flatMap((link) => perPage(space, link, pages, messageOf(link)));
}

/** Pages of the space, for their addresses and files. A finding stands without them. */
async function pagesIn(facts: Facts, space: Subject<"space">, links: readonly Link[]): Promise<readonly Page[]> {
  if (links.length === 0) return [];
  try {
    return flatPages(await treeOf(facts, space, links.some(({ isPath }) => isPath) ? WITH_FILES : LEAN));
  } catch (error) {
    if (error instanceof Unknown) return [];
    throw error;
  }
}

const showLinks = ({ id }: Thing) => ({ words: ["spaces", "links", "--space", id] });

/** Of links that may be broken: the findings about those that are, and those of which it is not known. */
export async function findEach(
  space: Subject<"space">,
  links: readonly Link[],
  find: (broken: readonly Link[]) => Promise<RuleFinding[]>,
): Promise<RuleFinding[]> {
  const unknown = links.filter((link) => !isBroken(link));
  return [
    ...(await find(links.filter(isBroken))),
    ...unknown.map((link) => ({ message: whyUnknown(link), isUnknown: true as const, fix: showLinks(space.thing) })),
  ];
}

function perPage({ thing: space }: Subject, link: Link, pages: readonly Page[], message: string): RuleFinding[] {
  const { target: formerKey } = link;
  if (link.pages.length === 0) {
    return [{ message: `a page ${message}`, key: formerKey, fix: showLinks(space) }];
  }
  const listed = new Map(pages.map((page) => [page.id, page]));
  return link.pages.map((page) => ({
    message,
    thing: pageThing(page, listed.get(page.id)?.urls?.app ?? null),
    key: `${page.id} ${link.key}`,
    movedKey: movedKey(page.id, link, listed.get(page.id)),
    formerKey,
    fix: openPage(page.id, space.id),
    place: { path: page.path, text: link.target },
  }));
}

/** The key of a link that is written in the same way in the same page, wherever that is. */
function movedKey(id: string, link: Link, page: Page | undefined): string | undefined {
  const written = page && relativeTo(page, link);
  return written === undefined ? undefined : `${id} ${written}`;
}

const pageThing = ({ id, title }: LinkPage, url: string | null): Thing => ({ kind: "page", id, title, url });
