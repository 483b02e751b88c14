/** How translations progress. Nothing is translated: the result is a copy of the space. */

import { plainText } from "../shared/markdown/outline.js";
import { markdownOf, walkPages } from "./content/pages.js";
import { getRevision } from "./content/revisions.js";
import { type StoredSpace, timestamp } from "./lookup.js";
import { copySpace } from "./spaces/copies.js";
import type { HandlerContext } from "./types.js";

export interface StoredTranslation {
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
export const NO_STATS = {
  runs: 0,
  totalWords: 0,
  totalPages: 0,
  totalDuration: 0,
  latestRunDuration: 0,
  latestPages: 0,
  latestWords: 0,
};

/** One step: a pending translation runs, a running one is completed. */
export function advance(context: HandlerContext, translation: StoredTranslation): void {
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
