/** Kinds of things that are compared, as data; pages are compared in things.ts. */

import { COMPARED_KINDS, logKind } from "../../resources/histories.js";
import { RESOURCES } from "../../resources/index.js";
import { paramsIn, type Resource } from "../../resources/resource.js";
import { VIEWS } from "../../resources/views.js";
import { expandTemplate, getPath } from "../../shared/paths.js";
import { isObject } from "../../shared/values.js";

export type Item = Record<string, unknown>;

/** Looks things of one of the two snapshots up. */
export interface Lookup {
  org: string;
  /** The container of a thing; undefined if the thing is not there. */
  scopeOf(kind: string, id: string): string | undefined;
  title(kind: string, id: string): string;
}

export interface Kind {
  /** As --only takes it. */
  name: string;
  /** Kind of the rows. */
  rows: string;
  /** Patterns of the lists that they come from. */
  patterns: readonly string[];
  /** The list that a row comes from, by what the row stands in. */
  list: (scope: string, lookup: Lookup) => string;
  /** Its container, for people; absent: the organization, and no other thing. */
  within?: (scope: string, lookup: Lookup) => string;
  title: (item: Item) => unknown;
  /** The member that says where it stands, and the kind of what it names: it moves. */
  place?: readonly [member: string, kind: string];
  /** Members that follow from other things. */
  ignored?: readonly string[];
  /** The place in its list means something. */
  order?: Order;
}

/** One order within what things are in. */
export interface Order {
  /** Kinds of rows that share it. */
  rows: readonly string[];
  /** Member that separates orders within one scope. */
  level?: string;
}

const ownOrder = (rows: string): Order => ({ rows: [rows] });
/** Sections of a group have an order of their own; groups are among the sections that are in none. */
const SECTIONS: Order = { rows: ["site-section", "site-section-group"], level: "sectionGroup" };

const nameOf = (item: unknown): unknown => (isObject(item) ? (item.displayName ?? item.email ?? item.id) : undefined);
const line = (text: unknown): string => String(text ?? "").split("\n", 1)[0] ?? "";
const lastSegment = (scope: string): string => scope.slice(scope.lastIndexOf("/") + 1);

/** Of a section, its site; of a site, itself. */
const siteOf = (scope: string, lookup: Lookup): string => lookup.scopeOf("site-section", scope) ?? scope;

const CHANGES = "change-requests";
/** The path of the list of comments of a space or a change request. */
function commentsOf(scope: string, lookup: Lookup): string {
  const space = lookup.scopeOf("change-request", scope);
  return space === undefined ? `spaces/${scope}/comments` : `spaces/${space}/${CHANGES}/${scope}/comments`;
}
function titleOfDiscussion(scope: string, lookup: Lookup): string {
  const space = lookup.scopeOf("change-request", scope);
  return space === undefined
    ? lookup.title("space", scope)
    : `${lookup.title("space", space)}, ${lookup.title("change-request", scope)}`;
}
const changeTitle = ({ number, subject }: Item): string => `#${number} ${line(subject)}`;
/** How things are called that others stand in. */
export const TITLES: Readonly<Record<string, (item: Item) => unknown>> = {
  "change-request": changeTitle,
  member: ({ user, id }) => nameOf(user) ?? id,
  "openapi-spec": ({ slug }) => slug,
};

const discussionTitle = ({ body }: Item): string => line(isObject(body) ? body.markdown : "");
const IN_SITE = "orgs/{organizationId}/sites/{siteId}";

/** Rules that do not follow from the view of a kind. */
const RULES: Readonly<Record<string, Partial<Kind>>> = {
  members: { title: ({ user, id }) => nameOf(user) ?? id, ignored: ["spaces", "teams"] },
  teams: { ignored: ["members", "spaces"] },
  "team-members": { title: ({ user }) => user },
  access: { title: ({ space }) => (isObject(space) ? space.title : undefined), ignored: ["space"] },
  collections: { place: ["parent", "collection"], order: ownOrder("collection") },
  spaces: {
    place: ["parent", "collection"],
    ignored: ["comments", "changeRequests", "changeRequestsOpen", "changeRequestsDraft", "gitSync.updatedAt"],
    order: ownOrder("space"),
  },
  "change-requests": {
    title: changeTitle,
    ignored: ["comments", "outdated", "revisionInitial", "revisionMergedAncestor", "revisionMerged"],
  },
  comments: {
    list: commentsOf,
    within: titleOfDiscussion,
    title: discussionTitle,
    ignored: ["replies", "target"],
  },
  replies: {
    list: (scope, lookup) => `${commentsOf(lookup.scopeOf("comment", scope) ?? "", lookup)}/${scope}/replies`,
    within: (scope, lookup) => titleOfDiscussion(lookup.scopeOf("comment", scope) ?? "", lookup),
    title: discussionTitle,
  },
  sites: { ignored: ["siteSpaces"] },
  "section-groups": { order: SECTIONS },
  sections: { place: ["sectionGroup", "site-section-group"], ignored: ["siteSpaces"], order: SECTIONS },
  "site-spaces": {
    place: ["section", "site-section"],
    title: ({ title, path }) => title ?? path,
    order: ownOrder("site-space"),
  },
  "visitor-schemas": {
    rows: "site-adaptive-schema",
    patterns: [`${IN_SITE}/adaptive-schema`],
    title: () => "visitor schema",
  },
  customizations: {
    rows: "published-site",
    patterns: [`${IN_SITE}/published`],
    title: () => "customization",
    ignored: ["site", "structure"],
  },
  specs: { ignored: ["lastProcessedAt"] },
  "spec-versions": { within: lastSegment, title: ({ id }) => id, ignored: ["url"] },
  translations: { title: ({ language, id }) => language ?? id, ignored: ["stats", "result.revision"] },
};

function toKind(name: string): Kind {
  const view = VIEWS.find((one) => logKind(one.name) === name);
  const resource = Object.values<Resource>(RESOURCES).find(({ rows }) => rows !== undefined && rows === view?.rows);
  const title = (item: Item) => resource?.title.map((path) => getPath(item, path)).find((one) => one != null);
  const rule = { rows: view?.rows, patterns: view?.scopes, title, ...RULES[name] };
  const { rows, patterns: [pattern] = [] } = rule;
  if (rows === undefined || pattern === undefined) throw new TypeError(`no view has ${name}`);
  const owner = paramsIn(pattern).at(-1);
  const ownerOf = (scope: string, lookup: Lookup) => (owner === "siteId" ? siteOf(scope, lookup) : scope);
  const ownerRows = Object.values<Resource>(RESOURCES).find(({ param }) => param === owner)?.rows ?? "";
  return {
    name,
    list: (scope, lookup) =>
      expandTemplate(pattern, (param) =>
        param === "organizationId" ? lookup.org : lastSegment(ownerOf(scope, lookup)),
      ),
    ...(owner !== "organizationId" && {
      within: (scope: string, lookup: Lookup) => lookup.title(ownerRows, ownerOf(scope, lookup)),
    }),
    ...rule,
    ...{ rows, patterns: rule.patterns ?? [] },
  };
}

/** All but pages. */
export const KINDS: readonly Kind[] = COMPARED_KINDS.filter((name) => name !== "pages").map(toKind);
