/** Where entries lie in the cache folder: `ids/<profile>/<kind>/<contexts>`, in words that every file system takes. */

export interface Place {
  profile: string;
  /** Origin of the service; two services never share entries. Empty for the sandbox. */
  origin: string;
  kind: string;
  /** Values of the path parameters around the kind. */
  contexts: readonly string[];
}

/** Longer names are refused by some file systems. */
const LONGEST = 200;

/** Letters, digits, hyphens and underscores stay; the rest becomes `%xx`: no dots, no separators, no reserved names. */
const safe = (text: string): string =>
  encodeURIComponent(text).replace(/[.!'()*~]/g, (mark) => `%${mark.charCodeAt(0).toString(16).padStart(2, "0")}`);

/** Path parts below the cache folder; undefined where a name gets too long. */
export function placeParts({ profile, origin, kind, contexts }: Place): [string, string, string, string] | undefined {
  const parts: [string, string, string, string] = [
    "ids",
    safe(`${profile} ${origin}`),
    safe(kind),
    // A letter first: on Windows some bare words are devices.
    `of-${contexts.map(safe).join(",")}`,
  ];
  return parts.some((part) => part.length > LONGEST) ? undefined : parts;
}

/** Said in the file's first line: names that a file system takes for the same still differ here. */
export const placeLabel = ({ profile, origin, kind, contexts }: Place): string =>
  [profile, origin, kind, ...contexts].map(safe).join(" ");

/** Empty for the sandbox, and for an address that is none: nothing is listed from there anyway. */
export const originOf = (baseUrl: string | undefined): string =>
  baseUrl !== undefined && URL.canParse(baseUrl) ? new URL(baseUrl).origin : "";
