/**
 * Which files answer which paths. A request loads the catalog file and the handlers of its resource only. The longest
 * pattern that begins a path wins; `*` stands for an id. A test walks the whole catalog against this table.
 */
import type { Handlers } from "../types.js";

export interface Resource {
  /** Path below /v1, segments of ids as `*`. */
  pattern: string;
  catalog: () => Promise<Record<string, unknown>>;
  handlers: () => Promise<{ handlers: Handlers }>;
}

const organizations = {
  catalog: () => import("../../catalog/organizations.js"),
  handlers: () => import("./organizations.js"),
};

export const RESOURCES: readonly Resource[] = [
  { pattern: "orgs", ...organizations },
  { pattern: "email-domains", ...organizations },
];
