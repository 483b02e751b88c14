/** Downloads links from answers, without the token. The embedded service answers its own links in this process. */
import type { DownloadRequest } from "../../cli/context.js";
import type { Reach } from "../../cli/runtime.js";
import type { WritePlace } from "../../config/system.js";
import { holdingSignals } from "../signals.js";
import { clientOptions, readCertificates } from "./network-client.js";
import { baseUrlOf, sessionOf } from "./run-session.js";

/** @throws Failure as `download` does */
export async function downloadFor(
  flags: Reach,
  place: WritePlace,
  say: (message: string) => void,
  url: string,
  request: DownloadRequest,
): Promise<{ path: string; bytes: number }> {
  if (flags.place.snapshot !== undefined) {
    const { notInSnapshot } = await import("../../snapshot/gap-words.js");
    const bytes = { scope: "bytes of files", state: "unreadable", reason: "snapshots have no files" } as const;
    throw notInSnapshot(flags.place.snapshot, bytes);
  }
  const session = await sessionOf(flags.place, place, say);
  const { download } = await import("../../http/download/download.js");
  const common = {
    ...clientOptions(flags.client),
    env: process.env,
    ca: flags.client.caFile === undefined ? undefined : readCertificates(flags.client.caFile),
    ...request,
  };
  if (!session.settings.sandbox) {
    const baseUrl = baseUrlOf(session);
    return holdingSignals(() => download(url, { ...common, baseUrl }));
  }
  const { sandboxClient } = await import("../sandbox.js");
  const { baseUrl, transport } = await sandboxClient();
  return holdingSignals(() => download(url, { ...common, baseUrl, transport }));
}
