/** What the root knows: names, summaries and where each noun lives. Nothing else is loaded before a noun is typed. */
import type { AnyCommand, Noun, NounEntry } from "../cli/command.js";

const CONTENT = "Content";
const SITES = "Sites";
const PEOPLE = "Organization";
const TOOL = "This tool";

/** A noun whose gate names many endpoints: the gate is loaded unless another verb of the noun was meant. */
const withGate =
  (load: () => Promise<{ default: Noun }>, gate: () => Promise<{ check: AnyCommand }>): NounEntry["load"] =>
  async (verb) => {
    const module = await load();
    const { commands } = module.default;
    if (commands.some(({ name }) => name === verb)) return module;
    return { default: { commands: [...commands, (await gate()).check] } };
  };

export const NOUNS: readonly NounEntry[] = [
  {
    name: "browse",
    aliases: [],
    group: CONTENT,
    summary: "Open a thing's page in the app",
    direct: true,
    load: () => import("./browse.js"),
  },
  {
    name: "status",
    aliases: [],
    group: CONTENT,
    summary: "What needs a look: change requests, comments, failures, unpublished sites",
    direct: true,
    load: () => import("./status.js"),
  },
  {
    name: "spaces",
    aliases: ["space"],
    group: CONTENT,
    summary: "Spaces: containers of pages and files",
    load: withGate(
      () => import("./spaces.js"),
      () => import("./spaces/check.js"),
    ),
  },
  {
    name: "content",
    aliases: [],
    group: CONTENT,
    summary: "Content of a space or change request: view, import, templates",
    load: () => import("./content.js"),
  },
  {
    name: "pages",
    aliases: ["page"],
    group: CONTENT,
    summary: "Pages and their links",
    load: () => import("./pages.js"),
  },
  {
    name: "files",
    aliases: ["file"],
    group: CONTENT,
    summary: "Files: images and attachments",
    load: () => import("./files.js"),
  },
  {
    name: "cr",
    aliases: ["change-request", "change-requests"],
    group: CONTENT,
    summary: "Change requests: proposed edits to a space",
    load: withGate(
      () => import("./cr.js"),
      () => import("./cr/check.js"),
    ),
  },
  {
    name: "comments",
    aliases: ["comment"],
    group: CONTENT,
    summary: "Comments on spaces and change requests",
    load: () => import("./comments.js"),
  },
  {
    name: "replies",
    aliases: ["reply"],
    group: CONTENT,
    summary: "Replies to comments",
    load: () => import("./replies.js"),
  },
  {
    name: "collections",
    aliases: ["collection"],
    group: CONTENT,
    summary: "Collections: groups of spaces",
    load: () => import("./collections.js"),
  },
  {
    name: "translations",
    aliases: ["translation"],
    group: CONTENT,
    summary: "Translations of spaces",
    load: () => import("./translations.js"),
  },
  {
    name: "openapi",
    aliases: ["openapi-spec", "openapi-specs"],
    group: CONTENT,
    summary: "OpenAPI specifications and their versions",
    load: () => import("./openapi.js"),
  },
  {
    name: "sites",
    aliases: ["site"],
    group: SITES,
    summary: "Sites: published documentation",
    load: withGate(
      () => import("./sites.js"),
      () => import("./sites/check.js"),
    ),
  },
  {
    name: "sections",
    aliases: ["section"],
    group: SITES,
    summary: "Sections of a site",
    load: () => import("./sections.js"),
  },
  {
    name: "section-groups",
    aliases: ["section-group"],
    group: SITES,
    summary: "Groups of sections",
    load: () => import("./section-groups.js"),
  },
  {
    name: "site-spaces",
    aliases: ["site-space"],
    group: SITES,
    summary: "Spaces linked to a site",
    load: () => import("./site-spaces.js"),
  },
  {
    name: "share-links",
    aliases: ["share-link"],
    group: SITES,
    summary: "Secret links to a site",
    load: () => import("./share-links.js"),
  },
  {
    name: "adaptive-schema",
    aliases: [],
    group: SITES,
    summary: "What a site knows of its visitors",
    load: () => import("./adaptive-schema.js"),
  },
  {
    name: "orgs",
    aliases: ["org", "organization", "organizations"],
    group: PEOPLE,
    summary: "Organizations",
    load: () => import("./orgs.js"),
  },
  {
    name: "members",
    aliases: ["member"],
    group: PEOPLE,
    summary: "Members of an organization",
    load: () => import("./members.js"),
  },
  {
    name: "reviews",
    aliases: ["review"],
    group: PEOPLE,
    summary: "Access reviews: who may do what, decided in a table",
    load: () => import("./reviews.js"),
  },
  { name: "teams", aliases: ["team"], group: PEOPLE, summary: "Teams", load: () => import("./teams.js") },
  {
    name: "team-members",
    aliases: ["team-member"],
    group: PEOPLE,
    summary: "Members of a team",
    load: () => import("./team-members.js"),
  },
  {
    name: "saml",
    aliases: [],
    group: PEOPLE,
    summary: "SAML providers and single sign-on",
    load: () => import("./saml.js"),
  },
  {
    name: "checks",
    aliases: ["check"],
    group: PEOPLE,
    summary: "Checks: what is wrong in an organization, by rules",
    load: () => import("./checks.js"),
  },
  {
    name: "auth",
    aliases: [],
    group: TOOL,
    summary: "Log in, log out, see which token is used",
    load: () => import("./auth.js"),
  },
  {
    name: "profiles",
    aliases: ["profile"],
    group: TOOL,
    summary: "Stored profiles",
    load: () => import("./profiles.js"),
  },
  {
    name: "config",
    aliases: [],
    group: TOOL,
    summary: "Defaults of the current profile",
    load: () => import("./config.js"),
  },
  {
    name: "alias",
    aliases: ["aliases"],
    group: TOOL,
    summary: "Words of your own for commands",
    load: () => import("./alias.js"),
  },
  {
    name: "api",
    aliases: [],
    group: TOOL,
    summary: "Call any endpoint as it is",
    direct: true,
    load: () => import("./api.js"),
  },
  {
    name: "completion",
    aliases: [],
    group: TOOL,
    summary: "Completion for bash, zsh, fish and PowerShell",
    direct: true,
    load: () => import("./completion.js"),
  },
  {
    name: "plans",
    aliases: ["plan"],
    group: TOOL,
    summary: "Plans: changes that are seen first, applied once, and taken back",
    load: () => import("./plans.js"),
  },
  {
    name: "history",
    aliases: [],
    group: TOOL,
    summary: "Plans that were applied on this machine",
    direct: true,
    load: () => import("./history.js"),
  },
  {
    name: "undo",
    aliases: [],
    group: TOOL,
    summary: "Take back the last plan that was applied on this machine",
    direct: true,
    load: () => import("./undo.js"),
  },
  {
    name: "snapshots",
    aliases: ["snapshot"],
    group: TOOL,
    summary: "Snapshots: an organization in one file",
    load: () => import("./snapshots.js"),
  },
  {
    name: "init",
    aliases: [],
    group: TOOL,
    summary: "Write the defaults of a project: organization, space and site",
    direct: true,
    load: () => import("./init.js"),
  },
  {
    name: "doctor",
    aliases: [],
    group: TOOL,
    summary: "Examine this installation, for yourself or for a bug report",
    direct: true,
    load: () => import("./doctor.js"),
  },
  {
    name: "mcp",
    aliases: [],
    group: TOOL,
    summary: "Serve tools for programs that reason: Model Context Protocol",
    direct: true,
    load: () => import("./mcp.js"),
  },
  {
    name: "sandbox",
    aliases: [],
    group: TOOL,
    summary: "The embedded service: start, status, reset, import",
    load: () => import("./sandbox.js"),
  },
];
