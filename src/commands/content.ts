import {
  applySpaceTemplate,
  getChangeRequestContent,
  getSpaceContent,
  importChangeRequestContent,
  importSpaceContent,
} from "../catalog/content.js";
import { defineCommand, defineNoun, either, word } from "../cli/command.js";
import { body, list, query } from "../cli/flags.js";
import type { Column } from "../cli/output/types.js";
import { usage } from "../errors.js";
import { CONTENT_WORDS } from "./shared.js";

const DETAILS: readonly Column[] = [
  { header: "Revision", path: "id", as: "id" },
  { header: "Type", path: "type", as: "state" },
  { header: "Parents", path: "parents" },
  { header: "Pages", path: "pages", value: (item) => countPages(item.pages) },
  { header: "Files", path: "files", value: (item) => (Array.isArray(item.files) ? item.files.length : 0) },
  { header: "Created", path: "createdAt", as: "time" },
  { header: "App", path: "urls.app", as: "url" },
];

function countPages(pages: unknown): number {
  if (!Array.isArray(pages)) return 0;
  return pages.reduce((sum: number, page: { pages?: unknown }) => sum + 1 + countPages(page.pages), 0);
}

const view = defineCommand({
  name: "view",
  summary: "Show the content of a space or a change request: pages, files, variables",
  endpoints: [getSpaceContent, getChangeRequestContent],
  within: ["space"],
  cr: true,
  flags: query(getSpaceContent, CONTENT_WORDS),
  examples: [
    "docs content view --json",
    "docs content view --cr 42 --no-metadata",
    "docs content view -q '.pages[].title'",
  ],
  run: async ({ scope, query, api, out }) =>
    out.item(await api.call(either(scope, getSpaceContent, getChangeRequestContent), { params: scope, query }), {
      columns: DETAILS,
    }),
});

const importContent = defineCommand({
  name: "import",
  summary: "Import content from an address into a space or a change request",
  endpoints: [importSpaceContent, importChangeRequestContent],
  args: { url: word("address to import from") },
  within: ["space"],
  cr: true,
  flags: body(importSpaceContent, { source: "kind of source" }),
  examples: [
    "docs content import https://example.com/guide --source website",
    "docs content import https://example.com/guide.zip --source zip --cr 42",
    "docs content import https://example.com/guide --source website --dry-run",
  ],
  run: async ({ args, scope, body, api, out }) => {
    const { source } = body;
    // A source that only --field gives is merged behind the schema.
    const fields = { url: args.url, ...(source !== undefined && { source }) } as { url: string; source: string };
    const result = await api.call(either(scope, importSpaceContent, importChangeRequestContent), {
      params: scope,
      body: fields,
    });
    await out.result(result, {
      columns: [
        { header: "Revision", path: "revision", as: "id" },
        { header: "Imported", path: "importedResources", as: "number" },
        { header: "Total", path: "totalResources", as: "number" },
      ],
      done: `Imported ${result.importedResources} of ${result.totalResources} resources (revision ${result.revision})`,
    });
  },
});

type Reference = { kind: "file"; file: string } | { kind: "openapi"; spec: string };

/** `logo=file:ID` or `api=openapi:ID`. */
function parseReference(entry: string): [string, Reference] {
  const match = /^([^=]+)=(file|openapi):(.+)$/.exec(entry);
  const [, name = "", kind, id = ""] = match ?? [];
  if (!match) throw usage(`--ref takes name=file:ID or name=openapi:ID, not ${JSON.stringify(entry)}`);
  return [name, kind === "file" ? { kind: "file", file: id } : { kind: "openapi", spec: id }];
}

const applyTemplate = defineCommand({
  name: "apply-template",
  summary: "Apply a template to a space",
  endpoints: [applySpaceTemplate],
  args: { template: word("id of the template") },
  within: ["space"],
  flags: { ref: list({ describe: "content that the template refers to", value: "name=file:ID|name=openapi:ID" }) },
  examples: [
    "docs content apply-template <template>",
    "docs content apply-template <template> --ref api=openapi:<spec>",
    "docs content apply-template <template> --ref logo=file:<file> --ref api=openapi:<spec>",
  ],
  run: async ({ args, scope, flags, api, out }) => {
    const contentRefs = Object.fromEntries((flags.ref ?? []).map(parseReference));
    await api.call(applySpaceTemplate, {
      params: scope,
      body: { id: args.template, ...(flags.ref && { params: { contentRefs } }) },
    });
    out.done(`Applied template ${args.template} to space ${scope.spaceId}`);
  },
});

export default defineNoun(view, importContent, applyTemplate);
