/** Rules about spaces, their files and comments, and about collections. */
import { listChangeRequests } from "../../catalog/change-requests.js";
import { listCollectionSpaces, listOrgCollections } from "../../catalog/collections.js";
import { listSpaceComments } from "../../catalog/comments.js";
import { getSpaceContent } from "../../catalog/content.js";
import { listSpaceFileBacklinks, listSpaceFiles } from "../../catalog/files.js";
import { listSpacePages } from "../../catalog/pages.js";
import { listSiteSpaces } from "../../catalog/site-spaces.js";
import { listSites } from "../../catalog/sites.js";
import { listOrgSpaces, listSpaceLinks } from "../../catalog/spaces.js";
import { getPath } from "../../shared/paths.js";
import type { Facts } from "../data-source.js";
import { requireKnown, Unknown, withholdIf } from "../not-evaluable.js";
import { defineRule, requireWholeView, type Subject, VIEW } from "../types.js";
import { includedLinks, namesOfFile, namesOfLink, READS_INCLUDES, titlesOf } from "./read-links.js";
import { coversOf, flatPages, hasText, LEAN, readTree } from "./read-pages.js";

/** How reusable contents use files: names in those that pages include, and titles of those whose texts nothing shows. */
async function usesOfIncludes(facts: Facts, space: Subject<"space">) {
  const { reusableContents } = await facts.one(getSpaceContent, space.params, LEAN);
  if (reusableContents?.length === 0) return { names: new Set<string>(), unread: [] };
  const included = await includedLinks(facts, space);
  const shown = included.filter(({ links }) => links !== undefined);
  const known = new Set(shown.flatMap(({ includes }) => includes.map(({ id }) => id)));
  return {
    names: new Set(shown.flatMap(({ links }) => links ?? []).flatMap((link) => namesOfLink(link, new Set()))),
    unread: (reusableContents ?? [])
      .filter(({ id }) => !known.has(id ?? ""))
      .map(({ id, title }) => ({ title: title || id || "" })),
  };
}

export const fileOrphan = defineRule({
  id: "file-orphan",
  severity: "info",
  tag: "content",
  summary: "No page uses a file of a space",
  why: "It takes up space, and people who look for a picture may find the wrong one, such as the old screenshot beside the new one.",
  fix: "docs files view FILE --space SPACE",
  example: "no page uses it (84 kB)",
  of: "space",
  needs: [
    listSpaceFiles,
    listSpacePages,
    { endpoint: getSpaceContent, when: "no link leads to a file" },
    ...READS_INCLUDES,
    { endpoint: listSpaceFileBacklinks, when: "no link leads to the file" },
  ],
  costly: "it reads every file and every link of every space",
  async check(space, { facts }) {
    const files = await facts.list(listSpaceFiles, space.params, LEAN);
    if (files.length === 0) return [];
    const links = await facts.list(listSpaceLinks, space.params);
    const covers = flatPages(await readTree(facts, space.params)).flatMap(coversOf);
    const used = new Set<unknown>([...covers, ...links.map((link) => getPath(link.targetReference, "file.id"))]);
    const unlinked = files.filter(({ id }) => !used.has(id));
    if (unlinked.length === 0) return [];
    const { names, unread } = await usesOfIncludes(facts, space);
    const [first] = unread;
    const more = unread.length > 1 ? ` and ${unread.length - 1} more` : "";
    const unless = first ? `; no page shows the reusable content ${titlesOf([first])}${more}, which may use it` : "";
    const checked = unlinked
      .filter((file) => !namesOfFile(file).some((name) => names.has(name)))
      .map(async ({ id, name, size }) => {
        const fileId = id ?? "";
        // Pages may use files in ways that the list of links does not show.
        if (await facts.any(listSpaceFileBacklinks, { ...space.params, fileId })) return [];
        return [
          {
            message: `no page uses it (${Math.ceil((size ?? 0) / 1000)} kB)${unless}`,
            thing: { kind: "file", id: fileId, title: name ?? fileId, url: null },
            key: fileId,
            fix: { words: ["files", "view", fileId, "--space", space.thing.id] },
          },
        ];
      });
    return (await Promise.all(checked)).flat();
  },
});

/** True if one of the lists has an item. */
const hasAny = async (
  facts: Facts,
  endpoint: Parameters<Facts["any"]>[0],
  params: Subject["params"],
  states: string[],
) => (await Promise.all(states.map((status) => facts.any(endpoint, params, { status })))).includes(true);

