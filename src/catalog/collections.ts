import * as z from "zod/mini";
import { endpoint, once } from "./endpoint.js";
import { flag, Permissions, page, position, Role, text, Urls } from "./shared.js";
import { Space } from "./spaces.js";

/** Contract, "Collection". */
export const Collection = once(() =>
  z.looseObject({
    object: text(),
    id: text(),
    title: text(),
    description: text(),
    organization: text(),
    parent: text(),
    defaultLevel: text(),
    urls: Urls(),
    permissions: Permissions(),
  }),
);

export const listOrgCollections = endpoint({
  method: "GET",
  path: "/v1/orgs/{organizationId}/collections",
  summary: "List the collections of an organization",
  query: () => z.object({ ...page(), nested: z.optional(flag(true)) }),
  response: Collection,
  paginated: true,
  names: { parent: "/v1/orgs/{organizationId}/collections" },
});

export const getCollection = endpoint({
  method: "GET",
  path: "/v1/collections/{collectionId}",
  summary: "Get a collection",
  response: Collection,
});

export const createCollection = endpoint({
  method: "POST",
  path: "/v1/orgs/{organizationId}/collections",
  summary: "Create a collection",
  body: () => z.object({ title: z.optional(z.string()), parent: z.optional(z.string()) }),
  response: Collection,
  status: 201,
  retry: "unsafe",
  verify: { get: getCollection, made: "collectionId" },
});

export const updateCollection = endpoint({
  method: "PATCH",
  path: "/v1/collections/{collectionId}",
  summary: "Change fields of a collection",
  body: () =>
    z.object({
      title: z.optional(z.string()),
      description: z.optional(z.string()),
      defaultLevel: z.optional(Role()),
    }),
  response: Collection,
  retry: "idempotent",
  verify: { get: getCollection },
});

export const deleteCollection = endpoint({
  method: "DELETE",
  path: "/v1/collections/{collectionId}",
  summary: "Delete a collection",
  retry: "idempotent",
});

export const listCollectionSpaces = endpoint({
  method: "GET",
  path: "/v1/collections/{collectionId}/spaces",
  summary: "List the spaces of a collection",
  query: () => z.object(page()),
  response: Space,
  paginated: true,
});

/** The position's type is `space` here too. */
export const moveCollection = endpoint({
  method: "POST",
  path: "/v1/collections/{collectionId}/move",
  summary: "Move a collection to another collection or position",
  body: () => z.object({ parent: z.optional(z.string()), position: z.optional(position("space", "space")) }),
  response: Collection,
  verify: { get: getCollection, unless: "position", proof: { field: "parent", is: { body: "parent" } } },
  retry: "verify",
  about: { collectionId: "id" },
});

export const transferCollection = endpoint({
  method: "POST",
  path: "/v1/collections/{collectionId}/transfer",
  summary: "Transfer a collection to another organization",
  body: () => z.object({ organization: z.optional(z.string()) }),
  response: Collection,
  verify: { get: getCollection, proof: { field: "organization", is: { body: "organization" } } },
  retry: "verify",
  about: { collectionId: "id" },
});
