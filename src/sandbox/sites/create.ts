/** Creates sites. */

import { slugify } from "../content/pages.js";
import { timestamp } from "../lookup.js";
import { ORIGIN } from "../origin.js";
import type { HandlerContext } from "../types.js";
import type { StoredSite } from "./find.js";

export interface SiteFields {
  type?: string;
  title?: string;
  visibility?: string;
}

/** An unpublished site without spaces. */
export function buildSite(context: HandlerContext, org: string, fields: SiteFields): StoredSite {
  const id = context.id();
  const { type = "basic", title = "Untitled", visibility = "public" } = fields;
  return {
    object: "site",
    id,
    title,
    type,
    basename: freeBasename(context, slugify(title)),
    visibility,
    published: false,
    siteSpaces: 0,
    createdAt: timestamp(context),
    adaptiveContent: { enabled: false },
    ads: { status: "disabled", submittable: false },
    agentsContext: "included",
    features: [],
    urls: { location: `${ORIGIN}/v1/orgs/${org}/sites/${id}`, app: `${ORIGIN}/o/${org}/sites/${id}` },
  };
}

/** A basename that no other site has: otherwise two sites would share an address. */
function freeBasename(context: HandlerContext, wanted: string): string {
  const rows = context.store.sql.all(
    "SELECT json_extract(json, '$.basename') AS name FROM objects WHERE kind = 'site'",
  );
  const taken = new Set(rows.map(({ name }) => name));
  let basename = wanted;
  for (let n = 1; taken.has(basename); n += 1) basename = `${wanted}-${n}`;
  return basename;
}
