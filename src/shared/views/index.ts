/** The views that `docs snapshots query` offers in place of the tables of a snapshot; help and documentation are made of them, too. */
import { SPACE_VIEWS } from "./space-views.js";
import { APP, CREATED, ID, inOrg, TITLE, UPDATED, type View, type ViewColumn } from "./view.js";

// Views of change requests, and of what people say.

const TALK_VIEWS: readonly View[] = [
  {
    name: "change_requests",
    about: "change requests of all states",
    rows: "change-request",
    scopes: ["spaces/{spaceId}/change-requests"],
    columns: [
      ["space", "o.scope", "spaces.id"],
      ID,
      ["number", "$.number", "number in the space", "integer"],
      ["status", "$.status", "draft, open, merged or archived"],
      ["subject", "$.subject", "subject"],
      ["created_by", "$.createdBy.id", "members.id"],
      ["created_by_name", "$.createdBy.displayName", "name, also of people who left"],
      ["comments", "$.comments", "open comments", "integer"],
      ["outdated", "$.outdated", "1: behind its space", "boolean"],
      CREATED,
      UPDATED,
      APP,
    ],
  },
  {
    name: "comments",
    about: "comments on spaces and change requests",
    from: `main.objects o LEFT JOIN main.objects c ON c.kind = 'change-request' AND c.id = o.scope
      WHERE o.kind = 'comment'`,
    scopes: ["spaces/{spaceId}/comments", "spaces/{spaceId}/change-requests/{changeRequestId}/comments"],
    columns: [
      ["space", "coalesce(c.scope, o.scope)", "spaces.id"],
      ["change_request", "c.id", "change_requests.id; null: on the space itself"],
      ["id", "o.json ->> '$.id'", "id"],
      ["page", "o.json ->> '$.target.page.id'", "pages.id; null: on no page"],
      ["status", "o.json ->> '$.status'", "open or resolved"],
      ["posted_by", "o.json ->> '$.postedBy.id'", "members.id"],
      ["posted_by_name", "o.json ->> '$.postedBy.displayName'", "name, also of people who left"],
      ["posted_at", "o.json ->> '$.postedAt'", "time", "time"],
      ["edited_at", "o.json ->> '$.editedAt'", "time; null: never", "time"],
      ["resolved_by", "o.json ->> '$.resolvedBy.id'", "members.id"],
      ["resolved_at", "o.json ->> '$.resolvedAt'", "time", "time"],
      ["replies", "o.json ->> '$.replies'", "number of replies", "integer"],
      ["markdown", "o.json ->> '$.body.markdown'", "the text"],
    ],
  },
  {
    name: "replies",
    about: "replies to comments on change requests; no endpoint lists those on spaces",
    rows: "comment-reply",
    scopes: ["spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies"],
    columns: [
      ["comment", "o.scope", "comments.id"],
      ID,
      ["posted_by", "$.postedBy.id", "members.id"],
      ["posted_at", "$.postedAt", "time", "time"],
      ["markdown", "$.body.markdown", "the text"],
    ],
  },
];

// Views of sites, specifications, translations, and of what was read.

const SITE: ViewColumn = ["site", "o.scope", "sites.id"];
const PUBLISHED: ViewColumn = ["url", "$.urls.published", "address for visitors"];
const CONDITION: ViewColumn = ["condition", "$.condition", "visitors who see it; null: all"];
const ofSite = (list: string): string[] => inOrg(`sites/{siteId}/${list}`);

