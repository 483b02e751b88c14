import sample from "virtual:sample";
import { createRevision } from "../content/revisions.js";
import type { FileInput, PageInput } from "../content/types.js";
import { recordContribution } from "../lookup.js";
import { ORIGIN } from "../origin.js";
import { fillLevels, permissionsFor } from "../rights/levels.js";
import type { HandlerContext } from "../types.js";
import { daysAgo, instant, opaque, user } from "./tools.js";
import type { Book, ChangeSource, CollectionSource, Edit, Holding, PageSource, SpaceSource } from "./types.js";

/** Id of a sample page, from the space's id and the page's slug (unique within a book). */
export function pageId(space: string, slug: string): string {
  return opaque(`page ${space} ${slug}`);
}

/** @throws Error if an edit does not match the text: a mistake in the sample. */
function applyEdits(page: PageSource, edits: readonly Edit[]): string {
  let text = page.markdown.trim();
  for (const { slug, from, to } of edits) {
    if (slug !== page.slug) continue;
    if (!`${text}\n`.includes(from)) throw new Error(`sample page "${slug}" lacks the text "${from}"`);
    text = `${text}\n`.replace(from, () => to).trim();
  }
  return `${text}\n`;
}

/** The pages of a space's book with some edits, made `days` before the load. */
function bookPages(
  context: HandlerContext,
  source: SpaceSource,
  { edits, days }: { edits: readonly Edit[]; days: number },
): PageInput[] {
  const created = daysAgo(context, source.created);
  const changed = new Set(edits.map(({ slug }) => slug));
  const build = (page: PageSource): PageInput => {
    const { slug, pages, title, emoji, description } = page;
    return {
      id: pageId(source.space, slug),
      slug,
      title,
      ...(emoji && { emoji }),
      ...(description && { description }),
      createdAt: created,
      updatedAt: changed.has(slug) ? daysAgo(context, days) : created,
      markdown: applyEdits(page, edits),
      pages: pages.map(build),
    };
  };
  return source.book.pages.map(build);
}

function bookFiles(book: Book): FileInput[] {
  return book.files.map(({ text, ...file }) => ({ ...file, bytes: Buffer.from(text) }));
}

interface Place {
  org: string;
  parent?: string;
}

function loadCollection(context: HandlerContext, { org, parent }: Place, source: CollectionSource): void {
  const { collection: id, title, description = "", defaultLevel } = source;
  context.store.put("collection", id, parent ?? org, {
    object: "collection",
    id,
    title,
    description,
    organization: org,
    ...(parent && { parent }),
    ...(defaultLevel && { defaultLevel }),
    urls: { location: `${ORIGIN}/v1/collections/${id}`, app: `${ORIGIN}/o/${org}/c/${id}` },
    permissions: permissionsFor("collection", "admin"),
  });
  for (const holding of source.holds) loadHolding(context, { org, parent: id }, holding);
}

function counters(id: string) {
  const changes = sample.changeRequests[id] ?? [];
  const withStatus = (status: string) => changes.filter((change) => change.status === status).length;
  const own = sample.discussions.find(({ space, change }) => space === id && change === undefined)?.comments ?? [];
  return {
    comments: own.filter(({ resolved }) => resolved === undefined).length,
    changeRequests: changes.length,
    changeRequestsOpen: withStatus("open"),
    changeRequestsDraft: withStatus("draft"),
  };
}

function loadSpace(context: HandlerContext, { org, parent }: Place, source: SpaceSource): void {
  const { space: id, book: _book, created, deleted, defaultLevel, gitSync, ...fields } = source;
  const { revision, updated } = loadHistory(context, source, org);
  context.store.put("space", id, deleted === undefined ? (parent ?? org) : `deleted/${org}`, {
    object: "space",
    id,
    ...fields,
    createdAt: daysAgo(context, created),
    updatedAt: daysAgo(context, updated),
    ...(deleted !== undefined && { deletedAt: daysAgo(context, deleted) }),
    urls: { location: `${ORIGIN}/v1/spaces/${id}`, app: `${ORIGIN}/o/${org}/s/${id}` },
    organization: org,
    ...(parent && { parent }),
    ...(gitSync && { gitSync: { ...gitSync, updatedAt: daysAgo(context, updated) } }),
    revision,
    ...(defaultLevel && { defaultLevel }),
    ...counters(id),
    permissions: permissionsFor("space", "admin"),
  });
}

function loadHolding(context: HandlerContext, place: Place, holding: Holding): void {
  if ("collection" in holding) loadCollection(context, place, holding);
  else loadSpace(context, place, holding);
}

