/** Downloads links from answers, without the token. The embedded service answers its own links in this process. */

import type { DownloadRequest } from "../../cli/context.js";
import type { Reach } from "../../cli/ends.js";
import type { Transport } from "../../http/types.js";
import { holdingSignals } from "../../system/signals.js";
import { clientOptions, readCertificates } from "./choose-client.js";
import { baseUrlOf, type Session } from "./run-session.js";

/** @throws Failure as `download` does */
export async function downloadFor(
  flags: Reach,
  session: Session,
  url: string,
  request: DownloadRequest,
): Promise<{ path: string; bytes: number }> {
  const { snapshot } = flags.place;
  const kept = snapshot === undefined ? undefined : await keptFile(snapshot, url);
  const { download } = await import("../../http/download.js");
  const common = {
    ...clientOptions(flags.client),
    env: process.env,
    ca: flags.client.caFile === undefined ? undefined : readCertificates(flags.client.caFile),
    ...request,
  };
  if (kept) return download(url, { ...common, baseUrl: new URL(url).origin, transport: kept });
  if (!session.settings.sandbox) {
    const baseUrl = baseUrlOf(session);
    return holdingSignals(() => download(url, { ...common, baseUrl }));
  }
  const { sandboxClient } = await import("../sandbox.js");
  const { baseUrl, transport } = await sandboxClient();
  return holdingSignals(() => download(url, { ...common, baseUrl, transport }));
}

/** Answers with the bytes in a snapshot. @throws Failure not-in-snapshot */
async function keptFile(snapshot: string, url: string): Promise<Transport> {
  const [{ bytesAt }, { notInSnapshot }] = await Promise.all([
    import("../../snapshot/file/file-bytes.js"),
    import("../../snapshot/coverage.js"),
  ]);
  const body = bytesAt(snapshot, url);
  if (body) return async () => ({ status: 200, headers: {}, body });
  const gap = { scope: "bytes of files", state: "not-asked", reason: "pass --include files" } as const;
  throw notInSnapshot(snapshot, gap);
}
