/** Kinds of things that are compared, as data; pages are compared in pages.ts. */

import { VERSION } from "../../sandbox/openapi/specs.js";
import { isObject } from "../../shared/values.js";

export type Item = Record<string, unknown>;

/** Looks things of one of the two snapshots up. */
export interface Lookup {
  org: string;
  /** What a thing stands in; undefined where it is not there. */
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
  /** What it is in, for people; absent: the organization, and no other thing. */
  within?: (scope: string, lookup: Lookup) => string;
  /** Default: the member `title`. */
  title?: (item: Item) => unknown;
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

const ORG = "orgs/{organizationId}";
/** A list of the organization. */
const ofOrg = (list: string) => ({
  patterns: [`${ORG}/${list}`],
  list: (_: string, { org }: Lookup) => `orgs/${org}/${list}`,
});
/** Of a section, its site; of a site, itself. */
const siteOf = (scope: string, lookup: Lookup): string => lookup.scopeOf("site-section", scope) ?? scope;
const ofSite = (list: string) => ({
  patterns: [`${ORG}/sites/{siteId}/${list}`],
  list: (scope: string, lookup: Lookup) => `orgs/${lookup.org}/sites/${siteOf(scope, lookup)}/${list}`,
  within: (scope: string, lookup: Lookup) => lookup.title("site", siteOf(scope, lookup)),
});

const CHANGES = "change-requests";
const COMMENTS = ["spaces/{spaceId}/comments", `spaces/{spaceId}/${CHANGES}/{changeRequestId}/comments`];
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

export const KINDS: readonly Kind[] = [
  { name: "organization", rows: "organization", patterns: [ORG], list: (_, { org }) => `orgs/${org}` },
  {
    name: "members",
    rows: "member",
    ...ofOrg("members"),
    title: ({ user, id }) => nameOf(user) ?? id,
    ignored: ["spaces", "teams"],
  },
  { name: "teams", rows: "team", ...ofOrg("teams"), ignored: ["members", "spaces"] },
  {
    name: "team-members",
    rows: "team-membership",
    patterns: [`${ORG}/teams/{teamId}/members`],
    list: (scope, { org }) => `orgs/${org}/teams/${scope}/members`,
    within: (scope, lookup) => lookup.title("team", scope),
    title: ({ user }) => user,
  },
  {
    name: "access",
    rows: "member-space",
    patterns: [`${ORG}/members/{userId}/spaces`],
    list: (scope, { org }) => `orgs/${org}/members/${lastSegment(scope)}/spaces`,
    within: (scope, lookup) => lookup.title("member", scope),
    title: ({ space }) => (isObject(space) ? space.title : undefined),
    ignored: ["space"],
  },
  {
    name: "collections",
    rows: "collection",
    ...ofOrg("collections"),
    place: ["parent", "collection"],
    order: ownOrder("collection"),
  },
  {
    name: "spaces",
    rows: "space",
    ...ofOrg("spaces"),
    place: ["parent", "collection"],
    ignored: ["comments", "changeRequests", "changeRequestsOpen", "changeRequestsDraft", "gitSync.updatedAt"],
    order: ownOrder("space"),
  },
  {
    name: "change-requests",
    rows: "change-request",
    patterns: [`spaces/{spaceId}/${CHANGES}`],
    list: (scope) => `spaces/${scope}/${CHANGES}`,
    within: (scope, lookup) => lookup.title("space", scope),
    title: changeTitle,
    ignored: ["comments", "outdated", "revisionInitial", "revisionMergedAncestor", "revisionMerged"],
  },
  {
    name: "comments",
    rows: "comment",
    patterns: COMMENTS,
    list: commentsOf,
    within: titleOfDiscussion,
    title: ({ body }) => line(isObject(body) ? body.markdown : ""),
    ignored: ["replies", "target"],
  },
  {
    name: "replies",
    rows: "comment-reply",
    patterns: [`spaces/{spaceId}/${CHANGES}/{changeRequestId}/comments/{commentId}/replies`],
    list: (scope, lookup) => `${commentsOf(lookup.scopeOf("comment", scope) ?? "", lookup)}/${scope}/replies`,
    within: (scope, lookup) => titleOfDiscussion(lookup.scopeOf("comment", scope) ?? "", lookup),
    title: ({ body }) => line(isObject(body) ? body.markdown : ""),
  },
  { name: "sites", rows: "site", ...ofOrg("sites"), ignored: ["siteSpaces"] },
  { name: "section-groups", rows: "site-section-group", ...ofSite("section-groups"), order: SECTIONS },
  {
    name: "sections",
    rows: "site-section",
    ...ofSite("sections"),
    place: ["sectionGroup", "site-section-group"],
    ignored: ["siteSpaces"],
    order: SECTIONS,
  },
  {
    name: "site-spaces",
    rows: "site-space",
    ...ofSite("site-spaces"),
    place: ["section", "site-section"],
    title: ({ title, path }) => title ?? path,
    order: ownOrder("site-space"),
  },
  {
    name: "share-links",
    rows: "share-link",
    ...ofSite("share-links"),
    title: ({ name }) => name,
  },
  {
    name: "visitor-schemas",
    rows: "site-adaptive-schema",
    ...ofSite("adaptive-schema"),
    title: () => "visitor schema",
  },
  {
    name: "customizations",
    rows: "published-site",
    ...ofSite("published"),
    title: () => "customization",
    ignored: ["site", "structure"],
  },
  { name: "specs", rows: "openapi-spec", ...ofOrg("openapi"), title: ({ slug }) => slug, ignored: ["lastProcessedAt"] },
  {
    name: "spec-versions",
    rows: VERSION,
    patterns: [`${ORG}/openapi/{specSlug}/versions`],
    list: (scope, { org }) => `orgs/${org}/openapi/${lastSegment(scope)}/versions`,
    within: (scope) => lastSegment(scope),
    title: ({ id }) => id,
    ignored: ["url"],
  },
  {
    name: "translations",
    rows: "translation",
    ...ofOrg("translations"),
    title: ({ language, id }) => language ?? id,
    ignored: ["stats", "result.revision"],
  },
  { name: "saml-providers", rows: "saml-provider", ...ofOrg("saml"), title: ({ label }) => label },
];
