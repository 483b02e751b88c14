/** Pages of contents that both snapshots have: by their ids, so that one that moved is one that moved. */
import { Failure } from "../../errors.js";
import { soundText } from "../../sandbox/content/pages.js";
import type { StoredPage } from "../../sandbox/content/types.js";
import { parseStored } from "../../sandbox/store/stored-json.js";
import { isTextMissing } from "../../shared/snapshots/page-texts.js";
import type { Item } from "./kinds.js";
import type { Change, Side } from "./side.js";
import { makeFields, type Sides } from "./things.js";

/** Members that are compared elsewhere: the place, what is below, the text. */
const IGNORED = ["pages", "path", "document", "createdAt", "git.oid", "urls", "computedSeed"];

interface PageInTree {
  page: StoredPage;
  /** Id of the page above; empty at the top. */
  parent: string;
}

interface Content {
  pages: Map<string, PageInTree>;
  /** Ids below each page, in order. */
  below: Map<string, string[]>;
  whole: boolean;
}

export function comparePages(sides: Sides, texts: boolean): Change[] {
  const { before, after } = sides;
  const spaces = after.snapshot.db
    .all("SELECT id FROM objects WHERE kind = 'space' ORDER BY scope, position")
    .map(({ id }) => String(id));
  const ownerOf = (id: string): Owner => ({
    kind: "space",
    id,
    scope: `spaces/${id}/content`,
    place: after.title("space", id),
  });
  return spaces.filter((id) => before.hasThing(id)).flatMap((id) => compareContent(sides, ownerOf(id), texts) ?? []);
}

/** The owner of a content: a space or a change request. */
export interface Owner {
  kind: "space" | "change-request";
  id: string;
  /** Path of its content. */
  scope: string;
  /** Its title. */
  place: string;
}

/** Undefined where one of the two does not have the content. */
export function compareContent({ before, after }: Sides, owner: Owner, texts: boolean): Change[] | undefined {
  const [old, now] = [textOf(before, owner), textOf(after, owner)];
  if (old === undefined || now === undefined) return undefined;
  if (old === now) return [];
  const [was, is] = [makeContent(before, owner, old), makeContent(after, owner, now)];
  const { place } = owner;
  const changes: Change[] = [];
  for (const { page, parent } of is.pages.values()) {
    const known = was.pages.get(page.id);
    if (known) changes.push(...findChanges({ before, after }, known, { page, parent }, { place, texts }));
    else if (was.whole) changes.push(base(page, place, "added"));
  }
  for (const { page } of was.pages.values()) {
    if (!is.pages.has(page.id) && is.whole) changes.push(base(page, place, "removed"));
  }
  return [...changes, ...orderChanges(was, is, owner)];
}

/** The JSON text of what its owner shows; undefined where it was not read. */
function textOf({ snapshot }: Side, { kind, id, scope }: Owner): string | undefined {
  const { store, has } = snapshot;
  if (!has(scope)) return undefined;
  return store.text("revision", store.get<{ revision?: string }>(kind, id)?.revision ?? "");
}

function makeContent(side: Side, { scope }: Owner, json: string): Content {
  const pages = new Map<string, PageInTree>();
  const below = new Map<string, string[]>();
  const add = (some: readonly StoredPage[], parent: string): void => {
    below.set(
      parent,
      some.map(({ id }) => id),
    );
    for (const page of some) {
      pages.set(page.id, { page, parent });
      add(page.pages, page.id);
    }
  };
  // Written by the walk: a revision.
  add((parseStored(json) as { pages: StoredPage[] }).pages, "");
  return { pages, below, whole: side.stateOf(scope) === "complete" };
}

const base = (page: StoredPage, place: string, change: Change["change"]): Change => ({
  kind: "pages",
  change,
  id: page.id,
  title: page.title,
  place,
  path: page.path,
  fields: [],
});

function findChanges(
  { before, after }: Sides,
  was: PageInTree,
  is: PageInTree,
  { place, texts }: { place: string; texts: boolean },
): Change[] {
  const [old, now] = [was.page, is.page];
  const isMoved = was.parent !== is.parent;
  // Another parent may force another slug.
  const fields = makeFields(old as object as Item, now as object as Item, isMoved ? [...IGNORED, "slug"] : IGNORED);
  // A text that one side lacks is a gap (see textGaps), not a change.
  const isText = old.document !== now.document && !isTextMissing(old) && !isTextMissing(now);
  if (isText) fields.push({ name: "text", before: old.document, after: now.document });
  if (!isMoved && fields.length === 0) return [];
  const change = isMoved ? "moved" : fields.some(({ name }) => name === "title") ? "renamed" : "changed";
  return [
    {
      ...base(now, place, change),
      ...(isMoved && { from: old.path }),
      fields,
      ...(isText &&
        texts && {
          texts: { before: textIn(before, old), after: textIn(after, now) },
        }),
    },
  ];
}

/** @throws Failure config for a text that is damaged */
function textIn({ snapshot: { store, file } }: Side, { document = "", path }: StoredPage): string {
  const text = soundText(store, document);
  if (text !== undefined) return text;
  throw new Failure("config", `${file} is damaged: the text of ${path}`, {
    hint: `to see the damage: docs snapshots verify ${file}`,
  });
}

/** Pages that stayed below the same page, in another order. */
function orderChanges(was: Content, is: Content, { id: owner, place }: Owner): Change[] {
  return [...is.below].flatMap(([parent, ids]): Change[] => {
    const before = was.below.get(parent) ?? [];
    const [old, now] = [before.filter((id) => ids.includes(id)), ids.filter((id) => before.includes(id))];
    if (old.join() === now.join()) return [];
    const above = is.pages.get(parent)?.page;
    const titles = (some: readonly string[]) => some.map((id) => is.pages.get(id)?.page.title ?? id);
    const fields = [{ name: "order", before: titles(old), after: titles(now) }];
    const where = above ?? { id: owner, title: place, path: "" };
    return [{ kind: "pages", change: "moved", id: where.id, title: where.title, place, path: where.path, fields }];
  });
}
