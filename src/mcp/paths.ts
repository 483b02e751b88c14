/** Endpoints by a path with ids in it. */
import type { AnyEndpoint } from "../catalog/endpoint.js";
import { usage } from "../errors.js";

export interface Match {
  endpoint: AnyEndpoint;
  /** Path parameters as they were given, decoded. */
  params: Record<string, string>;
}

/** The endpoint of a path; literal segments go before ids. Undefined: there is none. @throws Failure usage for a query */
export function matchPath(endpoints: readonly AnyEndpoint[], path: string): Match | undefined {
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
  return fits.sort((one, other) => other.literal - one.literal)[0];
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
