import { placePages, walkPages } from "./pages.js";
import { getRevision, writeRevision } from "./revisions.js";
import { mergeMaps, mergeOrder } from "./three-way.js";
import type { ContentContext, StoredPage, StoredRevision } from "./types.js";

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
  const maps = mapSides(lists, (list) => new Map(list.map((value) => [value.id, { ...value } as Fields])));
  const titles = new Map([...lists.base, ...lists.theirs, ...lists.ours].map((value) => [value.id, name(value)]));
  const { merged, conflicts } = mergeMaps(maps, (id, fields) => `${titles.get(id) ?? id}: ${fields.join(", ")}`);
  // As in join: the members come from one side's objects.
  return { values: [...merged.values()] as unknown as T[], conflicts };
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
    type: input.type,
  });
  return { revision };
}
