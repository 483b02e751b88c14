/** Rules about links. */
import { listSpaceFiles } from "../../catalog/files.js";
import { getSpacePage, listSpacePages } from "../../catalog/pages.js";
import { listSpaceLinks } from "../../catalog/spaces.js";
import { isExampleHost, isLocalHost, isOwnComputer } from "../../shared/local-address.js";
import type { TextLink } from "../../shared/markdown/elements.js";
import { closestWord, foldText } from "../../shared/text/names.js";
import type { Facts } from "../data-source.js";
import { Unknown } from "../not-evaluable.js";
import { defineRule, type Need, type RuleFinding, type Subject, type Thing } from "../types.js";
import {
  ASKS_OTHERS,
  askedLinks,
  BROKEN_LINKS,
  brokenLinks,
  includedLinks,
  isBroken,
  isInclude,
  isOutside,
  type Link,
  type LinkPage,
  namesOfFile,
  namesOfLink,
  namesOfPage,
  ofState,
  READS_INCLUDES,
  readLinks,
  relativeTo,
  titlesOf,
  unknownIn,
  whyUnknown,
} from "./read-links.js";
import {
  CODE,
  findInTexts,
  flatPages,
  hasText,
  LEAN,
  openPage,
  type Page,
  READS_TEXTS,
  readText,
  readTree,
  TEXTS,
  WITH_FILES,
} from "./read-pages.js";

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
const NAMED_LINKS: readonly Need[] = [{ endpoint: listSpacePages, when: "there is such a link" }];
/** With those for broken links. */
const NAMED_BROKEN: readonly Need[] = [
  ...NAMED_LINKS,
  { endpoint: getSpacePage, when: "a link names a section that its page does not have", most: MOST_HEADINGS },
];

const HALVES = {
  page: "a page that does not exist",
  file: "a file that does not exist",
  section: "a section that its page does not have",
} as const;

/** "links to setup.md#instal, a section that its page does not have (nearest: #install)". */
async function findBroken(facts: Facts, space: Subject<"space">, links: readonly Link[]): Promise<RuleFinding[]> {
  const pages = await pagesIn(facts, space, links);
  const nearest = createNearest(facts, space, pages);
  const parts = links.map(async (link) => {
    const like = await nearest.of(link);
    const message = `links to ${link.target}, ${HALVES[link.missing]}${like ? ` (${like})` : ""}`;
    return perPage(space, link, pages, message);
  });
  return (await Promise.all(parts)).flat();
}

