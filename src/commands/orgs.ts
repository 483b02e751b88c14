import { listChangeRequests } from "../catalog/change-requests.js";
import { listMembers } from "../catalog/members.js";
import {
  deleteLinkInvite,
  getOrg,
  listOrgs,
  listOrgsByEmailDomain,
  pingOrg,
  searchOrg,
  updateOrg,
} from "../catalog/organizations.js";
import { listSpacePages } from "../catalog/pages.js";
import { listSites } from "../catalog/sites.js";
import { listOrgSpaces, listSpaceLinks } from "../catalog/spaces.js";
import { listTeams } from "../catalog/teams.js";
import { defineCommand, defineNoun, joinedWords, many, one, word } from "../cli/command.js";
import { text } from "../cli/flags.js";
import { invite, org } from "../cli/kinds.js";
import type { Column } from "../cli/output/types.js";
import { roleName } from "../shared/choices.js";
import { checkParam } from "../shared/ids.js";
import { plainVerbs } from "./plain-verbs.js";

const COLUMNS: readonly Column[] = [
  { header: "ID", path: "id", as: "id" },
  { header: "Title", path: "title" },
  { header: "Type", path: "type", drop: 3 },
  { header: "Plan", path: "plan", drop: 2 },
  { header: "Default role", path: "defaultRole", as: "state", value: (item) => roleName(item.defaultRole), drop: 4 },
  { header: "Created", path: "createdAt", as: "time", drop: 5 },
];

const DETAILS: readonly Column[] = [
  ...COLUMNS,
  { header: "Hostname", path: "hostname" },
  { header: "Email domains", path: "emailDomains" },
  { header: "Default site", path: "defaultContent.site", as: "id", names: "siteId" },
  { header: "SSO", path: "sso", as: "boolean" },
  { header: "AI", path: "ai", as: "boolean" },
  { header: "Invite links", path: "inviteLinks", as: "boolean" },
  { header: "Permissions", path: "permissions" },
  { header: "App", path: "urls.app", as: "url" },
];

const list = defineCommand({
  name: "list",
  summary: "List the organizations that you belong to",
  endpoints: [listOrgs],
  paged: true,
  examples: ["docs orgs list", "docs orgs list --json --fields id,title", "docs orgs list -q '.[].id'"],
  run: ({ api, out, query }) =>
    out.list(api.list(listOrgs, { query }), { columns: COLUMNS, empty: "no organizations" }),
});

const verbs = plainVerbs({ kind: org, arg: "org", columns: COLUMNS, details: DETAILS, read: getOrg });

const view = verbs.view(getOrg, {
  summary: "Show organizations",
  examples: ["docs orgs view", "docs orgs view --json", "docs orgs view ORG --web"],
});

const edit = verbs.edit(updateOrg, {
  summary: "Change fields of organizations",
  fields: {
    title: "name of the organization",
    emailDomains: { describe: "email domains whose users may join", value: "domain,..." },
    hostname: "default hostname of public content",
    defaultRole: "role of new members",
    logo: { describe: "URL of the logo", value: "url" },
    sso: "require single sign-on",
    ai: "allow AI features",
    inviteLinks: "allow invite links",
  },
  flags: { defaultSite: text({ describe: "site shown by default", value: "site", id: "siteId" }) },
  toFields: ({ defaultSite: site }) => (site === undefined ? {} : { defaultContent: { type: "site", site } }),
  examples: [
    'docs orgs edit --title "Northwind"',
    "docs orgs edit --default-role guest --no-invite-links",
    "docs orgs edit --email-domains example.com,example.org",
  ],
});

