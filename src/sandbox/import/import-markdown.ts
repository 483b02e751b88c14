import { Failure } from "../../errors.js";
import { activate } from "../content/import-source.js";
import { readLinks } from "../content/links/links.js";
import { walkPages } from "../content/pages.js";
import { createRevision, getRevision } from "../content/revisions.js";
import type { ContentInput } from "../content/types.js";
import {
  findChangeRequest,
  findSpace,
  notFound,
  refuseClosed,
  refuseLocked,
  type StoredChangeRequest,
  type StoredSpace,
} from "../lookup.js";
import { createSpace } from "../spaces/new-space.js";
import type { HandlerContext } from "../types.js";
import { readFolder } from "./content.js";
import type { SkippedFile } from "./folder.js";
import { titleOfName } from "./source-page.js";

interface ImportOptions {
  folder: string;
  /** Space whose content is replaced; if absent, the folder becomes a new space. */
  space?: string | undefined;
  /** Id or number of a change request of that space to import into instead. */
  changeRequest?: string | undefined;
  /** Organization of a new space; default: the first one. */
  organization?: string | undefined;
  /** The output of `git diff --name-status` for the folder: renamed files stay the same pages. */
  renames?: string | undefined;
}

interface ImportReport {
  space: string;
  revision: string;
  /** Number of pages with text. */
  pages: number;
  files: number;
  /** From `.gitbook/includes`; variables come from `.gitbook/vars.yaml`. */
  reusableContents: number;
  variables: number;
  /** Number of different link targets, and how many of them do not exist. */
  links: number;
  broken: number;
  /** The files that were left out of the folder, with reasons. */
  skipped: SkippedFile[];
}

/**
 * Turns a folder of Markdown into a space. Runs inside a write transaction.
 * @throws Failure io or invalid-input for the folder, ServiceError 403 or 404 for the space, 409 for a closed change request
 */
export async function importFolder(context: HandlerContext, options: ImportOptions): Promise<ImportReport> {
  const existing = options.space === undefined ? undefined : findSpace(context, options.space);
  if (existing) refuseLocked(existing);
  const change =
    existing && options.changeRequest !== undefined
      ? findChangeRequest(context, existing.id, options.changeRequest)
      : undefined;
  if (change) refuseClosed(change);
  const holder = change ?? existing;
  const before = holder && getRevision(context.store, holder.revision);
  const { skipped, ...content } = await readFolder(context, options.folder, { before, renames: options.renames });
  const { pages, files } = content;
  if (pages.length === 0) throw new Failure("invalid-input", `there is no Markdown in ${options.folder}`);
  const organization = options.organization ?? context.store.ids("organization", "root")[0] ?? "";
  const folderName = options.folder.split(/[\\/]/).filter(Boolean).at(-1) ?? "Imported";
  const title = pages[0]?.title ?? titleOfName(`${folderName}.md`);
  const { id: space, revision } = existing
    ? replaceContent(context, { space: existing, change }, content)
    : newSpace(context, organization, title, content);
  const { stats } = await readLinks(context, { space, revision });
  const texts = [...walkPages(getRevision(context.store, revision).pages)].filter(({ page }) => page.document);
  return {
    space,
    revision,
    pages: texts.length,
    files: files.length,
    reusableContents: content.reusableContents.length,
    variables: Object.keys(content.variables).length,
    links: stats.total,
    broken: stats.broken.total,
    skipped,
  };
}

interface ImportTarget {
  space: StoredSpace;
  change: StoredChangeRequest | undefined;
}

function replaceContent(context: HandlerContext, { space, change }: ImportTarget, content: ContentInput) {
  const { id } = space;
  const before = (change ?? space).revision;
  const revision = createRevision(context, { space: id, type: "edits", parents: [before], keepIds: true, ...content });
  activate(context, { space, change }, revision);
  return { id, revision };
}

function newSpace(context: HandlerContext, organization: string, title: string, content: ContentInput) {
  if (!context.store.get("organization", organization)) throw notFound("organization", organization);
  return createSpace(context, organization, title, content);
}
