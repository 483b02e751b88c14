/** Removes what belongs to things that are no longer listed. */
import type { Store } from "../../sandbox/store/store.js";
import { rowsOfKind } from "./digests.js";
import { fileBytesId, keepFileBytes } from "./file-bytes.js";
import { type Params, ROWS } from "./rows.js";

/** The places that still have answers of a reading. */
export interface RemainingPlaces {
  /** Export name of the endpoint. */
  name: string;
  places: readonly Params[];
}

export function keepOnly(store: Store, kept: readonly RemainingPlaces[]): void {
  const scopes = new Map<string, Set<string>>();
  for (const { name, places } of kept) {
    const { kind, scope } = ROWS[name] ?? {};
    if (kind === undefined || !scope) continue;
    // Comments on spaces and on change requests are of one kind.
    const all = scopes.get(kind) ?? new Set();
    for (const params of places) all.add(scope(params));
    scopes.set(kind, all);
  }
  for (const [kind, all] of scopes) removeOthers(store, kind, all);
  const sites = kept.find(({ name }) => name === "listSiteSpaces")?.places.map(({ siteId = "" }) => siteId);
  if (sites) {
    removeOthers(store, "site-space", new Set([...sites, ...sites.flatMap((id) => store.ids("site-section", id))]));
  }
  removeContents(store);
}

function removeOthers(store: Store, kind: string, scopes: ReadonlySet<string>): void {
  for (const { scope } of store.sql.all("SELECT DISTINCT scope FROM objects WHERE kind = ?", kind)) {
    if (!scopes.has(String(scope))) store.removeAll(kind, String(scope));
  }
}

/** Removes revisions without a space or change request, then the texts and file bytes that no revision uses. */
function removeContents(store: Store): void {
  store.sql.run(
    `DELETE FROM objects WHERE kind = 'revision' AND id NOT IN (
       SELECT json_extract(json, '$.revision') FROM objects
       WHERE kind IN ('space', 'change-request') AND json_extract(json, '$.revision') IS NOT NULL)`,
  );
  const used = { texts: new Set<string>(), files: new Set<string>() };
  const collect = (pages: readonly { document?: string; pages: [] }[]): void => {
    for (const { document, pages: below } of pages) {
      if (document !== undefined) used.texts.add(document);
      collect(below);
    }
  };
  for (const { scope, json } of rowsOfKind(store.sql, "revision", "id, scope, json")) {
    const { pages, files = [] } = JSON.parse(String(json));
    collect(pages);
    for (const { id } of files) used.files.add(fileBytesId(String(scope), id));
  }
  for (const id of store.ids("document", "documents")) if (!used.texts.has(id)) store.remove("document", id);
  keepFileBytes(store, used.files);
}
