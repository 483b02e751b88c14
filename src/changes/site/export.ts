/** Writes a site as a file for people: ordered and commented. An existing file keeps its comments. */
import {
  Document,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  type Scalar,
  visit,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import { usage } from "../../errors.js";
import { escapeJson, isHostile, sanitizeLine } from "../../shared/text/sanitize.js";
import { type GroupState, type SectionState, type SiteSpaceState, type SiteState, siteSpacesOf } from "./model.js";

type Values = Record<string, unknown>;

interface ExportOptions {
  /** Also names what is not set, as null: applied to another site, the file removes it there. */
  all?: boolean;
}

/** The content of the file, in order. */
export function fileOf(state: SiteState, { all = false }: ExportOptions = {}): Values {
  const groups = state.level.filter((one) => one.kind === "group");
  const values: Values = {
    site: state.id,
    title: state.title,
    visibility: state.visibility,
    basename: state.basename,
    proxy: state.proxy ?? (all ? null : undefined),
    adaptiveContent: state.adaptiveContent,
    agentsContext: state.agentsContext,
    published: state.published || undefined,
    adaptiveSchema: state.adaptiveSchema,
    sections: state.level.map((one) => (one.kind === "group" ? group(one, groups, all) : section(one, all))),
    spaces: state.spaces.map((one) => siteSpace(one, all)),
    shareLinks: state.shareLinks.map((one) => ({
      name: one.name,
      ...makeId(one, state.shareLinks, "name"),
      active: one.active,
    })),
  };
  // A site has either sections or spaces of its own; an empty list of the other kind is noise.
  if (state.spaces.length === 0 && state.level.length > 0 && !all) delete values.spaces;
  if (state.level.length === 0 && !all) delete values.sections;
  return omitAbsent(values);
}

/** Names cannot serve as keys if several things share one. */
const makeId = <T extends { id: string }>(one: T, siblings: readonly T[], key: keyof T): Values =>
  siblings.filter((other) => other[key] === one[key]).length > 1 ? { id: one.id } : {};

const omitAbsent = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

function group(one: GroupState, groups: readonly GroupState[], all: boolean): Values {
  const sections = one.sections.map((inside) => section(inside, all));
  return omitAbsent({ group: one.title, ...makeId(one, groups, "title"), icon: one.icon, sections });
}

function section(one: SectionState, all: boolean): Values {
  const absent = all ? null : undefined;
  return omitAbsent({
    path: one.path,
    title: one.title,
    icon: one.icon ?? absent,
    description: one.description ?? absent,
    condition: one.condition ?? absent,
    default: one.default || undefined,
    spaces: one.spaces.map((inside) => siteSpace(inside, all)),
  });
}

const siteSpace = (one: SiteSpaceState, all: boolean): Values =>
  omitAbsent({
    path: one.path,
    // The space may have been deleted.
    space: one.space === "" ? undefined : one.space,
    condition: one.condition ?? (all ? null : undefined),
    default: one.default || undefined,
  });

const HEADS: Readonly<Record<string, string>> = {
  title: "The site itself.",
  published: "Publishes the site; the service cannot unpublish it.",
  adaptiveSchema: "Visitor attributes that the site uses, as a JSON Schema.",
  sections: "Sections and groups in order. A changed path breaks links: name the old one with previously:.",
  spaces: "Spaces of the site in their order.",
  shareLinks: "Share links, without their addresses.",
};

const HEAD = [
  " docs sites plan FILE shows what it would change; docs sites apply FILE changes it.",
  " Things that the file does not name are not managed. Things missing from its lists are removed only with --prune.",
].join("\n");

/**
 * The text of the file. With `into`, the text of an existing file, its comments and own keys survive.
 * @throws Failure usage if `into` is not YAML
 */
export function exportSite(state: SiteState, options: ExportOptions & { into?: string } = {}): string {
  const values = fileOf(state, options);
  const titles = titlesOf(state);
  if (options.into !== undefined && options.into.trim() !== "") return mergeIntoText(options.into, values, titles);
  const doc = new Document(values);
  doc.commentBefore = ` Site ${sanitizeLine(JSON.stringify(state.title))}\n${HEAD}`;
  if (isMap(doc.contents)) {
    for (const { key } of doc.contents.items as Pair<Scalar<string>, Node>[]) {
      const head = HEADS[key.value];
      if (head === undefined) continue;
      key.commentBefore = ` ${head}`;
      key.spaceBefore = true;
    }
  }
  nameSpaces(doc.contents, titles);
  return textOf(doc);
}

const titlesOf = (state: SiteState): Map<string, string> =>
  new Map(siteSpacesOf(state).map(({ space, title }) => [space, title]));

/** Adds the title of a space as a comment behind its id, unless there is one. */
function nameSpaces(node: unknown, titles: ReadonlyMap<string, string>): void {
  if (isSeq(node)) for (const item of node.items) nameSpaces(item, titles);
  if (!isMap(node)) return;
  for (const { key, value } of node.items) {
    const title = isScalar(value) ? titles.get(String(value.value)) : undefined;
    const isSpace = isScalar(key) && key.value === "space" && isScalar(value);
    if (isSpace && title !== undefined && !value.comment) value.comment = ` ${sanitizeLine(title)}`;
    else nameSpaces(value, titles);
  }
}

/** A text that acts on a terminal or a CI log is quoted, on one line: comments and other texts stay as they are. */
function textOf(doc: Document): string {
  visit(doc, {
    Scalar: (_, node) => {
      if (typeof node.value === "string" && isHostile(node.value)) node.type = "QUOTE_DOUBLE";
    },
  });
  return escapeJson(doc.toString({ lineWidth: 0, doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER }));
}

/** @throws Failure usage */
function mergeIntoText(text: string, values: Values, titles: ReadonlyMap<string, string>): string {
  const doc = parseDocument(text, { logLevel: "error", uniqueKeys: false });
  if (doc.errors.length > 0 || !isMap(doc.contents))
    throw usage("the existing file does not describe a site: export to another one");
  putInto(doc, doc.contents, values, ["prune", "previously"]);
  nameSpaces(doc.contents, titles);
  return textOf(doc);
}

/** Sets a mapping to `values`; keys that only the file has (`kept`) stay, others go. */
function putInto(doc: Document, map: YAMLMap, values: Values, kept: readonly string[]): void {
  map.items = map.items.filter(({ key }) => {
    const name = isScalar(key) ? String(key.value) : "";
    return Object.hasOwn(values, name) || (name === "prune" && kept.includes(name));
  });
  for (const [key, value] of Object.entries(values)) {
    const node = map.get(key, true);
    if (isSeq(node) && Array.isArray(value)) putItems(doc, node, value as Values[]);
    else if (isScalar(node) && (value === null || typeof value !== "object")) node.value = value;
    else if (!isMap(node) || JSON.stringify(node.toJSON()) !== JSON.stringify(value))
      map.set(key, doc.createNode(value));
  }
}

const keyOf = (item: Values): string => String(item.path ?? item.group ?? item.name);

/** Reorders items along with their nodes, so that they keep their comments. */
function putItems(doc: Document, list: YAMLSeq, wanted: readonly Values[]): void {
  const nodes = new Map<string, YAMLMap>();
  for (const item of list.items) if (isMap(item)) nodes.set(keyOf(item.toJSON() as Values), item);
  list.items = wanted.map((values) => {
    const node = nodes.get(keyOf(values));
    if (!node) return doc.createNode(values);
    nodes.delete(keyOf(values));
    putInto(doc, node, values, []);
    return node;
  });
  list.flow = list.items.length === 0;
}
