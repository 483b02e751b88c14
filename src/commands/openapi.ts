import type { ResponseOf } from "../catalog/endpoint.js";
import {
  createOpenapiSpec,
  deleteOpenapiSpec,
  getLatestOpenapiVersion,
  getLatestOpenapiVersionContent,
  getOpenapiSpec,
  getOpenapiVersion,
  getOpenapiVersionContent,
  listOpenapiSpecs,
  listOpenapiVersions,
  putOpenapiSpec,
  SLUG,
  updateOpenapiSpecVisibility,
} from "../catalog/openapi.js";
import { defineCommand, defineNoun, one, optionalWord } from "../cli/command.js";
import type { Context } from "../cli/context.js";
import { text } from "../cli/flags.js";
import { newOpenapi, openapi } from "../cli/kinds.js";
import type { Column } from "../cli/output/types.js";
import { commandLine, serviceOf } from "../cli/run/next-command.js";
import { WAIT_FLAGS, waitFor } from "../cli/run/wait.js";
import { requireUrl } from "../cli/targets/target-shape.js";
import { Failure, usage } from "../errors.js";
import { checkParam } from "../shared/ids.js";
import { getPath } from "../shared/paths.js";
import { plainVerbs } from "./plain-verbs.js";

type Spec = Pick<ResponseOf<typeof getOpenapiSpec>, "processingState" | "lastProcessErrorCode">;

/** The code, and what the service says beside it, if it does. */
function whyFailed({ lastProcessErrorCode: code, ...spec }: Spec): string {
  const reason = getPath(spec, "lastProcessErrorReason");
  return typeof reason === "string" ? `${code}: ${reason}` : (code ?? "");
}

/** The service calls a specification complete although it could not read it. */
const shownState = ({ processingState, lastProcessErrorCode }: Spec) =>
  processingState === "complete" && lastProcessErrorCode ? "failed" : processingState;

const COLUMNS: readonly Column<Spec>[] = [
  { header: "Slug", path: "slug", as: "id" },
  { header: "State", path: "processingState", as: "state", shown: shownState },
  { header: "Visibility", path: "visibility", as: "state", drop: 3 },
  { header: "Source", path: "sourceURL", as: "url", drop: 2 },
  { header: "Processed", path: "lastProcessedAt", as: "time", drop: 1 },
  { header: "Error", path: "lastProcessErrorCode", as: "error" },
];

const DETAILS: readonly Column<Spec>[] = [
  ...COLUMNS.slice(0, -1),
  { header: "Error", path: "lastProcessErrorCode", as: "error", shown: whyFailed },
  { header: "ID", path: "id", as: "id" },
  { header: "Last version", path: "lastVersion", as: "id" },
  { header: "Created", path: "createdAt", as: "time" },
  { header: "Permissions", path: "permissions" },
  { header: "App", path: "urls.app", as: "url" },
];

const VERSION_COLUMNS: readonly Column[] = [
  { header: "ID", path: "id", as: "id" },
  { header: "Created", path: "createdAt", as: "time" },
  { header: "URL", path: "url", as: "url" },
];

const SOURCE = text({ describe: "URL of the specification", value: "url", required: true, parse: requireUrl });

/** The slug stands in the path, so its pattern is checked before anything is sent. */
function checkSlug(slug: string): string {
  if (SLUG.test(slug)) return slug;
  const like = slug
    .replace(/\.(json|ya?ml)$/i, "")
    .toLowerCase()
    .replace(/[^a-z\d]+/g, "-")
    .replace(/^-|-$/g, "");
  throw usage(
    `${JSON.stringify(slug)} is not a valid slug: use lower case letters, digits and single hyphens between them`,
    SLUG.test(like) ? `did you mean: ${like}` : undefined,
  );
}

const verbs = plainVerbs({
  kind: openapi,
  arg: "slug",
  what: "specification",
  columns: COLUMNS,
  details: DETAILS,
  read: getOpenapiSpec,
});

const list = verbs.list(listOpenapiSpecs, {
  summary: "List the OpenAPI specifications of an organization",
  empty: "no specifications",
  examples: ["docs openapi list", "docs openapi list --json", "docs openapi list -q '.[].slug'"],
});

const view = verbs.view(getOpenapiSpec, {
  summary: "Show OpenAPI specifications",
  examples: ["docs openapi view pets", "docs openapi view pets --json", "docs openapi view pets -q .processingState"],
});

const create = defineCommand({
  name: "create",
  summary: "Create an OpenAPI specification from a URL",
  endpoints: [createOpenapiSpec],
  // A slug that the service would refuse is refused before anything else is asked for.
  args: { slug: one({ ...newOpenapi, normalize: checkSlug }) },
  flags: { sourceUrl: SOURCE },
  examples: [
    "docs openapi create pets --source-url https://example.com/openapi.yaml",
    "docs openapi create pets --source-url https://example.com/openapi.yaml --json",
    "docs openapi create pets --source-url https://example.com/openapi.yaml --dry-run",
  ],
  run: async (context) => {
    const { args, flags, api, out } = context;
    const { organizationId, specSlug } = args.slug.params;
    noteAddress(context, flags.sourceUrl);
    const created = await api.call(createOpenapiSpec, {
      params: { organizationId },
      body: { slug: checkSlug(specSlug), ...source(flags.sourceUrl) },
    });
    await out.result(created, {
      columns: DETAILS,
      done: `Created specification ${specSlug} (${created.processingState ?? "state unknown"})`,
    });
  },
});

/** Before anyone waits for it. */
function noteAddress({ globals, out }: Context, url: string | undefined): void {
  if (!globals.place.sandbox || url === undefined || /^file:/i.test(url)) return;
  out.note("the sandbox makes no connections: it reads file: URLs of at most 10 MiB, such as file:///srv/openapi.yaml");
}

