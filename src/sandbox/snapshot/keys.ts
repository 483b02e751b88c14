/** Keys that open something without a token: they are left out of a copy unless they were asked for. */
import { isObject } from "../../facts/values.js";

/** Members that hold an address of their own; others may be text of people. */
const ADDRESSES = new Set(["url", "downloadURL"]);

/** What an address is good for stays, what opens it goes: its query and fragment, and whoever is named in it. */
function withoutKey(address: string): string {
  return address.replace(/[?#].*$/s, "").replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/@]*@/i, "$1");
}

/**
 * A copy of an answer without keys: of `url`, `downloadURL` and the members of `urls` only what stands before the query.
 * What is shown to those with a link alone has no address for visitors at all.
 */
export function withoutKeys<T>(value: T): T {
  // Strings become strings and objects objects of the same shape.
  return clean(value, "") as T;
}

function clean(value: unknown, name: string): unknown {
  if (typeof value === "string") return ADDRESSES.has(name) ? withoutKey(value) : value;
  if (Array.isArray(value)) return value.map((item) => clean(item, name));
  if (!isObject(value)) return value;
  const secret = value.visibility === "share-link";
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, key === "urls" ? addresses(inner, secret) : kept(key, inner)]),
  );
}

/** Specifications are texts of people, with servers and examples that look like addresses of ours. */
const kept = (key: string, inner: unknown): unknown => (key === "filesystem" ? inner : clean(inner, key));

function addresses(urls: unknown, secret: boolean): unknown {
  if (!isObject(urls)) return urls;
  const shown = Object.entries(urls).filter(([name]) => !(secret && (name === "published" || name === "public")));
  return Object.fromEntries(
    shown.map(([name, address]) => [name, typeof address === "string" ? withoutKey(address) : address]),
  );
}
