/** The spaces and collections that a request names. Their paths do not have the organization that they belong to. */
import { getPath } from "../../shared/paths.js";
import type { PlannedCall } from "../types.js";

/** `neighbor`: in a position, a collection is given as a space. */
type TargetKind = "space" | "collection" | "neighbor";

export interface Target {
  kind: TargetKind;
  id: string;
}

type Request = Pick<PlannedCall, "endpoint" | "params" | "body">;

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
export function transferOf({ endpoint, params, body }: Request): { thing: Target; to: string } | undefined {
  const to = body?.organization;
  if (typeof to !== "string") return undefined;
  if (endpoint === "transferSpace") return { thing: { kind: "space", id: String(params.spaceId) }, to };
  return endpoint === "transferCollection"
    ? { thing: { kind: "collection", id: String(params.collectionId) }, to }
    : undefined;
}

/** Things that a request names by id, without the destination of a transfer to another organization. */
export function targetsOf(request: Request, organization: string): Target[] {
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
