/** The list in the folder of an export: which files are ours, and which of them has which thing. */
import { jsonBounds } from "../../shared/documents/bounds.js";
import { isObject } from "../../shared/values.js";
import { fileText, SAYS } from "../../system/files/file-bytes.js";

/** Name of the list. */
export const LIST = ".docs-export.json";
/** Paths that an export which has not ended wrote, one a line; the list has them at its end. */
export const JOURNAL = ".docs-export.new";
/** Bytes: far more pages than one organization has. Both stand in the folder itself, never behind a link. */
export const BOUNDS = { max: 64 * 1024 * 1024, links: false } as const;
const FORMAT = 1;

/** Folders of JSON files, one for each thing. */
const FOLDERS = ["sites", "openapi", "change-requests", "comments", "spaces"];
/** The only name with a dot in front: what the importer reads in the folder of a space. */
const HIDDEN = ".gitbook";

export interface ExportList {
  /** Id. */
  organization: string;
  /** Paths from the folder, with slashes; none leads out of it. */
  files: readonly string[];
  /** Files of spaces and pages, by `<space>` and `<space>/<page>`; undefined in lists that have none. */
  places: ReadonlyMap<string, string> | undefined;
}

export function listText({ organization, files, places = new Map() }: ExportList): string {
  const sorted = [...places].sort(([one], [other]) => (one < other ? -1 : 1));
  const list = {
    format: FORMAT,
    organization,
    files: [...new Set(files)].sort(),
    places: Object.fromEntries(sorted),
  };
  return `${JSON.stringify(list, null, 2)}\n`;
}

/** Parses a list, or gives the reason why it is none. */
function parseList(text: string): ExportList | string {
  const list = parseBounded(text);
  if (!isObject(list) || list.format !== FORMAT || !Array.isArray(list.files)) return "is not of this version of docs";
  const { files, places, organization } = list;
  const entries = isObject(places) ? Object.entries(places) : [];
  const inside = entries.filter((entry): entry is [string, string] => isExported(entry[1]));
  if (!files.every(isExported) || inside.length < entries.length) return "names files that exports never contain";
  return { organization: String(organization), files, places: isObject(places) ? new Map(inside) : undefined };
}

function parseBounded(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return jsonBounds(text) === undefined ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Reads the list in a file, or gives the reason why it is none. @throws the file system's own error */
export function listAt(path: string): ExportList | string {
  const found = fileText(path, BOUNDS);
  return typeof found === "string" ? `cannot be read: ${SAYS[found]}` : parseList(found.text);
}

/** True if an export can have a file there: a list in a folder may be anyone's. */
export function isExported(path: unknown): path is string {
  if (typeof path !== "string" || /[\\:\0\n\p{Surrogate}]/u.test(path)) return false;
  const names = path.split("/");
  const isName = (name: string, at: number) =>
    name !== "" && name !== "node_modules" && (!name.startsWith(".") || (name === HIDDEN && at === 2));
  if (!names.every(isName)) return false;
  const [top = ""] = names;
  if (names.length === 1) return /^[a-z-]+\.json$/.test(top);
  return names.length === 2 ? FOLDERS.includes(top) && path.endsWith(".json") : top === "spaces";
}
