import sample from "virtual:sample";
import { ORIGIN } from "../../origin.js";
import { fillLevels } from "../../rights/inherited-levels.js";
import { permissionsFor } from "../../rights/permissions.js";
import type { HandlerContext } from "../../types.js";
import { daysAgo } from "../tools.js";
import type { CollectionSource, Holding, SpaceSource } from "../types.js";
import { loadHistory } from "./history.js";

interface Place {
  org: string;
  parent?: string;
}

function loadCollection(context: HandlerContext, { org, parent }: Place, source: CollectionSource): void {
  const { collection: id, title, description = "", defaultLevel } = source;
  context.store.put("collection", id, parent ?? org, {
    object: "collection",
    id,
    title,
    description,
    organization: org,
    ...(parent && { parent }),
    ...(defaultLevel && { defaultLevel }),
    urls: { location: `${ORIGIN}/v1/collections/${id}`, app: `${ORIGIN}/o/${org}/c/${id}` },
    permissions: permissionsFor("collection", "admin"),
  });
  for (const holding of source.holds) loadHolding(context, { org, parent: id }, holding);
}

function counters(id: string) {
  const changes = sample.changeRequests[id] ?? [];
  const withStatus = (status: string) => changes.filter((change) => change.status === status).length;
  const own = sample.discussions.find(({ space, change }) => space === id && change === undefined)?.comments ?? [];
  return {
    comments: own.filter(({ resolved }) => resolved === undefined).length,
    changeRequests: changes.length,
    changeRequestsOpen: withStatus("open"),
    changeRequestsDraft: withStatus("draft"),
  };
}

function loadSpace(context: HandlerContext, { org, parent }: Place, source: SpaceSource): void {
  const { space: id, book: _book, created, deleted, defaultLevel, gitSync, ...fields } = source;
  const { revision, updated } = loadHistory(context, source, org);
  context.store.put("space", id, deleted === undefined ? (parent ?? org) : `deleted/${org}`, {
    object: "space",
    id,
    ...fields,
    createdAt: daysAgo(context, created),
    updatedAt: daysAgo(context, updated),
    ...(deleted !== undefined && { deletedAt: daysAgo(context, deleted) }),
    urls: { location: `${ORIGIN}/v1/spaces/${id}`, app: `${ORIGIN}/o/${org}/s/${id}` },
    organization: org,
    ...(parent && { parent }),
    ...(gitSync && { gitSync: { ...gitSync, updatedAt: daysAgo(context, updated) } }),
    revision,
    ...(defaultLevel && { defaultLevel }),
    ...counters(id),
    permissions: permissionsFor("space", "admin"),
  });
}

function loadHolding(context: HandlerContext, place: Place, holding: Holding): void {
  if ("collection" in holding) loadCollection(context, place, holding);
  else loadSpace(context, place, holding);
}

/** Collections and spaces of both organizations, with their content and change requests. */
export function loadSpaces(context: HandlerContext): void {
  for (const { org, holds } of sample.trees) {
    for (const holding of holds) loadHolding(context, { org }, holding);
    fillLevels(context.store, org);
  }
}
