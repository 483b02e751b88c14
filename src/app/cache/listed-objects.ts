/** Objects that were listed: the cache for completion gets them after the output, messages suggest near matches from it. */
import {
  applyChanges,
  byPlace,
  type Change,
  type Collector,
  changeOf,
  createCollector,
} from "../../cli/cache/collector.js";
import { CONTEXTS_OF_KIND, type Entry } from "../../cli/cache/entries.js";
import { ownerOf } from "../../cli/cache/file-name.js";
import type { Settings } from "../../cli/settings.js";
import type { Observer } from "../../http/types.js";
import { cacheDir } from "../../system/folders.js";
import { redact } from "../../system/secrets.js";
import { beforeEnd, holdingSignals, receivedSignal } from "../../system/signals.js";
import { amend, readCache, remember } from "./cache-files.js";

/** Objects of `kind` in the known contexts, from the cache only; unknown contexts match any. */
export function recallFrom(
  settings: Settings,
  kind: string,
  contexts: Readonly<Record<string, string | undefined>>,
): Entry[] {
  const dir = cacheDir(process.env, process.platform);
  const service = { ...ownerOf(settings), kind };
  return (CONTEXTS_OF_KIND.get(kind) ?? []).flatMap((within) =>
    readCache(dir, { ...service, contexts: within.map((name) => contexts[name]) }),
  );
}

/**
 * Notes the items of lists and what writes change, for the cache. `debug` gets the reason if the cache cannot be written;
 * there is no message otherwise (R41).
 */
export function rememberListed(settings: Settings, debug: (message: string) => void): Observer {
  const collector = createCollector();
  const changes: Change[] = [];
  beforeEnd(async () => {
    // After Ctrl-C the command should end at once.
    if (receivedSignal() === undefined) await save(collector, changes, settings, debug);
  });
  return (event) => {
    if (event.type === "page") collector.note(event);
    if (event.type !== "answer") return;
    const { endpoint, params, answer } = event;
    const { method, path, retry } = endpoint;
    const change = retry === "safe" ? undefined : changeOf({ method, path, params, answer });
    if (change) changes.push(change);
  };
}

async function save(
  collector: Collector,
  changes: readonly Change[],
  settings: Settings,
  debug: (message: string) => void,
): Promise<void> {
  try {
    const seen = collector.seen();
    if (seen.length === 0 && changes.length === 0) return;
    const dir = cacheDir(process.env, process.platform);
    const service = ownerOf(settings);
    await holdingSignals(async () => {
      for (const { kind, contexts, ...list } of seen) {
        remember(dir, { ...service, kind, contexts }, list, redact);
      }
      for (const together of byPlace(changes)) {
        const [{ kind, contexts }] = together as [Change];
        amend(dir, { ...service, kind, contexts }, (entries) => applyChanges(entries, together), redact);
      }
    });
  } catch (error) {
    debug(`the cache was not written: ${error instanceof Error ? error.message : String(error)}`);
  }
}
