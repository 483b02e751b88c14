import type { ContentContext } from "../types.js";
import { placePages, walkPages } from "./pages.js";
import { getRevision, writeRevision } from "./revisions.js";
import type { StoredPage, StoredRevision } from "./types.js";

type Fields = Record<string, unknown>;
type Side = "base" | "ours" | "theirs";
type Sides<T> = Record<Side, T>;

const ROOT = "";
const SIDES: readonly Side[] = ["base", "ours", "theirs"];

/** Members of a page that are not compared: children (compared separately), the path (follows from the tree), times. */
const APART = new Set(["pages", "path", "updatedAt", "createdAt"]);

function pageFields(page: StoredPage, parent: string): Fields {
  const fields: Fields = {};
  // A loop, because rest syntax takes ten times as long, which shows with 10,000 pages.
  for (const [name, value] of Object.entries(page)) if (!APART.has(name)) fields[name] = value;
  fields.parent = parent;
  return fields;
}

interface Tree {
  fields: Map<string, Fields>;
  pages: Map<string, StoredPage>;
  /** Ids of children by parent id, in order. */
  order: Map<string, string[]>;
}

function treeOf(revision: StoredRevision): Tree {
  const tree: Tree = { fields: new Map(), pages: new Map(), order: new Map() };
  for (const { page, parent } of walkPages(revision.pages)) {
    const parentId = parent?.id ?? ROOT;
    tree.fields.set(page.id, pageFields(page, parentId));
    tree.pages.set(page.id, page);
    const order = tree.order.get(parentId);
    if (order) order.push(page.id);
    else tree.order.set(parentId, [page.id]);
  }
  return tree;
}

function mapSides<A, B>(sides: Sides<A>, change: (value: A) => B): Sides<B> {
  return { base: change(sides.base), ours: change(sides.ours), theirs: change(sides.theirs) };
}

/** Joins the page's times with the merged fields. */
function join(id: string, fields: Fields, trees: Sides<Tree>): StoredPage {
  const ours = trees.ours.pages.get(id);
  const theirs = trees.theirs.pages.get(id);
  const [one = "", other = ""] = [ours?.updatedAt, theirs?.updatedAt];
  const page: Fields = {};
  for (const [name, value] of Object.entries(fields)) if (name !== "parent") page[name] = value;
  Object.assign(page, { createdAt: (ours ?? theirs)?.createdAt, updatedAt: one > other ? one : other });
  // Every merged page comes whole from one side, so its fields are those of a stored page.
  return Object.assign(page, { path: "", pages: [] }) as unknown as StoredPage;
}

function mergePages(revisions: Sides<StoredRevision>): { pages: StoredPage[]; conflicts: string[] } {
  const trees = mapSides(revisions, treeOf);
  const titleOf = (id: string) =>
    (trees.ours.pages.get(id) ?? trees.theirs.pages.get(id) ?? trees.base.pages.get(id))?.path ?? id;
  const { merged, conflicts } = mergeMaps(
    mapSides(trees, (tree) => tree.fields),
    (id, fields) =>
      `page "${titleOf(id)}": ${fields.map((field) => (field === "document" ? "body" : field)).join(", ")}`,
  );
  const children = new Map<string, Set<string>>();
  for (const [id, fields] of merged) {
    const parent = String(fields.parent);
    children.set(parent, (children.get(parent) ?? new Set()).add(id));
  }
  const reached = new Set<string>();
  const build = (parent: string): StoredPage[] => {
    const [base, ours, theirs] = SIDES.map((side) => trees[side].order.get(parent) ?? []);
    const order = mergeOrder(base ?? [], ours ?? [], theirs ?? [], children.get(parent) ?? new Set());
    return order.map((id) => {
      reached.add(id);
      return { ...join(id, merged.get(id) ?? {}, trees), pages: build(id) };
    });
  };
  const pages = build(ROOT);
  // No place in the tree: below a page that the other side deleted, or each below the other.
  if (conflicts.length === 0) {
    for (const id of merged.keys()) if (!reached.has(id)) conflicts.push(`page "${titleOf(id)}": parent`);
  }
  return { pages: placePages(pages), conflicts };
}

/** Merges lists of objects with ids. */
function mergeById<T extends { id: string }>(lists: Sides<T[]>, name: (value: T) => string) {
  const maps = mapSides(lists, (list) => new Map(list.map((value) => [value.id, { ...value }])));
  const titles = new Map([...lists.base, ...lists.theirs, ...lists.ours].map((value) => [value.id, name(value)]));
  const { merged, conflicts } = mergeMaps(maps, (id, fields) => `${titles.get(id) ?? id}: ${fields.join(", ")}`);
  // As in join: the members come from one side's objects.
  return { values: [...merged.values()] as T[], conflicts };
}

