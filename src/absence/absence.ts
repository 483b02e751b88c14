/**
 * Tells what is absent from what is only out of sight. A 404 and a list without a thing mean the same for a token that
 * may not see it. So absence is a fact only if the same token sees, at that time, the place where the thing would be:
 * its list, read to the end, with the permissions that make the list complete.
 */
import type { AnyEndpoint } from "../catalog/endpoint.js";
import { endpoints } from "../catalog/index.js";
import { createPathMatcher, pathOf } from "../catalog/match-path.js";
import { getOrg } from "../catalog/organizations.js";
import { Failure } from "../errors.js";
import type { Page, Reader } from "../http/types.js";
import { checkAnsweredId } from "../shared/ids.js";
import { ID_PATHS, permissionFor, WITHOUT_ID } from "../shared/list-gap.js";
import { getPath } from "../shared/paths.js";

// The lists that would have a thing, derived from the paths of the catalog.

const READS: readonly AnyEndpoint[] = Object.values(endpoints).filter(({ method }) => method === "GET");

export const listAt = createPathMatcher(READS.filter(({ items }) => items !== undefined));
export const thingAt = createPathMatcher(READS.filter(({ items }) => items === undefined));
const endpointAt = createPathMatcher<AnyEndpoint>(Object.values(endpoints));

/** Paths below which requests address single things. */
const ADDRESSED = new Set(Object.values(endpoints).map(({ path }) => /^(.*)\/\{\w+\}$/.exec(path)?.[1]));

/** True if requests address the items of the list. */
const isAddressed = ({ path }: AnyEndpoint): boolean => ADDRESSED.has(path);

export const parentOf = (path: string): string => path.slice(0, path.lastIndexOf("/"));

export const idIn = (path: string): string => decodeURIComponent(path.slice(path.lastIndexOf("/") + 1));

const isOrganization = (path: string): boolean => /^\/v1\/orgs\/[^/]+$/.test(path);

/** Checks whether anything shows the thing at this path. R13: nobody knows of other things whether they existed. */
export function isShown(path: string): boolean {
  // A section of a group shows in the group.
  const isPart = !isOrganization(parentOf(parentOf(path)));
  return isPart || thingAt(path) !== undefined || listAround(path, undefined) !== undefined;
}

