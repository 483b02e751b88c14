/** Keys that open something without a token: a copy omits them unless they were requested. */
import { hashOf, isObject } from "./values.js";

/** Members that hold an address; other members may be people's text. */
const ADDRESSES = new Set(["url", "downloadURL", "sourceURL"]);

/** Keeps an address but removes what grants access: query, fragment, user name and password. */
function withoutKey(address: string): string {
  return address.replace(/[?#].*$/s, "").replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/@]*@/i, "$1");
}

/** A part of a path that nobody could guess: whoever knows it gets the file. Ids have 20 characters. */
const SIGNED = /(?<=\/)[\w-]{32,}(?=\/|$)/g;

/** An address to download from, with a digest for the part that opens it: versions can still be told apart. */
const withoutSignature = (address: string): string =>
  address.replace(SIGNED, (part) => `~${hashOf(part).slice(0, 20)}`);

/**
 * A copy of an answer without keys: in `url`, `downloadURL` and the members of `urls`, everything from the query on is cut,
 * and what signs the path of a `downloadURL` is a digest. Things that are only shared by link lose the address for visitors altogether.
 */
export function withoutKeys<T>(value: T): T {
  // Strings stay strings, and objects keep their shape.
  return clean(value, "") as T;
}

function clean(value: unknown, name: string): unknown {
  if (typeof value === "string") {
    const address = ADDRESSES.has(name) ? withoutKey(value) : value;
    return name === "downloadURL" ? withoutSignature(address) : address;
  }
  if (Array.isArray(value)) return value.map((item) => clean(item, name));
  if (!isObject(value)) return value;
  const secret = value.visibility === "share-link";
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === "urls" ? addresses(inner, secret) : cleanMember(key, inner),
    ]),
  );
}

/** Specifications are people's text, with servers and examples that look like our addresses. */
const cleanMember = (key: string, inner: unknown): unknown => (key === "filesystem" ? inner : clean(inner, key));

function addresses(urls: unknown, secret: boolean): unknown {
  if (!isObject(urls)) return urls;
  const shown = Object.entries(urls).filter(([name]) => !(secret && (name === "published" || name === "public")));
  return Object.fromEntries(
    shown.map(([name, address]) => [name, typeof address === "string" ? withoutKey(address) : address]),
  );
}
