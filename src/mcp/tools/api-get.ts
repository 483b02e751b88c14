import * as z from "zod/mini";
import type { AnyEndpoint } from "../../catalog/endpoint.js";
import { Failure, usage } from "../../errors.js";
import { getPath } from "../../facts/paths.js";
import { listPage, pick } from "../lists.js";
import { partOf, shorten, THING } from "../shorten.js";
import { defineTool } from "../types.js";
import { LIST_INPUT, OFFSET, text } from "../words.js";
import { queryNames, readingEndpoints } from "./api-search.js";

export const apiGet = defineTool({
  name: "api_get",
  title: "Read an endpoint",
  description:
    "Read one endpoint that api_search found, with ids in its path. Lists answer at most 50 items with a cursor; fields picks members; with a single field that is a long text, offset goes on in it.",
  input: () =>
    z.strictObject({
      path: text("such as /v1/orgs/<id>/saml"),
      query: z.optional(z.record(z.string(), z.union([z.string().check(z.maxLength(2000)), z.number(), z.boolean()]))),
      offset: OFFSET(),
      ...LIST_INPUT(),
    }),
  endpoints: readingEndpoints,
  async run({ path, query = {}, fields, limit, cursor, offset }, doors) {
    const { endpoint, params } = match(await readingEndpoints(), path);
    const known = queryNames(endpoint).filter((name) => !["page", "limit"].includes(name) || !endpoint.paginated);
    const unknown = Object.keys(query).find((name) => !known.includes(name));
    if (unknown !== undefined) {
      const names = known.length > 0 ? `parameters: ${known.join(", ")}` : "leave query out";
      throw usage(`${endpoint.path} has no query parameter ${JSON.stringify(unknown)}`, names);
    }
    if (endpoint.items) return listPage(doors, endpoint, { params, query, fields: fields ?? ["*"], limit, cursor });
    // The parameters are taken from the endpoint's own path; the types of any endpoint cannot say so.
    const answer: unknown = await doors.client.call(endpoint, { params, query } as never);
    const [field, ...others] = fields ?? [];
    const value = field === undefined || others.length > 0 ? undefined : getPath(answer, field);
    if (typeof value === "string") return { field, ...partOf(value, offset) };
    return shorten(fields ? pick(answer, fields) : answer, THING);
  },
});

/** The endpoint of a path; literal segments go before ids. @throws Failure usage, not-found */
function match(endpoints: readonly AnyEndpoint[], path: string) {
  if (/[?#]/.test(path)) throw usage("path takes no query: pass it as query");
  const given = `/${path.replace(/^\/+|\/+$/g, "")}`.split("/");
  const fits = endpoints.flatMap((endpoint) => {
    const parts = String(endpoint.path).split("/");
    if (parts.length !== given.length) return [];
    const pairs = parts.map((part, at) => [part, given[at] ?? ""] as const);
    if (!pairs.every(([part, word]) => (part.startsWith("{") ? word !== "" : part === word))) return [];
    const params = Object.fromEntries(
      pairs.filter(([part]) => part.startsWith("{")).map(([part, word]) => [part.slice(1, -1), decoded(word)]),
    );
    return [{ endpoint, params, literal: parts.length - Object.keys(params).length }];
  });
  const [best] = fits.sort((one, other) => other.literal - one.literal);
  if (!best) throw new Failure("not-found", "no reading endpoint has this path", { hint: "api_search finds them" });
  return best;
}

function decoded(word: string): string {
  try {
    return decodeURIComponent(word);
  } catch (error) {
    // A stray percent sign: the check of ids refuses it.
    if (error instanceof URIError) return word;
    throw error;
  }
}
