/** The sites that show a space, and its address there. */
import type { StoredSection, StoredSite } from "../sites/find.js";
import type { HandlerContext } from "../types.js";

interface SpaceOnSite {
  /** Id of the site space. */
  id: string;
  site: string;
  /** Absent for a site space at the root of its site. */
  section?: string | undefined;
  path: string;
}

/** Site spaces that show a space, in no particular order. */
export function sitesOf({ store }: HandlerContext, space: string): SpaceOnSite[] {
  const rows = store.sql.all(
    `SELECT shown.id AS id, json_extract(shown.json, '$.path') AS path, shown.scope AS scope, section.scope AS site
     FROM objects shown LEFT JOIN objects section ON section.kind = 'site-section' AND section.id = shown.scope
     WHERE shown.kind = 'site-space' AND json_extract(shown.json, '$.space') = ?`,
    space,
  );
  return rows.map((row) => {
    const [id, path] = [String(row.id), String(row.path)];
    const scope = String(row.scope);
    return row.site === null ? { id, site: scope, path } : { id, site: String(row.site), section: scope, path };
  });
}

/** A space with the address for visitors who have the key of a share link; without a key, the stored address. */
export async function withAddress<T extends { id: string; urls: Record<string, string> }>(
  context: HandlerContext,
  space: T,
  shareKey: unknown,
): Promise<T> {
  if (shareKey === undefined) return space;
  const shown = sitesOf(context, space.id);
  if (shown.length === 0) return space;
  const { makeAddresses } = await import("../sites/addresses.js");
  const { store } = context;
  for (const { site: id, section, path } of shown) {
    const site = store.get<StoredSite>("site", id);
    const above = section === undefined ? undefined : store.get<StoredSection>("site-section", section)?.path;
    const published = site && makeAddresses(context, site, shareKey)(...(above === undefined ? [] : [above]), path);
    if (published !== undefined) return { ...space, urls: { ...space.urls, published } };
  }
  return space;
}
