/** The view `links`: links of all pages, which are found by parsing their texts. */
import { linksOf } from "../../sandbox/content/links/links.js";
import { ORIGIN } from "../../sandbox/origin.js";
import { shadowIndexTables } from "../../sandbox/store/index-tables.js";
import { openWithIndex } from "../../sandbox/store/kept-index.js";
import type { Database } from "../../sandbox/store/sqlite.js";
import { createStore } from "../../sandbox/store/store.js";

export interface LinksPlace {
  /** The snapshot. */
  file: string;
  /** Where its link index is kept, which `docs --snapshot` shares; absent: it is made in memory. */
  index?: string | undefined;
}

/** Parses texts that are not in the kept index; that takes about a second for 1,000 pages. */
export async function fillLinks(db: Database, { file, index }: LinksPlace): Promise<void> {
  const kept = index === undefined ? undefined : openWithIndex(file, index);
  if (!kept) shadowIndexTables(db);
  try {
    // The statement of the user never sees the connection that can write.
    await copyLinks(kept ?? db, db);
  } finally {
    kept?.close();
  }
}

async function copyLinks(from: Database, to: Database): Promise<void> {
  const context = { store: createStore(from), origin: ORIGIN };
  const spaces = to.all(
    `SELECT s.id AS space, r.id AS revision FROM main.objects s
     JOIN main.objects r ON r.kind = 'revision' AND r.id = s.json ->> '$.revision' WHERE s.kind = 'space'`,
  );
  for (const { space, revision } of spaces) {
    // Thousands of rows are written as one. What was indexed stays when a query is ended at its deadline.
    from.exec("BEGIN");
    const { items } = await linksOf(context, { space: String(space), revision: String(revision) });
    from.exec("COMMIT");
    const rows = items.flatMap(({ target, pages }) => {
      const { status, url, page, file, reusable, anchor, path } = target;
      const kind = url !== undefined ? "url" : file ? "file" : reusable ? "text" : page ? "page" : null;
      const aim = url ?? file?.id ?? reusable?.id ?? page?.id ?? path;
      return [...pages].map(({ id }) => [id, status, kind, aim, anchor]);
    });
    to.run(
      `INSERT INTO links SELECT ?, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(?)`,
      space,
      JSON.stringify(rows),
    );
  }
}