/** Collections and spaces of both organizations, with their content and change requests. */
export function loadSpaces(context: HandlerContext): void {
  for (const { org, holds } of sample.trees) {
    for (const holding of holds) loadHolding(context, { org }, holding);
    fillLevels(context.store, org);
  }
}

/** Id of a space's change request by number. */
function changeId(space: string, number: number, source: ChangeSource): string {
  return source.id ?? opaque(`change ${space} ${number}`);
}

interface RevisionSource {
  name: string;
  type: string;
  parents: string[];
  /** How it differs from the space's text, and when that changed. */
  edits: Edit[];
  days: number;
}

function put(context: HandlerContext, source: SpaceSource, revision: RevisionSource): string {
  const id = opaque(`revision ${source.space} ${revision.name}`);
  createRevision(
    { store: context.store, now: () => instant(context, revision.days), id: () => id },
    {
      space: source.space,
      type: revision.type,
      parents: revision.parents,
      pages: bookPages(context, source, revision),
      files: bookFiles(source.book),
    },
  );
  return id;
}

const reverseEdit = ({ slug, from, to }: Edit): Edit => ({ slug, from: to, to: from });

interface Main {
  first: string;
  /** The active revision of the space. */
  revision: string;
  /** Edits to undo in the space's text to get that of the first revision. */
  undo: Edit[];
  updated: number;
  changes: Map<number, string>;
}

/** Main content: a first revision, then one for each merged change request with known edits. */
function loadMain(context: HandlerContext, source: SpaceSource, changes: ChangeSource[]): Main {
  const known = changes.flatMap((change, index) =>
    change.status === "merged" && change.edits ? [{ ...change, edits: change.edits, number: index + 1 }] : [],
  );
  const undo = known.flatMap(({ edits }) => edits.map(reverseEdit)).reverse();
  const first = put(context, source, {
    name: "first",
    type: "edits",
    parents: [],
    edits: undo,
    days: Math.max(source.created - 1, 1),
  });
  const main: Main = { first, revision: first, undo, updated: Math.max(source.created - 1, 1), changes: new Map() };
  for (const { number, created, updated, edits } of known) {
    const left = main.undo.slice(0, main.undo.length - edits.length);
    const parents = [main.revision];
    const own = put(context, source, { name: `change ${number}`, type: "edits", parents, edits: left, days: created });
    main.changes.set(number, own);
    main.revision = put(context, source, {
      name: `merge ${number}`,
      type: "merge",
      parents: [...parents, own],
      edits: left,
      days: updated,
    });
    main.updated = updated;
  }
  return main;
}

/** A change request's active revision, the one it was made from and the one it was merged into. */
function makeRevisions(context: HandlerContext, source: SpaceSource, main: Main, change: ChangeSource, number: number) {
  const initial = change.behind || change.status === "merged" ? main.first : main.revision;
  if (change.status === "merged") {
    const own = main.changes.get(number);
    return own
      ? { revision: own, revisionInitial: initial, revisionMerged: main.revision }
      : { revision: initial, revisionInitial: initial, revisionMerged: initial };
  }
  const revision = put(context, source, {
    name: `change ${number}`,
    type: "edits",
    parents: [initial],
    edits: [...(change.behind ? main.undo : []), ...(change.edits ?? [])],
    days: change.updated,
  });
  return { revision, revisionInitial: initial };
}

function loadChange(context: HandlerContext, source: SpaceSource, main: Main, org: string, change: ChangeSource) {
  const { space } = source;
  const number = context.store.next(`change-requests/${space}`);
  const id = changeId(space, number, change);
  for (const person of change.contributors ?? []) recordContribution(context, id, user(person).id);
  const comments = sample.discussions.find((discussion) => discussion.change === id)?.comments ?? [];
  context.store.put("change-request", id, space, {
    object: "change-request",
    id,
    number,
    status: change.status,
    subject: change.subject,
    createdBy: user(change.by),
    createdAt: daysAgo(context, change.created),
    updatedAt: daysAgo(context, change.updated),
    ...makeRevisions(context, source, main, change, number),
    comments: comments.filter(({ resolved }) => resolved === undefined).length,
    outdated: change.status !== "merged" && change.behind === true,
    urls: {
      location: `${ORIGIN}/v1/spaces/${space}/change-requests/${id}`,
      app: `${ORIGIN}/o/${org}/s/${space}/~/changes/${number}`,
    },
  });
}

/** Creates the revisions of a space and its change requests; returns the resulting members of the space. */
function loadHistory(context: HandlerContext, source: SpaceSource, org: string): { revision: string; updated: number } {
  const changes = sample.changeRequests[source.space] ?? [];
  const main = loadMain(context, source, changes);
  for (const change of changes) loadChange(context, source, main, org, change);
  return main;
}
