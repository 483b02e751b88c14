import * as z from "zod/mini";
import { endpoint, once } from "./endpoint.js";
import { num, open, Permissions, page, position, Role, searchText, shareKey, text, Urls } from "./shared.js";

/** Contract, "Space". Timestamps are ISO 8601 strings. */
export const Space = once(() =>
  z.looseObject({
    object: text(),
    id: text(),
    title: text(),
    emoji: text(),
    visibility: text(),
    createdAt: text(),
    updatedAt: text(),
    deletedAt: text(),
    editMode: text(),
    urls: z.nullish(z.looseObject({ location: text(), app: text(), published: text(), public: text(), icon: text() })),
    organization: text(),
    parent: text(),
    language: text(),
    gitSync: z.nullish(
      z.looseObject({
        repoName: text(),
        installationProvider: text(),
        integration: text(),
        url: text(),
        updatedAt: text(),
      }),
    ),
    visitorAuth: z.nullish(z.looseObject({ backend: text() })),
    revision: text(),
    defaultLevel: text(),
    comments: num(),
    changeRequests: num(),
    changeRequestsOpen: num(),
    changeRequestsDraft: num(),
    permissions: Permissions(),
  }),
);

/** Contract, "Search results": one page of a space with its matching sections. */
export const SpaceSearchItem = once(() =>
  z.looseObject({
    id: text(),
    title: text(),
    path: text(),
    sections: z.optional(
      z.nullable(z.array(z.looseObject({ id: text(), title: text(), path: text(), body: text(), urls: Urls() }))),
    ),
    urls: Urls(),
  }),
);

/** Contract, "Link item". */
/** The statistics that come with links. */
export const LINK_STATISTICS = { field: "broken.total", status: "broken", what: "broken link" } as const;

export const LinkItem = once(() =>
  z.looseObject({
    status: text(),
    relation: text(),
    targetReference: z.optional(z.unknown()),
    locationReferences: z.optional(z.nullable(z.array(z.unknown()))),
  }),
);

const EDIT_MODES = ["live", "locked"] as const;
export const LANGUAGES =
  "en fr de es it pt pt-br ru ja zh yue ko ar hi nl pl tr sv no da fi el cs hu ro th vi id ms he uk sk bg hr lt lv et sl".split(
    " ",
  );

export const listOrgSpaces = endpoint({
  method: "GET",
  path: "/v1/orgs/{organizationId}/spaces",
  summary: "List the spaces of an organization",
  query: () => z.object(page()),
  response: Space,
  paginated: true,
  names: { parent: "/v1/orgs/{organizationId}/collections" },
});

export const getSpace = endpoint({
  method: "GET",
  path: "/v1/spaces/{spaceId}",
  summary: "Get a space",
  query: () => z.object({ shareKey: shareKey() }),
  response: Space,
  names: { parent: "/v1/orgs/{organizationId}/collections" },
});

export const updateSpace = endpoint({
  method: "PATCH",
  path: "/v1/spaces/{spaceId}",
  summary: "Change fields of a space",
  body: () =>
    z.object({
      editMode: z.optional(z.enum(EDIT_MODES)),
      title: z.optional(z.string()),
      defaultLevel: z.optional(Role()),
      language: z.optional(open(LANGUAGES)),
      emoji: z.optional(z.string()),
    }),
  response: Space,
  retry: "idempotent",
  verify: { get: getSpace },
});

export const deleteSpace = endpoint({
  method: "DELETE",
  path: "/v1/spaces/{spaceId}",
  summary: "Delete a space; it can be restored for 7 days",
  retry: "idempotent",
});

export const duplicateSpace = endpoint({
  method: "POST",
  path: "/v1/spaces/{spaceId}/duplicate",
  summary: "Duplicate a space",
  response: Space,
  status: 201,
  slow: true,
  retry: "unsafe",
  verify: { get: getSpace, made: "spaceId" },
});

export const restoreSpace = endpoint({
  method: "POST",
  path: "/v1/spaces/{spaceId}/restore",
  summary: "Restore a space deleted in the last 7 days",
  response: Space,
  retry: "verify",
  verify: { get: getSpace, absent: true, proof: { field: "deletedAt", is: "unset" } },
  about: { spaceId: "id" },
});

export const moveSpace = endpoint({
  method: "POST",
  path: "/v1/spaces/{spaceId}/move",
  summary: "Move a space to another collection or position",
  body: () => z.object({ parent: z.optional(z.string()), position: z.optional(position("space", "space")) }),
  response: Space,
  retry: "verify",
  verify: { get: getSpace, unless: "position", proof: { field: "parent", is: { body: "parent" } } },
  about: { spaceId: "id" },
});

export const transferSpace = endpoint({
  method: "POST",
  path: "/v1/spaces/{spaceId}/transfer",
  summary: "Transfer a space to another organization or collection",
  body: () => z.object({ organization: z.optional(z.string()), collection: z.optional(z.string()) }),
  response: Space,
  retry: "verify",
  verify: { get: getSpace, proof: { field: "organization", is: { body: "organization" } } },
  about: { spaceId: "id" },
});

export const searchSpace = endpoint({
  method: "GET",
  path: "/v1/spaces/{spaceId}/search",
  summary: "Search the pages of a space",
  query: () => z.object({ ...page(), query: searchText() }),
  response: SpaceSearchItem,
  paginated: true,
});

export const listSpaceLinks = endpoint({
  method: "GET",
  path: "/v1/spaces/{spaceId}/links",
  summary: "List the links of a space",
  query: () => z.object(page()),
  response: LinkItem,
  paginated: true,
  stats: LINK_STATISTICS,
});
