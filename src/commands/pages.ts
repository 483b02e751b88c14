import {
  getChangeRequestPage,
  getSpacePage,
  listChangeRequestPageLinks,
  listChangeRequestPages,
  listSpacePageBacklinks,
  listSpacePageLinks,
  listSpacePages,
} from "../catalog/pages.js";
import { chooseEndpoint, defineCommand, defineNoun, many, one } from "../cli/command.js";
import type { Reports } from "../cli/context.js";
import { only, query } from "../cli/flags.js";
import { page, pageInSpace } from "../cli/kinds.js";
import { showLinks } from "../cli/output/link-lists.js";
import type { Column } from "../cli/output/types.js";
import type { Listing, Page } from "../http/types.js";
import { plainVerbs } from "./plain-verbs.js";
import { CONTENT_WORDS, EMOJI, REFERENCE_COLUMNS } from "./shared.js";

// Nested pages as rows: drawn as a tree on a terminal, piped as one row per page, as in JSON.

interface Node {
  pages?: readonly unknown[] | null | undefined;
}

/** `lead` goes before the title: branches on a terminal, spaces in accessible mode. */
export function flattenTree<T extends object>(listing: Listing<T>, out: Reports): Listing<T> {
  if (!["table", "tsv", "csv", "markdown"].includes(out.format)) return listing;
  const style = out.format !== "table" ? "none" : out.terminal.accessible ? "spaces" : "branches";
  async function* pages(): AsyncIterable<Page<T>> {
    for await (const page of listing.pages()) {
      yield { ...page, items: [...rows(page.items, style, "")] };
    }
  }
  return { ...(listing.of && { of: listing.of }), pages };
}

function* rows<T extends object>(nodes: readonly T[], style: string, before: string, top = true): Iterable<T> {
  for (const [index, node] of nodes.entries()) {
    const last = index === nodes.length - 1;
    const [own, below] = branchLeads(style, before, last, top);
    yield own === "" ? node : { ...node, lead: own };
    // Children are nodes of the same type as their parent.
    const children = ((node as Node).pages ?? []) as readonly T[];
    yield* rows(children, style, below, false);
  }
}

function branchLeads(style: string, before: string, last: boolean, top: boolean): [string, string] {
  if (style === "none" || top) return ["", ""];
  if (style === "spaces") return [`${before} `, `${before}  `];
  return [`${before}${last ? "└─" : "├─"}`, `${before}${last ? "   " : "│  "}`];
}

const COLUMNS: readonly Column[] = [
  { header: "ID", path: "id", as: "id" },
  { header: "Title", path: "title", lead: ["lead", "emoji"] },
  { header: "Path", path: "path", drop: 1 },
  { header: "Type", path: "type", as: "state", drop: 3 },
  { header: "Updated", path: "updatedAt", as: "time", drop: 2 },
  EMOJI,
];

const DETAILS: readonly Column[] = [
  { header: "ID", path: "id", as: "id" },
  { header: "Title", path: "title" },
  { header: "Description", path: "description" },
  { header: "Path", path: "path" },
  { header: "Type", path: "type", as: "state" },
  { header: "Hidden", path: "hidden", as: "boolean" },
  { header: "Created", path: "createdAt", as: "time" },
  { header: "Updated", path: "updatedAt", as: "time" },
  { header: "App", path: "urls.app", as: "url" },
  { header: "Text", path: "markdown", as: "markdown" },
];

const list = defineCommand({
  name: "list",
  summary: "List the pages of a space or a change request; a tree on a terminal",
  endpoints: [listSpacePages, listChangeRequestPages],
  within: ["space"],
  cr: true,
  flags: query(listSpacePages, CONTENT_WORDS),
  examples: ["docs pages list", "docs pages list --cr 42", "docs pages list -q '.[].title'"],
  run: ({ scope, query, api, out }) => {
    const listing = api.list(chooseEndpoint(scope, listSpacePages, listChangeRequestPages), { params: scope, query });
    return out.list(flattenTree(listing, out), { columns: COLUMNS, empty: "no pages" });
  },
});

const view = defineCommand({
  name: "view",
  summary: "Show pages; with --format markdown, their text alone",
  endpoints: [getSpacePage, getChangeRequestPage],
  args: { page: many(page) },
  flags: query(getSpacePage, {
    format: "form of the text",
    evaluated: "evaluate expressions in the text",
    ...CONTENT_WORDS,
  }),
  examples: [
    "docs pages view PAGE",
    "docs pages view PAGE --format markdown > page.md",
    "docs pages view PAGE --cr 42 --json",
  ],
  run: ({ args, query, globals, api, out }) => {
    const fetch = ({ params }: (typeof args.page)[number]) =>
      api.call(chooseEndpoint(params, getSpacePage, getChangeRequestPage), { params, query });
    const textOnly = query.format === "markdown" && ["table", "tsv", "markdown"].includes(out.format);
    if (!textOnly || globals.view.web || globals.view.url || globals.output.fields)
      return out.show(args.page, fetch, { columns: DETAILS });
    return out.each(args.page, async (target) => out.markdown((await fetch(target)).markdown ?? ""), {
      bare: true,
    });
  },
});

const links = defineCommand({
  name: "links",
  summary: "List the links of a page",
  endpoints: [listSpacePageLinks, listChangeRequestPageLinks],
  args: { page: one(page) },
  flags: { broken: only("only links whose target does not exist"), stats: only("only the counts") },
  paged: true,
  examples: ["docs pages links PAGE", "docs pages links PAGE --cr 42 --stats", "docs pages links PAGE --broken"],
  run: (context) => {
    const { args, query, flags, api } = context;
    const { params } = args.page;
    const endpoint = chooseEndpoint(params, listSpacePageLinks, listChangeRequestPageLinks);
    return showLinks(context, (options) => api.list(endpoint, { params, query }, options), flags);
  },
});

const backlinks = plainVerbs({
  kind: pageInSpace,
  columns: REFERENCE_COLUMNS,
  read: getSpacePage,
}).sublist(listSpacePageBacklinks, {
  name: "backlinks",
  summary: "List what links to a page",
  empty: "nothing links to this page",
  examples: ["docs pages backlinks PAGE", "docs pages backlinks PAGE --json", "docs pages backlinks PAGE -q length"],
});

export default defineNoun(list, view, links, backlinks);