const SITE_VIEWS: readonly View[] = [
  {
    name: "sites",
    about: "sites",
    rows: "site",
    scopes: inOrg("sites"),
    columns: [
      ID,
      TITLE,
      ["type", "$.type", "basic or another plan"],
      ["visibility", "$.visibility", "public, unlisted, share-link or visitor-auth"],
      ["published", "$.published", "1: visitors find it", "boolean"],
      ["hostname", "$.hostname", "own host"],
      ["basename", "$.basename", "its name in addresses"],
      ["proxy_origin", "$.proxy.origin", "address that it is served under by a proxy"],
      ["adaptive_content", "$.adaptiveContent.enabled", "1: what visitors see depends on them", "boolean"],
      ["agents", "$.agentsContext", "included: agents may read it; excluded"],
      ["ads", "$.ads.status", "state of ads"],
      ["site_spaces", "$.siteSpaces", "number of spaces", "integer"],
      CREATED,
      PUBLISHED,
    ],
  },
  {
    name: "section_groups",
    about: "groups of sections of sites",
    rows: "site-section-group",
    scopes: ofSite("section-groups"),
    columns: [SITE, ID, TITLE, ["icon", "$.icon", "icon"]],
  },
  {
    name: "sections",
    about: "sections of sites",
    rows: "site-section",
    scopes: ofSite("sections"),
    columns: [
      SITE,
      ID,
      TITLE,
      ["description", "$.description", "description"],
      ["path", "$.path", "path on the site"],
      ["section_group", "$.sectionGroup", "section_groups.id"],
      ["is_default", "$.default", "1: the first that visitors see", "boolean"],
      CONDITION,
      ["icon", "$.icon", "icon"],
      PUBLISHED,
    ],
  },
  {
    name: "site_spaces",
    about: "spaces on sites",
    from: `(SELECT coalesce(c.scope, o.scope) AS site, o.json AS json FROM main.objects o
      LEFT JOIN main.objects c ON c.kind = 'site-section' AND c.id = o.scope WHERE o.kind = 'site-space')`,
    scopes: ofSite("site-spaces"),
    columns: [
      ["site", "site", "sites.id"],
      ID,
      ["section", "$.section", "sections.id; null: on the site itself"],
      ["space", "$.space", "spaces.id"],
      TITLE,
      ["path", "$.path", "path on the site"],
      ["is_default", "$.default", "1: the first of its place", "boolean"],
      CONDITION,
      PUBLISHED,
    ],
  },
  {
    name: "share_links",
    about: "share links of sites",
    rows: "share-link",
    scopes: ofSite("share-links"),
    columns: [
      SITE,
      ID,
      ["name", "$.name", "name"],
      ["active", "$.active", "1: opens the site without a token", "boolean"],
      CREATED,
      PUBLISHED,
    ],
  },
  {
    name: "specs",
    about: "OpenAPI specifications",
    rows: "openapi-spec",
    scopes: inOrg("openapi"),
    columns: [
      ID,
      ["slug", "$.slug", "name"],
      ["visibility", "$.visibility", "public or private"],
      ["source_url", "$.sourceURL", "where it is read from"],
      ["processing_state", "$.processingState", "state of the last reading"],
      ["last_error", "$.lastProcessErrorCode", "why it failed"],
      ["last_version", "$.lastVersion", "spec_versions.id"],
      ["last_processed_at", "$.lastProcessedAt", "time", "time"],
      CREATED,
      UPDATED,
    ],
  },
  {
    name: "spec_versions",
    about: "versions of specifications",
    rows: "openapi-spec-version",
    scopes: inOrg("openapi/{specSlug}/versions"),
    columns: [["spec", "substr(o.scope, instr(o.scope, '/') + 1)", "specs.slug"], ID, CREATED],
  },
  {
    name: "translations",
    about: "translations of spaces",
    rows: "translation",
    scopes: inOrg("translations"),
    columns: [
      ID,
      ["status", "$.status", "status"],
      ["source_space", "$.source.space", "spaces.id"],
      ["source_language", "$.source.language", "language"],
      ["language", "$.language", "language that it is translated into"],
      ["result_space", "$.result.space", "spaces.id"],
      ["words", "$.stats.totalWords", "words translated so far", "integer"],
      CREATED,
      UPDATED,
    ],
  },
  {
    name: "scopes",
    about: "which parts were read, and which were not",
    from: "main.sources",
    scopes: [],
    columns: [
      ["scope", "scope", "path of the list or the content, or what cannot be read"],
      ["state", "state", "complete, partial, denied, unsettled, not-asked or unreadable"],
      ["reason", "reason", "why it is not complete"],
      ["status", "status", "last HTTP status", "integer"],
      ["started_at", "started_at", "time", "time"],
      ["ended_at", "ended_at", "time", "time"],
      ["requests", "requests", "requests sent for it", "integer"],
    ],
  },
];

// Views of the organization and of the people in it.

