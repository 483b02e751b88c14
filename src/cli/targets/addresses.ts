/** Ids taken from addresses: an API location or a page of the app names a thing and its contexts. */
import { usage } from "../../errors.js";
import { RESOURCES } from "../../resources/index.js";
import { isTargeted, type Resource } from "../../resources/resource.js";
import { decodeSegment } from "../../shared/ids.js";

/** Maps a path segment to the path parameter that follows it: the last one of a list. */
const API_SEGMENTS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.values<Resource>(RESOURCES)
      .filter(isTargeted)
      .map(({ path, param }) => [path.slice(path.lastIndexOf("/") + 1), param]),
  ),
  page: "pageId",
  versions: "versionId",
  "link-invites": "inviteId",
};

const APP_SEGMENTS: Record<string, string> = {
  o: "organizationId",
  s: "spaceId",
  changes: "changeRequestId",
  sites: "siteId",
  c: "collectionId",
  p: "pageId",
};

/** Checks whether a text is an address rather than an id. */
export const isAddress = (text: string): boolean => /^https?:\/\//i.test(text);

/** @throws Failure usage for text that is no URL: a file of this machine, or a host without https */
export function requireUrl(text: string, name: string): string {
  if (URL.canParse(text)) return text;
  const isHost = /^[\w-]+(\.[\w-]+)+\/./.test(text);
  throw usage(
    `${name}: ${JSON.stringify(text)} is not a URL`,
    isHost
      ? `did you mean: https://${text}`
      : "the service reads it from the web: pass a URL that starts with https://",
  );
}

/**
 * Path parameters named by an address; undefined if the text is not an address.
 * `.../v1/spaces/a/change-requests/b` gives `{ spaceId: "a", changeRequestId: "b" }`.
 */
export function idsInUrl(text: string): Record<string, string> | undefined {
  if (!isAddress(text) || !URL.canParse(text)) return undefined;
  const parts = new URL(text).pathname.split("/").filter(Boolean);
  // Whichever comes first decides: a page of the app may have "v1" in its path, and a base URL may have a prefix.
  const start = parts.findIndex((part) => part === "v1" || part === "o");
  const isApi = parts[start] === "v1";
  const table = isApi ? API_SEGMENTS : APP_SEGMENTS;
  const rest = parts.slice(isApi ? start + 1 : Math.max(start, 0));
  const found: Record<string, string> = {};
  for (let at = 0; at + 1 < rest.length; at++) {
    const segment = rest[at] ?? "";
    const param = Object.hasOwn(table, segment) ? table[segment] : undefined;
    const id = rest[at + 1];
    if (!param || id === undefined) continue;
    found[param] = decodeSegment(id);
    at++;
  }
  return found;
}

/**
 * The path of a page in the app's address of it: `getting-started/unpacking` in `.../o/a/s/b/getting-started/unpacking`,
 * also inside a change request. Undefined for all other addresses.
 */
export function pathInUrl(text: string): string | undefined {
  const [, path] = /^\/(?:.*\/)?o\/[^/]+\/s\/[^/]+\/(?:~\/changes\/[^/]+\/)?([^~].*?)\/*$/.exec(pathOf(text)) ?? [];
  return path?.split("/").map(decodeSegment).join("/");
}

const pathOf = (text: string): string => (URL.canParse(text) ? new URL(text).pathname : "");
