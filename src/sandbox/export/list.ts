/** The list in the folder of an export: which files are ours, and which of them has which thing. */
import { isObject } from "../../facts/values.js";

/** Name of the list. */
export const LIST = ".docs-export.json";
const FORMAT = 1;

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

/** What a list says, or why it is none. */
export function parseList(text: string): ExportList | string {
  const list = parsed(text);
  if (!isObject(list) || list.format !== FORMAT || !Array.isArray(list.files)) return "is not of this version of docs";
  const { files, places, organization } = list;
  const entries = isObject(places) ? Object.entries(places) : [];
  const inside = entries.filter((entry): entry is [string, string] => isInside(entry[1]));
  if (!files.every(isInside) || inside.length < entries.length) return "names files outside of it";
  return { organization: String(organization), files, places: isObject(places) ? new Map(inside) : undefined };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isInside = (path: unknown): path is string =>
  typeof path === "string" &&
  !/[\\:\0\p{Surrogate}]/u.test(path) &&
  path.split("/").every((name) => !["", ".", ".."].includes(name));