/** Why the space is not to be deleted, although it has no pages; undefined if nothing speaks against it. */
async function whyKept({ item, thing, params }: Subject<"space">, facts: Facts): Promise<string | undefined> {
  if (item.gitSync) return "it is synced with a repository";
  if (await hasAny(facts, listChangeRequests, params, ["open", "draft"]))
    return "it has an open or draft change request";
  if (await hasAny(facts, listSpaceComments, params, ["all"])) return "it has comments";
  const { subjects, unknown } = await facts.everywhere("site-space");
  if (subjects.some((one) => one.item.space?.id === thing.id)) return "it is on a site";
  const [hidden] = unknown;
  if (hidden) throw new Unknown(hidden.reason);
  await requireWholeView(facts);
  return undefined;
}

export const spaceEmpty = defineRule({
  id: "space-empty",
  severity: "info",
  tag: "content",
  summary: "A space has no pages",
  why: "It was created and never filled, or emptied and never deleted: people who find it learn nothing.",
  fix: "docs spaces delete SPACE",
  planned: {
    consequence: "deletes the space; it can be restored for 7 days",
    condition: "it has no page, no open or draft change request, no comment and no repository, and is on no site",
    risk: "removes",
  },
  example: "has no pages",
  of: "space",
  needs: [
    listSpacePages,
    { endpoint: listChangeRequests, when: "the space has no pages" },
    { endpoint: listSpaceComments, when: "the space has no pages" },
    { endpoint: listSites, when: "the space has no pages" },
    { endpoint: listSiteSpaces, when: "the space has no pages" },
    VIEW,
  ],
  async check(space, { facts }) {
    if (flatPages(await readTree(facts, space.params)).some(hasText)) return [];
    // Generated pages are pages, too; only a space without others is asked for them.
    if (flatPages(await facts.list(listSpacePages, space.params)).some(hasText)) return [];
    const { id } = space.thing;
    const withheld = await withholdIf(whyKept(space, facts), "it could not be determined whether it is in use");
    return [
      {
        message: "has no pages",
        since: space.item.updatedAt,
        fix:
          withheld === undefined
            ? { words: ["spaces", "delete", id], change: { endpoint: "deleteSpace", params: { spaceId: id } } }
            : { words: ["spaces", "view", id], ...withheld },
      },
    ];
  },
});

export const spaceOrphan = defineRule({
  id: "space-orphan",
  severity: "info",
  tag: "content",
  summary: "A space is in no collection and on no site",
  why: "Only the list of all spaces shows it: most of these are trials and copies that nobody owns.",
  fix: "docs spaces move SPACE --parent COLLECTION",
  example: "in no collection, and on no site",
  of: "space",
  needs: [listSites, listSiteSpaces, VIEW],
  async check({ item, thing }, { facts }) {
    if (item.parent) return [];
    const { subjects, unknown } = await facts.everywhere("site-space");
    // A site whose spaces could not be read may show this one.
    const [hidden] = unknown;
    if (subjects.some((one) => one.item.space?.id === thing.id)) return [];
    if (hidden) throw new Unknown(hidden.reason);
    await requireWholeView(facts);
    return [
      {
        message: "in no collection, and on no site",
        since: item.updatedAt,
        fix: { words: ["spaces", "view", thing.id] },
      },
    ];
  },
});

export const spaceLockedLong = defineRule({
  id: "space-locked-long",
  severity: "info",
  tag: "content",
  summary: "A space is locked, and nothing has changed in it for a long time",
  why: "Spaces are locked for a release or a migration. A lock that stays has usually been forgotten, and nobody can fix a page there.",
  fix: "docs spaces edit SPACE --edit-mode live",
  planned: {
    consequence: "people with the right to edit can change the space directly",
    condition: "it is locked, and unchanged for longer than the threshold",
  },
  example: "locked, and unchanged for 45 days",
  of: "space",
  decidedBy: ["editMode", "updatedAt"],
  needs: [],
  days: 30,
  check({ item, thing }, { isOld, age }) {
    // The service does not say when it was locked. A locked space cannot change, so it is locked since its last change at least.
    if (item.editMode !== "locked" || !isOld(item.updatedAt)) return [];
    return [
      {
        message: `locked, and unchanged for ${age(item.updatedAt)} days`,
        since: item.updatedAt,
        fix: {
          words: ["spaces", "edit", thing.id, "--edit-mode", "live"],
          change: { endpoint: "updateSpace", params: { spaceId: thing.id }, body: { editMode: "live" } },
        },
      },
    ];
  },
});

