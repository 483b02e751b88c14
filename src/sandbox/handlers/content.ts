import { BROKEN_AND_INCLUDES } from "../../shared/headers.js";
import { resolvePath } from "../../shared/markdown/elements.js";
import { loadMarked } from "../../shared/markdown/tokens.js";
import { makeDocument } from "../content/document.js";
import { importSource } from "../content/import-source.js";
import {
  type Links,
  readBacklinks,
  readLinks,
  refsIn,
  requireFile,
  type TargetPages,
  type Version,
} from "../content/links/links.js";
import type { Target } from "../content/links/targets.js";
import { documentText, markdownOf } from "../content/pages.js";
import { notesOnPdf, pagesIn, pdfPath } from "../content/pdf.js";
import {
  type Place,
  presentFile,
  presentPage,
  presentPages,
  presentRevision,
  requirePage,
} from "../content/present.js";
import { createRevision, getRevision, setSpaceRevision } from "../content/revisions.js";
import type { ContentReference, PageInput, StoredPage, StoredReusable, StoredRevision } from "../content/types.js";
import { listAnswer, type WrittenItems } from "../lists.js";
import { findChangeRequest, findSpace, refuseLocked } from "../lookup.js";
import { ORIGIN } from "../origin.js";
import { callerView } from "../rights/caller-view.js";
import type { ContentContext, Handler, HandlerContext, HandlerInput, Handlers } from "../types.js";
import { ServiceError } from "../wire/service-error.js";

/** The content that a path names: the change request's own revision if there is one in the path. */
function placeOf({ params, query }: HandlerInput, context: HandlerContext): Place {
  const space = findSpace(context, params.spaceId ?? "");
  const { changeRequestId } = params;
  const change = changeRequestId === undefined ? undefined : findChangeRequest(context, space.id, changeRequestId);
  const { revision: id } = change ?? space;
  if (context.loaded && context.store.scopeOf("revision", id) === undefined) {
    const what = change ? `change request ${change.number}` : `space "${space.id}"`;
    throw new ServiceError(404, `the content of ${what} is not in the snapshot that was loaded`);
  }
  const revision = getRevision(context.store, id);
  return { space, change, revision, metadata: query.metadata !== false, computed: query.computed !== false };
}

const versionOf = ({ space, revision }: Place) => ({ space: space.id, revision: revision.id });

/** A broken link counts for the change request if it works in the space's own content. */
const mainOf = ({ space, change }: Place) => (change ? { main: space.revision } : {});

const targetKey = ({ target }: TargetPages) => target.key;

const getContent: Handler = (input, context) => ({ value: presentRevision(placeOf(input, context)) });

const listPages: Handler = (input, context) => {
  const place = placeOf(input, context);
  return { value: { pages: presentPages(place, place.revision.pages) } };
};

const listFiles: Handler = (input, context) => {
  const place = placeOf(input, context);
  return listAnswer(context, input, {
    items: place.revision.files,
    present: (files) => files.map((file) => presentFile(place, file)),
  });
};

const getFile: Handler = (input, context) => {
  const place = placeOf(input, context);
  return { value: presentFile(place, requireFile(place.revision, input.params.fileId ?? "")) };
};

const listFileBacklinks: Handler = async (input, context) => {
  const place = placeOf(input, context);
  const file = requireFile(place.revision, input.params.fileId ?? "");
  const items = await readBacklinks(context, versionOf(place), { file });
  return listAnswer(context, input, { items, write: referenceTexts(context, input, versionOf(place)).pages });
};

/** The text is in `markdown`, or with `format=document` in the member `document`. */
const getPage: Handler = async (input, context) => {
  const place = placeOf(input, context);
  const page = requirePage(place.revision, input.params.pageId ?? "");
  const value = presentPage(place, page);
  if (page.document === undefined || (page.type === "computed" && !place.computed)) return { value };
  const written = markdownOf(context.store, page);
  const markdown = input.query.evaluated === true ? evaluate(context.store, place.revision, page, written) : written;
  if (input.query.format !== "document") return { value: { ...value, markdown } };
  const refs = refsIn(context.origin, place.revision, page);
  return { value: { ...value, document: makeDocument(await loadMarked(), markdown, refs) } };
};

