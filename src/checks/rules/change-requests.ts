/** Rules about change requests. */
import { listChangeRequests } from "../../catalog/change-requests.js";
import { listChangeRequestComments } from "../../catalog/comments.js";
import { getMember, listMembers } from "../../catalog/members.js";
import { getChangeRequestPage, getSpacePage, listChangeRequestPages, listSpacePages } from "../../catalog/pages.js";
import { searchSpace } from "../../catalog/spaces.js";
import { getPath } from "../../shared/paths.js";
import { count } from "../../shared/wrap.js";
import type { Facts } from "../data-source.js";
import { Inapplicable, requireKnown, Unknown } from "../not-evaluable.js";
import { defineRule, type Fix, type FixPlan, requireWholeView, type Subject, VIEW } from "../types.js";
import {
  changedContent,
  changedPages,
  isUpToDate,
  loadText,
  ownPages,
  type PageChange,
  READS_OF_CHANGE,
  readTrees,
} from "./changed-pages.js";
import { hasText, missingIn, type Page, type PageEndpoint, pageThing, type Variables } from "./read-pages.js";

// Fixes for change requests.

type Cr = Subject<"change-request">;

const paramsOf = ({ params: { spaceId = "" }, thing }: Cr) => ({ spaceId, changeRequestId: thing.id });

/** A command with `<cr>` replaced by the change request, and its space at the end. */
export const command = (cr: Cr, ...words: readonly string[]): Fix => ({
  words: [...words.map((word) => (word === "<cr>" ? cr.thing.id : word)), "--space", paramsOf(cr).spaceId],
});

const closeFix = (cr: Cr): Fix => ({
  ...command(cr, "cr", "close", "<cr>"),
  change: { endpoint: "updateChangeRequest", params: paramsOf(cr), body: { status: "archived" } },
});

const planClose = (condition: string): FixPlan => ({
  consequence: "closes the change request: it leaves the lists, and can be reopened",
  condition,
});

const updateFix = (cr: Cr): Fix => ({
  ...command(cr, "cr", "update", "<cr>"),
  change: { endpoint: "pullChangeRequest", params: paramsOf(cr) },
});

const STATUSES: readonly string[] = ["draft", "open", "archived", "merged"];

/** @throws Unknown without a status that the contract has */
function statusOf({ item: { status } }: Cr): string {
  if (typeof status === "string" && STATUSES.includes(status)) return status;
  throw new Unknown(`the service does not show its status${status ? `, or one that is not known: ${status}` : ""}`);
}

/**
 * True if it may be merged next: it is open, or it is a draft that is being checked by itself.
 * @throws Unknown without a status
 */
export function isUpForMerge(cr: Cr, { scope }: Facts): boolean {
  const status = statusOf(cr);
  return status === "open" || (status === "draft" && scope.changeRequest !== undefined);
}

/** The most unchanged pages that are read when a variable of the space is removed: nothing lists what uses it. */
const MOST_READ = 3000;
/** The same for each of all change requests. */
const MOST_READ_OF_MANY = 300;

