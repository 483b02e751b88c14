import { findSpace, notFound, timestamp } from "../lookup.js";
import { ORIGIN } from "../origin.js";
import { permissionsFor } from "../rights/permissions.js";
import { advance, NO_STATS, type StoredTranslation } from "../translation-runs.js";
import type { Handlers } from "../types.js";
import { ServiceError } from "../wire/service-error.js";
import { createResource, inOrganization, type Place } from "./resource.js";

const KIND = "translation";
/** A language with script and region: `de`, `pt-br`, `zh-Hans`. Other tags cannot be turned into a name. */
const LANGUAGE = /^[a-z]{2,3}(?:-[a-z]{4})?(?:-[a-z]{2})?$/i;

const translations = createResource<Place, StoredTranslation>({
  kind: KIND,
  name: KIND,
  parameter: "translationId",
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
