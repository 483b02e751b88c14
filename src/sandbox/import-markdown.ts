import { linksOf } from "./content/links.js";
import { walkPages } from "./content/pages.js";
import { createRevision, getRevision, setSpaceRevision } from "./content/revisions.js";
import { readFolder } from "./import/content.js";
import type { Skipped } from "./import/folder.js";
import { titleOfName } from "./import/source-page.js";
import { absent, findSpace, refuseLocked } from "./lookup.js";
import { ORIGIN } from "./origin.js";
import { permissionsFor, roleIn } from "./permissions.js";
import type { HandlerContext } from "./types.js";

export interface ImportOptions {
  folder: string;
  /** Space whose content is replaced; without it the folder becomes a new space. */
  space?: string | undefined;
  /** Organization of a new space; default: the first one. */
  organization?: string | undefined;
  /** Title of a new space; default: the title of the first page. */
  title?: string | undefined;
}

export interface ImportReport {
  space: string;
  revision: string;
  /** Pages with a text. */
  pages: number;
  files: number;
  /** Different targets of links, and those that do not exist. */
  links: number;
  broken: number;
  /** Entries of the folder that were left out, and why. */
  skipped: Skipped[];
}

/** A space without content, at the top level of an organization. */
function newSpace(context: HandlerContext, organization: string, title: string): string {
  if (!context.store.get("organization", organization)) throw absent("organization", organization);
  const id = context.id();
  const now = new Date(context.now()).toISOString();
  context.store.put("space", id, organization, {
    object: "space",
    id,
    title,
    visibility: "private",
    createdAt: now,
    updatedAt: now,
    editMode: "live",
    urls: { location: `${ORIGIN}/v1/spaces/${id}`, app: `${ORIGIN}/o/${organization}/s/${id}` },
    organization,
    comments: 0,
    changeRequests: 0,
    changeRequestsOpen: 0,
    changeRequestsDraft: 0,
    permissions: permissionsFor("space", roleIn(context, organization)),
  });
  return id;
}

/**
 * Make a folder of Markdown a space. Runs inside a write transaction.
 * @throws Failure io or invalid-input for the folder, ServiceError 403 or 404 for the space
 */
export async function importFolder(context: HandlerContext, options: ImportOptions): Promise<ImportReport> {
  const existing = options.space === undefined ? undefined : findSpace(context, options.space);
  if (existing) refuseLocked(existing);
  const { pages, files, skipped } = await readFolder(context, options.folder);
  const organization = options.organization ?? context.store.ids("organization", "root")[0] ?? "";
  const folderName = options.folder.split(/[\\/]/).filter(Boolean).at(-1) ?? "Imported";
  const title = options.title ?? pages[0]?.title ?? titleOfName(`${folderName}.md`);
  const space = existing?.id ?? newSpace(context, organization, title);
  const parents = existing ? [existing.revision] : [];
  const revision = createRevision(context, { space, type: "edits", parents, pages, files });
  setSpaceRevision(context, space, revision);
  const { stats } = await linksOf(context, { space, revision });
  const texts = [...walkPages(getRevision(context.store, revision).pages)].filter(({ page }) => page.document);
  return {
    space,
    revision,
    pages: texts.length,
    files: files.length,
    links: stats.total,
    broken: stats.broken.total,
    skipped,
  };
}
