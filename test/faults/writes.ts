/** Every endpoint whose repetition could do harm, with a command that reaches it in the sample organization. */

export interface Write {
  /** Name of the endpoint. */
  endpoint: string;
  args: readonly string[];
  /** Requests that make the ground ready. */
  first?: readonly (readonly [method: string, path: string, body?: object])[];
  /** The command that shows whether it happened. */
  tell: string;
}

/** What it creates, by the kind of object; each command creates exactly `more` of it. */
export interface Creation extends Write {
  kind: string;
  more: number;
}

export interface Change extends Write {
  /** A GET, the member of its answer to look at, and that member before and after. */
  probe: readonly [path: string, member: string];
  before: unknown;
  after: unknown;
  /** One GET proves it: the command ends with 0 or 6. */
  rule?: true;
}

const ORG = "hR7kQ2mXv9TzLb4WcN8p";
const OTHER_ORG = "osAgpp53c2y4hH7jymzf";
const SPACE = "tG4nVx8YqLz2RkWd7JmS";
const SITE = "sD9wPb3HfKc6XnTj1VqZ";
const site = `/v1/orgs/${ORG}/sites/${SITE}`;
/** A service space outside every site, a collection in no other, a section, a site space. */
const FIELD = "pkNn494pi8HgB36Wxyf8";
const WELCOME = "p3sfu86N4L96J7SLYxrq";
const DRAFTS = "cS7ormSW7G774f2RtAZg";
const INSIDE = "cer3z2utja62R25RVbUm";
const ROBOTS = "ePnY5bz4286QHs81sB1N";
const DEVELOPERS = "e9wwZ81xpiN1wVFC1a85";
const SOFTWARE = "g9Zk69pwo7ZbFpG91Mm2";

export const CREATIONS: readonly Creation[] = [
  {
    endpoint: "createChangeRequest",
    args: ["cr", "create", "--subject", "Fix"],
    tell: "docs cr list --status draft",
    kind: "change-request",
    more: 1,
  },
  {
    endpoint: "createCollection",
    args: ["collections", "create", "--title", "Notes"],
    tell: "docs collections list",
    kind: "collection",
    more: 1,
  },
  {
    endpoint: "createSpaceComment",
    args: ["comments", "create", "--body", "Hello"],
    tell: "docs comments list",
    kind: "comment",
    more: 1,
  },
  {
    endpoint: "createChangeRequestComment",
    args: ["comments", "create", "--cr", "42", "--body", "Fine"],
    tell: "docs comments list --cr 42",
    kind: "comment",
    more: 1,
  },
  {
    endpoint: "createSpaceCommentReply",
    args: ["replies", "create", "mN9hRc4qVxL6WzTk2BdY", "--body", "Yes"],
    tell: "docs comments view mN9hRc4qVxL6WzTk2BdY",
    kind: "comment-reply",
    more: 1,
  },
  {
    endpoint: "createChangeRequestCommentReply",
    args: ["replies", "create", "mC6yKp2nWvB9RxZt5JqD", "--cr", "42", "--body", "Done"],
    tell: "docs comments view mC6yKp2nWvB9RxZt5JqD --cr 42",
    kind: "comment-reply",
    more: 1,
  },
  {
    endpoint: "importSpaceContent",
    args: ["content", "import", "https://example.com/guide", "--source", "website"],
    tell: "docs content view",
    kind: "content-import",
    more: 1,
  },
  {
    endpoint: "importChangeRequestContent",
    args: ["content", "import", "https://example.com/guide", "--source", "website", "--cr", "43"],
    tell: "docs content view --cr 43",
    kind: "content-import",
    more: 1,
  },
  {
    endpoint: "applySpaceTemplate",
    args: ["content", "apply-template", "product-docs"],
    tell: "docs content view",
    kind: "revision",
    more: 1,
  },
  {
    endpoint: "createOpenapiSpec",
    args: ["openapi", "create", "pets", "--source-url", "https://pets.example/openapi.yaml"],
    tell: "docs openapi list",
    kind: "openapi-spec",
    more: 1,
  },
  {
    endpoint: "createSamlProvider",
    args: ["saml", "create", "--label", "Second"],
    tell: "docs saml list",
    kind: "saml-provider",
    more: 1,
  },
  {
    endpoint: "createSiteSectionGroup",
    args: ["section-groups", "create", "--title", "Empty"],
    tell: "docs section-groups list",
    kind: "site-section-group",
    more: 1,
  },
  {
    endpoint: "createSiteSection",
    args: ["sections", "create", "--content", WELCOME, "--no-title", "--no-icon"],
    tell: "docs sections list",
    kind: "site-section",
    more: 1,
  },
  {
    endpoint: "createShareLink",
    args: ["share-links", "create", "--name", "Guests"],
    tell: "docs share-links list",
    kind: "share-link",
    more: 1,
  },
  {
    endpoint: "addSiteSpace",
    args: ["site-spaces", "add", "--content", FIELD],
    tell: "docs site-spaces list",
    kind: "site-space",
    more: 1,
  },
  {
    endpoint: "createSite",
    args: ["sites", "create", "--title", "Help", "--type", "premium", "--visibility", "unlisted"],
    tell: "docs sites list",
    kind: "site",
    more: 1,
  },
  {
    endpoint: "duplicateSpace",
    args: ["spaces", "duplicate", SPACE],
    tell: "docs spaces list",
    kind: "space",
    more: 1,
  },
  {
    endpoint: "createTeam",
    args: ["teams", "create", "--title", "Writers"],
    tell: "docs teams list",
    kind: "team",
    more: 1,
  },
  {
    endpoint: "createTranslation",
    args: ["translations", "create", "--source-space", SPACE, "--language", "fr"],
    tell: "docs translations list",
    kind: "translation",
    more: 1,
  },
];

