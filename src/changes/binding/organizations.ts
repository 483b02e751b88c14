/** Reads which organization a space or collection belongs to. */
import { Failure } from "../../errors.js";
import type { Reader } from "../../http/types.js";
import { getPath } from "../../shared/paths.js";
import { addressOf } from "../endpoints.js";
import type { PlannedCall } from "../types.js";

// The spaces and collections that a request names. Their paths do not have the organization that they belong to.

/** `neighbor`: in a position, a collection is given as a space. */
type TargetKind = "space" | "collection" | "neighbor";

export interface Target {
  kind: TargetKind;
  id: string;
}

const PLACE: Readonly<Record<string, TargetKind>> = {
  parent: "collection",
  "position.before.space": "neighbor",
  "position.after.space": "neighbor",
};

/** Members of bodies, by dotted path. */
const IN_BODY: Readonly<Record<string, Readonly<Record<string, TargetKind>>>> = {
  createCollection: { parent: "collection" },
  moveCollection: PLACE,
  moveSpace: PLACE,
  transferSpace: { collection: "collection" },
  createSite: { spaces: "space" },
  createSiteSection: { spaceId: "space" },
  addSiteSpace: { spaceId: "space" },
  updateSiteSpace: { spaceId: "space" },
  createTranslation: { "source.space": "space" },
};

/** The thing that a request transfers, and the organization that gets it; undefined for other requests. */
export function transferOf({ endpoint, params, body }: PlannedCall): { thing: Target; to: string } | undefined {
  const to = body?.organization;
  if (typeof to !== "string") return undefined;
  if (endpoint === "transferSpace") return { thing: { kind: "space", id: String(params.spaceId) }, to };
  return endpoint === "transferCollection"
    ? { thing: { kind: "collection", id: String(params.collectionId) }, to }
    : undefined;
}

/** Things that a request names by id, without the destination of a transfer to another organization. */
export function targetsOf(request: PlannedCall, organization: string): Target[] {
  const { endpoint, params, body = {} } = request;
  const leaves = (transferOf(request)?.to ?? organization) !== organization;
  const named = Object.entries((leaves ? undefined : IN_BODY[endpoint]) ?? {});
  const found: [TargetKind, unknown][] = [
    ["space", params.spaceId],
    ["collection", params.collectionId],
    ...named.flatMap(([path, kind]) => [getPath(body, path)].flat().map((id): [TargetKind, unknown] => [kind, id])),
  ];
  // A placeholder has no id yet.
  return found.flatMap(([kind, id]) => (typeof id === "string" && id !== "" ? [{ kind, id }] : []));
}

export const nameOfTarget = ({ kind, id }: Target): string => `${kind === "collection" ? kind : "space"} ${id}`;

/** Paths to read it at; a neighbor in either place. */
export const pathsOf = ({ kind, id }: Target): string[] => {
  const kinds = kind === "neighbor" ? (["space", "collection"] as const) : [kind];
  return kinds.map((one) => `/v1/${one}s/${encodeURIComponent(id)}`);
};

/** A thing at a path; null: this token does not see it. */
type ReadThing = (path: string) => Promise<Record<string, unknown> | null>;

/** @throws Failure of the read, but for what this token does not see */
export async function unlessUnseen<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Failure && (error.kind === "not-found" || error.kind === "forbidden")) return null;
    throw error;
  }
}

export const readerOf =
  (client: Reader): ReadThing =>
  (path) =>
    unlessUnseen(async () => {
      const { endpoint, params } = addressOf(path);
      return (await client.call(endpoint, { params })) as Record<string, unknown>;
    });

/** Null: this token does not see it. @throws Failure cannot-tell for a thing without an organization; of the reads */
export async function readOrganization(target: Target, read: ReadThing): Promise<string | null> {
  for (const path of pathsOf(target)) {
    const found = await read(path);
    if (found !== null) return organizationIn(found, target);
  }
  return null;
}

/** @throws Failure cannot-tell */
export function organizationIn(answer: unknown, target: Target): string {
  const given = typeof answer === "object" && answer !== null && "organization" in answer ? answer.organization : "";
  if (typeof given === "string" && given !== "") return given;
  throw unknownOwner(target, "the service does not say");
}

export const unknownOwner = (target: Target, why: string): Failure =>
  new Failure("cannot-tell", `cannot tell which organization ${nameOfTarget(target)} belongs to: ${why}`, {
    outcome: "not_applied",
  });
