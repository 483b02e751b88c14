import { listAnswer } from "../lists.js";
import { findOrganization, findSpace, notFound, timestamp } from "../lookup.js";
import { ORIGIN } from "../origin.js";
import { permissionsFor } from "../rights/permissions.js";
import { advance, NO_STATS, type StoredTranslation } from "../translation-runs.js";
import type { Handler, HandlerContext, HandlerInput, Handlers } from "../types.js";
import { ServiceError } from "../wire/service-error.js";

const KIND = "translation";
/** A language with script and region: `de`, `pt-br`, `zh-Hans`. Other tags cannot be turned into a name. */
const LANGUAGE = /^[a-z]{2,3}(?:-[a-z]{4})?(?:-[a-z]{2})?$/i;

const orgOf = ({ params }: HandlerInput, context: HandlerContext) =>
  findOrganization(context, params.organizationId ?? "").id;

/** @throws ServiceError 404 */
function find(input: HandlerInput, context: HandlerContext): StoredTranslation {
  const org = orgOf(input, context);
  const id = input.params.translationId ?? "";
  const found = context.store.scopeOf(KIND, id) === org ? context.store.get<StoredTranslation>(KIND, id) : undefined;
  if (!found) throw notFound(KIND, id);
  return found;
}

/** @throws ServiceError 400 */
function languageOf(language: unknown, name: string): string {
  if (language === undefined) throw new ServiceError(400, `${name} is required`);
  if (typeof language !== "string" || !LANGUAGE.test(language)) {
    throw new ServiceError(400, `${name} must be a language, such as "de" or "pt-br"`);
  }
  return language;
}

const list: Handler = (input, context) => {
  const org = orgOf(input, context);
  for (const translation of context.store.all<StoredTranslation>(KIND, org)) advance(context, translation);
  return listAnswer(context, input, { kind: KIND, scope: org });
};

/** Without a source language the space's own is used; the instructions are optional too. */
const create: Handler = (input, context) => {
  const org = orgOf(input, context);
  // The schema has checked the shape.
  const source = input.body.source as { space: string; language?: string } | undefined;
  if (source === undefined) throw new ServiceError(400, "source is required");
  const space = findSpace(context, source.space);
  if (space.organization !== org) throw notFound("space", source.space);
  // Only copies made by a translation have a language.
  const { language: own }: typeof space & { language?: string } = space;
  const from = languageOf(source.language ?? own ?? "en", "source.language");
  const language = languageOf(input.body.language, "language");
  if (language.toLowerCase() === from.toLowerCase()) {
    throw new ServiceError(400, `language must differ from the source's language "${from}"`);
  }
  const { instructions } = input.body;
  const id = context.id();
  const now = timestamp(context);
  const value: StoredTranslation = {
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
  context.store.put(KIND, id, org, value);
  return { value };
};

/** Each read advances the translation by one step. */
const get: Handler = (input, context) => {
  const translation = find(input, context);
  advance(context, translation);
  return { value: context.store.get<StoredTranslation>(KIND, translation.id) };
};

const update: Handler = (input, context) => {
  const translation = find(input, context);
  const { instructions } = input.body;
  if (instructions === undefined) throw new ServiceError(400, "instructions is required");
  const value = context.store.update<StoredTranslation>(KIND, translation.id, (stored) => ({
    ...stored,
    instructions,
    updatedAt: timestamp(context),
  }));
  return { value };
};

/** The translated space stays. */
const remove: Handler = (input, context) => {
  const translation = find(input, context);
  context.store.remove(KIND, translation.id);
  return undefined;
};

export const handlers: Handlers = {
  listTranslations: list,
  createTranslation: create,
  getTranslation: get,
  updateTranslation: update,
  deleteTranslation: remove,
};
