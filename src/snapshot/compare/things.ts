/** Things of one kind, and pages of one content, in two snapshots. */
import { Failure } from "../../errors.js";
import { soundText } from "../../sandbox/content/pages.js";
import type { StoredPage } from "../../sandbox/content/types.js";
import type { SourceState } from "../../sandbox/store/sources.js";
import { parseStored } from "../../sandbox/store/stored-json.js";
import { isTextMissing } from "../../shared/snapshots/gaps.js";
import { isObject } from "../../shared/values.js";
import { toPlainData } from "../export/parts.js";
import type { OpenSnapshot } from "../file/open-snapshot.js";
import { type Item, type Kind, type Lookup, TITLES } from "./kinds.js";

// One of the two snapshots, as the comparison asks it.

/** A difference between two snapshots. */
interface FieldChange {
  /** Dotted path of a member. */
  name: string;
  /** Undefined where it is not there. */
  before: unknown;
  after: unknown;
}

export interface Change {
  /** As --only takes it: `pages`, `members`. */
  kind: string;
  change: "added" | "removed" | "changed" | "moved" | "renamed";
  id: string;
  title: string;
  /** Its container: a space, a site, a team; empty: the organization. */
  place: string;
  /** Of pages: where it is now, or was. */
  path: string;
  /** Of what moved: where it was. */
  from?: string;
  fields: FieldChange[];
  /** Of pages whose text differs, where texts are asked for. */
  texts?: { before: string; after: string };
  /** Of change requests with the field `content`, where both contents were read: changes of their pages. */
  pages?: Change[];
}

/** A part that cannot be compared, as one of the two does not have it. */
export interface Gap {
  kind: string;
  /** The side without it: the first, the second. */
  side: "before" | "after";
  state: string;
  reason: string;
  scopes: number;
}

export interface Comparison {
  organization: string;
  before: string;
  after: string;
  changes: Change[];
  gaps: Gap[];
}

export interface CompareOptions {
  /** Names of kinds; absent: all. */
  only?: readonly string[] | undefined;
  texts?: boolean | undefined;
  /** Of different organizations, too. */
  any?: boolean | undefined;
}

export interface Side extends Lookup {
  snapshot: OpenSnapshot;
  stateOf(scope: string): SourceState | undefined;
  /** True if a thing of any kind with this id is there. */
  hasThing(id: string): boolean;
}

export interface StoredRow {
  id: string;
  scope: string;
  json: string;
}

/** Kinds of things that others stand in. */
const CONTAINERS = ["space", "site", "site-section", "team", "change-request", "comment", "openapi-spec", "member"];

export function sideOf(snapshot: OpenSnapshot): Side {
  const { db, store, org, sources } = snapshot;
  const states = new Map(sources.map(({ scope, state }) => [scope, state]));
  const kinds = CONTAINERS.map((kind) => `'${kind}'`).join(", ");
  const ids = new Set(db.all(`SELECT id FROM objects WHERE kind IN (${kinds})`).map(({ id }) => String(id)));
  return {
    snapshot,
    org,
    stateOf: (scope) => states.get(scope),
    hasThing: (id) => ids.has(id),
    scopeOf: (kind, id) => store.scopeOf(kind, id),
    title(kind, id) {
      const item = store.get<Item>(kind, id);
      return item ? String((TITLES[kind] ?? (({ title }: Item) => title))(item) ?? id) : id;
    },
  };
}

/** All rows of a kind by their ids. */
export function rowsOf({ snapshot }: Side, kind: string): Map<string, StoredRow> {
  const rows = snapshot.db.all("SELECT id, scope, json FROM objects WHERE kind = ?", kind);
  return new Map(
    rows.map(({ id, scope, json }) => [String(id), { id: String(id), scope: String(scope), json: String(json) }]),
  );
}

export interface Sides {
  before: Side;
  after: Side;
}

