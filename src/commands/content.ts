import {
  applySpaceTemplate,
  getChangeRequestContent,
  getSpaceContent,
  importChangeRequestContent,
  importSpaceContent,
} from "../catalog/content.js";
import type { ResponseOf } from "../catalog/endpoint.js";
import { chooseEndpoint, defineCommand, defineNoun, word } from "../cli/command.js";
import type { Context } from "../cli/context.js";
import { body, list, query } from "../cli/flags.js";
import type { Column } from "../cli/output/types.js";
import { WAIT_FLAGS, waitFor } from "../cli/run/wait.js";
import type { Settings } from "../cli/settings.js";
import { requireUrl } from "../cli/targets/target-shape.js";
import { Failure, usage } from "../errors.js";
import { maskUrl } from "../shared/secret-places.js";
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
    out.item(
      await api.call(chooseEndpoint(scope, getSpaceContent, getChangeRequestContent), { params: scope, query }),
      {
        columns: DETAILS,
      },
    ),
});

type ImportResponse = ResponseOf<typeof importSpaceContent>;

const importContent = defineCommand({
  name: "import",
  summary: "Import content from a URL: adds pages to a space or a change request",
  endpoints: [importSpaceContent, importChangeRequestContent],
  args: { url: { ...word("URL to import from"), parse: requireUrl } },
  within: ["space"],
  cr: true,
  flags: { ...body(importSpaceContent, { source: "kind of source" }), ...WAIT_FLAGS },
  unbounded: true,
  examples: [
    "docs content import https://example.com/guide --source website",
    "docs content import https://example.com/guide.zip --source zip --cr 42 --wait",
    "docs content import https://example.com/guide --source website --dry-run",
  ],
  run: async (context) => {
    const { args, scope, body, flags, api, out } = context;
    const { source } = body;
    // A source that only --field gives is merged behind the schema.
    const fields = { url: args.url, ...(source !== undefined && { source }) } as { url: string; source: string };
    const result = await api.call(chooseEndpoint(scope, importSpaceContent, importChangeRequestContent), {
      params: scope,
      body: fields,
    });
    const { importedResources: imported, revision } = result;
    const shown = maskUrl(args.url);
    const nothing = imported === 0 ? nothingImported(context.settings, shown, result) : undefined;
    const waits = flags.wait && isPending(result);
    if (waits) await untilChanged(context, shown, result);
    else if (nothing) throw nothing;
    const part = waits ? undefined : partlyImported(shown, result);
    await out.result(result, {
      columns: [
        { header: "Revision", path: "revision", as: "id" },
        { header: "Imported", path: "importedResources", as: "number" },
        { header: "Total", path: "totalResources", as: "number" },
      ],
      ...(!nothing && { done: `Imported ${figuresOf(result)} (revision ${revision ?? "unknown"})` }),
    });
    if (part) throw part;
  },
});

/** The contract has no member for it; some services tell all the same. */
const reasonOf = ({ error }: ImportResponse): string | undefined =>
  typeof error === "string" ? maskUrl(error) : undefined;

/** The service has found something and not taken it in yet. */
const isPending = (result: ImportResponse): boolean =>
  result.importedResources === 0 && result.totalResources !== 0 && reasonOf(result) === undefined;

function nothingImported(settings: Settings, url: string, result: ImportResponse): Failure {
  const { totalResources: total } = result;
  if (isPending(result)) {
    const message = `nothing has been imported from ${url} so far: 0 of ${total ?? "an unknown number of"} resources`;
    return new Failure("refused", message, { hint: "--wait waits for the rest", outcome: "unknown" });
  }
  const found = total ? ` (0 of ${total} resources)` : "";
  const message = `nothing was imported from ${url}${found}: ${reasonOf(result) ?? "the service gave no reason"}`;
  const hint = settings.sandbox
    ? "the sandbox opens no connections: use a file: URL with --source markdown"
    : "check that the service can read the URL without a login, and that --source is right";
  return new Failure("refused", message, { hint, outcome: "not_applied" });
}

const figuresOf = ({ importedResources: imported, totalResources: total }: ImportResponse): string =>
  imported === undefined
    ? "an unknown number of resources"
    : `${imported} of ${total ?? "an unknown number of"} resources`;

/** Undefined where everything was imported, or the service gives no figures. */
function partlyImported(url: string, result: ImportResponse): Failure | undefined {
  const { importedResources: imported, totalResources: total } = result;
  if (typeof imported !== "number" || typeof total !== "number" || imported >= total) return undefined;
  const message = `${imported} of ${total} resources were imported from ${url}: ${reasonOf(result) ?? "the service gave no reason"}`;
  const hint = "compare docs pages list with the source, and import missing pages again";
  return new Failure("partial", message, { hint, details: { imported, total } });
}

/** Content that the service has found and not taken in yet shows as another revision. */
async function untilChanged(
  context: Context & { scope: { spaceId: string; changeRequestId?: string }; flags: { waitTimeout?: number } },
  url: string,
  { revision, totalResources }: ImportResponse,
): Promise<void> {
  const { scope, flags, api, next } = context;
  await waitFor(
    context,
    { id: revision },
    {
      what: `the import of ${url}`,
      done: "requested",
      look: next("content view"),
      read: () =>
        api.call(chooseEndpoint(scope, getSpaceContent, getChangeRequestContent), {
          params: scope,
          query: { metadata: false, computed: false },
        }),
      settled: ({ id }: { id?: string | null }) => id !== revision || undefined,
      state: () => `0 of ${totalResources} resources`,
    },
    flags.waitTimeout,
  );
}

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
    "docs content apply-template TEMPLATE",
    "docs content apply-template TEMPLATE --ref api=openapi:SPEC",
    "docs content apply-template TEMPLATE --ref logo=file:FILE --ref api=openapi:SPEC",
  ],
  run: ({ args, scope, flags, api, out }) => {
    const contentRefs = Object.fromEntries((flags.ref ?? []).map(parseReference));
    const body = { id: args.template, ...(flags.ref && { params: { contentRefs } }) };
    const place = { id: scope.spaceId, label: scope.spaceId, params: scope };
    return out.each([place], ({ params }) => api.call(applySpaceTemplate, { params, body }), {
      silent: true,
      lookUp: "title",
      done: ({ label }) => `Applied template ${args.template} to space ${label}`,
    });
  },
});

export default defineNoun(view, importContent, applyTemplate);
