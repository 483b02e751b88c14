/** The place of entries in the cache folder: `ids/<profile>/<kind>/<contexts>`, in names that every file system accepts. */

export interface Place {
  profile: string;
  /** Origin of the service; two services never share entries. Empty for the sandbox. */
  origin: string;
  kind: string;
  /** Values of the path parameters around the kind. */
  contexts: readonly string[];
}

/** Some file systems refuse longer names. */
const LONGEST = 200;

/** Keeps letters, digits, hyphens and underscores; the rest becomes `%xx`: no dots, separators or reserved names. */
const encodeForFileName = (text: string): string =>
  encodeURIComponent(text).replace(/[.!'()*~]/g, (mark) => `%${mark.charCodeAt(0).toString(16).padStart(2, "0")}`);

/** Path parts below the cache folder; undefined if a name would be too long. */
export function placeParts({ profile, origin, kind, contexts }: Place): [string, string, string, string] | undefined {
  const parts: [string, string, string, string] = [
    "ids",
    encodeForFileName(`${profile} ${origin}`),
    encodeForFileName(kind),
    // Start with a prefix: on Windows some bare words are device names.
    `of-${contexts.map(encodeForFileName).join(",")}`,
  ];
  return parts.some((part) => part.length > LONGEST) ? undefined : parts;
}

/** Written in the file's first line: tells apart names that a file system treats as equal. */
export const placeLabel = ({ profile, origin, kind, contexts }: Place): string =>
  [profile, origin, kind, ...contexts].map(encodeForFileName).join(" ");

/** Whose things are remembered: of a service with the profile it is reached by, or of a snapshot. */
export function ownerOf({
  profile,
  baseUrl,
  snapshot,
}: {
  profile: string;
  baseUrl: string | undefined;
  snapshot?: string | undefined;
}): { profile: string; origin: string } {
  // No profile has an empty name.
  return snapshot === undefined ? { profile, origin: originOf(baseUrl) } : { profile: "", origin: snapshot };
}

/** Empty for the sandbox and for an invalid address, from which nothing can be listed anyway. */
export const originOf = (baseUrl: string | undefined): string =>
  baseUrl !== undefined && URL.canParse(baseUrl) ? new URL(baseUrl).origin : "";
