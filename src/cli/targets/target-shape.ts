/** Guesses from its form alone what a text may be, without a request; takes ids from addresses. */
import { Failure, usage } from "../../errors.js";
import { RESOURCES } from "../../resources/index.js";
import { isTargeted, type Resource } from "../../resources/resource.js";
import { decodeSegment, idProblem } from "../../shared/ids.js";
import { maskUrl } from "../../shared/secret-places.js";
import type { Kind } from "../kinds.js";

// Ids taken from addresses: an API location or a page of the app names a thing and its contexts.

/** Maps a path segment to the path parameter that follows it: the last one of a list. */
const API_SEGMENTS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.values<Resource>(RESOURCES)
      .filter(isTargeted)
      .map(({ path, param }) => [path.slice(path.lastIndexOf("/") + 1), param]),
  ),
  page: "pageId",
  versions: "versionId",
  "link-invites": "inviteId",
};

const APP_SEGMENTS: Record<string, string> = {
  o: "organizationId",
  s: "spaceId",
  changes: "changeRequestId",
  sites: "siteId",
  c: "collectionId",
  p: "pageId",
};

/** Checks whether a text is an address rather than an id. */
export const isAddress = (text: string): boolean => /^https?:\/\//i.test(text);

/** @throws Failure usage for text that is no URL: a file of this machine, or a host without https */
export function requireUrl(text: string, name: string, why = "the service reads it from the web"): string {
  if (URL.canParse(text)) return text;
  const isHost = /^[\w-]+(\.[\w-]+)+\/./.test(text);
  throw usage(
    `${name}: ${JSON.stringify(text)} is not a URL`,
    isHost ? `did you mean: https://${text}` : `${why}: pass a URL that starts with https://`,
  );
}

/**
 * Path parameters named by an address; undefined if the text is not an address.
 * `.../v1/spaces/a/change-requests/b` gives `{ spaceId: "a", changeRequestId: "b" }`.
 */
export function idsInUrl(text: string): Record<string, string> | undefined {
  if (!isAddress(text) || !URL.canParse(text)) return undefined;
  const parts = new URL(text).pathname.split("/").filter(Boolean);
  // Whichever comes first decides: a page of the app may have "v1" in its path, and a base URL may have a prefix.
  const start = parts.findIndex((part) => part === "v1" || part === "o");
  const isApi = parts[start] === "v1";
  const table = isApi ? API_SEGMENTS : APP_SEGMENTS;
  const rest = parts.slice(isApi ? start + 1 : Math.max(start, 0));
  const found: Record<string, string> = {};
  for (let at = 0; at + 1 < rest.length; at++) {
    const segment = rest[at] ?? "";
    const param = Object.hasOwn(table, segment) ? table[segment] : undefined;
    const id = rest[at + 1];
    if (!param || id === undefined) continue;
    found[param] = decodeSegment(id);
    at++;
  }
  return found;
}

/**
 * The path of a page in the app's address of it: `getting-started/unpacking` in `.../o/a/s/b/getting-started/unpacking`,
 * also inside a change request. Undefined for all other addresses.
 */
