import { loadMarked } from "../../shared/markdown/tokens.js";
import { BROKEN_AND_INCLUDES } from "../../shared/preferred-links.js";
import { documentOf } from "../content/document/document.js";
import { evaluate } from "../content/evaluate.js";
import { importSource } from "../content/import-source.js";
import { backlinksOf, type Links, linksOf, refsIn, requireFile, type TargetPages } from "../content/links/links.js";
import { referenceTexts } from "../content/links/references.js";
import { markdownOf } from "../content/pages.js";
import { notesOnPdf, pagesIn, pdfPath } from "../content/pdf.js";
import {
  type Place,
  presentFile,
  presentPage,
  presentPages,
  presentRevision,
  requirePage,
} from "../content/present.js";
import { getRevision } from "../content/revisions.js";
import { applyTemplate } from "../content/templates.js";
import type { ContentReference } from "../content/types.js";
import { listAnswer } from "../lists.js";
import { findChangeRequest, findSpace } from "../lookup.js";
import { ORIGIN } from "../origin.js";
import type { Handler, HandlerContext, HandlerInput, Handlers } from "../types.js";
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
  const items = await backlinksOf(context, versionOf(place), { file });
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
  return { value: { ...value, document: documentOf(await loadMarked(), markdown, refs) } };
};

/** The answer of a list of links. */
function linksAnswer(input: HandlerInput, context: HandlerContext, place: Place, { items, stats }: Links) {
  const write = referenceTexts(context, input, versionOf(place)).links;
  return listAnswer(context, input, { items, write, key: targetKey, extra: { stats } });
}

const listPageLinks: Handler = async (input, context) => {
  const place = placeOf(input, context);
  const { id } = requirePage(place.revision, input.params.pageId ?? "");
  return linksAnswer(input, context, place, await linksOf(context, versionOf(place), { page: id, ...mainOf(place) }));
};

const listPageBacklinks: Handler = async (input, context) => {
  const place = placeOf(input, context);
  const page = requirePage(place.revision, input.params.pageId ?? "");
  const items = await backlinksOf(context, versionOf(place), { page });
  return listAnswer(context, input, { items, write: referenceTexts(context, input, versionOf(place)).pages });
};

const listLinks: Handler = async (input, context) => {
  const place = placeOf(input, context);
  const { items, stats } = await linksOf(context, versionOf(place));
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
