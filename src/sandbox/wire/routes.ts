/**
 * Routes outside the interface: links in answers to bytes, which need no token because they contain a key, and the
 * description of the interface itself.
 */
import type { RouteHandler } from "../types.js";

const ROUTES: Record<string, () => Promise<{ route: RouteHandler }>> = {
  files: () => import("../content/file-route.js"),
  "openapi.json": () => import("../openapi/document-route.js"),
  pdf: () => import("../content/pdf/pdf-route.js"),
  specs: () => import("../openapi/route.js"),
};

/** The handler for a path such as `/pdf/...`, by its first segment. */
export function routeOf(path: string): (() => Promise<RouteHandler>) | undefined {
  const name = path.split("/")[1] ?? "";
  const load = Object.hasOwn(ROUTES, name) ? ROUTES[name] : undefined;
  return load && (async () => (await load()).route);
}
