/** Objects that were listed before, to suggest near matches in messages. From the cache only, never a request. */
import type { Entry } from "../../cli/cache/entries.js";
import { ownerOf } from "../../cli/cache/file-name.js";
import { KINDS_LISTED } from "../../cli/cache/lists.js";
import type { Settings } from "../../cli/services.js";
import { cacheDir } from "../../config/paths.js";
import { readCache } from "./cache-files.js";

/** Objects of `kind` in the known contexts; unknown contexts match any. */
export function recallFrom(
  settings: Settings,
  kind: string,
  contexts: Readonly<Record<string, string | undefined>>,
): Entry[] {
  const dir = cacheDir(process.env, process.platform);
  const service = { ...ownerOf(settings), kind };
  return (KINDS_LISTED.get(kind) ?? []).flatMap((within) =>
    readCache(dir, { ...service, contexts: within.map((name) => contexts[name]) }),
  );
}
