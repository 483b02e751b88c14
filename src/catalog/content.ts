import * as z from "zod/mini";
import { endpoint, inChangeRequest, once } from "./endpoint.js";
import { File } from "./files.js";
import { Page } from "./pages.js";
import { bool, ContentReference, computed, many, metadata, num, open, strings, text } from "./shared.js";

const Git = once(() =>
  z.looseObject({ oid: text(), message: text(), createdByService: bool(), url: text(), ref: text() }),
);

/** Contract, "Revision, Page, File (content)": Revision. With `metadata=false` there are no `git` members. */
export const Revision = once(() =>
  z.looseObject({
    object: text(),
    id: text(),
    parents: strings(),
    pages: many(Page()),
    files: many(File()),
    reusableContents: many(
      z.looseObject({ id: text(), title: text(), git: z.nullish(z.looseObject({ oid: text(), path: text() })) }),
    ),
    variables: z.nullish(z.record(z.string(), text())),
    createdAt: text(),
    git: z.nullish(Git()),
    urls: z.nullish(z.looseObject({ app: text(), published: text(), public: text() })),
    type: text(),
  }),
);

export const ImportResult = once(() =>
  z.looseObject({ revision: text(), importedResources: num(), totalResources: num() }),
);

const IMPORT_SOURCES = [
  "website",
  "docx",
  "markdown",
  "html",
  "zip",
  "confluence",
  "github-wiki",
  "notion",
  "google-docs",
] as const;

const contentQuery = once(() => z.object({ metadata: metadata(), computed: computed() }));
const importBody = once(() => z.object({ url: z.url(), source: open(IMPORT_SOURCES) }));

export const getSpaceContent = endpoint({
  method: "GET",
  path: "/v1/spaces/{spaceId}/content",
  summary: "Get the content of a space",
  query: contentQuery,
  response: Revision,
});

export const importSpaceContent = endpoint({
  method: "POST",
  path: "/v1/spaces/{spaceId}/content/import",
  summary: "Import content into a space",
  body: importBody,
  response: ImportResult,
  status: 201,
  slow: true,
  retry: "unsafe",
  explains: true,
});

export const applySpaceTemplate = endpoint({
  method: "POST",
  path: "/v1/spaces/{spaceId}/content/template",
  summary: "Apply a template to a space",
  body: () =>
    z.object({
      id: z.optional(z.string()),
      params: z.optional(z.object({ contentRefs: z.optional(z.record(z.string(), ContentReference())) })),
    }),
  slow: true,
  retry: "unsafe",
});

export const getChangeRequestContent = inChangeRequest(getSpaceContent);
export const importChangeRequestContent = inChangeRequest(importSpaceContent);
