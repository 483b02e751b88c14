import { SITES } from "../../resources/sites.js";
import { plainText } from "../../shared/markdown/outline.js";
import { markdownOf, walkPages } from "../content/pages.js";
import { getRevision } from "../content/revisions.js";
import { findSpace, notFound, type StoredSpace, timestamp } from "../lookup.js";
import { ORIGIN } from "../origin.js";
import { permissionsFor } from "../rights/levels.js";
import { copySpace } from "../spaces/new-space.js";
import type { HandlerContext, Handlers } from "../types.js";
import { ServiceError } from "../wire/service-error.js";
import { createResource, inOrganization, type Place } from "./resource.js";

const KIND = "translation";
/** A language with script and region: `de`, `pt-br`, `zh-Hans`. Other tags cannot be turned into a name. */
const LANGUAGE = /^[a-z]{2,3}(?:-[a-z]{4})?(?:-[a-z]{2})?$/i;

const translations = createResource<Place, StoredTranslation>(SITES.translation, {
  place: inOrganization,
});

/** @throws ServiceError 400 */
function languageOf(language: unknown, name: string): string {
  if (language === undefined) throw new ServiceError(400, `${name} is required`);
  if (typeof language !== "string" || !LANGUAGE.test(language)) {
    throw new ServiceError(400, `${name} must be a language, such as "de" or "pt-br"`);
  }
  return language;
}

const listTranslations = translations.list(({ org }, context) => {
  for (const translation of context.store.all<StoredTranslation>(KIND, org)) advance(context, translation);
  return undefined;
});

/** Without a source language the space's own is used; the instructions are optional too. */
const createTranslation = translations.create(({ org, body }, context) => {
  // The schema has checked the shape.
  const source = body.source as { space: string; language?: string } | undefined;
  if (source === undefined) throw new ServiceError(400, "source is required");
  const space = findSpace(context, source.space);
  if (space.organization !== org) throw notFound("space", source.space);
  // Only copies made by a translation have a language.
  const { language: own }: typeof space & { language?: string } = space;
  const from = languageOf(source.language ?? own ?? "en", "source.language");
  const language = languageOf(body.language, "language");
  if (language.toLowerCase() === from.toLowerCase()) {
    throw new ServiceError(400, `language must differ from the source's language "${from}"`);
  }
  const { instructions } = body;
  const id = context.id();
  const now = timestamp(context);
  return {
    object: KIND,
    id,
    status: "pending",
    source: { space: space.id, language: from },
    language,
    ...(instructions !== undefined && { instructions }),
    createdAt: now,
    updatedAt: now,
    stats: NO_STATS,
    permissions: permissionsFor(KIND, "admin"),
    urls: { location: `${ORIGIN}/v1/orgs/${org}/translations/${id}` },
  };
});

/** Each read advances the translation by one step. */
const getTranslation = translations.change(({ thing }, context) => {
  advance(context, thing);
});

const updateTranslation = translations.change(({ body: { instructions } }, context) => {
  if (instructions === undefined) throw new ServiceError(400, "instructions is required");
  return { instructions, updatedAt: timestamp(context) };
});

export const handlers: Handlers = {
  listTranslations,
  createTranslation,
  getTranslation,
  updateTranslation,
  // The translated space stays.
  deleteTranslation: translations.remove(),
};

// How translations progress. Nothing is translated: the result is a copy of the space.

interface StoredTranslation {
  object: "translation";
  id: string;
  status: "pending" | "running" | "completed" | "failed";
  source: { space: string; language: string };
  language: string;
  instructions?: unknown;
  result?: { space: string; revision: string };
  createdAt: string;
  updatedAt: string;
  stats: typeof NO_STATS;
  permissions: Record<string, boolean>;
  urls: { location: string };
}

/** Durations are in seconds. */
const NO_STATS = {
  runs: 0,
  totalWords: 0,
  totalPages: 0,
  totalDuration: 0,
  latestRunDuration: 0,
  latestPages: 0,
  latestWords: 0,
};

/** One step: a pending translation runs, a running one is completed. */
function advance(context: HandlerContext, translation: StoredTranslation): void {
  const { status } = translation;
  if (context.frozen) return;
  if (status !== "pending" && status !== "running") return;
  context.store.update<StoredTranslation>("translation", translation.id, (stored) => ({
    ...stored,
    ...(status === "pending" ? { status: "running" as const } : finish(context, translation)),
    updatedAt: timestamp(context),
  }));
}

function finish(context: HandlerContext, translation: StoredTranslation): Partial<StoredTranslation> {
  const { source, language, createdAt } = translation;
  const space = context.store.get<StoredSpace>("space", source.space);
  if (!space || space.deletedAt !== undefined) return { status: "failed" };
  const { pages, words } = countContent(context, space.revision);
  const copy = copySpace(context, space, { title: `${space.title} (${nameOf(language)})`, language });
  const duration = Math.max(1, Math.round((context.now() - Date.parse(createdAt)) / 1000));
  return {
    status: "completed",
    result: { space: copy.id, revision: copy.revision },
    stats: {
      runs: 1,
      totalWords: words,
      totalPages: pages,
      totalDuration: duration,
      latestRunDuration: duration,
      latestPages: pages,
      latestWords: words,
    },
  };
}

const nameOf = (language: string) => new Intl.DisplayNames("en", { type: "language" }).of(language) ?? language;

/** Counts pages with text, and words, including in scripts without spaces. */
function countContent({ store }: HandlerContext, revision: string): { pages: number; words: number } {
  const segmenter = new Intl.Segmenter("en", { granularity: "word" });
  let pages = 0;
  let words = 0;
  for (const { page } of walkPages(getRevision(store, revision).pages)) {
    if (page.document === undefined) continue;
    pages++;
    for (const { isWordLike } of segmenter.segment(plainText(markdownOf(store, page)))) if (isWordLike) words++;
  }
  return { pages, words };
}
