import sample from "virtual:sample";
import { createRevision } from "../../content/revisions.js";
import { recordContribution } from "../../contributions.js";
import { ORIGIN } from "../../origin.js";
import type { HandlerContext } from "../../types.js";
import { daysAgo, instant, opaque, user } from "../tools.js";
import type { ChangeSource, Edit, SpaceSource } from "../types.js";
import { bookFiles, bookPages } from "./pages.js";

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
function revisionsOf(context: HandlerContext, source: SpaceSource, main: Main, change: ChangeSource, number: number) {
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
    ...revisionsOf(context, source, main, change, number),
    comments: comments.filter(({ resolved }) => resolved === undefined).length,
    outdated: change.status !== "merged" && change.behind === true,
    urls: {
      location: `${ORIGIN}/v1/spaces/${space}/change-requests/${id}`,
      app: `${ORIGIN}/o/${org}/s/${space}/~/changes/${number}`,
    },
  });
}

/** Creates the revisions of a space and its change requests; returns the resulting members of the space. */
export function loadHistory(
  context: HandlerContext,
  source: SpaceSource,
  org: string,
): { revision: string; updated: number } {
  const changes = sample.changeRequests[source.space] ?? [];
  const main = loadMain(context, source, changes);
  for (const change of changes) loadChange(context, source, main, org, change);
  return main;
}
