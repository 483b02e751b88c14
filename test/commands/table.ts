/**
 * The command line as it is promised, from `test/endpoints/`: command, flags, endpoints of which it is the home. In paths,
 * O is an organization, T a site of it, C a collection, S a space, R a change request of it, SR both a space and a change
 * request. Below each, command lines that are tried, with ids of the sample: those that start with ! print nothing, for a 204.
 */
import { commands } from "../endpoints/all.js";

export interface Row {
  command: string;
  /** Number of words that stand for things, optional ones included. */
  targets: number;
  flags: string[];
  endpoints: string[];
  /** Command lines of it that are tried; see json-lines.ts. */
  lines: string[];
}

const PREFIXES: Record<string, readonly string[]> = {
  O: ["/v1/orgs/{organizationId}"],
  T: ["/v1/orgs/{organizationId}/sites/{siteId}"],
  C: ["/v1/collections/{collectionId}"],
  S: ["/v1/spaces/{spaceId}"],
  R: ["/v1/spaces/{spaceId}/change-requests/{changeRequestId}"],
  SR: ["/v1/spaces/{spaceId}", "/v1/spaces/{spaceId}/change-requests/{changeRequestId}"],
};

function expand(endpoint: string): string[] {
  const [method = "", path = ""] = endpoint.split(" ");
  const [short = "", ...rest] = path.split("/");
  const below = rest.map((part) => `/${part}`).join("");
  return (PREFIXES[short] ?? [short]).map((prefix) => `${method} ${prefix}${below}`);
}

export const ROWS: readonly Row[] = commands.split(/\n(?! )/).map((row) => {
  const [line = "", ...lines] = row.split("\n").map((text) => text.trim());
  const [usage = "", flags = "", endpoints = ""] = line.split("|").map((part) => part.trim());
  const words = usage.split(" ");
  return {
    command: words.slice(0, 2).join(" "),
    targets: words.length - 2,
    flags: flags.split(" ").filter(Boolean),
    endpoints: endpoints.split(", ").filter(Boolean).flatMap(expand),
    lines,
  };
});
