import type { Store } from "../../store/store.js";
import { documentText } from "../documents.js";
import type { StoredPage } from "../types.js";
import { isLossy, isWide } from "./fonts.js";

/* Notes about characters that the fonts of a PDF cannot show: below the page concerned, and with the PDF's address. */

/** Notes for one page. */
export function notesOnPage(text: string): string[] {
  return [
    ...(isWide(text)
      ? ["Chinese, Japanese and Korean text is shown in the fonts of your reader: this file brings none."]
      : []),
    ...(isLossy(text) ? ['This page contains characters that no font of this file has: they are shown as "?".'] : []),
  ];
}

/** Documents with characters beyond ASCII; only these need to be read. */
function beyondAscii({ sql }: Store, documents: readonly string[]): Set<string> {
  const rows = sql.all(
    `SELECT id FROM objects WHERE kind = 'document' AND id IN (SELECT value FROM json_each(?))
     AND length(json) <> length(CAST(json AS BLOB))`,
    JSON.stringify(documents),
  );
  return new Set(rows.map(({ id }) => String(id)));
}

/** Notes for all pages of a PDF together. */
export function notesOnFile(store: Store, pages: readonly StoredPage[]): string[] {
  const unusual = beyondAscii(
    store,
    pages.flatMap(({ document }) => document ?? []),
  );
  const textOf = ({ title, description, document }: StoredPage) =>
    [title, description, document !== undefined && unusual.has(document) ? documentText(store, document) : ""].join(
      "\n",
    );
  const wide: StoredPage[] = [];
  const lossy: StoredPage[] = [];
  for (const page of pages) {
    const text = textOf(page);
    if (isWide(text)) wide.push(page);
    if (isLossy(text)) lossy.push(page);
  }
  return [
    ...formatPages(wide, "Chinese, Japanese or Korean text: the PDF has no font for it, your reader may have one"),
    ...formatPages(lossy, 'characters that the PDF has no font for: they are shown as "?"'),
  ];
}

function formatPages([first, ...others]: readonly StoredPage[], what: string): string[] {
  if (!first) return [];
  if (others.length === 0) return [`page "${first.title}" has ${what}`];
  return [`${others.length + 1} pages, the first is "${first.title}", have ${what}`];
}