function mergeVariables(revisions: Sides<StoredRevision>) {
  const maps = mapSides(revisions, ({ variables }) => {
    return new Map<string, Fields>(Object.entries(variables).map(([key, value]) => [key, { value }]));
  });
  const { merged, conflicts } = mergeMaps(maps, (key) => `variable "${key}"`);
  return { variables: Object.fromEntries([...merged].map(([key, { value }]) => [key, String(value)])), conflicts };
}

/**
 * Three-way merge of content, page by page and file by file. If the sides disagree, nothing is written and each conflict
 * names what both sides changed.
 */
export function mergeRevisions(
  context: ContentContext,
  input: { base: string; ours: string; theirs: string; space: string; type: string },
): { revision: string } | { conflicts: string[] } {
  const revisions = mapSides({ base: input.base, ours: input.ours, theirs: input.theirs }, (id) =>
    getRevision(context.store, id),
  );
  const pages = mergePages(revisions);
  const files = mergeById(
    mapSides(revisions, ({ files }) => files),
    ({ name }) => `file "${name}"`,
  );
  const reusable = mergeById(
    mapSides(revisions, ({ reusableContents }) => reusableContents),
    ({ title }) => `reusable content "${title}"`,
  );
  const variables = mergeVariables(revisions);
  const conflicts = [pages, files, reusable, variables].flatMap((part) => part.conflicts);
  if (conflicts.length > 0) return { conflicts };
  const revision = writeRevision(context, input.space, {
    parents: [input.ours, input.theirs],
    pages: pages.pages,
    files: files.values,
    reusableContents: reusable.values,
    variables: variables.variables,
    // A setting of the repository, and nothing that people edit on both sides.
    redirects: revisions.theirs.redirects ?? revisions.ours.redirects,
    type: input.type,
  });
  return { revision };
}

/*
 * Three-way merges of values, records and orders. A record is merged member by member: two people who changed
 * different members of the same page do not conflict.
 */

function isSameValue(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

/** The merged record, or the names of members that both sides changed differently. `undefined` stands for absent. */
function mergeFields(
  base: Fields | undefined,
  ours: Fields | undefined,
  theirs: Fields | undefined,
): { value: Fields | undefined } | { conflict: string[] } {
  if (isSameValue(ours, theirs) || isSameValue(base, theirs)) return { value: ours };
  if (isSameValue(base, ours)) return { value: theirs };
  // Deleted on one side and changed on the other, or added on both under one id.
  if (!base || !ours || !theirs) return { conflict: ["deleted"] };
  const value: Fields = {};
  const conflict: string[] = [];
  for (const key of new Set([...Object.keys(ours), ...Object.keys(theirs), ...Object.keys(base)])) {
    const [b, o, t] = [base[key], ours[key], theirs[key]];
    const pick = isSameValue(o, t) || isSameValue(b, t) ? o : isSameValue(b, o) ? t : undefined;
    if (pick === undefined && !isSameValue(o, t) && !isSameValue(b, t) && !isSameValue(b, o)) conflict.push(key);
    if (pick !== undefined) value[key] = pick;
  }
  return conflict.length > 0 ? { conflict } : { value };
}

/** Merges maps of records by key; `name` says how to report conflicts. */
function mergeMaps(
  sides: { base: Map<string, Fields>; ours: Map<string, Fields>; theirs: Map<string, Fields> },
  name: (key: string, fields: string[]) => string,
): { merged: Map<string, Fields>; conflicts: string[] } {
  const merged = new Map<string, Fields>();
  const conflicts: string[] = [];
  for (const key of new Set([...sides.ours.keys(), ...sides.theirs.keys(), ...sides.base.keys()])) {
    const result = mergeFields(sides.base.get(key), sides.ours.get(key), sides.theirs.get(key));
    if ("conflict" in result) conflicts.push(name(key, result.conflict));
    else if (result.value) merged.set(key, result.value);
  }
  return { merged, conflicts };
}

/**
 * The order of siblings: theirs if only they changed it, else ours; members that only the other side has follow the
 * sibling that they followed there.
 */
export function mergeOrder(base: string[], ours: string[], theirs: string[], wanted: Set<string>): string[] {
  const keep = (ids: string[]) => ids.filter((id) => wanted.has(id));
  const common = (a: string[], b: string[]) => {
    const other = new Set(b);
    return keep(a).filter((id) => other.has(id));
  };
  const unmoved = isSameValue(common(base, ours), common(ours, base));
  const [lead, other] = unmoved ? [keep(theirs), keep(ours)] : [keep(ours), keep(theirs)];
  const order = [...lead];
  const placed = new Set(lead);
  other.forEach((id, index) => {
    if (placed.has(id)) return;
    placed.add(id);
    const before = other[index - 1];
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, id);
  });
  for (const id of wanted) if (!placed.has(id)) order.push(id);
  return order;
}