export function pathInUrl(text: string): string | undefined {
  const [, path] = /^\/(?:.*\/)?o\/[^/]+\/s\/[^/]+\/(?:~\/changes\/[^/]+\/)?([^~].*?)\/*$/.exec(pathOf(text)) ?? [];
  return path?.split("/").map(decodeSegment).join("/");
}

const pathOf = (text: string): string => (URL.canParse(text) ? new URL(text).pathname : "");

/** `id`: sent unchanged. `name`: cannot be an id. `word`: probably a name, though an id may look like it. */
export type Shape = "id" | "name" | "word";

/** The member whom the profile's token belongs to. */
export const ME = "@me";

export const isPerson = ({ param }: Kind): boolean => param === "userId";

export function shapeOf(kind: Kind, text: string): Shape {
  if (isHandle(kind, text) || isNoId(kind, text)) return "word";
  if (!hasNames(kind) || isUnfit(text)) return "id";
  if (isPerson(kind) && (text === ME || isEmail(text))) return "name";
  if (!mayBeId(text)) return "name";
  return looksLikeId(kind.param, text) ? "id" : "word";
}

/** Checks whether a title is read as one when it is typed. */
export const isReadAsTitle = (param: string, text: string): boolean =>
  !isUnfit(text) && !(mayBeId(text) && looksLikeId(param, text));

const mayBeId = (text: string): boolean => idProblem(text) === undefined && !/[^\0-\x7f]/.test(text);

export const hasNames = ({ list }: Kind): boolean => list !== undefined && !list.untitled;

/** Checks whether the text counts a thing of a kind that has no titles: `c3`. */
export const isHandle = ({ list }: Kind, text: string): boolean =>
  list?.handles !== undefined && new RegExp(`^${list.handles.letter}[1-9]\\d*$`, "i").test(text);

/** A short word such as `all` or `last`, or `1,2`, is no id of what is counted, and no request names it. */
export const isNoId = ({ list }: Kind, text: string): boolean =>
  list?.handles !== undefined &&
  mayBeId(text) &&
  (/[,@*]/.test(text) || (!/\d/.test(text) && text.length < SHORTEST_ID));

const SHORTEST_ID = 16;

export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+$/.test(text);

/** Neither an id nor a name; the id check explains what is wrong with it. */
function isUnfit(text: string): boolean {
  return (
    text.trim() === "" ||
    /^(|\.\.?|-.*|(\.\.\/).*)$/s.test(text) ||
    text.length > 256 ||
    /\p{Cc}|\p{Surrogate}/u.test(text)
  );
}

/**
 * A change request's number, `s1`, a UUID, or a long mix of letters and digits or of upper and lower case. `v1` does not
 * count: people call versions that.
 */
function looksLikeId(param: string, text: string): boolean {
  if (/^\d+$/.test(text)) return param === "changeRequestId";
  if (/^[\da-f]{8}-[\da-f-]{27}$/i.test(text)) return true;
  if (/^(?!v)[a-z]\d+$/.test(text)) return true;
  return /^[\w-]{16,}$/.test(text) && /[A-Za-z]/.test(text) && /\d|[A-Z]{4}|([a-z][A-Z].*){4}/.test(text);
}

/**
 * Checks whether the text looks like the ids of things that were listed before: of the same length, with the same signs and the
 * same letters before the first sign (`sp_`), and with digits if they have some.
 */
export const hasFormOf = (text: string, ids: readonly string[]): boolean => {
  const form = formOf(text);
  return ids.some((id) => id === text || formOf(id) === form);
};

/**
 * Checks whether a text that names nothing may be the id of something that is gone: it is long and has a digit, or it looks like
 * the ids of this service. Slugs have no form of their own, and a word without a digit is a title.
 */
export const hasIdForm = ({ param }: Kind, text: string, ids: readonly string[]): boolean =>
  param !== "specSlug" && /\d/.test(text) && (/^[\w-]{16,}$/.test(text) || hasFormOf(text, ids));

const formOf = (id: string): string => {
  const signs = id.replace(/[A-Za-z\d]+/g, (run) => `${run.length}`);
  return `${/^[A-Za-z]+(?=[^A-Za-z\d])/.exec(id)?.[0] ?? ""} ${signs} ${/\d/.test(id)}`;
};

// The one grammar of what names a thing: an id, a number, `#number`, an address, a path, an email, a title.

interface Reference {
  /** The id or name in the form in which it is looked up and sent: `42` for `#42`, what an address names. */
  text: string;
  /** Path parameters that an address names, those of its contexts included; undefined for all other forms. */
  fromUrl?: Record<string, string>;
}

/** @throws Failure invalid-input for an address that does not name such a thing. `what`: what the message calls it */
export function parseReference(kind: Kind, typed: string, what: string = kind.name): Reference {
  if (!isAddress(typed)) return { text: normalizeReference(kind, typed) };
  const fromUrl = idsInUrl(typed) ?? {};
  // The app's address of a page ends with the page's path.
  const text = fromUrl[kind.param] ?? (kind.list?.paths && pathInUrl(typed));
  // Readers' URLs are looked up in the list.
  const isForReaders = Object.keys(fromUrl).length === 0 && URL.canParse(typed);
  if (text === undefined && kind.list?.urls !== undefined && isForReaders) return { text: typed };
  if (text === undefined) {
    const hint = `pass its URL in the app, or its ${kind.noun === "pages" ? "path or title" : (kind.called ?? "id or title")}`;
    throw new Failure("invalid-input", `${what}: no id in this URL: ${maskUrl(typed)}`, { hint });
  }
  return { text, fromUrl };
}

const normalizeReference = (kind: Kind, typed: string): string => {
  // A name that is copied brings spaces along; without them, one of spaces alone is left to the check of ids.
  const text = /^[ \u00a0]+\S|\S[ \u00a0]+$/.test(typed) ? typed.trim() : typed;
  return kind.normalize?.(text) ?? text;
};

/**
 * Certainly a target by itself, while other words may be part of a title that was typed without quotes: an address,
 * `#number`, a word that was quoted, an email, an id. A number may be part of a title.
 */
export function isWhole(kind: Kind, typed: string): boolean {
  if (isAddress(typed) || normalizeReference(kind, typed) !== typed || /\s/.test(typed)) return true;
  if (isPerson(kind) && isEmail(typed)) return true;
  return hasNames(kind) && shapeOf(kind, typed) === "id" && !/^\d+$/.test(typed);
}
