import {
  createSite,
  deleteSite,
  getPublishedSite,
  getSite,
  listSites,
  publishSite,
  updateSite,
} from "../catalog/sites.js";
import { defineCommand, defineNoun, many, one, type Target } from "../cli/command.js";
import type { Api } from "../cli/context.js";
import { query, toggle } from "../cli/flags.js";
import { site } from "../cli/kinds.js";
import type { Column } from "../cli/output/types.js";
import { maskUrl } from "../shared/secret-places.js";
import { plainVerbs } from "./plain-verbs.js";
import { apply, exportSite, plan } from "./sites/as-file.js";

const COLUMNS: readonly Column[] = [
  { header: "ID", path: "id", as: "id" },
  { header: "Title", path: "title" },
  { header: "Visibility", path: "visibility", as: "state" },
  { header: "Published", path: "published", as: "boolean" },
  { header: "Type", path: "type", drop: 3 },
  { header: "Spaces", path: "siteSpaces", as: "number", drop: 4 },
  { header: "URL", path: "urls.published", as: "url", drop: 2 },
];

const DETAILS: readonly Column[] = [
  ...COLUMNS,
  { header: "Hostname", path: "hostname" },
  { header: "Basename", path: "basename" },
  { header: "Proxy", path: "proxy.target" },
  { header: "Adaptive content", path: "adaptiveContent.enabled", as: "boolean" },
  { header: "Agents", path: "agentsContext", as: "state" },
  { header: "Ads", path: "ads.status", as: "state" },
  { header: "Created", path: "createdAt", as: "time" },
  { header: "App", path: "urls.app", as: "url" },
];

const verbs = plainVerbs({ kind: site, columns: COLUMNS, details: DETAILS, read: getSite });

const list = verbs.list(listSites, {
  summary: "List the sites of an organization",
  query: {
    space: { describe: "only sites that contain this space", name: "containing-space", value: "space", id: "spaceId" },
    title: "only sites whose title contains this",
    published: "only published sites, or with --no-published only the others",
  },
  empty: "no sites",
  examples: ["docs sites list", "docs sites list --no-published", "docs sites list --containing-space SPACE --json"],
});

const view = verbs.view(getSite, {
  summary: "Show sites",
  examples: ["docs sites view", "docs sites view SITE --json", "docs sites view SITE --web"],
});

const create = verbs.create(createSite, {
  summary: "Create a site",
  textField: "title",
  fields: {
    title: { describe: "title of the site", required: true },
    type: "plan of the site",
    visibility: "who can see it once published",
    spaces: { describe: "spaces to add", value: "space,...", id: "spaceId" },
    newSpace: "create a new space for it",
  },
  examples: [
    'docs sites create "Help center" --spaces SPACE',
    'docs sites create --title "Draft" --visibility unlisted --new-space --json',
    'docs sites create --title "Partners" --visibility share-link --spaces SPACE,SPACE',
  ],
});

const edit = verbs.edit(updateSite, {
  summary: "Change fields of sites",
  fields: {
    title: "title of the site",
    visibility: "who can see it",
    basename: "last part of its URL",
    agentsContext: "whether agents may read it",
    defaultSiteSpace: { describe: "default site space", value: "site-space", id: "siteSpaceId" },
    defaultSiteSection: { describe: "default section", value: "section", id: "siteSectionId" },
    proxy: { describe: "URL that serves it through a proxy: company.com/docs", value: "host/path" },
  },
  flags: { adaptiveContent: toggle("turn on adaptive content") },
  toFields: ({ adaptiveContent: enabled }) => (enabled === undefined ? {} : { adaptiveContent: { enabled } }),
  examples: [
    'docs sites edit --title "Help center"',
    "docs sites edit SITE --visibility share-link --no-proxy",
    "docs sites edit SITE --default-site-section SECTION",
  ],
});

const remove = verbs.remove(deleteSite, {
  summary: "Delete sites; their spaces stay",
  warning: "Its sections, share links and URL are lost; its spaces stay.",
  examples: [
    "docs sites delete SITE",
    'docs sites delete SITE --confirm "Help center"',
    "docs sites delete SITE --dry-run",
  ],
});

const publish = defineCommand({
  name: "publish",
  summary: "Publish sites",
  endpoints: [publishSite],
  args: { site: many(site) },
  mayConfirm: true,
  examples: ["docs sites publish SITE", "docs sites publish SITE --json", "docs sites publish --yes"],
  run: async ({ args, api, out, unnamed, confirm }) => {
    if (unnamed) await confirm(() => publishQuestion(api, args.site), "no site was named");
    return out.each(args.site, ({ params }) => api.call(publishSite, { params }), {
      columns: DETAILS,
      done: (target, result) =>
        `Published site ${target.label}${result.urls?.published ? ` at ${maskUrl(result.urls.published)}` : ""}`,
    });
  },
});

async function publishQuestion(api: Api, [target]: readonly Target<typeof site>[]): Promise<string> {
  if (!target) return "Publish nothing?";
  const found = await api.call(getSite, { params: target.params });
  return `Publish site ${found.title ? JSON.stringify(found.title) : target.label}?`;
}

const published = defineCommand({
  name: "published",
  summary: "Show a published site as its visitors see it: structure and customization",
  endpoints: [getPublishedSite],
  args: { site: one(site) },
  flags: query(getPublishedSite, { shareKey: { describe: "key of a share link", value: "key" } }),
  examples: [
    "docs sites published --json",
    "docs sites published SITE --share-key KEY",
    "docs sites published -q .urls.published",
  ],
  run: async ({ args, query, api, out }) =>
    out.item(await api.call(getPublishedSite, { params: args.site.params, query }), {
      columns: [
        { header: "Site", path: "site.title" },
        { header: "Visibility", path: "site.visibility", as: "state" },
        { header: "URL", path: "site.urls.published", as: "url" },
        { header: "Structure", path: "structure.type" },
        { header: "Sections", path: "structure.structure", value: (item) => sectionNames(item) },
        { header: "Title", path: "customizations.site.title" },
      ],
    }),
});

function sectionNames({ structure }: { structure?: { structure?: unknown } | null }): string {
  const sections = Array.isArray(structure?.structure) ? structure.structure : [];
  return sections.map((section: { title?: string }) => section.title ?? "").join(", ");
}

export default defineNoun(list, view, create, edit, remove, publish, published, exportSite, plan, apply);
