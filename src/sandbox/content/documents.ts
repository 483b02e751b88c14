import type { Store } from "../store/store.js";
import { isDamage } from "../store/stored-json.js";

/*
 * Bodies are stored once by the hash of their content and never change: revisions share them, so a copy of a space or a
 * change request only costs its tree of pages.
 */

const DOCUMENT = "document";

/** Loaded with the first hash: commands that only read need none, and it costs 3 ms. */
const crypto = () => process.getBuiltinModule("node:crypto");

/** SHA-256: the key of stored content. */
export function hashOf(content: string | Uint8Array): string {
  return crypto().hash("sha256", content, "hex");
}

/** The id that git gives to the same bytes, for comparison with a repository. */
export function gitOid(content: Uint8Array): string {
  return crypto().createHash("sha1").update(`blob ${content.length}\0`).update(content).digest("hex");
}

/** Stores a Markdown text and returns its hash. */
export function putDocument(store: Store, markdown: string): string {
  const hash = hashOf(markdown);
  if (store.scopeOf(DOCUMENT, hash) === undefined) store.put(DOCUMENT, hash, "documents", { markdown });
  return hash;
}

/** A stored Markdown text; empty if there is no hash or it is unknown. */
export function documentText(store: Store, hash: string | undefined): string {
  if (hash === undefined) return "";
  return store.get<{ markdown: string }>(DOCUMENT, hash)?.markdown ?? "";
}

/** A stored Markdown text; undefined if it is unknown, or does not match its hash. */
export function soundText(store: Pick<Store, "get">, hash: string): string | undefined {
  try {
    const markdown = store.get<{ markdown: unknown }>(DOCUMENT, hash)?.markdown;
    return typeof markdown === "string" && hashOf(markdown) === hash ? markdown : undefined;
  } catch (error) {
    if (isDamage(error)) return undefined;
    throw error;
  }
}

/** Stores the bytes of a file and returns their hash. */
export function putBlob(store: Store, bytes: Uint8Array): string {
  const hash = hashOf(bytes);
  if (!store.bytes(`files/${hash}`)) store.putBytes(`files/${hash}`, bytes);
  return hash;
}

/** The bytes of a file; undefined if none were stored. */
export function blobBytes(store: Store, hash: string): Uint8Array | undefined {
  return store.bytes(`files/${hash}`);
}
