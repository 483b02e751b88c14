import { existsSync } from "node:fs";
import { join } from "node:path";
import { resolvePath } from "../../shared/text/hrefs.js";
import { type Folder, listFolder, readText, startFolder, subfolder } from "./folder.js";
import { isMapping, line, mappingOf, type Values, variablesOf, type Yaml } from "./mapping.js";

/** The two hidden entries that are read: a folder's settings, and what accompanies its pages. */
export const SETTINGS = ".gitbook.yaml";
export const VARIABLES = ".gitbook/vars.yaml";

/** Paths relative to the root of the content. */
export interface Structure {
  readme: string;
  summary: string;
  /** Former paths of pages, and the paths that took their place. */
  redirects?: Record<string, string>;
}

export const DEFAULT_STRUCTURE: Structure = { readme: "README.md", summary: "SUMMARY.md" };

/** Reads a mapping from a file of the folder; empty, with an entry in `skipped`, if it is not one. */
function readMapping(yaml: Yaml, folder: Folder, path: string): Values {
  const found = readText(folder, path);
  if (!found) return {};
  const values = mappingOf(yaml, found.text);
  if (values !== undefined && values !== "aliases") return values;
  folder.skipped.push({ path, why: values === undefined ? "no YAML mapping" : "YAML with too many aliases" });
  return {};
}

function structureOf(values: Values): Structure {
  const given = isMapping(values.structure) ? values.structure : {};
  const pathOf = (key: "readme" | "summary") => resolvePath("", line(given[key]) ?? "") || DEFAULT_STRUCTURE[key];
  const redirects = isMapping(values.redirects) ? variablesOf(values.redirects) : undefined;
  return { readme: pathOf("readme"), summary: pathOf("summary"), ...(redirects && { redirects }) };
}

/**
 * Lists a folder, or the subfolder that its `.gitbook.yaml` names as the root of the content.
 * @throws Failure io, invalid-input
 */
export function openFolder(yaml: Yaml, path: string): { folder: Folder; structure: Structure } {
  if (!existsSync(join(path, SETTINGS))) return { folder: listFolder(path), structure: DEFAULT_STRUCTURE };
  const outer = startFolder(path);
  const values = readMapping(yaml, outer, SETTINGS);
  const named = resolvePath("", line(values.root) ?? "");
  const root = named === undefined ? undefined : subfolder(outer, named);
  if (root === undefined) {
    outer.skipped.push({ path: SETTINGS, why: `its root ${line(values.root)} is no folder in the folder` });
  } else if (named) outer.skipped.push({ path: SETTINGS, why: `files outside its root ${named} are omitted` });
  const redirects = isMapping(values.redirects) ? Object.keys(values.redirects) : [];
  if (redirects.length > 0) {
    const why = `its redirects are kept for links only: ${redirects.join(", ").slice(0, 200)}`;
    outer.skipped.push({ path: SETTINGS, why });
  }
  const folder = listFolder(root ?? path);
  const told = new Set(folder.skipped.map(({ path: one }) => one));
  folder.skipped.unshift(...outer.skipped.filter(({ path: one }) => root !== outer.root || !told.has(one)));
  return { folder, structure: structureOf(values) };
}

/** The values of `space.vars` for the folder's pages. */
export function readVariables(yaml: Yaml, folder: Folder): Record<string, string> {
  if (!folder.paths.includes(VARIABLES)) return {};
  return variablesOf(readMapping(yaml, folder, VARIABLES)) ?? {};
}
