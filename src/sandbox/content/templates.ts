import { refuseLocked } from "../lookup.js";
import type { HandlerContext } from "../types.js";
import { ServiceError } from "../wire/service-error.js";
import type { Place } from "./present.js";
import { createRevision, setSpaceRevision } from "./revisions.js";
import type { ContentReference, PageInput } from "./types.js";

/** Templates by id. Their pages are added after those in the space. */
const TEMPLATES: Record<string, PageInput[]> = {
  "product-docs": [
    {
      title: "Welcome",
      markdown: "What this product does, and for whom.\n\n## Where to begin\n\n- [Quickstart](quickstart.md)\n",
    },
    {
      title: "Quickstart",
      markdown: "From nothing to a first result in five minutes.\n\n1. Install it\n2. Set it up\n3. Try it\n",
    },
    {
      title: "Guides",
      type: "group",
      pages: [{ title: "First guide", markdown: "One task, from start to end.\n" }],
    },
  ],
  "api-reference": [
    { title: "Introduction", markdown: "The address of the interface and how to sign in.\n" },
    { title: "Errors", markdown: "| Status | Meaning |\n| --- | --- |\n| 400 | The request is not valid |\n" },
  ],
  "knowledge-base": [
    { title: "How can we help?", markdown: "Answers to the questions that are asked most.\n" },
    { title: "Frequent questions", markdown: "## How do I begin?\n\n## Where do I get help?\n" },
  ],
};

/** @throws ServiceError 400 for a reference to something that does not exist */
function checkReference(context: HandlerContext, place: Place, name: string, ref: ContentReference): void {
  const found =
    ref.kind === "file"
      ? place.revision.files.some(({ id }) => id === ref.file)
      : context.store
          .all<{ id: string; slug: string }>("openapi-spec", place.space.organization)
          .some(({ id, slug }) => id === ref.spec || slug === ref.spec);
  if (!found) throw new ServiceError(400, `contentRefs.${name} names a ${ref.kind} that does not exist`);
}

/** A file becomes the cover of the first page, a specification becomes a page computed from it. */
function withReferences(pages: PageInput[], refs: Record<string, ContentReference>): PageInput[] {
  const [first, ...rest] = pages;
  const cover = Object.values(refs).find(({ kind }) => kind === "file");
  const computed = Object.entries(refs)
    .filter(([, { kind }]) => kind === "openapi")
    .map(([name, ref]): PageInput => {
      return { title: name, type: "computed", computed: { type: "openapi", dependencies: { spec: { ref } } } };
    });
  return [...(first ? [cover ? { ...first, cover: { ref: cover } } : first] : []), ...rest, ...computed];
}

/**
 * Adds a template's pages to a space.
 * @throws ServiceError 400 without an id or with a bad reference, 403 locked, 404 unknown template
 */
export function applyTemplate(
  context: HandlerContext,
  place: Place,
  { id, contentRefs }: { id: string | undefined; contentRefs: Record<string, ContentReference> },
): void {
  refuseLocked(place.space);
  if (id === undefined) throw new ServiceError(400, "id is required");
  const template = Object.hasOwn(TEMPLATES, id) ? TEMPLATES[id] : undefined;
  if (!template)
    throw new ServiceError(404, `template "${id}" not found: there are ${Object.keys(TEMPLATES).join(", ")}`);
  for (const [name, ref] of Object.entries(contentRefs)) checkReference(context, place, name, ref);
  const { pages, files, reusableContents, variables } = place.revision;
  const revision = createRevision(context, {
    space: place.space.id,
    type: "edits",
    parents: [place.revision.id],
    pages: [...pages, ...withReferences(template, contentRefs)],
    files,
    reusableContents,
    variables,
  });
  setSpaceRevision(context, place.space.id, revision);
}
