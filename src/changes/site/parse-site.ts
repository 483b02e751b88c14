/** Parses a site's file, and reports all mistakes at once, with their lines. */
import { isAlias, isMap, isPair, isScalar, isSeq, LineCounter, type Node, type ParsedNode, parseDocument } from "yaml";
import { updateSiteSectionGroup } from "../../catalog/section-groups.js";
import { updateSiteSection } from "../../catalog/sections.js";
import { updateShareLink } from "../../catalog/share-links.js";
import { updateSiteSpace } from "../../catalog/site-spaces.js";
import { updateSite } from "../../catalog/sites.js";
import { usage } from "../../errors.js";
import { yamlDepth, yamlKeyProblems } from "../../shared/documents/bounds.js";
import type { Schema } from "../../shared/schemas.js";
import { didYouMean } from "../../shared/text/names.js";
import { issueText } from "../request-rules.js";
import { type Group, type Section, type ShareLink, type Site, type SiteSpace, sectionsOf } from "./model.js";

// Reads YAML along with its positions, so that mistakes are reported with their lines.

type Values = Record<string, unknown>;

/** A mapping: its line, and the nodes of its values by key. */
interface Mapping {
  line: number;
  has(key: string): boolean;
  node(key: string): Node | null | undefined;
}

interface YamlSource {
  root: Node | null;
  /** Line of a node, from 1. */
  lineOf(node: unknown): number;
  problem(line: number, message: string): void;
  /** @throws Failure usage with all problems, in the order of their lines */
  refuseProblems(): void;
}

const MOST = 20;
/** Deeper than any site, but far less than what overflows the parser's stack. */
const DEPTH = 60;

/** @throws Failure usage for anything but YAML */
function readYaml(text: string, name: string): YamlSource {
  const lines = new LineCounter();
  const problems: { line: number; message: string }[] = [];
  const source: YamlSource = {
    root: null,
    lineOf: (node) => lines.linePos((node as ParsedNode | null)?.range?.[0] ?? 0).line || 1,
    problem: (line, message) => void problems.push({ line, message }),
    refuseProblems() {
      if (problems.length === 0) return;
      const sorted = [...problems].sort((one, other) => one.line - other.line);
      const more = sorted.length > MOST ? [`and ${sorted.length - MOST} more`] : [];
      const list = sorted.slice(0, MOST).map(({ line, message }) => `line ${line}: ${message}`);
      throw usage([`${name} cannot be used:`, ...[...list, ...more].map((one) => `  ${one}`)]);
    },
  };
  if (yamlDepth(text) > DEPTH) throw usage(`${name} is nested deeper than ${DEPTH} levels`);
  const document = parseDocument(text, {
    lineCounter: lines,
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: "error",
  });
  for (const { pos, message } of [...document.errors, ...document.warnings])
    source.problem(lines.linePos(pos[0]).line, message.split("\n")[0] ?? message);
  for (const { offset, says } of yamlKeyProblems({ isMap, isSeq, isPair, isScalar }, document.contents))
    source.problem(lines.linePos(offset).line, says);
  source.refuseProblems();
  source.root = document.contents;
  return source;
}

/** A mapping with only these keys; `refused` has the reasons for keys that people may expect. */
function readMapping(
  source: YamlSource,
  node: unknown,
  what: string,
  keys: readonly string[],
  refused: Readonly<Record<string, string>> = {},
): Mapping | undefined {
  const line = source.lineOf(node);
  if (!isMap(node)) {
    source.problem(
      line,
      isAlias(node) ? "aliases are not supported: write the value out" : `${what} must be a mapping of keys and values`,
    );
    return undefined;
  }
  const found = new Map<string, Node | null>();
  for (const { key, value } of node.items) {
    const name = isScalar(key) && typeof key.value === "string" ? key.value : undefined;
    const at = source.lineOf(key);
    if (name !== undefined && keys.includes(name)) found.set(name, (value as Node | null) ?? null);
    else if (name !== undefined && Object.hasOwn(refused, name)) source.problem(at, `${name}: ${refused[name]}`);
    else
      source.problem(
        at,
        `${what} has no key ${JSON.stringify(name ?? String(key))}; ${didYouMean(name ?? "", keys, `it takes ${keys.join(", ")}`)}`,
      );
  }
  return { line, has: (key) => found.has(key), node: (key) => found.get(key) };
}

