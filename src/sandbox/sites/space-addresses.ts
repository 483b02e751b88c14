/** `urls.published` of spaces: every answered space says where visitors can read it. */
import type { StoredSpace } from "../lookup.js";
import type { HandlerContext } from "../types.js";
import { addressesOf } from "./addresses.js";
import type { StoredSection, StoredSite } from "./find.js";
import { orderedSiteSpaces } from "./order.js";

type Context = Pick<HandlerContext, "store">;

/** Where an organization's sites show its spaces; if a space is on several sites, the first counts. */
function shownAt(context: Context, organization: string): Map<string, string> {
  const { store } = context;
  const found = new Map<string, string>();
  for (const site of store.all<StoredSite>("site", organization)) {
    const addresses = addressesOf(context, site);
    for (const { space, section, path } of orderedSiteSpaces(context, site.id)) {
      const above = section === undefined ? undefined : store.get<StoredSection>("site-section", section)?.path;
      const address = addresses(...(above === undefined ? [] : [above]), path);
      if (address !== undefined && !found.has(space)) found.set(space, address);
    }
  }
  return found;
}

/** Updates the addresses of an organization's spaces after its sites changed. */
export function refreshAddresses(context: Context, organization: string): void {
  const { store } = context;
  const shown = shownAt(context, organization);
  const before = store.sql.all(
    `SELECT id, json_extract(json, '$.urls.published') AS published FROM objects
     WHERE kind = 'space' AND json_extract(json, '$.organization') = ?`,
    organization,
  );
  for (const { id, published } of before) {
    const address = shown.get(String(id));
    if (address === (published ?? undefined)) continue;
    store.update<StoredSpace>("space", String(id), ({ urls: { published: _published, ...urls }, ...space }) => ({
      ...space,
      urls: { ...urls, ...(address !== undefined && { published: address }) },
    }));
  }
}
