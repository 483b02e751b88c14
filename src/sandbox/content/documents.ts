import { createHash } from "node:crypto";
import type { Store } from "../store/store.js";

/*
 * Bodies are stored once by the hash of their content and never change: revisions share them, and a copy of a space or
 * of a change request costs only its tree of pages.
 */

const DOCUMENT = "document";

/** SHA-256: the key of a content. */
export function hashOf(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

/** The id git gives to the same bytes, so that it can be compared with a repository. */
export function gitOid(content: Uint8Array): string {
  return createHash("sha1").update(`blob ${content.length}\0`).update(content).digest("hex");
}

/** Keep a Markdown text; answers its hash. */
export function putDocument(store: Store, markdown: string): string {
  const hash = hashOf(markdown);
  if (store.scopeOf(DOCUMENT, hash) === undefined) store.put(DOCUMENT, hash, "documents", { markdown });
  return hash;
}

/** A stored Markdown text; empty for an unknown hash or none. */
export function documentText(store: Store, hash: string | undefined): string {
  if (hash === undefined) return "";
  return store.get<{ markdown: string }>(DOCUMENT, hash)?.markdown ?? "";
}

/** Keep the bytes of a file; answers their hash. */
export function putBlob(store: Store, bytes: Uint8Array): string {
  const hash = hashOf(bytes);
  if (!store.bytes(`files/${hash}`)) store.putBytes(`files/${hash}`, bytes);
  return hash;
}

/** The bytes of a file; undefined when none were stored. */
export function blobBytes(store: Store, hash: string): Uint8Array | undefined {
  return store.bytes(`files/${hash}`);
}
