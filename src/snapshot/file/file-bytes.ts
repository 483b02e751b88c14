/**
 * Bytes of files in a snapshot (`--include files`): a row of kind `file-bytes` for each file of a space or of one of its
 * change requests, with id `<space>/<file>`, in the scope of the space; the bytes are in `blobs` under `files/<hash>`.
 */

import { blobBytes, hashOf, putBlob } from "../../sandbox/content/pages.js";
import { createStore, type Store } from "../../sandbox/store/store.js";
import { isDamage } from "../../sandbox/store/stored-json.js";
import { withoutKeys } from "../../shared/keys.js";
import { openSnapshotFile } from "./open-snapshot.js";
import type { Item } from "./store-answer.js";

export const FILE_BYTES = "file-bytes";

interface FileEntry {
  file: string;
  /** SHA-256 of the bytes, hexadecimal. */
  hash: string;
  bytes: number;
  /** Their source, without keys. */
  url: string;
}

export const fileBytesId = (space: string, file: unknown): string => `${space}/${String(file)}`;
const addressOf = (file: { downloadURL?: unknown }): string =>
  withoutKeys({ downloadURL: String(file.downloadURL) }).downloadURL;

/** The bytes of a file; undefined if they are not in the snapshot. */
export function fileBytes(store: Store, space: string, file: string): { hash: string; bytes: Uint8Array } | undefined {
  const kept = store.get<FileEntry>(FILE_BYTES, fileBytesId(space, file));
  const bytes = kept && blobBytes(store, kept.hash);
  return kept && bytes && { hash: kept.hash, bytes };
}

/** The hash of the bytes of a file, if they are here as they were stored. */
export function keptBytes(store: Store, space: string, file: string): string | undefined {
  try {
    const kept = store.get<FileEntry>(FILE_BYTES, fileBytesId(space, file));
    const bytes = kept && blobBytes(store, kept.hash);
    const isWhole =
      bytes !== undefined &&
      hashOf(bytes) === kept?.hash &&
      bytes.length === kept.bytes &&
      kept.file === file &&
      store.scopeOf(FILE_BYTES, fileBytesId(space, file)) === space;
    return isWhole ? kept?.hash : undefined;
  } catch (error) {
    if (isDamage(error)) return undefined;
    throw error;
  }
}

export function putFileBytes(store: Store, space: string, file: Item, bytes: Uint8Array): void {
  const kept: FileEntry = {
    file: String(file.id),
    hash: putBlob(store, bytes),
    bytes: bytes.length,
    url: addressOf(file),
  };
  store.put(FILE_BYTES, fileBytesId(space, file.id), space, kept);
}

/** True if the bytes of a file were read at all: not those of large ones. */
export const hasFileRow = (store: Store, space: string, file: Item): boolean =>
  store.scopeOf(FILE_BYTES, fileBytesId(space, file.id)) !== undefined;

/** True if the snapshot has the bytes of exactly this version of the file. */
export function hasFileBytes(store: Store, space: string, file: Item): boolean {
  const kept = store.get<FileEntry>(FILE_BYTES, fileBytesId(space, file.id));
  return (
    kept !== undefined &&
    addressOf({ downloadURL: kept.url }) === addressOf(file) &&
    (file.size === undefined || file.size === kept.bytes) &&
    blobBytes(store, kept.hash) !== undefined
  );
}

/** Copies the bytes from another snapshot. False if it does not have them, or has them damaged. */
export function copyFileBytes(from: Store, to: Store, space: string, file: Item): boolean {
  if (hasFileBytes(to, space, file)) return true;
  if (!hasFileBytes(from, space, file)) return false;
  const found = fileBytes(from, space, String(file.id));
  if (!found || hashOf(found.bytes) !== found.hash) return false;
  putFileBytes(to, space, file, found.bytes);
  return true;
}

/** Removes rows and bytes of files that no content refers to any more; `used` holds ids of rows. */
export function keepFileBytes(store: Store, used: ReadonlySet<string>): void {
  const hashes = new Set<string>();
  for (const { id, hash } of store.sql.all(
    "SELECT id, json_extract(json, '$.hash') AS hash FROM objects WHERE kind = ?",
    FILE_BYTES,
  )) {
    if (used.has(String(id))) hashes.add(`files/${hash}`);
    else store.remove(FILE_BYTES, String(id));
  }
  for (const { key } of store.sql.all("SELECT key FROM blobs WHERE key LIKE 'files/%'")) {
    if (!hashes.has(String(key))) store.removeBytes(String(key));
  }
}

/** The bytes of a file by its download address; undefined if they are not in the snapshot. */
export function bytesAt(file: string, url: string): Uint8Array | undefined {
  const db = openSnapshotFile(file);
  try {
    // Older snapshots have the address as it was.
    const sql =
      "SELECT json_extract(json, '$.hash') AS hash FROM objects WHERE kind = ? AND json_extract(json, '$.url') IN (?, ?)";
    const hash = db.get(sql, FILE_BYTES, addressOf({ downloadURL: url }), withoutKeys({ url }).url)?.hash;
    return hash === undefined ? undefined : blobBytes(createStore(db, { writable: () => false }), String(hash));
  } finally {
    db.close();
  }
}
