/** The lists that would have a thing, derived from the paths of the catalog. */
import type { AnyEndpoint } from "../catalog/endpoint.js";
import { endpoints } from "../catalog/index.js";
import { createPathMatcher } from "../catalog/match-path.js";

const READS: readonly AnyEndpoint[] = Object.values(endpoints).filter(({ method }) => method === "GET");

export const listAt = createPathMatcher(READS.filter(({ items }) => items !== undefined));
export const thingAt = createPathMatcher(READS.filter(({ items }) => items === undefined));
const endpointAt = createPathMatcher<AnyEndpoint>(Object.values(endpoints));

/** Paths below which requests address single things. */
const ADDRESSED = new Set(Object.values(endpoints).map(({ path }) => /^(.*)\/\{\w+\}$/.exec(path)?.[1]));

/** True if requests address the items of the list. */
export const isAddressed = ({ path }: Pick<AnyEndpoint, "path">): boolean => ADDRESSED.has(path);

export const parentOf = (path: string): string => path.slice(0, path.lastIndexOf("/"));

export const idIn = (path: string): string => decodeURIComponent(path.slice(path.lastIndexOf("/") + 1));

export const isOrganization = (path: string): boolean => /^\/v1\/orgs\/[^/]+$/.test(path);

/** Checks whether anything shows the thing at this path. R13: nobody knows of other things whether they existed. */
export function isShown(path: string): boolean {
  // A section of a group shows in the group.
  const isPart = !isOrganization(parentOf(parentOf(path)));
  return isPart || thingAt(path) !== undefined || listAround(path, undefined) !== undefined;
}

/** The organization that a path names, if it names one. */
export const organizationIn = (path: string): string | undefined => /^\/v1\/orgs\/([^/]+)/.exec(path)?.[1];

/**
 * The path of the list that has the thing at this path: `/v1/orgs/o/teams` for `/v1/orgs/o/teams/t`. Spaces and
 * collections are addressed without their organization, and listed in it.
 */
export function listAround(path: string, organization: string | undefined): string | undefined {
  // The list of organizations has only the caller's own.
  if (isOrganization(path)) return undefined;
  const parent = parentOf(path);
  if (listAt(parent)) return parent;
  const root = /^\/v1\/([^/]+)$/.exec(parent)?.[1];
  if (root === undefined || organization === undefined) return undefined;
  const own = `/v1/orgs/${encodeURIComponent(organization)}/${root}`;
  return listAt(own) && own;
}

/** The thing that a list belongs to: `/v1/orgs/o/teams/t` for the members of a team. */
export function ownerOf(list: string): string {
  const { endpoint } = listAt(list) ?? {};
  const parts = endpoint?.path.split("/") ?? [];
  const last = parts.findLastIndex((part: string) => part.startsWith("{"));
  return list
    .split("/")
    .slice(0, last + 1)
    .join("/");
}

/** `team t1`, from the name of the last parameter. */
export function nameOf(path: string): string {
  const { endpoint } = thingAt(path) ?? endpointAt(path) ?? {};
  const part = endpoint?.path.split("/").at(-1) ?? "";
  const noun = /^\{(\w+?)(?:Id|Slug)\}$/.exec(part)?.[1];
  const words = noun?.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words === undefined ? path : `${words === "user" ? "member" : words} ${idIn(path)}`;
}

/** Lists that leave something out unless they are asked several times. */
const QUERIES: Readonly<Record<string, readonly Readonly<Record<string, string>>[]>> = {
  "/v1/spaces/{spaceId}/change-requests": ["draft", "open", "archived", "merged"].map((status) => ({ status })),
};

/** The queries that together ask for everything in a list. */
export const queriesFor = ({ path }: Pick<AnyEndpoint, "path">): readonly Readonly<Record<string, string>>[] =>
  QUERIES[path] ?? [{}];
