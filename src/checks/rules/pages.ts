/** Rules about pages and their texts. */
import { getSpaceContent } from "../../catalog/content.js";
import { listSpaceFiles } from "../../catalog/files.js";
import { getSpacePage, listSpacePageBacklinks, listSpacePages } from "../../catalog/pages.js";
import type { Heading, MarkdownText } from "../../shared/markdown/elements.js";
import { plainText } from "../../shared/markdown/outline.js";
import { decodeEntities } from "../../shared/text/markup.js";
import { comparableTitle, matchesWildcards } from "../../shared/text/names.js";
import { count } from "../../shared/wrap.js";
import { requireKnown, Unknown } from "../not-evaluable.js";
import { defineRule } from "../types.js";
import {
  coversOf,
  findInTexts,
  flatPages,
  hasText,
  type InText,
  LEAN,
  missingIn,
  openPage,
  type Page,
  pageThing,
  READS_TEXTS,
  readText,
  readTree,
  TEXTS,
  variablesOf,
  writtenPages,
} from "./read-pages.js";

export const variableMissing = defineRule({
  id: "variable-missing",
  severity: "error",
  tag: "content",
  summary: "A page uses an undefined variable",
  why: "Readers see the expression itself, or nothing, instead of a number or a name.",
  fix: "docs pages view PAGE --space SPACE",
  example: "uses space.vars.limit, which is not defined",
  of: "space",
  onPages: true,
  needs: [getSpaceContent, { endpoint: getSpacePage, when: "the page has text", most: 200 }],
  off: "it reads the text of every page",
  async check(space, { facts }) {
    const content = await facts.one(getSpaceContent, space.params, LEAN);
    const { pages } = content;
    if (!pages) throw new Unknown("the content has no list of its pages");
    const variables = variablesOf(content);
    const checked = flatPages(pages)
      .filter(hasText)
      .map(async (page: Page) => {
        const pageId = page.id ?? "";
        const text = await readText(facts, getSpacePage, { ...space.params, pageId }, false);
        return missingIn(text, variables, page.variables ?? {}).map((name) => ({
          message: `uses ${name}, which is not defined`,
          thing: pageThing(page),
          key: `${pageId} ${name}`,
          fix: { words: ["pages", "view", pageId, "--space", space.thing.id] },
          place: { path: page.path ?? "", text: name },
        }));
      });
    return (await Promise.all(checked)).flat();
  },
});

export const pageHiddenOrphan = defineRule({
  id: "page-hidden-orphan",
  severity: "info",
  tag: "content",
  summary: "No page links to a hidden page",
  why: "It is not in the table of contents, and nothing links to it: only people who know its address can read it.",
  fix: "docs pages view PAGE --space SPACE",
  example: "hidden, and no page links to it",
  of: "space",
  onPages: true,
  needs: [listSpacePages, { endpoint: listSpacePageBacklinks, when: "a page is hidden" }],
  async check(space, { facts }) {
    const all = flatPages(await readTree(facts, space.params));
    // The first page is shown at the address of the space itself.
    const hidden = all.filter((page, at) => at > 0 && page.hidden === true && hasText(page));
    const checked = hidden.map(async (page) => {
      const pageId = page.id ?? "";
      if (await facts.any(listSpacePageBacklinks, { ...space.params, pageId })) return [];
      return [
        {
          message: "hidden, and no page links to it",
          thing: pageThing(page),
          key: pageId,
          since: page.updatedAt,
          fix: { words: ["pages", "view", pageId, "--space", space.thing.id] },
          place: { path: page.path ?? "" },
        },
      ];
    });
    return (await Promise.all(checked)).flat();
  },
});

