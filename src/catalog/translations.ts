import * as z from "zod/mini";
import { endpoint, once } from "./endpoint.js";
import { num, open, Permissions, page, text } from "./shared.js";
import { LANGUAGES } from "./spaces.js";

/**
 * Contract, "Translation": a document is JSON, neither text nor Markdown. Its blocks are not checked: the contract
 * documents only the type `paragraph`.
 */
const Document = once(() =>
  z.looseObject({
    object: z.literal("document"),
    data: z.looseObject({ schemaVersion: z.optional(z.number()) }),
    nodes: z.array(z.record(z.string(), z.unknown())),
  }),
);

/** Contract, "Translation". */
export const Translation = once(() =>
  z.looseObject({
    object: text(),
    id: text(),
    status: text(),
    source: z.nullish(z.looseObject({ space: text(), language: text() })),
    language: text(),
    instructions: z.nullish(z.record(z.string(), z.unknown())),
    result: z.nullish(z.looseObject({ space: text(), revision: text() })),
    createdAt: text(),
    updatedAt: text(),
    stats: z.nullish(
      z.looseObject({
        runs: num(),
        totalWords: num(),
        totalPages: num(),
        totalDuration: num(),
        latestRunDuration: num(),
        latestPages: num(),
        latestWords: num(),
      }),
    ),
    permissions: Permissions(),
    urls: z.nullish(z.looseObject({ location: text() })),
  }),
);

export const listTranslations = endpoint({
  method: "GET",
  path: "/v1/orgs/{organizationId}/translations",
  summary: "List the translations of an organization",
  query: () => z.object(page()),
  response: Translation,
  paginated: true,
});

export const getTranslation = endpoint({
  method: "GET",
  path: "/v1/orgs/{organizationId}/translations/{translationId}",
  summary: "Get a translation",
  response: Translation,
});

export const createTranslation = endpoint({
  method: "POST",
  path: "/v1/orgs/{organizationId}/translations",
  summary: "Translate a space",
  body: () =>
    z.object({
      source: z.optional(z.object({ space: z.string(), language: z.optional(z.string()) })),
      language: z.optional(open(LANGUAGES)),
      instructions: z.optional(Document()),
    }),
  response: Translation,
  status: 201,
  retry: "unsafe",
  verify: { get: getTranslation, made: "translationId" },
});

export const updateTranslation = endpoint({
  method: "PUT",
  path: "/v1/orgs/{organizationId}/translations/{translationId}",
  summary: "Replace the instructions of a translation",
  body: () => z.object({ instructions: z.optional(Document()) }),
  response: Translation,
  retry: "idempotent",
  verify: { get: getTranslation },
});

export const deleteTranslation = endpoint({
  method: "DELETE",
  path: "/v1/orgs/{organizationId}/translations/{translationId}",
  summary: "Delete a translation",
  retry: "idempotent",
});