const search = defineCommand({
  name: "search",
  summary: "Search the pages of all spaces of an organization",
  endpoints: [searchOrg],
  args: { text: joinedWords("search text") },
  within: ["org"],
  paged: true,
  examples: ["docs orgs search rate limits", "docs orgs search billing --json", "docs orgs search api -L 5"],
  run: ({ args, scope, api, out, query }) =>
    out.list(api.list(searchOrg, { params: scope, query: { ...query, query: args.text } }), {
      columns: [
        { header: "ID", path: "id", as: "id" },
        { header: "Space", path: "title" },
        { header: "Pages", path: "pages", value: (item) => pageTitles(item) },
      ],
      empty: `nothing found for ${JSON.stringify(args.text)}`,
    }),
});

function pageTitles(item: { pages?: unknown }): string {
  const pages = Array.isArray(item.pages) ? item.pages : [];
  return pages.map((page: { title?: string | null }) => page.title ?? "").join(", ");
}

const forDomain = defineCommand({
  name: "for-domain",
  summary: "List the organizations that an email domain may join",
  endpoints: [listOrgsByEmailDomain],
  args: { domain: word("email domain") },
  examples: [
    "docs orgs for-domain example.com",
    "docs orgs for-domain example.com --json",
    "docs orgs for-domain example.com -q '.[].id'",
  ],
  run: ({ args, api, out }) =>
    out.list(api.list(listOrgsByEmailDomain, { params: { emailDomain: checkParam("domain", args.domain) } }), {
      columns: COLUMNS,
      empty: `no organization for ${args.domain}`,
    }),
});

const ping = defineCommand({
  name: "ping",
  summary: "Mark yourself as active in organizations",
  endpoints: [pingOrg],
  args: { org: many(org) },
  examples: ["docs orgs ping", "docs orgs ping --json", "docs orgs ping ORG"],
  run: ({ args, api, out }) =>
    out.each(args.org, (target) => api.call(pingOrg, { params: target.params }), {
      lookUp: "title",
      done: (target) => `Organization ${target.label} answered`,
      columns: [{ header: "Visitor claims", path: "serviceVisitorClaims" }],
    }),
});

const deleteInvite = defineCommand({
  name: "delete-invite",
  summary: "Delete an invite link",
  endpoints: [deleteLinkInvite],
  args: { invite: one(invite) },
  destructive: true,
  examples: [
    "docs orgs delete-invite INVITE",
    "docs orgs delete-invite INVITE --yes",
    "docs orgs delete-invite INVITE --dry-run",
  ],
  run: ({ args, api, out }) =>
    out.remove([args.invite], {
      what: "invite",
      send: (target, options) => api.call(deleteLinkInvite, { params: target.params }, options),
    }),
});

const overview = defineCommand({
  name: "overview",
  summary: "Show an organization on one screen: content, people, sites, open work and problems",
  description: [
    "Spaces, pages by age, open and draft change requests by age, open comments, broken links, people by role, sites, and findings of",
    "all checks by severity. A broken link counts once for each page that has it, and not if a comment in the page ignores it.",
    "If something could not be read, it is named and the exit code is 9. JSON is one object.",
    "--html writes one self-contained page, for a browser or for printing: what needs attention with links and",
    "people to ask, the age of pages, spaces as a sortable table, people, access and sites.",
  ].join("\n"),
  endpoints: [],
  uses: [getOrg, listOrgSpaces, listSpacePages, listSpaceLinks, listChangeRequests, listMembers, listTeams, listSites],
  composite: true,
  args: { org: one(org) },
  flags: {
    html: text({ describe: "write an HTML page to this file", value: "file" }),
  },
  unbounded: true,
  answer: [
    "organization",
    "readAt",
    "attention",
    "spaces",
    "pages",
    "freshness",
    "changeRequests",
    "openComments",
    "links",
    "people",
    "access",
    "teams",
    "sites",
    "findings",
    "unread",
  ],
  examples: ["docs orgs overview", "docs orgs overview --html report.html", "docs orgs overview -q .changeRequests"],
  run: async (input) => {
    const { showOverview } = await import("./orgs/overview.js");
    await showOverview(input, input.args.org.params.organizationId, input.flags);
  },
});

export default defineNoun(list, view, overview, edit, search, forDomain, ping, deleteInvite);
