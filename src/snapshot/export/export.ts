/** `docs snapshots export`: a snapshot as a folder whose history git can show. */

import { slugify } from "../../sandbox/content/pages.js";
import type { StoredRevision } from "../../sandbox/content/types.js";
import { parseStored } from "../../sandbox/store/stored-json.js";
import type { Shrunk } from "../../shared/snapshots/shrink.js";
import { isOf, type OpenSnapshot, openSnapshot } from "../file/open-snapshot.js";
import { byKey, jsonText } from "./data.js";
import {
  type ExportCounts,
  type ExportFolder,
  type ExportOptions,
  openExportFolder,
  toWriteFailure,
} from "./folder.js";
import { createPlaces, safeName } from "./names.js";
import { type Names, partsOf } from "./parts.js";
import { spaceFiles } from "./space.js";

export interface ExportReport extends ExportCounts {
  organization: string;
  spaces: number;
  /** Kinds of which too much would have been removed: nothing was removed. */
  shrunk: Shrunk[];
  /** Unread parts: those of an earlier export stay. */
  missing: { path: string; reason: string; isDamaged?: true }[];
}

/** @throws Failure config, io, usage: see openSnapshot and openExportFolder */
export async function exportSnapshot(
  file: string,
  folder: string,
  options?: ExportOptions & { progress?: (pages: number, left: number) => void },
): Promise<ExportReport> {
  const yaml = await import("yaml");
  const snapshot = openSnapshot(file);
  try {
    const out = openExportFolder(folder, snapshot.org, options?.isPublic);
    const names = namesOf(snapshot);
    const [{ n: pages = 0 } = {}] = snapshot.store.sql.all("SELECT count(*) AS n FROM objects WHERE kind = 'document'");
    let written = 0;
    // Between two turns nothing is drawn, and no signal is seen.
    const onPage = async () => {
      written += 1;
      options?.progress?.(written, Math.max(0, Number(pages) - written));
      if (written % TURN === 0) await new Promise((resolve) => setImmediate(resolve));
    };
    const missing = [
      ...writeParts(snapshot, names, out),
      ...(await writeSpaces(snapshot, yaml, { names, out, onPage })),
    ];
    out.write("scopes.json", jsonText(gapsOf(snapshot)));
    return { organization: snapshot.org, spaces: names.spaces.size, ...out.finish(options), missing };
  } catch (error) {
    throw toWriteFailure(error, folder);
  } finally {
    snapshot.close();
  }
}

/** Pages between two turns. */
const TURN = 20;

type NamedItem = { id?: string; slug?: string; title?: string; createdAt?: string };

/** The oldest has its title as its name, so that nobody's name changes when another comes. */
function namesOf({ store }: OpenSnapshot): Names {
  const kind = (name: string, idOf: (item: NamedItem) => string, wanted: (item: NamedItem) => string) => {
    const places = createPlaces();
    const items = store.sql
      .all("SELECT json FROM objects WHERE kind = ?", name)
      // Written by the walk from answers of the service.
      .map(({ json }) => parseStored(json) as NamedItem);
    const sorted = byKey(items, (item) => `${item.createdAt ?? ""} ${idOf(item)}`);
    return new Map(
      sorted.map((item) => {
        const id = idOf(item);
        // The folder of a space must not be the JSON file of another.
        const plain = safeName(wanted(item), id).replace(/\.json$/i, "-json");
        return [id, places.file([`${plain}.json`], id).replace(/\.json$/, "")] as const;
      }),
    );
  };
  const titled = ({ title = "", id = "" }: NamedItem) => (/[\p{L}\p{N}]/u.test(title) ? slugify(title) : id);
  const byIdOf = ({ id = "" }: NamedItem) => id;
  const bySlug = ({ slug = "" }: NamedItem) => slug;
  return {
    spaces: kind("space", byIdOf, titled),
    sites: kind("site", byIdOf, titled),
    specs: kind("openapi-spec", bySlug, bySlug),
  };
}

/** Folders with a file for each thing of a list. */
const LISTED = {
  sites: "sites",
  openapi: "openapi",
  spaces: "spaces",
  "change-requests": "spaces",
  comments: "spaces",
};

type Missing = ExportReport["missing"][number];

function writeParts(snapshot: OpenSnapshot, names: Names, out: ExportFolder): Missing[] {
  const missing: Missing[] = [];
  for (const { path, scope, value, place } of partsOf(snapshot.store, snapshot.org, names)) {
    if (!snapshot.has(scope)) {
      out.keep(path);
      missing.push({ path, reason: reasonOf(snapshot, scope) });
      continue;
    }
    const content = value();
    if (!Array.isArray(content) || content.length > 0) out.write(path, jsonText(content), place);
  }
  // Of what a list would have named, nothing is known without it.
  for (const [folder, list] of Object.entries(LISTED)) {
    if (!snapshot.has(`orgs/${snapshot.org}/${list}`)) {
      out.keep(folder);
      missing.push({ path: folder, reason: reasonOf(snapshot, `orgs/${snapshot.org}/${list}`) });
    }
  }
  return missing;
}

async function writeSpaces(
  snapshot: OpenSnapshot,
  yaml: typeof import("yaml"),
  { names, out, onPage }: { names: Names; out: ExportFolder; onPage: () => Promise<void> },
): Promise<Missing[]> {
  const missing: Missing[] = [];
  for (const [id, name] of names.spaces) {
    const folder = `spaces/${name}`;
    const scope = `spaces/${id}/content`;
    if (!snapshot.has(scope)) {
      out.keep(folder);
      missing.push({ path: folder, reason: reasonOf(snapshot, scope) });
      continue;
    }
    const whole = snapshot.sources.some((one) => one.scope === scope && one.state === "complete");
    const { revision: owned = "" } = snapshot.store.get<{ revision?: string }>("space", id) ?? {};
    const revision = snapshot.store.kept<StoredRevision>("revision", owned);
    if (!revision) {
      out.keep(folder);
      missing.push({ path: folder, reason: "it is damaged in the snapshot", isDamaged: true });
      continue;
    }
    for (const { path, content, page, isDamaged } of spaceFiles(snapshot.store, yaml, revision, { space: id, whole })) {
      if (content !== undefined) out.write(`${folder}/${path}`, content, page && `${id}/${page}`);
      else {
        out.keep(`${folder}/${path}`);
        const reason = isDamaged ? "it is damaged in the snapshot" : "its text was not read";
        missing.push({ path: `${folder}/${path}`, reason, ...(isDamaged && { isDamaged }) });
      }
      if (page !== undefined) await onPage();
    }
  }
  return missing;
}

/** A scope's own words, or those of what was left out with it. */
export function reasonOf({ sources }: OpenSnapshot, scope: string): string {
  const found = sources.find((one) => one.scope === scope) ?? sources.find((one) => isOf(one.scope, scope));
  return found?.reason ?? found?.state ?? "it was not read";
}

/** Without times and counts: the same as long as the same is missing. */
const gapsOf = ({ sources }: OpenSnapshot) =>
  sources.filter(({ state }) => state !== "complete").map(({ scope, state, reason }) => ({ scope, state, reason }));