export const gitSyncBehind = defineRule({
  id: "git-sync-behind",
  severity: "warning",
  tag: "content",
  summary: "The content of a space is newer than that of its repository",
  why: "Git sync has stopped, perhaps because a token has expired or a branch is protected, and the two sides diverge.",
  fix: "docs spaces view SPACE",
  example: "changed 3 days ago, after the last sync with tern/guide",
  of: "space",
  needs: [{ endpoint: getSpaceContent, when: "the space is synced with a repository" }],
  days: 1,
  async check(space, { facts, age, isOld }) {
    const { gitSync } = space.item;
    const synced = Date.parse(gitSync?.updatedAt ?? "");
    if (Number.isNaN(synced)) return [];
    // The time of the space changes with its settings, too: that of the revision counts.
    const { createdAt } = await facts.one(getSpaceContent, space.params, LEAN);
    if (Number.isNaN(Date.parse(createdAt ?? ""))) throw new Unknown("the content has no time of last change");
    if (!(Date.parse(createdAt ?? "") > synced) || !isOld(createdAt)) return [];
    const days = age(createdAt);
    return [
      {
        message: `changed ${days} ${days === 1 ? "day" : "days"} ago, after the last sync with ${gitSync?.repoName || "its repository"}`,
        since: createdAt,
        fix: { words: ["spaces", "view", space.thing.id] },
      },
    ];
  },
});

export const collectionEmpty = defineRule({
  id: "collection-empty",
  severity: "info",
  tag: "content",
  summary: "A collection is empty",
  why: "It is left over from moved or deleted spaces, and people open it in vain.",
  fix: "docs collections delete COLLECTION",
  planned: {
    consequence: "deletes the collection",
    condition: "it contains neither spaces nor collections",
    risk: "removes",
  },
  example: "contains neither spaces nor collections",
  of: "collection",
  needs: [
    listOrgSpaces,
    listOrgCollections,
    { endpoint: listCollectionSpaces, when: "the lists have nothing in the collection" },
    VIEW,
  ],
  async check({ thing, params }, { facts }) {
    const [spaces, collections] = await Promise.all([
      facts.list(listOrgSpaces, params),
      facts.list(listOrgCollections, params),
    ]);
    if ([...spaces, ...collections].some(({ parent }) => parent === thing.id)) return [];
    if (await facts.any(listCollectionSpaces, { collectionId: thing.id }))
      throw new Unknown("it has spaces that the list of all spaces lacks");
    await requireWholeView(facts);
    return [
      {
        message: "contains neither spaces nor collections",
        fix: {
          words: ["collections", "delete", thing.id],
          change: { endpoint: "deleteCollection", params: { collectionId: thing.id } },
        },
      },
    ];
  },
});

/** Characters of a comment that serve as its title. */
const MOST_SHOWN = 60;

const titleOf = (markdown: string): string => {
  const line = markdown.replace(/\s+/g, " ").trim();
  return line.length > MOST_SHOWN ? `${line.slice(0, MOST_SHOWN).trim()}…` : line;
};

export const commentsOld = defineRule({
  id: "comments-old",
  severity: "info",
  tag: "content",
  summary: "A comment on a space has been open for a long time",
  why: "Somebody asked and got no answer, or got one and nobody resolved the comment.",
  fix: "docs comments resolve COMMENT --space SPACE",
  planned: {
    consequence: "resolves the comment, whether or not it was answered",
    condition: "it is open, and as old as when the plan was made",
  },
  example: "open for 120 days",
  of: "space",
  needs: [{ endpoint: listSpaceComments, when: "the space has open comments" }],
  days: 90,
  async check({ item, thing, params }, { facts, isOld, age }) {
    if (item.comments === 0) return [];
    const open = await facts.list(listSpaceComments, params, { status: "open", format: "markdown" });
    return open
      .filter(
        ({ postedAt, status }) => status !== "resolved" && isOld(requireKnown(postedAt, "when a comment was posted")),
      )
      .map(({ id, postedAt, body, urls }) => {
        const commentId = id ?? "";
        return {
          message: `open for ${age(postedAt)} days`,
          thing: { kind: "comment", id: commentId, title: titleOf(body?.markdown ?? ""), url: urls?.location ?? null },
          key: commentId,
          since: postedAt,
          fix: {
            words: ["comments", "resolve", commentId, "--space", thing.id],
            change: {
              endpoint: "updateSpaceComment",
              params: { spaceId: thing.id, commentId },
              body: { resolved: true },
            },
          },
        };
      });
  },
});
