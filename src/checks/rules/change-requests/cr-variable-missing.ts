import { getChangeRequestPage, getSpacePage } from "../../../catalog/pages.js";
import { searchSpace } from "../../../catalog/spaces.js";
import { getPath } from "../../../shared/paths.js";
import { count } from "../../../shared/wrap.js";
import type { Facts } from "../../data-source.js";
import { Inapplicable, Unknown } from "../../not-evaluable.js";
import type { PageEndpoint } from "../../page-text.js";
import { defineRule, type Subject } from "../../types.js";
import { hasText, type Page, pageThing } from "../pages.js";
import { missingIn, type Variables } from "../variables.js";
import { ownPages } from "./affected-pages.js";
import { changedContent, READS_OF_CHANGE } from "./changed-content.js";
import { changedPages, isUpToDate, textOf, treesOf } from "./changed-pages.js";
import { command, isUpForMerge } from "./cr-fixes.js";

type Cr = Subject<"change-request">;

/** The most unchanged pages that are read when a variable of the space is removed: nothing lists what uses it. */
const MOST_READ = 3000;
/** The same for each of all change requests. */
const MOST_READ_OF_MANY = 300;

const INCLUDE = /\{%\s{0,9}include\s/;

/** The text of a page, and as readers get it if it includes something: that may use variables, too. */
async function wholeText(facts: Facts, cr: Cr, endpoint: PageEndpoint, pageId: string): Promise<string> {
  const text = await textOf(facts, cr, endpoint, pageId, false);
  return INCLUDE.test(text) ? `${text}\n\n${await textOf(facts, cr, endpoint, pageId, true)}` : text;
}

/** Names that a page uses after the merge, that nothing defines then, and that are not missing now. */
async function missingBy(facts: Facts, cr: Cr, pageId: string, variables: { before: Variables; after: Variables }) {
  const { before, after } = await treesOf(facts, cr);
  const [old, own] = [before.get(pageId), after.get(pageId)];
  const missing = missingIn(
    await wholeText(facts, cr, getChangeRequestPage, pageId),
    variables.after,
    own?.variables ?? {},
  );
  if (missing.length === 0 || !old) return missing;
  const known = missingIn(await wholeText(facts, cr, getSpacePage, pageId), variables.before, old.variables ?? {});
  return missing.filter((name) => !known.includes(name));
}

/** Ids of pages that the search finds by one of the names: they are read first. */
async function pagesNaming(facts: Facts, cr: Cr, names: readonly string[]): Promise<ReadonlySet<unknown>> {
  try {
    const lists = await Promise.all(names.map((query) => facts.list(searchSpace, cr.params, { query })));
    return new Set(lists.flat().map((page) => getPath(page, "id")));
  } catch (error) {
    // Without the search, pages are read in their order.
    if (error instanceof Unknown) return new Set();
    throw error;
  }
}

/** Pages that it leaves alone, those first that are likely to use what it removes. */
async function otherPages(
  facts: Facts,
  cr: Cr,
  { variables, own, after }: { variables: { before: Variables; after: Variables } } & Record<"own" | "after", Pages>,
): Promise<[string, Page][]> {
  const removed = Object.keys(variables.before).filter((name) => !Object.hasOwn(variables.after, name));
  if (removed.length === 0) return [];
  const others = [...after].filter(([id, page]) => !own.has(id) && hasText(page));
  const likely = others.length > 0 ? await pagesNaming(facts, cr, removed) : new Set();
  return [...others.filter(([id]) => likely.has(id)), ...others.filter(([id]) => !likely.has(id))];
}

type Pages = ReadonlyMap<string, Page>;

export default defineRule({
  id: "cr-variable-missing",
  severity: "error",
  tag: "change-requests",
  summary: "An open change request makes a page use an undefined variable",
  why: "After the merge, readers see the expression itself, or nothing, instead of a number or a name. No list shows which pages use a variable, so if it removes one, the text of every page is read: first those that the search finds.",
  fix: "docs pages view PAGE --cr CR --space SPACE",
  example: "guide/start would use space.vars.limit, which is not defined",
  of: "change-request",
  onPages: true,
  needs: [
    ...READS_OF_CHANGE,
    { endpoint: searchSpace, when: "it removes a variable" },
    { endpoint: getChangeRequestPage, when: "it changes the page, or removes a variable", most: 2 * MOST_READ },
    { endpoint: getSpacePage, when: "the page uses a variable that is not defined", most: MOST_READ },
  ],
  costly: "it reads the text of every page that is changed",
  async check(cr, { facts }) {
    if (!isUpForMerge(cr, facts)) return [];
    if (!isUpToDate(cr)) {
      throw new Inapplicable("it is behind its space; update it to see what a merge would break");
    }
    const [changes, { variables }, { after }] = await Promise.all([
      changedPages(facts, cr),
      changedContent(facts, cr),
      treesOf(facts, cr),
    ]);
    const own = ownPages(changes);
    const others = await otherPages(facts, cr, { variables, own, after });
    const most = facts.scope.changeRequest === undefined ? MOST_READ_OF_MANY : MOST_READ;
    const pages: [string, Page][] = [...[...own].filter(([, page]) => hasText(page)), ...others.slice(0, most)];
    const checked = pages.map(async ([pageId, page]) =>
      (await missingBy(facts, cr, pageId, variables)).map((name) => ({
        message: `${page.path ?? pageId} would use ${name}, which is not defined`,
        thing: pageThing(page),
        key: `${pageId} ${name}`,
        fix: command(cr, "pages", "view", pageId, "--cr", "<cr>"),
        place: { path: page.path ?? "", text: name },
      })),
    );
    const found = (await Promise.all(checked)).flat();
    const unread = others.length - most;
    if (unread <= 0) return found;
    const message = `it removes a variable, and ${count(unread, "more page")} may use it`;
    if (found.length === 0) throw new Unknown(message);
    return [...found, { message, isUnknown: true, fix: command(cr, "cr", "diff", "<cr>") }];
  },
});
