/** Flags that every command takes, as data: the program, help and completion read this table. */
import { FORMATS, type Format } from "../../shared/choices.js";
import { type Flag, type Flags, type FlagValues, list, number, only, type Raw, text } from "../flags.js";
import { flagValues } from "./values.js";

const output: Flag<Format, "local"> = {
  kind: "string",
  values: FORMATS,
  into: "local",
  short: "o",
  value: "format",
  describe: "output format",
};

export const OUTPUT_FLAGS = {
  output,
  json: only("the same as -o json"),
  fields: list({ describe: "columns and JSON members to show, dotted paths", value: "a,b.c" }),
  jq: text({ describe: "filter the JSON with a jq expression", short: "q", value: "expression" }),
  ids: only("show ids at a terminal, in tables and messages"),
  bom: only("start CSV with a byte order mark, for spreadsheets"),
  csvRaw: only("do not escape formulas in CSV cells"),
  raw: only("do not escape control characters, in a file or pipe"),
  noPager: only("show long output without a pager"),
  quiet: only("print only errors"),
} satisfies Flags;

export const LIST_FLAGS = {
  limit: number({ describe: "maximum number of items", short: "L", value: "n" }, { min: 1 }),
  page: text({ describe: "cursor to start from; empty for the start of the list", value: "cursor", mayBeEmpty: true }),
  pageSize: number({ describe: "items per request", value: "n" }, { min: 1, max: 1000 }),
  sort: text({ describe: "sort by any field after reading everything", value: "field[:desc]" }),
} satisfies Flags;

export const VIEW_FLAGS = {
  web: only("open it in the browser"),
  url: only("print the URL of its page"),
} satisfies Flags;

/** For commands that remove something. */
export const ABSENCE_FLAGS = {
  mustExist: only("fail with exit code 3 if it is already absent"),
  ifExists: only("succeed if a name or slug that was given names nothing"),
} satisfies Flags;

export const DESTRUCTIVE_FLAGS = {
  yes: only({ describe: "do not ask for confirmation", short: "y" }),
  confirm: text({ describe: "do not ask; must equal the target's id or title", value: "id-or-title" }),
  ...ABSENCE_FLAGS,
} satisfies Flags;

/** For lists of things inside something that has a page. */
export const LIST_WEB_FLAG = {
  web: only("open this list in the browser"),
} satisfies Flags;

/** For commands that change several targets. */
export const JOURNAL_FLAGS = {
  journal: text({ describe: "log each change to a new file before sending it", value: "path" }),
  resume: text({ describe: "continue an earlier run; its journal names the targets", value: "path" }),
  retryUnknown: only("with --resume: resend requests that got no answer"),
} satisfies Flags;

/** Of commands that change something with requests of the catalog. */
export const PLAN_FLAGS = {
  plan: text({ describe: "write the changes to a plan instead of sending them", value: "path" }),
  append: only("with --plan: append to an existing plan"),
} satisfies Flags;

export const ADDITION_FLAGS = {
  query: list({ describe: "add a query parameter", value: "key=value" }),
  field: list({ describe: "add a typed member to the body", value: "key=value" }),
  rawField: list({ describe: "add a string member to the body", value: "key=value" }),
} satisfies Flags;

/** The service, profile and context that a command uses. */
export const PLACE_FLAGS = {
  profile: text({ describe: "profile to use", value: "name" }),
  sandbox: only("use the embedded service"),
  snapshot: text({
    describe: "read from a snapshot instead of a service; days after its @ are UTC",
    value: "snapshot",
  }),
  project: text({ describe: "file with the defaults of a project (.docs.yaml)", value: "path" }),
  baseUrl: text({ describe: "URL of the service, without /v1", value: "url" }),
  tokenStdin: only("read the token from standard input"),
  tokenFile: text({ describe: "read the token from a file", value: "path" }),
} satisfies Flags;

export const CONTEXT_FLAGS = {
  org: text({ describe: "organization: title, id or URL", value: "org" }),
  space: text({ describe: "space: title, id or URL", value: "space" }),
  site: text({ describe: "site: title, id or URL", value: "site" }),
} satisfies Flags;

export const CR_FLAG = {
  cr: text({ describe: "change request: number, subject, id or URL", value: "cr" }),
} satisfies Flags;

/** How requests are sent, and what is reported about them. */
export const CLIENT_FLAGS = {
  caFile: text({ describe: "certificates to trust, as PEM", value: "path" }),
  debug: only("show requests, responses, timings and retries"),
  debugBody: only("show bodies too, secrets redacted"),
  timeout: number({ describe: "time limit for one attempt, in seconds", value: "seconds" }, { min: 1, max: 86400 }),
  deadline: number(
    { describe: "time limit for the whole command, in seconds", value: "seconds" },
    { min: 1, max: 604800 },
  ),
  retries: number({ describe: "maximum number of retries", value: "n" }, { min: 0, max: 10 }),
  maxWait: number({ describe: "maximum wait when rate limited, in seconds", value: "seconds" }, { min: 0, max: 86400 }),
  // Named by the error of an answer that is too large.
  maxBody: number({ describe: "maximum size of an answer, in MiB", value: "MiB", hidden: true }, { min: 1, max: 4096 }),
  concurrency: number({ describe: "parallel requests for several targets", value: "n" }, { min: 1, max: 16 }),
  retryUnsafe: only("resend a create request whose answer was lost"),
} satisfies Flags;

/** Flags that keep a command from doing more than intended. */
export const SAFETY_FLAGS = {
  dryRun: only("print the request, send nothing"),
  noInput: only("never prompt"),
  failFast: only("stop at the first failure"),
} satisfies Flags;

export const COMMON_FLAGS = { ...PLACE_FLAGS, ...CLIENT_FLAGS, ...SAFETY_FLAGS } satisfies Flags;

/** Each part of the code takes the group it needs, so it cannot come to depend on another. */
const GROUPS = {
  output: OUTPUT_FLAGS,
  list: LIST_FLAGS,
  view: VIEW_FLAGS,
  client: CLIENT_FLAGS,
  place: { ...PLACE_FLAGS, ...CONTEXT_FLAGS, ...CR_FLAG },
  safety: { ...SAFETY_FLAGS, ...DESTRUCTIVE_FLAGS, ...JOURNAL_FLAGS, ...PLAN_FLAGS },
} satisfies Record<string, Flags>;

type Groups = { readonly [G in keyof typeof GROUPS]: FlagValues<(typeof GROUPS)[G]> };

/** Values of the flags that every command takes, grouped by who needs them. Never modified. */
export interface Globals extends Groups {
  readonly additions: { query: string[]; field: string[]; rawField: string[] };
}

export const GLOBAL_FLAGS = {
  ...OUTPUT_FLAGS,
  ...LIST_FLAGS,
  ...VIEW_FLAGS,
  ...DESTRUCTIVE_FLAGS,
  ...JOURNAL_FLAGS,
  ...PLAN_FLAGS,
  ...COMMON_FLAGS,
} satisfies Flags;

/** Values of the flags for every command. @throws Failure usage */
export function readGlobals(raw: Raw): Globals {
  const groups = Object.entries(GROUPS).map(([name, flags]) => [name, flagValues(flags, raw)]);
  return {
    // Each group's types say what its values become; that information is erased here.
    ...(Object.fromEntries(groups) as Groups),
    // Lists are collected as texts.
    additions: {
      query: (raw.query ?? []) as string[],
      field: (raw.field ?? []) as string[],
      rawField: (raw.rawField ?? []) as string[],
    },
  };
}