const INCLUDE = /\{%\s{0,9}include\s/;

/** The text of a page, and as readers get it if it includes something: that may use variables, too. */
async function wholeText(facts: Facts, cr: Cr, endpoint: PageEndpoint, pageId: string): Promise<string> {
  const text = await loadText(facts, cr, endpoint, pageId, false);
  return INCLUDE.test(text) ? `${text}\n\n${await loadText(facts, cr, endpoint, pageId, true)}` : text;
}

/** Names that a page uses after the merge, that nothing defines then, and that are not missing now. */
async function missingBy(facts: Facts, cr: Cr, pageId: string, variables: { before: Variables; after: Variables }) {
  const { before, after } = await readTrees(facts, cr);
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

export const crVariableMissing = defineRule({
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
      readTrees(facts, cr),
    ]);
    const own = ownPages(changes);
    const others = await otherPages(facts, cr, { variables, own, after });
    const most = facts.scope.changeRequest === undefined ? MOST_READ_OF_MANY : MOST_READ;
    const pages: [string, Page][] = [...[...own].filter(([, page]) => hasText(page)), ...others.slice(0, most)];
    facts.expectMore(Math.min(others.length, most));
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

export const crOutdated = defineRule({
  id: "cr-outdated",
  severity: "warning",
  tag: "change-requests",
  summary: "An open change request is behind the content of its space",
  why: "Reviewers see something other than the result of the merge: conflicts show only after an update.",
  fix: "docs cr update CR --space SPACE",
  planned: {
    consequence: "adds the content of the space to the change request; a conflict changes nothing",
    condition: "it is live and behind its space",
  },
  example: "behind the content of its space",
  of: "change-request",
  needs: [],
  check(cr, { facts }) {
    if (!isUpForMerge(cr, facts) || cr.item.outdated === false) return [];
    if (cr.item.outdated !== true) throw new Unknown("the service does not show whether it is up to date");
    return [{ message: "behind the content of its space", fix: updateFix(cr) }];
  },
});

/** A gate does not take a counter of 0 for an answer: a comment may be newer. */
async function countOpen(cr: Subject<"change-request">, facts: Facts): Promise<number> {
  const { comments } = cr.item;
  if (comments == null) throw new Unknown("the service does not show how many comments are open");
  if (comments > 0 || facts.scope.changeRequest === undefined) return comments;
  const listed = await facts.list(listChangeRequestComments, cr.params, { status: "open" });
  return listed.filter(({ status }) => status !== "resolved").length;
}

export const crUnresolvedComments = defineRule({
  id: "cr-unresolved-comments",
  severity: "warning",
  tag: "change-requests",
  summary: "An open change request has open comments",
  why: "After the merge, questions of reviewers are lost: comments stay with the change request.",
  fix: "docs comments list --cr CR --status open --space SPACE",
  example: "3 open comments",
  of: "change-request",
  needs: [{ endpoint: listChangeRequestComments, when: "it is checked by itself, and no comment is counted" }],
  async check(cr, { facts }) {
    if (!isUpForMerge(cr, facts)) return [];
    const open = await countOpen(cr, facts);
    if (open === 0) return [];
    return [
      {
        message: `${open} open ${open === 1 ? "comment" : "comments"}`,
        fix: command(cr, "comments", "list", "--cr", "<cr>", "--status", "open"),
      },
    ];
  },
});

/** Other open and draft change requests of the space: the earlier ones, so that a pair is reported once; all, if only one is checked. */
async function otherChangeRequests(facts: Facts, cr: Cr): Promise<Cr[]> {
  const one = facts.scope.changeRequest !== undefined;
  const { spaceId = "" } = cr.params;
  if (one) {
    const lists = ["open", "draft"].map((status) => facts.list(listChangeRequests, { spaceId }, { status }));
    return (await Promise.all(lists))
      .flat()
      .filter(({ id }) => id !== cr.thing.id)
      .map((item) => ({
        item,
        thing: { kind: "change-request", id: item.id ?? "", title: `#${item.number ?? "?"}`, url: null },
        params: { ...cr.params, changeRequestId: item.id ?? "" },
      }));
  }
  const { subjects } = await facts.subjects("change-request");
  const numberOf = ({ item }: Cr): number => requireKnown(item.number, "the numbers of change requests");
  return subjects.filter((other) => other.params.spaceId === spaceId && numberOf(other) < numberOf(cr));
}

/** True if a page really differs: one with a later time may still have the same text. */
async function isOther(facts: Facts, { params }: Cr, { page, change }: PageChange): Promise<boolean> {
  if (change !== "changed") return true;
  const at = { ...params, pageId: page.id ?? "" };
  const [own, main] = await Promise.all([facts.one(getChangeRequestPage, at), facts.one(getSpacePage, at)]);
  if ([own, main].some(({ type, markdown }) => type === "document" && typeof markdown !== "string")) {
    throw new Unknown("the answer lacks the text of the page");
  }
  const shown = ({ title, description, emoji, icon, hidden, markdown, path }: Page) =>
    JSON.stringify([title, description, emoji, icon, hidden, markdown, path]);
  return shown(own) !== shown(main);
}

/** "guide/setup and 2 other pages". */
const formatNames = ([first = "", ...rest]: readonly string[]): string =>
  rest.length === 0 ? first : `${first} and ${count(rest.length, "other page")}`;

export const crOverlap = defineRule({
  id: "cr-overlap",
  severity: "info",
  tag: "change-requests",
  summary: "Two open or draft change requests change the same page",
  why: "The one that is merged second may conflict. Only an update shows whether it does.",
  fix: "docs cr diff CR --space SPACE",
  example: "#43 changes guide/setup, too: they may conflict",
  of: "change-request",
  off: "the changes of an outdated one are known only from the times of its pages",
  needs: [
    listSpacePages,
    listChangeRequestPages,
    { endpoint: getChangeRequestPage, when: "both have a later time of the page" },
    { endpoint: getSpacePage, when: "both have a later time of the page" },
  ],
  async check(cr, { facts }) {
    const rivals = await otherChangeRequests(facts, cr);
    if (rivals.length === 0) return [];
    const own = await changedPages(facts, cr);
    if (own.length === 0) return [];
    const found = rivals.map(async (rival) => {
      const theirs = new Map((await changedPages(facts, rival)).map((change) => [change.page.id, change]));
      const both: string[] = [];
      for (const change of own) {
        const other = theirs.get(change.page.id);
        if (!other || !(await isOther(facts, cr, change)) || !(await isOther(facts, rival, other))) continue;
        both.push(change.page.path ?? change.page.id ?? "");
      }
      if (both.length === 0) return [];
      const [number = ""] = rival.thing.title.split(" ");
      return [
        {
          message: `${number} changes ${formatNames(both)}, too: they may conflict`,
          key: rival.thing.id,
          fix: command(cr, "cr", "diff", "<cr>"),
        },
      ];
    });
    return (await Promise.all(found)).flat();
  },
});

export const crStale = defineRule({
  id: "cr-stale",
  severity: "info",
  tag: "change-requests",
  summary: "An open change request has not been touched for a long time",
  why: "Somebody has probably forgotten it, and the longer it waits, the more it conflicts.",
  fix: "docs cr close CR --space SPACE",
  planned: planClose("it is open, and unchanged for longer than the threshold"),
  example: "open, and unchanged for 62 days",
  of: "change-request",
  decidedBy: ["updatedAt"],
  needs: [],
  days: 30,
  check(cr, { isOld, age }) {
    const { updatedAt } = cr.item;
    if (statusOf(cr) !== "open" || !isOld(updatedAt)) return [];
    return [{ message: `open, and unchanged for ${age(updatedAt)} days`, since: updatedAt, fix: closeFix(cr) }];
  },
});

export const crDraftOld = defineRule({
  id: "cr-draft-old",
  severity: "info",
  tag: "change-requests",
  summary: "A draft has not been touched for a long time",
  why: "Only its author sees a draft: its content is lost to everybody else, or was never meant to stay.",
  fix: "docs cr close CR --space SPACE",
  planned: planClose("it is a draft, and unchanged for longer than the threshold"),
  example: "a draft, and unchanged for 90 days",
  of: "change-request",
  decidedBy: ["updatedAt"],
  needs: [],
  days: 60,
  check(cr, { isOld, age }) {
    const { updatedAt } = cr.item;
    if (statusOf(cr) !== "draft" || !isOld(updatedAt)) return [];
    return [{ message: `a draft, and unchanged for ${age(updatedAt)} days`, since: updatedAt, fix: closeFix(cr) }];
  },
});

/** Requests one member for one change request, the list for all of them; undefined: there is no such member. */
async function readMember(facts: Facts, userId: string) {
  const organizationId = facts.organization;
  if (facts.scope.changeRequest !== undefined) {
    const member = await facts.maybe(getMember, { organizationId, userId });
    if (member) return member;
  } else {
    const member = (await facts.list(listMembers, { organizationId })).find(({ id }) => id === userId);
    if (member) return member;
  }
  // Nobody is gone just because this token does not see them.
  await requireWholeView(facts, "member");
  return undefined;
}

export const crAuthorGone = defineRule({
  id: "cr-author-gone",
  severity: "info",
  tag: "change-requests",
  summary: "The author of an open or draft change request is no longer a member, or is disabled",
  why: "Nobody answers its comments or finishes it: another person must take it over or close it.",
  fix: "docs cr close CR --space SPACE",
  planned: planClose("it is live, and its author is still gone or disabled"),
  example: "its author Jonas Weber is no longer a member",
  of: "change-request",
  needs: [listMembers, VIEW],
  async check(cr, { facts }) {
    const author = cr.item.createdBy;
    if (!author?.id) return [];
    const member = await readMember(facts, author.id);
    if (member && member.disabled !== true) return [];
    const name = author.displayName || author.email || author.id;
    const what = member ? "is disabled" : "is no longer a member";
    return [{ message: `its author ${name} ${what}`, key: author.id, fix: closeFix(cr) }];
  },
});

export const crNoSubject = defineRule({
  id: "cr-no-subject",
  severity: "info",
  tag: "change-requests",
  summary: "An open change request has no subject",
  why: "Lists and the history show only its number: nobody sees what it is about.",
  fix: "docs cr edit CR --subject SUBJECT --space SPACE",
  example: "has no subject",
  of: "change-request",
  needs: [],
  check(cr) {
    const { subject } = cr.item;
    if (statusOf(cr) !== "open" || (subject ?? "").trim() !== "") return [];
    return [{ message: "has no subject", fix: command(cr, "cr", "edit", "<cr>", "--subject", "...") }];
  },
});
