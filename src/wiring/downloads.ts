/** Links of answers into files, without the token. Links of the embedded service are answered in the process. */
import type { DownloadRequest } from "../cli/context.js";
import type { Globals } from "../cli/globals.js";
import type { WritePlace } from "../config/system.js";
import { baseUrlOf, sessionOf } from "./session.js";
import { softSignal } from "./signals.js";

export async function downloadFor(
  globals: Globals,
  place: WritePlace,
  say: (message: string) => void,
  url: string,
  request: DownloadRequest,
): Promise<{ path: string; bytes: number }> {
  const session = await sessionOf(globals, place, say);
  const { download } = await import("../http/download.js");
  const baseUrl = session.settings.sandbox ? undefined : baseUrlOf(session);
  throw new Error(String([download, baseUrl, softSignal, url, request]));
}