const PEOPLE_VIEWS: readonly View[] = [
  {
    name: "organization",
    about: "the organization itself, one row",
    rows: "organization",
    scopes: ["orgs/{organizationId}"],
    columns: [
      ID,
      TITLE,
      ["hostname", "$.hostname", "host of what is published"],
      ["default_role", "$.defaultRole", "role of new members; null: guests"],
      ["sso", "$.sso", "1: single sign-on is enforced", "boolean"],
      ["plan", "$.plan", "product"],
      ["type", "$.type", "type"],
      ["email_domains", "$.emailDomains", "domains whose people may join, a JSON list"],
      ["invite_links", "$.inviteLinks", "1: people may be invited with links", "boolean"],
      ["ai", "$.ai", "1: AI features are on", "boolean"],
      ["custom_hostname", "$.customHostname", "own host of all that is published"],
      ["default_site", "$.defaultContent.site", "sites.id of the default site"],
      ["blocked", "$.blocked.reason", "why it is blocked; null: it is not"],
      CREATED,
    ],
  },
  {
    name: "members",
    about: "members of the organization",
    rows: "member",
    scopes: inOrg("members"),
    columns: [
      ID,
      ["name", "$.user.displayName", "name"],
      ["email", "$.user.email", "email"],
      ["role", "$.role", "admin, create, review, edit, comment or read; null: a guest"],
      ["disabled", "$.disabled", "1: cannot sign in", "boolean"],
      ["sso", "$.sso", "1: signs in with single sign-on", "boolean"],
      ["spaces", "$.spaces", "number of spaces", "integer"],
      ["teams", "$.teams", "number of teams", "integer"],
      ["joined_at", "$.joinedAt", "time", "time"],
      ["last_seen_at", "$.lastSeenAt", "time", "time"],
    ],
  },
  {
    name: "member_spaces",
    about: "effective permission of each member in each space",
    rows: "member-space",
    scopes: inOrg("members/{userId}/spaces"),
    columns: [
      ["member", "substr(o.scope, instr(o.scope, '/') + 1)", "members.id"],
      ["space", "$.space.id", "spaces.id"],
      ["permission", "$.permission", "admin, create, review, edit, comment or read"],
    ],
  },
  {
    name: "teams",
    about: "teams",
    rows: "team",
    scopes: inOrg("teams"),
    columns: [
      ID,
      TITLE,
      ["members", "$.members", "number of members", "integer"],
      ["spaces", "$.spaces", "number of spaces", "integer"],
      CREATED,
    ],
  },
  {
    name: "team_members",
    about: "members of each team",
    rows: "team-membership",
    scopes: inOrg("teams/{teamId}/members"),
    columns: [
      ["team", "o.scope", "teams.id"],
      ["member", "$.user", "members.id"],
      ["role", "$.role", "owner or member"],
    ],
  },
  {
    name: "saml_providers",
    about: "providers of single sign-on",
    rows: "saml-provider",
    scopes: inOrg("saml"),
    columns: [
      ID,
      ["label", "$.label", "name"],
      ["sso_url", "$.ssoURL", "where people sign in"],
      ["entity_id", "$.entityID", "entity id"],
      ["default_team", "$.defaultTeam", "teams.id"],
      ["default_role", "$.defaultRole", "role of new members"],
      ["status", "$.status", "status"],
      CREATED,
    ],
  },
];

export type { View, ViewColumn } from "./view.js";

export const VIEWS: readonly View[] = [...PEOPLE_VIEWS, ...SPACE_VIEWS, ...TALK_VIEWS, ...SITE_VIEWS];

/** Questions that people have, as they are in help and in the documentation. */
export const EXAMPLES: readonly { question: string; sql: string }[] = [
  {
    question: "who can edit what",
    sql: `SELECT m.name, s.title, a.permission
FROM member_spaces a
JOIN members m ON m.id = a.member
JOIN spaces s ON s.id = a.space
WHERE a.permission NOT IN ('read', 'comment')
ORDER BY m.name, s.title`,
  },
  {
    question: "pages unchanged for a year",
    sql: `SELECT s.title AS space, p.path, p.updated_at
FROM pages p JOIN spaces s ON s.id = p.space
WHERE p.type = 'document'
AND date(p.updated_at) < date('now', '-1 year')
ORDER BY p.updated_at`,
  },
  {
    question: "spaces on no site",
    sql: `SELECT id, title, visibility FROM spaces WHERE id NOT IN
(SELECT space FROM site_spaces WHERE space IS NOT NULL)
ORDER BY title`,
  },
];

/** A section for each view: its columns and what they mean. */
export function viewsHelp(): string {
  const one = ({ name, about, columns }: View) => {
    const width = Math.max(...columns.map(([column]) => column.length));
    return [name, `  ${about}:`, ...columns.map(([column, , words]) => `  ${column.padEnd(width)}  ${words}`)].join(
      "\n",
    );
  };
  return VIEWS.map(one).join("\n\n");
}