export const pageNoindex = defineRule({
  id: "page-noindex",
  severity: "info",
  tag: "content",
  summary: "A page of a public space is kept out of search engines",
  why: "It is set for a draft and often stays when the page is finished: nobody finds the page, and nothing shows why.",
  fix: "docs pages view PAGE --space SPACE",
  example: "search engines are asked not to index it",
  of: "space",
  decidedBy: ["visibility"],
  onPages: true,
  needs: [listSpacePages],
  async check(space, { facts }) {
    if (space.item.visibility !== "public") return [];
    const pages = flatPages(await readTree(facts, space.params));
    return pages
      .filter((page) => hasText(page) && (page.noIndex === true || page.noRobotsIndex === true))
      .map((page) => ({
        message: page.noRobotsIndex === true ? "search engines are asked not to index it" : "no search indexes it",
        thing: pageThing(page),
        key: page.id ?? "",
        since: page.updatedAt,
        fix: { words: ["pages", "view", page.id ?? "", "--space", space.thing.id] },
        place: { path: page.path ?? "" },
      }));
  },
});

export const pageEmpty = defineRule({
  id: "page-empty",
  severity: "warning",
  tag: "content",
  summary: "A page has a title and nothing else",
  why: "Somebody meant to write it later. Readers who find it learn nothing, and stop looking.",
  fix: "docs pages view PAGE --space SPACE --web",
  example: "has no text",
  of: "space",
  onPages: true,
  needs: TEXTS,
  off: READS_TEXTS,
  async check(space, { facts }) {
    return findInTexts(facts, space, ({ prose, hasCode }, { pages, description }) => {
      // The page of a chapter shows what is in it.
      if ((pages ?? []).length > 0 || (description ?? "").trim() !== "") return [];
      const isRead = prose.replace(/^\s*#[ \t][^\n]*/, "").trim() !== "";
      return isRead || hasCode() ? [] : [{ message: "has no text", key: "" }];
    });
  },
});

/** Pages with the title of an earlier one beside them, with that one. In different chapters, a title may come again. */
function repeatedIn(pages: readonly Page[]): { page: Page; first: Page }[] {
  const seen = new Map<string, Page>();
  const own = pages.filter(hasText).flatMap((page) => {
    const title = comparableTitle(requireKnown(page.title, `the title of page ${page.path ?? page.id}`));
    const first = seen.get(title);
    if (title === "") return [];
    if (!first) seen.set(title, page);
    return first ? [{ page, first }] : [];
  });
  return [...own, ...pages.flatMap((page) => repeatedIn(page.pages ?? []))];
}

export const pageTitleTwice = defineRule({
  id: "page-title-twice",
  severity: "warning",
  tag: "content",
  summary: "Two pages beside each other have the same title",
  why: "In the table of contents nobody can distinguish them. Often one is a forgotten copy that people still edit.",
  fix: "docs pages view PAGE --space SPACE",
  example: "has the same title as guide/setup, beside it",
  of: "space",
  onPages: true,
  needs: [listSpacePages],
  async check(space, { facts }) {
    return repeatedIn(await readTree(facts, space.params)).map(({ page, first }) => ({
      message: `has the same title as ${first.path ?? first.id}, beside it`,
      thing: pageThing(page),
      key: page.id ?? "",
      fix: { words: ["pages", "view", page.id ?? "", "--space", space.thing.id] },
      place: { path: page.path ?? "" },
    }));
  },
});

/** In a list of steps each step has a heading, of whatever level. */
const STEP = /\{%\s{0,9}step\s{0,9}%\}\s*$/;

function jumpsIn({ headings, prose }: MarkdownText): InText[] {
  const lines = prose.split("\n");
  const isStep = ({ line }: Heading) => STEP.test(lines.slice(Math.max(0, line - 4), line - 1).join("\n"));
  // The title of the page is above all of them.
  let above = 1;
  return headings.flatMap((heading) => {
    const { level, line } = heading;
    const title = decodeEntities(plainText(heading.title));
    const before = above;
    above = level;
    if (level <= before + 1 || isStep(heading)) return [];
    const message = `the heading ${JSON.stringify(title.slice(0, 100))} has level ${level}, below one of level ${before}`;
    return [{ message, key: `${before} ${level} ${heading.title}`, text: title, line }];
  });
}

export const headingJump = defineRule({
  id: "heading-jump",
  severity: "info",
  tag: "content",
  summary: "A heading skips a level",
  why: "People who listen to a page, or jump from heading to heading, look for the part that seems to be missing.",
  fix: "docs pages view PAGE --space SPACE --web",
  example: 'the heading "Limits" has level 4, below one of level 2',
  of: "space",
  onPages: true,
  needs: TEXTS,
  off: READS_TEXTS,
  check: async (space, { facts }) => findInTexts(facts, space, jumpsIn),
});

/** The most pictures of a page that have a finding each: exports have an empty description in every figure. */
const MOST_EACH = 3;

const nameOf = (href: string): string => href.slice(0, 300) || "without an address";

export const imageWithoutAlt = defineRule({
  id: "image-without-alt",
  severity: "info",
  tag: "content",
  summary: "A picture has no alternative text",
  why: 'People who cannot see it, and search engines, learn nothing about it. Mark decoration with <img alt=""> outside of a figure, with role="presentation", or in a checks file (decorative). A page with more than three has one finding.',
  fix: "docs pages view PAGE --space SPACE --web",
  example: "the picture .gitbook/assets/dock.png has no description",
  of: "space",
  onPages: true,
  needs: TEXTS,
  off: READS_TEXTS,
  async check(space, { facts, decorative }) {
    return findInTexts(facts, space, ({ pictures }) => {
      const found = pictures.filter(
        ({ alt, href }) => alt === undefined && !decorative.some((pattern) => matchesWildcards(pattern, href)),
      );
      const [first] = found;
      if (!first || found.length <= MOST_EACH) {
        return found.map(({ href, line }) => ({
          message: `the picture ${nameOf(href)} has no description`,
          key: href,
          text: href,
          line,
        }));
      }
      const message = `${count(found.length, "picture")} have no description; the first is ${nameOf(first.href)}`;
      return [{ message, key: "pictures", text: first.href, line: first.line }];
    });
  },
});

export const pageOld = defineRule({
  id: "page-old",
  severity: "info",
  tag: "content",
  summary: "A page has not changed for a year",
  why: "Its subject has probably changed since then. Somebody who knows should read it, and confirm or correct it.",
  fix: "docs pages view PAGE --space SPACE",
  example: "unchanged for 412 days",
  of: "space",
  onPages: true,
  needs: [listSpacePages],
  days: 365,
  off: "age alone is not a problem; turn it on if your pages are reviewed regularly",
  async check(space, { facts, isOld, age }) {
    const pages = await writtenPages(facts, space);
    if (pages.some(({ updatedAt }) => Number.isNaN(Date.parse(updatedAt ?? "")))) {
      throw new Unknown("some pages have no time of last change");
    }
    return pages
      .filter(({ updatedAt }) => isOld(updatedAt))
      .map((page) => ({
        message: `unchanged for ${age(page.updatedAt)} days`,
        thing: pageThing(page),
        key: page.id ?? "",
        since: page.updatedAt,
        fix: { words: ["pages", "view", page.id ?? "", "--space", space.thing.id] },
        place: { path: page.path ?? "" },
      }));
  },
});

export const coverMissing = defineRule({
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
    const covered = flatPages(await readTree(facts, space.params)).filter((page) => coversOf(page).length > 0);
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

export const ignoreComment = defineRule({
  id: "ignore-comment",
  severity: "info",
  tag: "content",
  summary: "A comment ignores findings without a reason, or ignores nothing",
  why: "Nobody dares to remove a comment without a reason, and a comment that ignores nothing hides the next mistake.",
  fix: "docs pages view PAGE --space SPACE --web",
  example: "links-broken ignored without a reason",
  of: "space",
  onPages: true,
  late: true,
  needs: [listSpacePages, { endpoint: getSpacePage, when: "the page has text", most: 200 }],
  off: "it reads the text of every page",
  async check(space, { facts, comments }) {
    const checked = (await writtenPages(facts, space)).map(async (page) => {
      const pageId = page.id ?? "";
      const problems = await comments.problems(space.params, pageId);
      return problems.map(({ message, key, line }) => ({
        message: `line ${line}: ${message}`,
        thing: pageThing(page),
        key: `${pageId} ${key}`,
        fix: openPage(pageId, space.thing.id),
        place: { path: page.path ?? "", text: "docs-ignore", line },
      }));
    });
    return (await Promise.all(checked)).flat();
  },
});
