/** The nouns that the root knows: names, summaries and where each lives. Nothing else is loaded before a noun is typed. */
import { type NounEntry, withGate } from "../cli/command.js";

type More = Partial<Pick<NounEntry, "aliases" | "direct" | "bare">>;

/** The singular of a noun is its other name, unless `more` says otherwise. */
const inGroup =
  (group: string) =>
  (name: string, summary: string, load: NounEntry["load"], more: More = {}): NounEntry => {
    const singular = name.replace(/ies$/, "y").replace(/s$/, "");
    return { name, aliases: singular === name ? [] : [singular], group, summary, load, ...more };
  };

const [content, site, people, tool] = [
  inGroup("Content"),
  inGroup("Sites"),
  inGroup("Organization"),
  inGroup("This tool"),
];
const DIRECT = { direct: true, aliases: [] } as const;

export const NOUNS: readonly NounEntry[] = [
  content(
    "status",
    "Open work: change requests, comments, failures, unpublished sites",
    () => import("./status.js"),
    DIRECT,
  ),
  content("inbox", "What waits for you, across spaces", () => import("./inbox.js"), DIRECT),
  content(
    "spaces",
    "Spaces: containers of pages and files",
    withGate([() => import("./spaces.js"), () => import("./spaces/check.js")]),
  ),
  content("content", "Content of a space or change request: view, import, templates", () => import("./content.js")),
  content("pages", "Pages and their links, read-only: edit pages in the app", () => import("./pages.js")),
  content("files", "Files: images and attachments", () => import("./files.js")),
  content(
    "cr",
    "Change requests: proposed edits to a space",
    withGate([
      () => import("./cr.js"),
      async () => ({ ...(await import("./cr/check.js")), ...(await import("./cr/review.js")) }),
    ]),
    { aliases: ["change-request", "change-requests"] },
  ),
  content("comments", "Comments on spaces and change requests", () => import("./comments.js")),
  content("replies", "Replies to comments", () => import("./replies.js")),
  content("collections", "Collections: groups of spaces", () => import("./collections.js")),
  content("translations", "Translations of spaces", () => import("./translations.js")),
  content("openapi", "OpenAPI specifications and their versions", () => import("./openapi.js"), {
    aliases: ["openapi-spec", "openapi-specs"],
  }),
  site(
    "sites",
    "Sites: published documentation",
    withGate([() => import("./sites.js"), () => import("./sites/check.js")]),
  ),
  site("sections", "Sections of a site", () => import("./sections.js")),
  site("section-groups", "Groups of sections", () => import("./section-groups.js")),
  site("site-spaces", "Spaces linked to a site", () => import("./site-spaces.js")),
  site("share-links", "Secret links to a site", () => import("./share-links.js")),
  site("adaptive-schema", "Visitor attributes for adaptive content", () => import("./adaptive-schema.js")),
  people("orgs", "Organizations", () => import("./orgs.js"), { aliases: ["org", "organization", "organizations"] }),
  people("members", "Members of an organization", () => import("./members.js")),
  people("reviews", "Access reviews: a table of who has access to what, with decisions", () => import("./reviews.js")),
  people("teams", "Teams", () => import("./teams.js")),
  people("team-members", "Members of a team", () => import("./team-members.js")),
  people("saml", "SAML providers and single sign-on", () => import("./saml.js")),
  people("checks", "Checks: rules that find problems in an organization", () => import("./checks.js")),
  tool("auth", "Log in, log out, show the token in use", () => import("./auth.js")),
  tool("profiles", "Stored profiles", () => import("./profiles.js"), { bare: "list" }),
  tool("config", "Defaults of the current profile", () => import("./config.js"), { bare: "list" }),
  tool("alias", "Shortcuts for commands", () => import("./alias.js"), { aliases: ["aliases"], bare: "list" }),
  tool("api", "Call any endpoint directly", () => import("./api.js"), DIRECT),
  tool("ci", "CI kits: link checks, a merge gate, snapshots, sites", () => import("./ci.js"), { bare: "list" }),
  tool("completion", "Completion for bash, zsh, fish and PowerShell", () => import("./completion.js"), DIRECT),
  tool("plans", "Plans: changes to review first, apply once, and undo", () => import("./plans.js")),
  tool("history", "Changes made from this machine", () => import("./history.js"), { bare: "list" }),
  tool("undo", "Undo the last change made from this machine", () => import("./undo.js"), DIRECT),
  tool("snapshots", "Snapshots: an organization in one file", () => import("./snapshots.js")),
  tool(
    "extensions",
    "Programs in PATH that run as commands",
    async () => (await import("./extensions.js")).extensionsNoun(isCommand),
    { bare: "list" },
  ),
  tool("tour", "Try docs for two minutes in a sandbox of its own", () => import("./tour.js"), DIRECT),
  tool("init", "Write the defaults of a project: organization, space and site", () => import("./init.js"), DIRECT),
  tool("doctor", "Check this installation, for yourself or for a bug report", () => import("./doctor.js"), DIRECT),
  tool("mcp", "Serve tools for language models: Model Context Protocol", () => import("./mcp.js"), DIRECT),
  tool("sandbox", "The embedded service: start, status, reset, import", () => import("./sandbox.js")),
];

/** True for the name of a noun, or another name of one. */
export const isCommand = (word: string): boolean =>
  NOUNS.some((noun) => noun.name === word || noun.aliases.includes(word));