const source = (url: string | undefined) => (url === undefined ? {} : { source: { url } });

const DONE = new Set(["complete", "completed"]);

const publish = defineCommand({
  name: "publish",
  summary: "Set the source of an OpenAPI specification and update it from its URL; create it if needed",
  endpoints: [putOpenapiSpec],
  args: { slug: one(openapi) },
  flags: { sourceUrl: SOURCE, ...WAIT_FLAGS },
  unbounded: true,
  examples: [
    "docs openapi publish pets --source-url https://example.com/openapi.yaml",
    "docs openapi publish pets --source-url https://example.com/openapi.yaml --wait",
    "docs openapi publish pets --source-url https://example.com/openapi.yaml --wait --wait-timeout 120",
  ],
  run: async (context) => {
    const { args, flags, api, out, next } = context;
    const { params } = args.slug;
    checkSlug(params.specSlug);
    noteAddress(context, flags.sourceUrl);
    let spec = await api.call(putOpenapiSpec, { params, body: source(flags.sourceUrl) });
    if (flags.wait) {
      const settled = (value: typeof spec) => {
        if (value.lastProcessErrorCode && value.processingState !== "pending" && value.processingState !== "progress") {
          return new Failure("refused", `specification ${params.specSlug} could not be read: ${whyFailed(value)}`, {
            hint: `to see it: ${next("openapi view", params.specSlug)}`,
          });
        }
        return DONE.has(value.processingState ?? "") || undefined;
      };
      spec = await waitFor(
        context,
        spec,
        {
          what: `specification ${params.specSlug}`,
          done: "published",
          look: next(`openapi view ${params.specSlug}`),
          read: () => api.call(getOpenapiSpec, { params }),
          settled,
          state: (value) => value.processingState ?? "unknown",
        },
        flags.waitTimeout,
      );
    }
    await out.result(spec, {
      columns: DETAILS,
      done: `Published specification ${params.specSlug} (${spec.processingState ?? "state unknown"})`,
    });
  },
});

const edit = verbs.edit(updateOpenapiSpecVisibility, {
  summary: "Change who can see OpenAPI specifications",
  fields: { visibility: "private, or public for anyone with a link" },
  examples: [
    "docs openapi edit pets --visibility public",
    "docs openapi edit pets orders --visibility private",
    "docs openapi list -q '.[].slug' | docs openapi edit - --visibility private",
  ],
});

const remove = verbs.remove(deleteOpenapiSpec, {
  summary: "Delete OpenAPI specifications with their versions",
  warning: "All its versions are lost.",
  examples: [
    "docs openapi delete pets",
    "docs openapi delete pets --confirm pets",
    "docs openapi delete pets orders --yes",
  ],
});

const versions = verbs.sublist(listOpenapiVersions, {
  name: "versions",
  summary: "List the versions of an OpenAPI specification",
  columns: VERSION_COLUMNS,
  empty: "no versions yet",
  examples: [
    "docs openapi versions pets",
    "docs openapi versions pets -L 1 --json",
    "docs openapi versions pets -q '.[0].id'",
  ],
});

const VERSION = optionalWord("version: an id, or latest");
const isLatest = (version: string | undefined): version is undefined | "latest" =>
  version === undefined || version === "latest";

/** @throws the error, with the list of the versions as the next step where there is no such version */
function toVersions(error: unknown, place: Context["globals"]["place"], slug: string): never {
  const isGone = error instanceof Failure && error.kind === "not-found" && error.message.includes(": version ");
  throw isGone ? error.with({ hint: `see: ${commandLine(serviceOf(place), `openapi versions ${slug}`)}` }) : error;
}

const version = defineCommand({
  name: "version",
  summary: "Show a version of an OpenAPI specification; the latest by default",
  endpoints: [getLatestOpenapiVersion, getOpenapiVersion],
  args: { slug: one(openapi), version: VERSION },
  examples: [
    "docs openapi version pets",
    "docs openapi version pets VERSION --json",
    "docs openapi version pets latest -q .id",
  ],
  run: async ({ args, globals, api, out }) => {
    const { params } = args.slug;
    const found = isLatest(args.version)
      ? await api.call(getLatestOpenapiVersion, { params })
      : await api
          .call(getOpenapiVersion, { params: { ...params, versionId: checkParam("version", args.version) } })
          .catch((error) => toVersions(error, globals.place, args.slug.label));
    await out.item(found, { columns: VERSION_COLUMNS });
  },
});

const content = defineCommand({
  name: "content",
  summary: "Show the content of a version of an OpenAPI specification; the latest by default",
  endpoints: [getLatestOpenapiVersionContent, getOpenapiVersionContent],
  args: { slug: one(openapi), version: VERSION },
  examples: [
    "docs openapi content pets --json",
    "docs openapi content pets VERSION -q .filesystem",
    "docs openapi content pets latest -q .filesystem > pets.json",
  ],
  run: async ({ args, globals, api, out }) => {
    const { params } = args.slug;
    const found = isLatest(args.version)
      ? await api.call(getLatestOpenapiVersionContent, { params })
      : await api
          .call(getOpenapiVersionContent, { params: { ...params, versionId: checkParam("version", args.version) } })
          .catch((error) => toVersions(error, globals.place, args.slug.label));
    await out.item(found, {
      columns: [
        { header: "Files", path: "filesystem", value: (item) => Object.keys(item.filesystem ?? {}).join(", ") },
        { header: "URL", path: "url", as: "url" },
      ],
    });
  },
});

export default defineNoun(list, view, create, publish, edit, remove, versions, version, content);