/** The items of a list; undefined if the key is absent or its value is not a list. */
function readItems(source: YamlSource, mapping: Mapping, key: string): Node[] | undefined {
  if (!mapping.has(key)) return undefined;
  const node = mapping.node(key);
  // An empty list item is null.
  if (isSeq(node)) return node.items as Node[];
  source.problem(source.lineOf(node) || mapping.line, `${key} must be a list; [] for none`);
  return undefined;
}

const isNull = (node: unknown): boolean => node === null || (isScalar(node) && node.value === null);

/** A text, or null if `nullable`. Undefined if the key is absent, or wrong (which is reported). */
function readText<N extends boolean = false>(
  source: YamlSource,
  mapping: Mapping,
  key: string,
  nullable?: N,
): string | undefined | (N extends true ? null : never) {
  if (!mapping.has(key)) return undefined;
  const node = mapping.node(key);
  // Null only occurs if `nullable`.
  if (isNull(node) && nullable) return null as N extends true ? null : never;
  if (isScalar(node) && typeof node.value === "string") return node.value;
  const hint = isScalar(node) && !isNull(node) ? `: "${String(node.source ?? node.value)}" needs quotes` : "";
  source.problem(isNull(node) ? mapping.line : source.lineOf(node), `${key} must be text${hint}`);
  return undefined;
}

function readBoolean(source: YamlSource, mapping: Mapping, key: string): boolean | undefined {
  if (!mapping.has(key)) return undefined;
  const node = mapping.node(key);
  if (isScalar(node) && typeof node.value === "boolean") return node.value;
  source.problem(isNull(node) ? mapping.line : source.lineOf(node), `${key} must be true or false`);
  return undefined;
}

/** A mapping of any shape as JSON; aliases and tags are reported as problems. */
function readObject(source: YamlSource, mapping: Mapping, key: string): Values | undefined {
  if (!mapping.has(key)) return undefined;
  const node = mapping.node(key);
  if (!isMap(node)) {
    source.problem(isNull(node) ? mapping.line : source.lineOf(node), `${key} must be a mapping of keys and values`);
    return undefined;
  }
  // A mapping converts to an object.
  return toPlainValue(source, node) as Values;
}

function toPlainValue(source: YamlSource, node: unknown): unknown {
  if (isScalar(node)) {
    const { value } = node;
    if (value === null || ["string", "number", "boolean"].includes(typeof value)) return value;
  }
  if (isSeq(node)) return node.items.map((item) => toPlainValue(source, item));
  if (isMap(node)) {
    const values: Values = {};
    for (const { key, value } of node.items) {
      const name = isScalar(key) ? String(key.value) : "";
      Object.defineProperty(values, name, {
        value: toPlainValue(source, value ?? null),
        enumerable: true,
        writable: true,
        configurable: true,
      });
    }
    return values;
  }
  if (node === null) return null;
  source.problem(source.lineOf(node), "only plain values are allowed here: no aliases, no tags");
  return null;
}

const IN_APP = "no endpoint of the service changes it: change it in the app";

/** Keys that people may expect in a site's file, and why they cannot be there. */
const REFUSED: Readonly<Record<string, string>> = {
  hostname: IN_APP,
  customization: IN_APP,
  customizations: IN_APP,
  theme: IN_APP,
  styling: IN_APP,
  icon: IN_APP,
  favicon: IN_APP,
  header: IN_APP,
  footer: IN_APP,
  redirects: IN_APP,
  type: IN_APP,
  ads: IN_APP,
  features: IN_APP,
  unpublish: "the service has no endpoint that unpublishes a site: unpublish it in the app",
};

const SITE_KEYS = [
  "site",
  "prune",
  "title",
  "visibility",
  "basename",
  "proxy",
  "adaptiveContent",
  "agentsContext",
  "published",
  "adaptiveSchema",
  "sections",
  "spaces",
  "shareLinks",
] as const;
const SECTION_KEYS = [
  "path",
  "id",
  "previously",
  "title",
  "icon",
  "description",
  "condition",
  "default",
  "spaces",
] as const;
const GROUP_KEYS = ["group", "id", "previously", "icon", "sections"] as const;
const SPACE_KEYS = ["path", "id", "previously", "space", "condition", "default"] as const;
const LINK_KEYS = ["name", "id", "previously", "active"] as const;

export interface SiteFile extends Site {
  /** Id or title of the site that the file describes. */
  site?: string;
  /** True to remove things that the file does not list. */
  prune: boolean;
}

/** @throws Failure usage */
export function parseSite(text: string, name: string): SiteFile {
  const source = readYaml(text, name);
  if (source.root === null) source.problem(1, "the file is empty, and an empty file never removes everything");
  const wanted = source.root === null ? undefined : siteOf(source);
  source.refuseProblems();
  // A file without a site has a problem.
  return wanted as SiteFile;
}