/** The answer of a list of links. */
function linksAnswer(input: HandlerInput, context: HandlerContext, place: Place, { items, stats }: Links) {
  const write = referenceTexts(context, input, versionOf(place)).links;
  return listAnswer(context, input, { items, write, key: targetKey, extra: { stats } });
}

const listPageLinks: Handler = async (input, context) => {
  const place = placeOf(input, context);
  const { id } = requirePage(place.revision, input.params.pageId ?? "");
  return linksAnswer(input, context, place, await readLinks(context, versionOf(place), { page: id, ...mainOf(place) }));
};

const listPageBacklinks: Handler = async (input, context) => {
  const place = placeOf(input, context);
  const page = requirePage(place.revision, input.params.pageId ?? "");
  const items = await readBacklinks(context, versionOf(place), { page });
  return listAnswer(context, input, { items, write: referenceTexts(context, input, versionOf(place)).pages });
};

const listLinks: Handler = async (input, context) => {
  const place = placeOf(input, context);
  const { items, stats } = await readLinks(context, versionOf(place));
  const isPreferred = ({ target }: TargetPages) => target.status === "broken" || target.reusable !== undefined;
  const shown = input.prefer === BROKEN_AND_INCLUDES ? items.filter(isPreferred) : items;
  return linksAnswer(input, context, place, { items: shown, stats });
};

const importContent: Handler = async (input, context) => {
  const { url, source } = input.body;
  const result = await importSource(context, placeOf(input, context), { url: String(url), source: String(source) });
  return { value: result };
};

const template: Handler = (input, context) => {
  const { id, params } = input.body;
  // The catalog's schema has checked the references.
  const refs = (params as { contentRefs?: Record<string, ContentReference> } | undefined)?.contentRefs ?? {};
  applyTemplate(context, placeOf(input, context), { id: id === undefined ? undefined : String(id), contentRefs: refs });
  return undefined;
};

/** `notes`, an addition to the contract, says what the PDF cannot show. */
const getPdf: Handler = (input, context) => {
  const { revision } = placeOf(input, context);
  const path = pdfPath(revision, { page: input.query.page, only: input.query.only === true });
  const notes = notesOnPdf(context.store, pagesIn(revision, path.split("/").at(-1) ?? "") ?? []);
  return { value: { url: `${ORIGIN}${path}?key=${context.sign(path)}`, ...(notes.length > 0 && { notes }) } };
};

export const handlers: Handlers = {
  getSpaceContent: getContent,
  importSpaceContent: importContent,
  applySpaceTemplate: template,
  listSpacePages: listPages,
  listSpaceFiles: listFiles,
  getSpaceFile: getFile,
  listSpaceFileBacklinks: listFileBacklinks,
  getSpacePage: getPage,
  listSpacePageLinks: listPageLinks,
  listSpacePageBacklinks: listPageBacklinks,
  listSpaceLinks: listLinks,
  getChangeRequestContent: getContent,
  importChangeRequestContent: importContent,
  listChangeRequestPages: listPages,
  listChangeRequestFiles: listFiles,
  getChangeRequestFile: getFile,
  listChangeRequestFileBacklinks: listFileBacklinks,
  getChangeRequestPage: getPage,
  listChangeRequestPageLinks: listPageLinks,
  getChangeRequestPdf: getPdf,
};

const EXPRESSION = /\{\{ {0,9}(space|page)\.vars\.([\w-]{1,100}) {0,9}\}\}/g;
/** The form used in repositories, where an underscore may be escaped. */
const IN_CODE = /<code class="expression"> {0,9}(space|page)\.vars\.([\w\\-]{1,100}) {0,9}<\/code>/g;
const INCLUDE = /\{% {0,9}include {1,9}"([^"\n]{1,300})" {0,9}%\}/g;
const MAX_DEPTH = 5;
/** Limit of characters that includes may add to a page: included content may include more. */
const MOST_INCLUDED = 5_000_000;

type Name = (name: string) => StoredReusable | undefined;

/** Finds reusable content by id, title or path; a path starts at the file that names it, or at the root. */
function reusableIn({ reusableContents }: StoredRevision, from: string): Name {
  return (name) => {
    const path = resolvePath(from, name);
    const named = ({ id, title, git }: StoredReusable) => [id, title, git?.path].includes(name);
    return reusableContents.find(({ git }) => git && git.path === path) ?? reusableContents.find(named);
  };
}

