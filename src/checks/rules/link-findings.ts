import { getSpacePage, listSpacePages } from "../../catalog/pages.js";
import { closestWord, foldText } from "../../shared/text/names.js";
import type { Facts } from "../data-source.js";
import { Unknown } from "../not-evaluable.js";
import type { Need, RuleFinding, Subject, Thing } from "../types.js";
import { isBroken, type Link, type LinkPage, relativeTo, whyUnknown } from "./read-links.js";
import { CODE, flatPages, hasText, LEAN, openPage, type Page, readText, readTree, WITH_FILES } from "./read-pages.js";

// Guesses the target of a broken link: a page with a similar path, or a heading of the page that it names.

/** The most pages of a space that are read for their headings. */
const MOST_HEADINGS = 5;

/** Comparisons of names: a space with many pages and many broken links gets no more suggestions. */
const MOST_COMPARED = 500_000;

/** Longer names are compared with nothing. */
const LONGEST = 100;

interface NearestTargets {
  /** "nearest: guide/setup", or "moved to: guide/setup"; undefined if nothing is similar, or it could not be read. */
  of(link: Link): Promise<string | undefined>;
}

function createNearest(facts: Facts, space: Subject<"space">, pages: readonly Page[]): NearestTargets {
  const byName = new Map<string, Page[]>();
  for (const page of pages.filter(hasText)) {
    const name = nameOf(page.path ?? "");
    byName.set(name, [...(byName.get(name) ?? []), page]);
  }
  const names = [...byName.keys()].filter((name) => name.length <= LONGEST);
  let compared = 0;
  const asked = new Set<string>();
  const page = (link: Link): string | undefined => {
    const stem = stemOf(link.target);
    const same = byName.get(nameOf(stem));
    if (same) return closestPath(same, stem);
    compared += names.length;
    const name = nameOf(stem);
    if (name.length > LONGEST || compared > MOST_COMPARED) return undefined;
    // "error-codes" is no mistyped "harbor-codes": few people mistype the first letter.
    const like = names.filter((one) => one[0] === name[0] && one.length > 2);
    return closestPath(byName.get(closestWord(name, like) ?? "") ?? [], stem);
  };
  return {
    async of(link) {
      if (link.missing === "file") return undefined;
      if (!link.targetPage) {
        const moved = await findMovedPath(facts, space.thing.id, pages, link);
        const like = moved === undefined ? page(link) : undefined;
        return moved === undefined ? like && `nearest: ${like}` : `moved to: ${moved}`;
      }
      asked.add(link.targetPage.id);
      if (asked.size > MOST_HEADINGS && [...asked].indexOf(link.targetPage.id) >= MOST_HEADINGS) return undefined;
      const anchors = await readAnchors(facts, { ...space.params, pageId: link.targetPage.id });
      const found = closestWord(link.anchor.slice(0, LONGEST), anchors);
      return found && `nearest: #${found}`;
    },
  };
}

/** The path today of the page that was there before. */
async function findMovedPath(
  facts: Facts,
  space: string,
  pages: readonly Page[],
  link: Link,
): Promise<string | undefined> {
  const former = await facts.formerPaths();
  const id = former.get(`${space}/${foldText(stemOf(link.target))}`);
  return id === undefined ? undefined : (pages.find((one) => one.id === id)?.path ?? undefined);
}

/** Of pages with one name, the one whose folders are most like those of the link, from its end and then from its start. */
function closestPath(pages: readonly Page[], stem: string): string | undefined {
  const wanted = foldText(stem).split("/");
  const like = (path: string) => {
    const parts = foldText(path).split("/");
    return countSame([...parts].reverse(), [...wanted].reverse()) * wanted.length + countSame(parts, wanted);
  };
  const paths = pages.map(({ path }) => path ?? "");
  const [best] = paths.sort((one, other) => like(other) - like(one));
  // Servers and repositories tell capitals from small letters.
  const file = pages.find(({ path }) => path === best)?.git?.path ?? "";
  return stemOf(file) !== stem && foldText(stemOf(file)) === foldText(stem) ? file : best;
}

/** Parts that are the same in both from the beginning. */
function countSame(parts: readonly string[], others: readonly string[]): number {
  const at = others.findIndex((other, index) => parts[index] !== other);
  return at < 0 ? others.length : at;
}

/** Without extension; of an index, its folder. */
const stemOf = (target: string): string =>
  target
    .replace(/[?#].*$/s, "")
    .replace(/\.(md|markdown|html)$/i, "")
    .replace(/\/(readme|index)$/i, "");

const nameOf = (path: string): string => foldText(path.slice(path.lastIndexOf("/") + 1));

/** The most headings of a page that are compared. */
const MOST_ANCHORS = 500;
const HEADING = /^ {0,3}#{1,6}[ \t]{1,9}([^\n]{1,300})$/gm;
const OWN_ANCHOR = /<a\b[^<>]{0,200}\bid="([^"<>]{1,200})"[^<>]{0,200}>/;

/** Anchors of the headings of a page; none if it cannot be read. */
async function readAnchors(facts: Facts, params: Readonly<Record<string, string>>): Promise<string[]> {
  try {
    const text = (await readText(facts, getSpacePage, params, false)).replace(CODE, "$1");
    return [...text.matchAll(HEADING)].slice(0, MOST_ANCHORS).flatMap(([, title = ""]) => anchorOf(title));
  } catch (error) {
    if (error instanceof Unknown) return [];
    throw error;
  }
}

function anchorOf(heading: string): string[] {
  const own = OWN_ANCHOR.exec(heading)?.[1];
  const words = heading.replace(/<[^<>]{0,200}>/g, " ").match(/[\p{L}\p{N}\p{M}_]+/gu) ?? [];
  const anchor = own ?? foldText(words.join("-"));
  return anchor === "" || anchor.length > LONGEST ? [] : [anchor];
}

// Findings about links: one for each page that has the link.

/** The requests of `findLinks`. */
export const NAMED_LINKS: readonly Need[] = [{ endpoint: listSpacePages, when: "there is such a link" }];
/** With those for broken links. */
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
    return flatPages(await readTree(facts, space.params, links.some(({ isPath }) => isPath) ? WITH_FILES : LEAN));
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