function siteOf(source: YamlSource): SiteFile | undefined {
  const map = readMapping(source, source.root, "a site", SITE_KEYS, REFUSED);
  if (!map) return undefined;
  const published = readBoolean(source, map, "published");
  if (published === false) refuseUnpublishing(source, map);
  const site = readText(source, map, "site");
  const level = readItems(source, map, "sections")?.flatMap((node) => sectionOrGroup(source, node));
  const spaces = spacesOf(source, map);
  const shareLinks = readItems(source, map, "shareLinks")?.flatMap((node) => linkOf(source, node));
  const wanted: SiteFile = {
    ...(site !== undefined && { site }),
    prune: readBoolean(source, map, "prune") ?? false,
    ...siteFields(source, map),
    published: published === true,
    ...optionalMember("adaptiveSchema", readObject(source, map, "adaptiveSchema")),
    ...optionalMember("level", level),
    ...optionalMember("spaces", spaces),
    ...optionalMember("shareLinks", shareLinks),
  };
  reportAllTwins(source, wanted);
  return wanted;
}

function refuseUnpublishing(source: YamlSource, map: Mapping): void {
  source.problem(
    source.lineOf(map.node("published")),
    `published: ${REFUSED.unpublish}. Omit the key to keep the current state`,
  );
}

/** `{ [key]: value }`, or nothing for undefined. */
const optionalMember = <K extends string, V>(key: K, value: V | undefined): { [_ in K]?: V } =>
  // It has exactly this member.
  (value === undefined ? {} : { [key]: value }) as { [_ in K]?: V };

function siteFields(source: YamlSource, map: Mapping): Site {
  const fields: Site = {
    ...optionalMember("title", readText(source, map, "title")),
    ...optionalMember("visibility", readText(source, map, "visibility")),
    ...optionalMember("basename", readText(source, map, "basename")),
    ...optionalMember("agentsContext", readText(source, map, "agentsContext")),
    ...optionalMember("adaptiveContent", readBoolean(source, map, "adaptiveContent")),
    ...optionalMember("proxy", readText(source, map, "proxy", true)),
  };
  const { adaptiveContent: _, ...checked } = fields;
  checkLimits(source, map, updateSite, checked);
  if (fields.title === "") source.problem(source.lineOf(map.node("title")), "title must not be empty");
  return fields;
}

/** Checks fields against the limits of the service. */
function checkLimits(source: YamlSource, map: Mapping, endpoint: { body?: () => Schema }, fields: object): void {
  for (const issue of endpoint.body?.().safeParse(fields).error?.issues ?? []) {
    const key = String(issue.path[0] ?? "");
    source.problem(source.lineOf(map.node(key) ?? undefined) || map.line, `${key}: ${issueText(issue)}`);
  }
}

const listedFields = (source: YamlSource, map: Mapping) => ({
  line: map.line,
  ...optionalMember("id", readText(source, map, "id")),
  ...optionalMember("previously", readText(source, map, "previously")),
});

function requiredText(source: YamlSource, map: Mapping, key: string, what: string): string | undefined {
  if (map.has(key)) return readText(source, map, key);
  source.problem(map.line, `${what} needs ${key}`);
  return undefined;
}

/** Refuses `default: false`: there always is a default, so another one has to be marked. */
function isDefault(source: YamlSource, map: Mapping): boolean {
  const value = readBoolean(source, map, "default");
  if (value === false) {
    source.problem(source.lineOf(map.node("default")), "default can only be true: mark its successor instead");
  }
  return value === true;
}

function sectionOrGroup(source: YamlSource, node: unknown): (Section | Group)[] {
  const isGroup = "get" in (node as object) && (node as { has?(key: string): boolean }).has?.("group") === true;
  return isGroup ? groupOf(source, node) : sectionOf(source, node);
}

function sectionOf(source: YamlSource, node: unknown): Section[] {
  const map = readMapping(source, node, "a section", SECTION_KEYS);
  if (!map) return [];
  const fields = {
    ...optionalMember("title", readText(source, map, "title")),
    ...optionalMember("icon", readText(source, map, "icon", true)),
    ...optionalMember("description", readText(source, map, "description", true)),
    ...optionalMember("condition", readText(source, map, "condition", true)),
  };
  const path = requiredText(source, map, "path", "a section");
  checkLimits(source, map, updateSiteSection, { ...fields, ...optionalMember("path", path) });
  if (path !== undefined) refuseSegment(source, map, path);
  const spaces = spacesOf(source, map);
  const found = { kind: "section", path: path ?? "", ...fields, default: isDefault(source, map) } as const;
  return [{ ...listedFields(source, map), ...found, ...optionalMember("spaces", spaces) }];
}