export const CHANGES: readonly Change[] = [
  {
    endpoint: "mergeChangeRequest",
    args: ["cr", "merge", "42"],
    tell: "docs cr view 42",
    probe: [`/v1/spaces/${SPACE}/change-requests/42`, "status"],
    before: "open",
    after: "merged",
    rule: true,
  },
  {
    endpoint: "pullChangeRequest",
    args: ["cr", "update", "43"],
    tell: "docs cr view 43",
    probe: [`/v1/spaces/${SPACE}/change-requests/43`, "outdated"],
    before: true,
    after: false,
  },
  {
    endpoint: "moveCollection",
    args: ["collections", "move", INSIDE, "--parent", DRAFTS],
    tell: `docs collections view ${INSIDE}`,
    probe: [`/v1/collections/${INSIDE}`, "parent"],
    before: undefined,
    after: DRAFTS,
    rule: true,
  },
  {
    endpoint: "transferCollection",
    args: ["collections", "transfer", DRAFTS, "--to-org", OTHER_ORG, "--yes"],
    tell: `docs collections view ${DRAFTS}`,
    probe: [`/v1/collections/${DRAFTS}`, "organization"],
    before: ORG,
    after: OTHER_ORG,
    rule: true,
  },
  {
    endpoint: "moveSpace",
    args: ["spaces", "move", WELCOME, "--parent", DRAFTS],
    tell: `docs spaces view ${WELCOME}`,
    probe: [`/v1/spaces/${WELCOME}`, "parent"],
    before: undefined,
    after: DRAFTS,
    rule: true,
  },
  {
    endpoint: "transferSpace",
    args: ["spaces", "transfer", WELCOME, "--to-org", OTHER_ORG, "--yes"],
    tell: `docs spaces view ${WELCOME}`,
    probe: [`/v1/spaces/${WELCOME}`, "organization"],
    before: ORG,
    after: OTHER_ORG,
    rule: true,
  },
  {
    endpoint: "restoreSpace",
    args: ["spaces", "restore", FIELD],
    first: [["DELETE", `/v1/spaces/${FIELD}`]],
    tell: `docs spaces view ${FIELD}`,
    probe: [`/v1/spaces/${FIELD}`, "error.code"],
    before: 404,
    after: undefined,
    rule: true,
  },
  {
    endpoint: "setMemberSso",
    args: ["members", "sso", "u4ZZnH5G9tKzy5NnAxaX"],
    tell: "docs members view u4ZZnH5G9tKzy5NnAxaX",
    probe: [`/v1/orgs/${ORG}/members/u4ZZnH5G9tKzy5NnAxaX`, "sso"],
    before: false,
    after: true,
    rule: true,
  },
  {
    endpoint: "publishSite",
    args: ["sites", "publish", "s37xwST38AhXPnB2Pj9h"],
    tell: "docs sites view s37xwST38AhXPnB2Pj9h",
    probe: [`/v1/orgs/${ORG}/sites/s37xwST38AhXPnB2Pj9h`, "published"],
    before: false,
    after: true,
    rule: true,
  },
  {
    endpoint: "addSectionToGroup",
    args: ["section-groups", "add", SOFTWARE, ROBOTS],
    tell: "docs section-groups list",
    probe: [`${site}/section-groups`, "items.0.sections.length"],
    before: 2,
    after: 3,
    rule: true,
  },
  {
    endpoint: "moveSiteSectionGroup",
    args: ["section-groups", "move", SOFTWARE, "--after", "$last"],
    first: [["POST", `${site}/section-groups`, { title: "Last" }]],
    tell: "docs section-groups list",
    probe: [`${site}/section-groups`, "items.0.title"],
    before: "Software",
    after: "Last",
  },
  {
    endpoint: "moveSiteSection",
    args: ["sections", "move", DEVELOPERS, "--before", ROBOTS],
    tell: "docs sections list",
    probe: [`${site}/sections`, "items.0.id"],
    before: ROBOTS,
    after: DEVELOPERS,
  },
  {
    endpoint: "moveSiteSpace",
    args: ["site-spaces", "move", "w5w5ukJs4omN22u4893H", "--before", "wK753MQjk728HC5r1Zw6"],
    tell: "docs site-spaces list",
    probe: [`${site}/site-spaces`, "items.0.id"],
    before: "wK753MQjk728HC5r1Zw6",
    after: "w5w5ukJs4omN22u4893H",
  },
];
