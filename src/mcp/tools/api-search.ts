import * as z from "zod/mini";
import type { AnyEndpoint } from "../../catalog/endpoint.js";
import { defineTool } from "../types.js";
import { text } from "../words.js";

const MOST_FOUND = 20;

/** Every reading endpoint of the service. */
export async function readingEndpoints(): Promise<readonly AnyEndpoint[]> {
  const { endpoints } = await import("../../catalog/index.js");
  return Object.values(endpoints).filter(({ method }) => method === "GET");
}

/** Query parameters that an endpoint takes. */
export const queryNames = ({ query }: AnyEndpoint): string[] =>
  query === undefined ? [] : Object.keys(query().def?.shape ?? {});

export const apiSearch = defineTool({
  name: "api_search",
  title: "Search the interface",
  description:
    "Search the reading endpoints of the service by words of their summary or path, for api_get. Use it only when no other tool answers the question.",
  input: () => z.strictObject({ text: text("words such as: saml, visitor, revision", 200) }),
  endpoints: async () => [],
  async run({ text: wanted }) {
    const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
    const hits = (await readingEndpoints())
      .map((endpoint) => ({ endpoint, hits: words.filter((word) => wordsOf(endpoint).includes(word)).length }))
      .filter((one) => one.hits > 0)
      .sort((one, other) => other.hits - one.hits);
    return {
      endpoints: hits.slice(0, MOST_FOUND).map(({ endpoint }) => ({
        path: endpoint.path,
        summary: endpoint.summary,
        query: queryNames(endpoint),
        ...(endpoint.items && { list: true }),
      })),
      count: hits.length,
    };
  },
});

const wordsOf = ({ summary, path }: AnyEndpoint): string => `${summary} ${path}`.toLowerCase();