async function findLinks(
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
async function findEach(
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

export const linksBroken = defineRule({
  id: "links-broken",
  severity: "error",
  tag: "content",
  summary: "A link on a page leads nowhere",
  why: "Readers who follow it get an error page. Most links break when pages are renamed or moved.",
  fix: "docs pages view PAGE --space SPACE --web",
  example: "links to guide/setpu.md, a page that does not exist (nearest: guide/setup)",
  of: "space",
  onPages: true,
  needs: [...BROKEN_LINKS, ...NAMED_BROKEN],
  async check(space, { facts }) {
    const links = await brokenLinks(facts, space);
    const own = links.filter((link) => !isInclude(link) && !isOutside(link));
    return findEach(space, own, (broken) => findBroken(facts, space, broken));
  },
});

export const linkOutside = defineRule({
  id: "link-outside",
  formerId: "links-broken",
  severity: "warning",
  tag: "content",
  summary: "A link leads out of the folder that was imported",
  why: "It worked in the repository. In the space its target does not exist, and readers get an error page.",
  fix: "docs pages view PAGE --space SPACE --web",
  example: "links to ../LICENSE, which is outside the imported folder",
  of: "space",
  onPages: true,
  needs: [...BROKEN_LINKS, ...NAMED_LINKS],
  off: "many repositories have such links, and only a change in the repository fixes them",
  async check(space, { facts }) {
    const links = (await brokenLinks(facts, space)).filter(isOutside);
    return findEach(space, links, (broken) =>
      findLinks(facts, space, broken, ({ target }) => `links to ${target}, which is outside the imported folder`),
    );
  },
});

export const linksInApp = defineRule({
  id: "links-in-app",
  severity: "warning",
  tag: "content",
  summary: "A page links to the app instead of to a page",
  why: "Readers of a published site have no account there: the link asks them to log in, or fails.",
  fix: "docs pages view PAGE --space SPACE --web",
  example: "links to https://app.example/o/1/s/2, a place in the app",
  of: "space",
  onPages: true,
  needs: [listSpaceLinks, ...NAMED_LINKS],
  costly: "it reads every link of every space",
  async check(space, { facts }) {
    const links = (await readLinks(facts, space)).filter(({ status }) => status === "in-app");
    return findLinks(facts, space, links, ({ target }) => `links to ${target}, a place in the app`);
  },
});

function isInsecure(target: string): boolean {
  const url = URL.canParse(target) ? new URL(target) : undefined;
  return url?.protocol === "http:" && !isLocalHost(url.hostname) && !isExampleHost(url.hostname);
}

export const linkInsecure = defineRule({
  id: "link-insecure",
  severity: "info",
  tag: "content",
  summary: "A page links to an address without encryption (http:)",
  why: "Others on the network can read and change this traffic. Most such addresses have moved to https.",
  fix: "docs pages view PAGE --space SPACE --web",
  example: "links to http://status.acme.org, which is not encrypted",
  of: "space",
  onPages: true,
  needs: [listSpaceLinks, ...NAMED_LINKS],
  costly: "it reads every link of every space",
  async check(space, { facts }) {
    const links = (await readLinks(facts, space)).filter(({ target }) => isInsecure(target));
    return findLinks(facts, space, links, ({ target }) => `links to ${target}, which is not encrypted`);
  },
});

/** Names the problem of a link; undefined if there is none. */
function problemOf({ href, shown: text = "" }: TextLink): string | undefined {
  if (href === "") return "a link has no address";
  const shown = href.slice(0, 300);
  if (/^(?:javascript|vbscript):|^data:text\/html/i.test(href.replace(/[\s\0]/g, "")))
    return `links to ${shown}, a script`;
  if (/^file:/i.test(href)) return `links to ${shown}, a file of one computer`;
  const isLocal = /^(?:https?:)?\/\//i.test(href) && URL.canParse(href, "https://x.invalid");
  if (!isLocal) return undefined;
  const { hostname, port } = new URL(href, "https://x.invalid");
  // Readers who are told to open localhost:3000 have started something there, whatever this computer is called.
  const isTold = ["localhost", "127.0.0.1", "[::1]"].some((name) => text.toLowerCase().includes(`${name}:${port}`));
  if (!isOwnComputer(hostname) || text.toLowerCase().includes(hostname) || isTold) return undefined;
  return `links to ${shown}, which is the reader's own computer`;
}

export const linkUnsafe = defineRule({
  id: "link-unsafe",
  severity: "warning",
  tag: "content",
  summary: "A link runs a script, leads to a file of one computer or to the reader's own, or has no address",
  why: "It works only for its author, if at all. Browsers block scripts and files, and readers get used to clicking on anything.",
  fix: "docs pages view PAGE --space SPACE --web",
  example: "links to http://localhost:3000/, which is the reader's own computer",
  of: "space",
  onPages: true,
  needs: TEXTS,
  off: READS_TEXTS,
  async check(space, { facts }) {
    return findInTexts(facts, space, ({ links }) =>
      links.flatMap((link) => {
        const { href, line } = link;
        const message = problemOf(link);
        return message === undefined ? [] : [{ message, key: href, line, ...(href !== "" && { text: href }) }];
      }),
    );
  },
});

export const linkExternalBroken = defineRule({
  id: "link-external-broken",
  severity: "error",
  tag: "content",
  summary: "A link to another server leads nowhere",
  why: "Pages elsewhere are moved and deleted without notice. Servers that refuse programs (401, 403, 429, 999) count as not evaluable.",
  fix: "docs pages view PAGE --space SPACE --web",
  example: "links to https://acme.org/old: answered 404",
  of: "space",
  onPages: true,
  needs: [listSpaceLinks, ...NAMED_LINKS],
  off: ASKS_OTHERS,
  async check(space, { facts }) {
    const asked = await askedLinks(facts, space);
    const why = new Map(asked.map(({ link, answer }) => [link, answer.why]));
    const broken = ofState(asked, "broken").map(({ link }) => link);
    const found = await findLinks(facts, space, broken, (link) => `links to ${link.target}: ${why.get(link)}`);
    return [...found, ...unknownIn(asked, space)];
  },
});

export const linkExternalMoved = defineRule({
  id: "link-external-moved",
  severity: "info",
  tag: "content",
  summary: "A link to another server is redirected permanently (301, 308)",
  why: "It works only as long as the old address is kept. Link to the new one.",
  fix: "docs pages view PAGE --space SPACE --web",
  example: "links to http://acme.org/, which has moved to https://www.acme.org/",
  of: "space",
  onPages: true,
  needs: [listSpaceLinks, ...NAMED_LINKS],
  off: ASKS_OTHERS,
  async check(space, { facts }) {
    const asked = await askedLinks(facts, space);
    const moved = asked.filter(({ answer }) => answer.movedTo !== undefined);
    const places = new Map(moved.map(({ link, answer }) => [link, answer.movedTo]));
    const links = moved.map(({ link }) => link);
    const found = await findLinks(
      facts,
      space,
      links,
      (link) => `links to ${link.target}, which has moved to ${places.get(link)}`,
    );
    return [...found, ...unknownIn(asked, space)];
  },
});

export const includeMissing = defineRule({
  id: "include-missing",
  severity: "error",
  tag: "content",
  summary: "A page includes reusable content that does not exist",
  why: "Readers see nothing, or the name of a file, where a part of the page should be.",
  fix: "docs pages view PAGE --space SPACE --web",
  example: "includes .gitbook/includes/limits.md, which does not exist",
  of: "space",
  onPages: true,
  needs: [...BROKEN_LINKS, ...NAMED_LINKS],
  async check(space, { facts }) {
    const links = (await brokenLinks(facts, space)).filter(isInclude);
    return findEach(space, links, (broken) =>
      findLinks(facts, space, broken, ({ target }) => `includes ${target}, which does not exist`),
    );
  },
});

/** Links to pages and files; others lead elsewhere, or to a section of the page. */
const isLocal = (link: string): boolean => !/^(?:[a-z][\w+.-]*:|\/\/|#|\{)/i.test(link) && link.trim() !== "";

export const includeBrokenLink = defineRule({
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
    const [pages, files] = await Promise.all([
      readTree(facts, space.params),
      facts.list(listSpaceFiles, space.params, LEAN),
    ]);
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
