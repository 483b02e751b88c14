/** Finds endpoints by paths with ids in them, and puts ids into paths. */
import { usage } from "../errors.js";
import { decodeSegment } from "../shared/ids.js";
import { createTemplateMatcher, expandTemplate } from "../shared/paths.js";

/** The path of an endpoint with its parameters in place. */
export const pathOf = ({ path }: { readonly path: string }, params: Readonly<Record<string, string>>): string =>
  expandTemplate(path, (name) => encodeURIComponent(params[name] ?? ""));

interface Match<E> {
  endpoint: E;
  /** Path parameters, decoded. */
  params: Record<string, string>;
}

/** Finds the endpoint of a path, if any. The result throws a Failure usage for a query. */
export function createPathMatcher<E extends { readonly path: string }>(
  endpoints: Iterable<E>,
): (path: string) => Match<E> | undefined {
  const match = createTemplateMatcher(endpoints, ({ path }) => path);
  return (path) => {
    if (/[?#]/.test(path)) throw usage("path takes no query: pass it as query");
    const [best] = match(`/${path.replace(/^\/+|\/+$/g, "")}`.split("/")).filter(
      ({ params }) => !Object.values(params).includes(""),
    );
    if (!best) return undefined;
    const params = Object.entries(best.params).map(([name, segment]) => [name, decodeSegment(segment)]);
    return { endpoint: best.found, params: Object.fromEntries(params) };
  };
}

/** As `createPathMatcher`, for one path. */
export const matchPath = <E extends { readonly path: string }>(
  endpoints: Iterable<E>,
  path: string,
): Match<E> | undefined => createPathMatcher(endpoints)(path);
