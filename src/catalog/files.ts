import * as z from "zod/mini";
import { endpoint, inChangeRequest, once } from "./endpoint.js";
import { Organization } from "./organizations.js";
import { computed, metadata, num, page, text } from "./shared.js";
import { Space } from "./spaces.js";

/** Contract, "Revision, Page, File (content)": File. There is no `git` with `metadata=false`. */
export const File = once(() =>
  z.looseObject({
    id: text(),
    name: text(),
    contentType: text(),
    downloadURL: text(),
    size: num(),
    dimensions: z.nullish(z.looseObject({ width: num(), height: num() })),
    git: z.nullish(z.looseObject({ oid: text(), path: text() })),
  }),
);

/** Some services answer the revision itself where the contract says no more than its name. */
const Version = once(() => z.union([z.string(), z.looseObject({ id: text() })]));

/** Contract, "Reference": where something is used. */
export const Reference = once(() =>
  z.looseObject({
    kind: text(),
    organization: z.nullish(Organization()),
    space: z.nullish(Space()),
    versionContext: z.nullish(z.looseObject({ type: text(), revision: z.nullish(Version()) })),
    file: z.nullish(File()),
  }),
);

const fileQuery = once(() => z.object({ metadata: metadata(), computed: computed() }));
const filesQuery = once(() => z.object({ ...page(), metadata: metadata(), computed: computed() }));

export const listSpaceFiles = endpoint({
  method: "GET",
  path: "/v1/spaces/{spaceId}/content/files",
  summary: "List the files of a space",
  query: filesQuery,
  response: File,
  paginated: true,
});

export const getSpaceFile = endpoint({
  method: "GET",
  path: "/v1/spaces/{spaceId}/content/files/{fileId}",
  summary: "Get a file of a space",
  query: fileQuery,
  response: File,
});

export const listSpaceFileBacklinks = endpoint({
  method: "GET",
  path: "/v1/spaces/{spaceId}/content/files/{fileId}/backlinks",
  summary: "List where a file of a space is used",
  query: () => z.object(page()),
  response: Reference,
  paginated: true,
});

export const listChangeRequestFiles = inChangeRequest(listSpaceFiles);
export const getChangeRequestFile = inChangeRequest(getSpaceFile);
export const listChangeRequestFileBacklinks = inChangeRequest(listSpaceFileBacklinks);
