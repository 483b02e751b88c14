import { contentTypeOf } from "../import/media.js";
import type { RouteHandler } from "../types.js";
import { blobBytes } from "./pages.js";

/**
 * `/files/<hash>/<name>`: the bytes of a file. The hash cannot be guessed, so the link is its own key. Sent as a
 * download: content from a stranger's folder must not run as a page of the sandbox.
 */
export const route: RouteHandler = ({ segments }, { store }) => {
  const [hash = "", name = "", ...more] = segments;
  const body = more.length === 0 && /^[0-9a-f]{64}$/.test(hash) ? blobBytes(store, hash) : undefined;
  if (!body || name === "") return undefined;
  const headers = {
    "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(name).replaceAll("'", "%27")}`,
    "x-content-type-options": "nosniff",
  };
  return { contentType: contentTypeOf(name), body, headers };
};