/** The organization that a path names, if it names one. */
const organizationIn = (path: string): string | undefined => /^\/v1\/orgs\/([^/]+)/.exec(path)?.[1];

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
function ownerOf(list: string): string {
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
export const queriesFor = ({ path }: AnyEndpoint): readonly Readonly<Record<string, string>>[] => QUERIES[path] ?? [{}];

/** The evidence that a claim of absence needs. */
export interface Proofs {
  /**
   * For a thing whose path was answered 404. Returns if it is absent.
   * @throws Failure cannot-tell if it may only be out of sight; of the reads
   */
  proveThing(path: string, subject?: string): Promise<void>;
  /** For a list whose path was answered 404. @throws as `proveThing`, unless what the list belongs to is absent */
  proveList(list: string, subject?: string): Promise<void>;
  /** For `subject`, which is not in a list that was just read. @throws as `proveThing`, unless the list is complete */
  proveComplete(list: string, subject?: string): Promise<void>;
}

export interface Absence extends Proofs {
  /** Notes what the token may see now, for `lossOfSight`. */
  begin(): Promise<void>;
  /** Why the token sees less than it did at `begin`; undefined if it does not. @throws Failure of the read */
  lossOfSight(): Promise<string | undefined>;
}

const HINT = "use a token that sees the whole organization";

/** Every command reads it there; few of those that need it here have a flag for it. */
export const NAME_ORGANIZATION = "name it in DOCS_ORG, or as a default: docs config set org ORG";

export const cannotTell = (path: string, why: string, hint = HINT): Failure =>
  new Failure(
    "cannot-tell",
    `cannot tell ${listAt(path) ? `what is in ${path}` : `whether ${nameOf(path)} exists`}: ${why}`,
    { outcome: "not_applied", hint },
  );

/** Kinds of failures that mean: not for this token to see. */
const UNSEEN: ReadonlySet<string> = new Set(["not-found", "forbidden", "unauthorized"]);

const isUnseen = (error: unknown): error is Failure => error instanceof Failure && UNSEEN.has(error.kind);

/** Items of a list that is read to its end. */
interface ListRead {
  items: Record<string, unknown>[];
  /** Why there must be more items than these. */
  gap: string | undefined;
}

/** @throws Failure of the requests */
export async function readList(
  client: Reader,
  endpoint: AnyEndpoint,
  params: Record<string, string>,
  query: Readonly<Record<string, string>> = {},
): Promise<ListRead> {
  const read: ListRead = { items: [], gap: undefined };
  for await (const page of client.list(endpoint, { params, query }).pages()) {
    // Items of all endpoints are handled alike.
    read.items.push(...(page.items as Record<string, unknown>[]));
    read.gap ??= gapOf(endpoint, page);
  }
  return read;
}

/**
 * Why a list cannot be whole, as its page shows.
 * @throws Failure invalid-answer for an id that no request can use, where requests address the items
 */
function gapOf(endpoint: AnyEndpoint, { items, gap }: Page<unknown>): string | undefined {
  if (!isAddressed(endpoint)) return gap;
  const isNameless = items.some((item) => {
    const id = getPath(item, "id");
    if (typeof id === "string") checkAnsweredId("id", id);
    return ID_PATHS.every((path) => (getPath(item, path) ?? "") === "");
  });
  return isNameless ? WITHOUT_ID : gap;
}

/** A reader whose lists are whole or fail: with fewer items than the service counts, something is out of sight. */
export const wholeLists = (client: Reader): Reader => ({
  call: (...given) => client.call(...given),
  list(endpoint, input, options) {
    const listing = client.list(endpoint, input, options);
    return {
      ...listing,
      async *pages() {
        // Every list has its path's parameters.
        const { params = {} } = input;
        for await (const page of listing.pages()) {
          yield page;
          const gap = gapOf(endpoint, page);
          if (gap !== undefined) throw cannotTell(pathOf(endpoint, params), gap);
        }
      },
    };
  },
});

/** Create one for a run: a list is read again only if it had the thing that is not found now. */
export function createAbsence(client: Reader, organization?: string): Absence {
  const place = { client, organization: organization === "" ? undefined : organization };
  const known = new Map<string, Promise<ListRead | undefined>>();
  const read = (list: string, isFresh = false): Promise<ListRead | undefined> => {
    const held = isFresh ? undefined : known.get(list);
    const asked = held ?? readAll(client, list);
    known.set(list, asked);
    return asked;
  };
  const absence: Absence = {
    async proveThing(path, subject = path) {
      if (isOrganization(path)) throw cannotTell(subject, "this token does not see the organization");
      const list = listAround(path, place.organization);
      if (list === undefined) return proveUnlisted(path, place, absence, read);
      let found = await read(list);
      if (found && has(found, path)) found = await read(list, true);
      if (!found) return absence.proveList(list, subject);
      if (has(found, path)) throw cannotTell(subject, `${nameOf(path)} is not found by its id, but its list has it`);
      if (found.gap !== undefined) throw cannotTell(subject, found.gap);
      await absence.proveComplete(list, subject);
    },
    async proveList(list, subject = list) {
      await absence.proveThing(ownerOf(list), subject);
    },
    async proveComplete(list, subject = list) {
      const needed = permissionFor(list);
      if (needed !== undefined) await provePermission(client, subject, list, needed);
    },
    ...sightOf(place),
  };
  return absence;
}

/** Undefined if the list is not found. @throws Failure cannot-tell for one that is refused; of the requests */
async function readAll(client: Reader, list: string): Promise<ListRead | undefined> {
  const { endpoint, params } = listAt(list) ?? {};
  if (!endpoint || !params) throw new TypeError(`there is no list at ${list}`);
  const all: ListRead = { items: [], gap: undefined };
  try {
    for (const query of queriesFor(endpoint)) {
      const { items, gap } = await readList(client, endpoint, params, query);
      all.items.push(...items);
      all.gap ??= gap;
    }
  } catch (error) {
    if (!isUnseen(error)) throw error;
    if (error.kind === "not-found") return undefined;
    throw cannotTell(list, `its list cannot be read: ${error.message}`);
  }
  return all;
}

const itemAt = ({ items }: ListRead, path: string): Record<string, unknown> | undefined => {
  const id = idIn(path);
  return items.find((item) =>
    ID_PATHS.some((key) => {
      const value = getPath(item, key);
      // An item without such a member has no id, and "undefined" is none of it.
      return value !== undefined && value !== null && String(value) === id;
    }),
  );
};

const has = (list: ListRead, path: string): boolean => itemAt(list, path) !== undefined;

async function provePermission(client: Reader, subject: string, place: string, needed: string): Promise<void> {
  const permissions = await permissionsIn(client, decodeURIComponent(organizationIn(place) ?? ""));
  if (!permissions) throw cannotTell(subject, "this token does not see the organization");
  if (permissions[needed] !== true)
    throw cannotTell(subject, `this token may not see everything there (permission ${needed} is missing)`);
}

/** The caller's permissions; undefined if the organization is not to be seen. @throws Failure of the request */
async function permissionsIn(client: Reader, organization: string): Promise<Record<string, unknown> | undefined> {
  try {
    return (await client.call(getOrg, { params: { organizationId: organization } })).permissions ?? {};
  } catch (error) {
    if (!isUnseen(error)) throw error;
    return undefined;
  }
}

interface Place {
  client: Reader;
  organization: string | undefined;
}

/** A thing that no list has, such as a reply in a space: what it belongs to must be in sight, or absent itself. */
async function proveUnlisted(
  path: string,
  { client, organization }: Place,
  absence: Absence,
  read: (list: string, isFresh?: boolean) => Promise<ListRead | undefined>,
): Promise<void> {
  if (await isReadable(path, client)) throw cannotTell(path, "it is not found, but it can still be read");
  for (let around = parentOf(path); around.length > "/v1".length; around = parentOf(around)) {
    if (isOrganization(around)) return provePermission(client, path, around, "admin");
    const thing = thingAt(around);
    if (thing) return proveAround(around, () => client.call(thing.endpoint, { params: thing.params }), absence);
    const list = listAround(around, organization);
    const found = list === undefined ? undefined : await read(list, true);
    const item = found && itemAt(found, around);
    if (item && hasPart(item, path.slice(around.length + 1)))
      throw cannotTell(path, `it is not found, but ${nameOf(around)} still has it`);
    if (item) return;
    if (list !== undefined) return absence.proveThing(around);
  }
  if (organization === undefined) throw cannotTell(path, "its organization is not known", NAME_ORGANIZATION);
  throw cannotTell(path, "no list has it");
}

/** Checks whether a thing has another one among its parts: `sections/s1` for a group of sections. */
function hasPart(item: Record<string, unknown>, part: string): boolean {
  const [name = "", id = ""] = part.split("/");
  const parts = item[name];
  return Array.isArray(parts) && has({ items: parts, gap: undefined }, `/${id}`);
}

async function isReadable(path: string, client: Reader): Promise<boolean> {
  const thing = thingAt(path);
  if (!thing) return false;
  try {
    await client.call(thing.endpoint, { params: thing.params });
    return true;
  } catch (error) {
    if (!isUnseen(error)) throw error;
    return false;
  }
}

async function proveAround(around: string, look: () => Promise<unknown>, absence: Absence): Promise<void> {
  try {
    await look();
  } catch (error) {
    if (!isUnseen(error)) throw error;
    if (error.kind !== "not-found") throw cannotTell(around, error.message);
    await absence.proveThing(around);
  }
}

function sightOf({ client, organization }: Place): Pick<Absence, "begin" | "lossOfSight"> {
  let before: Record<string, unknown> | undefined;
  return {
    async begin() {
      if (organization !== undefined) before = await permissionsIn(client, organization);
    },
    async lossOfSight() {
      if (organization === undefined) return undefined;
      const now = await permissionsIn(client, organization);
      if (!now) return "this token does not see the organization";
      const lost = Object.keys(before ?? {}).filter((name) => before?.[name] === true && now[name] !== true);
      return lost.length === 0 ? undefined : `this token has lost permissions in the organization: ${lost.join(", ")}`;
    },
  };
}