function groupOf(source: YamlSource, node: unknown): Group[] {
  const map = readMapping(source, node, "a group", GROUP_KEYS);
  if (!map) return [];
  const title = requiredText(source, map, "group", "a group");
  if (title === "") source.problem(map.line, "group: the title must not be empty");
  const icon = readText(source, map, "icon");
  checkLimits(source, map, updateSiteSectionGroup, optionalMember("icon", icon));
  const sections = readItems(source, map, "sections")?.flatMap((one) => sectionOf(source, one));
  const found = { kind: "group", title: title ?? "" } as const;
  return [
    {
      ...listedFields(source, map),
      ...found,
      ...optionalMember("icon", icon),
      ...optionalMember("sections", sections),
    },
  ];
}

function spacesOf(source: YamlSource, map: Mapping): SiteSpace[] | undefined {
  return readItems(source, map, "spaces")?.flatMap((node) => {
    const one = readMapping(source, node, "a site space", SPACE_KEYS);
    if (!one) return [];
    const path = requiredText(source, one, "path", "a site space");
    const condition = readText(source, one, "condition", true);
    checkLimits(source, one, updateSiteSpace, optionalMember("condition", condition));
    if (path !== undefined) refuseSegment(source, one, path);
    const found = { path: path ?? "", default: isDefault(source, one) };
    const space = readText(source, one, "space");
    return [
      {
        ...listedFields(source, one),
        ...found,
        ...optionalMember("space", space),
        ...optionalMember("condition", condition),
      },
    ];
  });
}

function linkOf(source: YamlSource, node: unknown): ShareLink[] {
  const map = readMapping(source, node, "a share link", LINK_KEYS);
  if (!map) return [];
  const name = requiredText(source, map, "name", "a share link");
  const active = readBoolean(source, map, "active");
  checkLimits(source, map, updateShareLink, optionalMember("name", name));
  return [{ ...listedFields(source, map), name: name ?? "", ...optionalMember("active", active) }];
}

/** Checks that a path is a single segment. */
function refuseSegment(source: YamlSource, map: Mapping, path: string): void {
  if (path !== "" && !/[/?#\s]/.test(path) && path !== "." && path !== "..") return;
  source.problem(
    source.lineOf(map.node("path")),
    'path must be one part of an address: no "/", "?", "#" and no spaces',
  );
}

/** Reports duplicate keys and ids, and two defaults in one place. */
function reportAllTwins(source: YamlSource, { level = [], spaces = [], shareLinks = [] }: Site): void {
  const sections = sectionsOf(level);
  const groups = level.filter((one) => one.kind === "group");
  const scopes = [spaces, ...sections.map((one) => one.spaces ?? [])];
  const keyless = <T extends { id?: string }>(all: readonly T[]) => all.filter(({ id }) => id === undefined);
  reportTwins(source, "section with path", sections, ({ path }) => path);
  reportTwins(source, "group", keyless(groups), ({ title }) => title);
  reportTwins(source, "share link", keyless(shareLinks), ({ name }) => name);
  for (const scope of scopes) reportTwins(source, "site space with path", scope, ({ path }) => path);
  reportTwins(
    source,
    "id",
    [...level, ...sections, ...scopes.flat(), ...shareLinks].filter(createUniqueFilter()),
    ({ id }) => id,
  );
  reportTwins(source, "default section:", sections, (one) => (one.default ? "" : undefined));
  for (const scope of scopes)
    reportTwins(source, "default site space:", scope, (one) => (one.default ? "" : undefined));
}

const createUniqueFilter = () => {
  const seen = new Set<unknown>();
  return (one: unknown) => !seen.has(one) && seen.add(one) !== undefined;
};

function reportTwins<T extends { line?: number }>(
  source: YamlSource,
  what: string,
  things: readonly T[],
  keyOf: (thing: T) => string | undefined,
): void {
  const lines = new Map<string, number>();
  for (const thing of things) {
    const key = keyOf(thing);
    if (key === undefined) continue;
    const first = lines.get(key);
    const named = key === "" ? "another one" : JSON.stringify(key);
    const { line = 0 } = thing;
    if (first === undefined) lines.set(key, line);
    else source.problem(line, `${what} ${named} is already in line ${first}`);
  }
}