/**
 * Markdown as readers get it: `{{ space.vars.name }}` and `{{ page.vars.name }}` become their values, and
 * `{% include "path, id or title" %}` becomes the reusable content. Undefined names stay as written.
 */
export function evaluate(
  store: ContentContext["store"],
  revision: StoredRevision,
  page: StoredPage,
  markdown: string,
): string {
  let included = 0;
  const expanded = (text: string, from: string, depth: number): string => {
    const find = reusableIn(revision, from);
    return text.replace(INCLUDE, (written, name: string) => {
      const found = depth < MAX_DEPTH && included < MOST_INCLUDED ? find(name) : undefined;
      if (!found) return written;
      const inner = documentText(store, found.document).trim();
      included += inner.length;
      return expanded(inner, found.git?.path ?? from, depth + 1);
    });
  };
  const value = (written: string, where: string, name: string) => {
    const variables = where === "space" ? revision.variables : (page.variables ?? {});
    const plain = name.replaceAll("\\", "");
    return (Object.hasOwn(variables, plain) ? variables[plain] : undefined) ?? written;
  };
  return expanded(markdown, page.git?.path ?? "", 0)
    .replace(EXPRESSION, value)
    .replace(IN_CODE, value);
}

/*
 * References as JSON text. Each includes its organization and its space, which make up most of a list of links: they are
 * serialized once, and a NUL takes their place.
 */

interface ReferenceTexts {
  /** Contract, "Reference". */
  pages: WrittenItems<StoredPage>;
  /** Contract, "Link item": one per target, with the places that name it. */
  links: WrittenItems<TargetPages>;
}

const pageOf = ({ id, title, emoji, icon, type, path }: StoredPage) => ({ id, title, emoji, icon, type, path });
const contentOf = ({ id, title, git }: StoredReusable) => ({ id, title, ...(git && { git }) });

/** The members of a target beside those of its place; `kind` comes first. */
function ownMembers({ page, file, reusable, anchor, path, redirect }: Target): [kind: string, own: object] {
  if (file) return ["file", { file }];
  if (reusable) return ["reusable-content", { reusableContent: contentOf(reusable) }];
  const from = redirect === undefined ? {} : { redirect };
  if (page && anchor !== undefined) return ["anchor", { page: pageOf(page), anchor, ...from }];
  if (page) return ["page", { page: pageOf(page), ...from }];
  return [/\.(md|markdown)$|(^|\/)[^.]*$/i.test(path ?? "") ? "page" : "file", { path }];
}

/** How the caller sees the references in one version, with the origin of the request. */
export function referenceTexts(
  context: HandlerContext,
  { params, origin = ORIGIN }: Pick<HandlerInput, "params" | "origin">,
  version: Version,
): ReferenceTexts {
  const { store } = context;
  const space = store.get<{ organization?: string }>("space", version.space);
  const organization = store.get<object>("organization", space?.organization ?? "");
  const see = callerView(context, { endpoint: { method: "GET" }, params });
  const write = (value: unknown) => JSON.stringify(value).replaceAll(ORIGIN, origin);
  const versionContext = { type: "revision", revision: version.revision };
  const around = { organization, space, versionContext };
  const repeated = Buffer.from(write(see ? see(JSON.stringify(around)) : around).slice(1, -1));
  const reference = (kind: string, own: object) => `{"kind":"${kind}",\0,${write(own).slice(1)}`;
  const pages = (all: Iterable<StoredPage>) =>
    Array.from(all, (page) => `{"kind":"page",\0,"page":${JSON.stringify(pageOf(page))}}`).join(",");
  const link = ({ target, pages: from }: TargetPages) => {
    const { status, url } = target;
    const to = url === undefined ? reference(...ownMembers(target)) : write({ kind: "url", url });
    const head = `{"status":"${status}","relation":"reference","targetReference":${to}`;
    return `${head},"locationReferences":[${pages(from)}]}`;
  };
  return { pages: { texts: pages, repeated }, links: { texts: (items) => items.map(link).join(","), repeated } };
}

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
function applyTemplate(
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
