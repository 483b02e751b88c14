import { rawListEndpoint } from "../catalog/raw.js";
import { defineCommand, defineNoun, word } from "../cli/command.js";
import type { RawCall } from "../cli/context.js";
import { choice, list, only, text } from "../cli/flags.js";
import { rawAnswer } from "../cli/output/raw-answer.js";
import { parseAdditions, repeated } from "../cli/words/additions.js";
import { usage } from "../errors.js";
import { OWN_HEADERS } from "../facts/headers.js";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

const call = defineCommand({
  name: "api",
  summary: "Call an endpoint of the service as it is",
  description:
    "The path starts with /v1/. Without -X the method is GET, or POST when there are fields or an input.\n{org}, {space} and {site} in the path are replaced by the context.",
  endpoints: [],
  output: "json",
  args: { path: word("path (starting with /v1/)") },
  flags: {
    method: choice(METHODS, { describe: "HTTP method", short: "X", value: "method" }),
    field: list({ describe: "typed member of the body", short: "F", value: "key=value", whole: true }),
    rawField: list({ describe: "string member of the body", short: "f", value: "key=value", whole: true }),
    header: list({ describe: "request header", short: "H", value: "name: value", whole: true }),
    include: only({ describe: "print status and headers too", short: "i" }),
    input: text({ describe: "file with the body; - reads standard input", value: "path" }),
    paginate: only("follow next.page and print the items of all pages"),
  },
  examples: [
    "docs api /v1/orgs",
    "docs api /v1/orgs/{org}/members --paginate -q '.[].user.email'",
    "docs api -X PATCH /v1/spaces/{space} -f title='User guide'",
  ],
  run: async ({ args, flags, settings, globals, files, api, out }) => {
    const path = fillContext(args.path, {
      org: globals.place.org ?? settings.org,
      space: globals.place.space ?? settings.space,
      site: globals.place.site ?? settings.site,
    });
    if (flags.paginate) {
      if (flags.field || flags.rawField || flags.input !== undefined || (flags.method ?? "GET") !== "GET") {
        throw usage("--paginate reads lists: it goes with GET and without a body");
      }
      const [plain = "", search = ""] = path.split("?");
      return out.list(
        api.list(
          rawListEndpoint(plain),
          { params: {} },
          { extra: { query: repeated([...new URLSearchParams(search)]) } },
        ),
        {},
      );
    }
    const body = await bodyOf(flags, files);
    const request: RawCall = {
      method: flags.method ?? (body === undefined ? "GET" : "POST"),
      path,
      headers: headersOf(flags.header),
    };
    const response = await api.raw(body === undefined ? request : { ...request, body });
    const answer = rawAnswer(response);
    if (flags.include) await out.text(`${answer.head}\n`);
    if (answer.json !== undefined) await out.item(answer.json, {});
    else if (answer.text !== "") await out.text(answer.text);
    if (response.failure) throw response.failure;
  },
});

function fillContext(path: string, context: Record<string, string | undefined>): string {
  const filled = path.replace(/\{(org|space|site)\}/g, (_, name: string) => {
    const id = context[name];
    if (id === undefined) throw usage(`{${name}} in the path needs --${name}`);
    return encodeURIComponent(id);
  });
  if (!filled.startsWith("/v1/")) throw usage(`the path must start with /v1/, not ${JSON.stringify(path)}`);
  return filled;
}

interface BodyFlags {
  field?: string[];
  rawField?: string[];
  input?: string;
}

async function bodyOf(flags: BodyFlags, files: { read(path: string): Promise<string> }): Promise<string | undefined> {
  const { field = [], rawField = [], input } = flags;
  const { body } = parseAdditions({ query: [], field, rawField });
  if (input !== undefined && body) throw usage("--input is the whole body: it does not go with -F and -f");
  if (input !== undefined) return files.read(input);
  return body && JSON.stringify(body);
}

function headersOf(given: readonly string[] | undefined): Record<string, string> {
  const headers = new Map<string, string>();
  for (const line of given ?? []) {
    const at = line.indexOf(":");
    const name = line.slice(0, at).trim().toLowerCase();
    if (at < 1) throw usage(`-H takes "name: value", not ${JSON.stringify(line)}`);
    if (OWN_HEADERS.includes(name)) throw usage(`-H cannot set ${name}`);
    headers.set(name, line.slice(at + 1).trim());
  }
  return Object.fromEntries(headers);
}

export default defineNoun(call);
