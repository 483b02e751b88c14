import { usage } from "../../../errors.js";
import { getPath } from "../../../shared/paths.js";
import { closestWord } from "../../../shared/text/names.js";
import { isObject } from "../../../shared/values.js";
import type { AnyColumn, Columns } from "../types.js";

// Columns as people read them at a terminal: names first, the thing's own id last. Programs get them as declared.

/** The id is hidden before everything else, unless its column says otherwise. */
const FIRST_TO_GO = 99;

/** The column of the thing's own id: what a person reads is beside it. */
const isOwnId = ({ as, header }: AnyColumn): boolean => as === "id" && header.toUpperCase() === "ID";

/** @param ids ids were asked for: that column is never hidden */
export function titlesFirst(columns: readonly AnyColumn[], ids: boolean): readonly AnyColumn[] {
  const own = columns.filter(isOwnId).map((column) => ({
    ...column,
    drop: column.drop ?? FIRST_TO_GO,
    ...(ids && { asked: true as const }),
  }));
  return [...columns.filter((column) => !isOwnId(column)), ...own];
}

interface Tree {
  [step: string]: Tree | true;
}

/** The members at these paths, in the requested order. Absent members stay absent. */
export function pickFields(value: unknown, paths: readonly string[]): unknown {
  const tree: Tree = Object.create(null);
  for (const path of paths) addPath(tree, isObject(value) && Object.hasOwn(value, path) ? [path] : path.split("."));
  return prune(value, tree);
}

function addPath(tree: Tree, steps: readonly string[]): void {
  const [step, ...rest] = steps;
  if (step === undefined || tree[step] === true) return;
  if (rest.length === 0) {
    tree[step] = true;
    return;
  }
  const branch: Tree = tree[step] ?? Object.create(null);
  tree[step] = branch;
  addPath(branch, rest);
}

function prune(value: unknown, tree: Tree): unknown {
  if (Array.isArray(value)) return value.map((element) => prune(element, tree));
  if (!isObject(value)) return value;
  const picked: [string, unknown][] = [];
  for (const [step, below] of Object.entries(tree)) {
    if (Object.hasOwn(value, step)) picked.push([step, below === true ? value[step] : prune(value[step], below)]);
  }
  return Object.fromEntries(picked);
}

/** Sources of valid --fields names: columns, documented members, and the members of the answer. */
interface FieldSources {
  columns: Columns;
  documented: readonly string[] | undefined;
}

/**
 * Refuses names that are not in the columns, the documentation or the data.
 *
 * @throws Failure of kind usage that lists the valid names
 */
export function checkFields(fields: readonly string[], known: FieldSources, itemsOf: () => readonly unknown[]): void {
  const names = new Set([...(known.columns ?? []).map((column) => column.path), ...(known.documented ?? [])]);
  if (fields.every((field) => names.has(field))) return;
  const items = itemsOf();
  // Nothing to compare with: an empty answer whose shape is undocumented.
  if (items.length === 0 && known.documented === undefined) return;
  for (const field of fields) {
    if (!isKnown(field, names, items)) throw unknownField(field, names, { items, columns: known.columns ?? [] });
  }
}

function isKnown(field: string, names: ReadonlySet<string>, items: readonly unknown[]): boolean {
  if (names.has(field) || items.some((item) => getPath(item, field) !== undefined)) return true;
  if ([...names].some((name) => name.startsWith(`${field}.`))) return true;
  const [root] = field.split(".");
  // `urls.app` cannot be judged if `urls` is documented but missing from this answer.
  return root !== undefined && root !== field && names.has(root) && !items.some((item) => hasRoot(item, root));
}

function hasRoot(item: unknown, root: string): boolean {
  const value = getPath(item, root);
  return value !== undefined && value !== null;
}

const MOST_LISTED = 20;

interface Shown {
  items: readonly unknown[];
  columns: readonly AnyColumn[];
}

function unknownField(field: string, names: ReadonlySet<string>, { items, columns }: Shown) {
  const members = items.slice(0, 100).flatMap((item) => (isObject(item) ? Object.keys(item) : []));
  const valid = [...new Set([...names, ...members])].sort();
  const outer = valid.filter((name) => !name.includes("."));
  // A list of a hundred names helps nobody; leave out nested members.
  const listed = valid.length > MOST_LISTED ? `${outer.join(", ")}, and their members` : valid.join(", ");
  const place = field.slice(0, field.lastIndexOf(".") + 1);
  const inside = valid.filter((name) => name.startsWith(place)).map((name) => name.slice(place.length));
  const headings = place === "" ? columns : [];
  const like =
    ofHeading(field, headings) ?? likeField(field.slice(place.length), inside) ?? nearHeading(field, headings);
  return usage(`unknown field "${field}"`, `${like ? `did you mean: ${place}${like}; ` : ""}valid fields: ${listed}`);
}

const asWord = (heading: string): string => heading.toLowerCase().replace(/\W/g, "");

/** The field whose column has this heading: people type what they see. */
const ofHeading = (word: string, columns: readonly AnyColumn[]): string | undefined =>
  columns.find(({ header, path }) => asWord(header) === asWord(word) && path !== "")?.path;

function nearHeading(word: string, columns: readonly AnyColumn[]): string | undefined {
  const like = closestWord(
    asWord(word),
    columns.map(({ header }) => asWord(header)),
  );
  return like && ofHeading(like, columns);
}

/** Common names of fields that are called differently here. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  title: ["subject", "name"],
  name: ["title", "subject"],
  subject: ["title"],
  author: ["createdBy"],
  state: ["status"],
};

/** A near name, a name whose first word is near, or the name that this item has for the same. */
function likeField(word: string, names: readonly string[]): string | undefined {
  const first = (name: string): string => name.replace(/[A-Z].*$/s, "");
  const like =
    closestWord(word, names) ??
    (Object.hasOwn(OTHER_NAMES, word) ? OTHER_NAMES[word] : undefined)?.find((name) => names.includes(name));
  if (like !== undefined) return like;
  const begin = closestWord(word, names.map(first));
  return begin === undefined ? undefined : names.find((name) => first(name) === begin);
}

/** The columns for these names: existing ones, and plain ones for other members. */
export function columnsFor(fields: readonly string[], columns: Columns): readonly AnyColumn[] {
  return fields.map((field) => ({
    ...(columns?.find((column) => column.path === field) ?? { header: field, path: field }),
    asked: true,
  }));
}

/** Columns for a value without a description: its members. */
export function columnsOf(items: readonly unknown[]): readonly AnyColumn[] {
  const names = new Set(items.flatMap((item) => (isObject(item) ? Object.keys(item) : [])));
  return names.size === 0 ? [{ header: "value", path: "" }] : [...names].map((name) => ({ header: name, path: name }));
}