/** Only texts that differ are parsed. Where a list was not read whole, what is not in it may be there all the same. */
export function compareThings(kind: Kind, { before, after }: Sides): Change[] {
  const [old, now] = [rowsOf(before, kind.rows), rowsOf(after, kind.rows)];
  const changes: Change[] = [];
  const isKnown = ({ scope }: StoredRow) => !kind.within || (before.hasThing(scope) && after.hasThing(scope));
  const one = (row: StoredRow, side: Side, other: Side, change: "added" | "removed") => {
    const isWhole = other.stateOf(kind.list(row.scope, { ...side, org: other.org })) === "complete";
    if (isWhole && isKnown(row)) changes.push(makeChange(kind, side, row, { change, fields: [] }));
  };
  for (const row of now.values()) {
    const was = old.get(row.id);
    if (!was) one(row, after, before, "added");
    else if (was.json !== row.json) {
      const change = compareRows(kind, { before, after }, was, row);
      if (change) changes.push(change);
    }
  }
  for (const row of old.values()) if (!now.has(row.id)) one(row, before, after, "removed");
  return changes;
}

export const titleOf = ({ title }: Kind, item: Item): string => String(title(item) ?? item.id ?? "");

export function makeChange(
  kind: Kind,
  side: Side,
  row: StoredRow,
  { change, fields, from }: Pick<Change, "change" | "fields" | "from">,
): Change {
  const item = parseStored(row.json);
  return {
    kind: kind.name,
    change,
    id: String(item.id ?? row.id),
    title: memberTitle(kind, side, item),
    place: kind.within?.(row.scope, side) ?? "",
    path: findPlace(kind, side, item),
    ...(from !== undefined && { from }),
    fields,
  };
}

/** Memberships of a team are kept by id. */
const memberTitle = (kind: Kind, side: Side, item: Item): string =>
  kind.rows === "team-membership" ? side.title("member", `${side.org}/${String(item.user)}`) : titleOf(kind, item);

/** The title of what it stands in. */
function findPlace({ place }: Kind, side: Side, item: Item): string {
  const id = place && item[place[0]];
  return place && typeof id === "string" ? side.title(place[1], id) : "";
}

function compareRows(kind: Kind, sides: Sides, was: StoredRow, is: StoredRow): Change | undefined {
  // Written by the walk from answers of the service.
  const [old, now] = [parseStored(was.json), parseStored(is.json)];
  const [member] = kind.place ?? [];
  const all = makeFields(old, now, kind.ignored);
  if (all.length === 0) return undefined;
  const isMoved = all.some(({ name }) => name === member);
  const isRenamed = all.some(({ name }) => name === "title" || name === "subject");
  const fields = all.filter(({ name }) => name !== member);
  const change = isMoved ? "moved" : isRenamed ? "renamed" : "changed";
  return makeChange(kind, sides.after, is, {
    change,
    fields,
    ...(isMoved && { from: findPlace(kind, sides.before, old) }),
  });
}

/** They change with anything, or say where it is that is told otherwise. */
const ALWAYS = ["updatedAt", "object", "id", "urls.app"];

/** Members that differ between two forms of one thing, in the order of their names; `ignored` are dotted paths, with all below them. */
function makeFields(before: Item, after: Item, ignored: readonly string[] = []): FieldChange[] {
  const [old, now] = [flattenMembers(toPlainData(before)), flattenMembers(toPlainData(after))];
  const names = [...new Set([...old.keys(), ...now.keys()])].sort();
  const left = [...ALWAYS, ...ignored];
  return names
    .filter((name) => !left.some((one) => name === one || name.startsWith(`${one}.`)))
    .filter((name) => JSON.stringify(old.get(name)) !== JSON.stringify(now.get(name)))
    .map((name) => ({ name, before: old.get(name), after: now.get(name) }));
}

/** Members by their dotted paths; lists are one value, and so is nothing. */
function flattenMembers(value: unknown, at = ""): Map<string, unknown> {
  if (!isObject(value)) return new Map([[at, value ?? undefined]]);
  return new Map(
    Object.entries(value).flatMap(([name, inner]) => [...flattenMembers(inner, at === "" ? name : `${at}.${name}`)]),
  );
}

// Pages of contents that both snapshots have: by their ids, so that one that moved is one that moved.

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
