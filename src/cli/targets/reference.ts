/** The one grammar of what names a thing: an id, a number, `#number`, an address, a path, an email, a title. */
import { Failure } from "../../errors.js";
import { maskUrl } from "../../shared/secret-places.js";
import type { Kind } from "../kinds.js";
import { idsInUrl, isAddress, pathInUrl } from "./addresses.js";
import { hasNames, isEmail, isPerson, shapeOf } from "./target-shape.js";

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
  if (text === undefined) throw new Failure("invalid-input", `${what}: no id in this address: ${maskUrl(typed)}`);
  return { text, fromUrl };
}

const normalizeReference = (kind: Kind, typed: string): string => kind.normalize?.(typed) ?? typed;

/**
 * Certainly a target by itself, while other words may be part of a title that was typed without quotes: an address,
 * `#number`, a word that was quoted, an email, an id. A number may be part of a title.
 */
export function isWhole(kind: Kind, typed: string): boolean {
  if (isAddress(typed) || normalizeReference(kind, typed) !== typed || /\s/.test(typed)) return true;
  if (isPerson(kind) && isEmail(typed)) return true;
  return hasNames(kind) && shapeOf(kind, typed) === "id" && !/^\d+$/.test(typed);
}
