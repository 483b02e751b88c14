/** Rules about links. */
import { listSpaceFiles } from "../../catalog/files.js";
import { listSpacePages } from "../../catalog/pages.js";
import { listSpaceLinks } from "../../catalog/spaces.js";
import { isExampleHost, isLocalHost, isOwnComputer } from "../../shared/local-address.js";
import type { TextLink } from "../../shared/markdown/elements.js";
import { Unknown } from "../not-evaluable.js";
import { defineRule } from "../types.js";
import { findBroken, findEach, findLinks, NAMED_BROKEN, NAMED_LINKS } from "./link-findings.js";
import {
  ASKS_OTHERS,
  askedLinks,
  BROKEN_LINKS,
  brokenLinks,
  includedLinks,
  isInclude,
  isOutside,
  namesOfFile,
  namesOfLink,
  namesOfPage,
  ofState,
  READS_INCLUDES,
  readLinks,
  titlesOf,
  unknownIn,
} from "./read-links.js";
import { findInTexts, flatPages, LEAN, openPage, READS_TEXTS, readTree, TEXTS } from "./read-pages.js";

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
