/** Finds endpoints by paths with ids in them. */
import { usage } from "../errors.js";
import { decoded } from "../facts/ids.js";

export interface Match<E> {
  endpoint: E;
  /** Path parameters, decoded. */
  params: Record<string, string>;
}

/** The endpoint of a path, if any; literal segments win over ids. @throws Failure usage for a query */
export function matchPath<E extends { readonly path: string }>(
  endpoints: readonly E[],
  path: string,
): Match<E> | undefined {
  if (/[?#]/.test(path)) throw usage("path takes no query: pass it as query");
  const given = `/${path.replace(/^\/+|\/+$/g, "")}`.split("/");
  const fits = endpoints.flatMap((endpoint) => {
    const parts = endpoint.path.split("/");
    if (parts.length !== given.length) return [];
    const pairs = parts.map((part, at) => [part, given[at] ?? ""] as const);
    if (!pairs.every(([part, segment]) => (part.startsWith("{") ? segment !== "" : part === segment))) return [];
    const params = Object.fromEntries(
      pairs.filter(([part]) => part.startsWith("{")).map(([part, segment]) => [part.slice(1, -1), decoded(segment)]),
    );
    return [{ endpoint, params, literal: parts.length - Object.keys(params).length }];
  });
  return fits.sort((one, other) => other.literal - one.literal)[0];
}
