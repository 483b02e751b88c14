/** Downloads of files and specifications; a link is its own key. */

import { createHash, timingSafeEqual } from "node:crypto";
import { blobBytes } from "../content/pages.js";
import { contentTypeOf } from "../import/media.js";
import { type StoredSpec, textKey } from "../openapi/specs.js";
import type { RouteHandler, RouteInput, RouteResult } from "../types.js";

/**
 * `/files/<hash>/<name>`: the bytes of a file. The hash cannot be guessed, so the link is its own key. Sent as a
 * download: content from a stranger's folder must not run as a page of the sandbox.
 */
export const fileRoute: RouteHandler = ({ segments }, { store }) => {
  const [hash = "", name = "", ...more] = segments;
  const body = more.length === 0 && /^[0-9a-f]{64}$/.test(hash) ? blobBytes(store, hash) : undefined;
  if (!body || name === "") return undefined;
  const headers = {
    "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(name).replaceAll("'", "%27")}`,
    "x-content-type-options": "nosniff",
  };
  return { contentType: contentTypeOf(name), body, headers };
};

const hash = (text: string) => createHash("sha256").update(text).digest();

/**
 * `/specs/<org>/<slug>`: the latest version of a public specification, for everybody.
 * `/specs/<org>/<slug>/<version>/<name>?key=...`: one version, by the key in its link.
 */
export const specificationRoute: RouteHandler = ({ segments, path, query }, { store, sign }) => {
  const [org = "", slug = "", version = "", name = "", ...more] = segments;
  const text = (id: string, as: string) => {
    const body = store.bytes(textKey(id));
    return body && download(as, body);
  };
  if (segments.length === 2) {
    const spec = store.get<StoredSpec>("openapi-spec", `${org}/${slug}`);
    const open = spec?.visibility === "public" && spec.lastVersion !== undefined;
    return open ? text(spec.lastVersion ?? "", nameOf(store, spec.lastVersion ?? "")) : undefined;
  }
  const known = store.scopeOf("openapi-spec-version", version) === `${org}/${slug}`;
  if (more.length > 0 || !known || !hasKey(path, query, sign)) return undefined;
  return text(version, name);
};

function hasKey(path: string, query: RouteInput["query"], sign: (path: string) => string): boolean {
  return timingSafeEqual(hash(query.get("key") ?? ""), hash(sign(path)));
}

function nameOf(store: Parameters<RouteHandler>[1]["store"], version: string): string {
  const content = store.get<{ filesystem: Record<string, unknown> }>("openapi-content", version);
  return Object.keys(content?.filesystem ?? {})[0] ?? "openapi.json";
}

/** Sent as a download, like files: a stranger's text must not run as a page of the sandbox. */
function download(name: string, body: Uint8Array): RouteResult {
  const disposition = `attachment; filename*=UTF-8''${encodeURIComponent(name).replaceAll("'", "%27")}`;
  return { contentType: contentTypeOf(name), body, headers: { "content-disposition": disposition } };
}
