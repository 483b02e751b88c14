/** `docs api --cache`: keeps answers to single GETs on disk, separately for each token. Best effort (R41). */
import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import { originOf, placeParts } from "../../cli/cache/entries.js";
import type { Settings } from "../../cli/settings.js";
import { withJson } from "../../http/raw.js";
import type { Client, RawRequest, RawResponse } from "../../http/types.js";
import { readText } from "../../system/files/own-text.js";
import { replaceFile } from "../../system/files/write-file.js";
import { cacheDir, makePrivateFolder } from "../../system/folders.js";
import { redact } from "../../system/secrets.js";
import { isUsable } from "./cache-files.js";

interface Keeping {
  settings: Settings;
  /** The token that the request would carry: a kept answer is only given for the same token. */
  token: () => Promise<string> | string;
  /** Gets a line if an answer comes from the cache, and the reason if one cannot be kept. */
  debug: (message: string) => void;
  now: () => number;
}

/** Larger answers are not kept, in bytes. */
const MOST = 4 * 1024 * 1024;

interface CachedAnswer {
  /** When it was answered, milliseconds since the epoch. */
  at: number;
  status: number;
  headers: Record<string, string>;
  /** Base64. */
  body: string;
}

/**
 * The answer to a GET with a `maxAge`, from the cache or from the service. Writes and failures are never kept.
 * @throws Failure as `raw` does
 */
export async function readThroughCache(client: Client, request: RawRequest, keeping: Keeping): Promise<RawResponse> {
  const { maxAge } = request;
  if (maxAge === undefined || request.method.toUpperCase() !== "GET") return client.raw(request);
  const place = makeCachePath(request, await keeping.token(), keeping.settings);
  const kept = place === undefined ? undefined : readKept(place);
  const age = kept ? keeping.now() - kept.at : Number.POSITIVE_INFINITY;
  if (kept && age >= 0 && age <= maxAge) {
    keeping.debug(`answered from the cache, ${Math.round(age / 1000)} s old`);
    return withJson({ ...kept, body: new Uint8Array(Buffer.from(kept.body, "base64")) });
  }
  const response = await client.raw(request);
  if (place !== undefined && !response.failure) keep(place, response, keeping);
  return response;
}

/** The file for an answer, whose name reveals neither token nor path. Undefined if nothing can be kept. */
function makeCachePath(request: RawRequest, token: string, { baseUrl, profile }: Settings): string | undefined {
  const headers = Object.entries(request.headers ?? {}).sort();
  const whole = JSON.stringify([baseUrl, request.path, headers, hash(token)]);
  const dir = cacheDir(process.env, process.platform);
  // In the folder of the service's ids, so that both are removed together.
  const parts = placeParts({ profile, origin: originOf(baseUrl), kind: "answers", contexts: [hash(whole)] });
  return dir === undefined || parts === undefined || !isUsable(dir) ? undefined : join(dir, ...parts);
}

const hash = (text: string): string => createHash("sha256").update(text).digest("hex");

function readKept(path: string): CachedAnswer | undefined {
  const text = readText(path);
  if (text === undefined) return undefined;
  try {
    const value: Partial<CachedAnswer> = JSON.parse(text);
    const { at, status, headers, body } = value;
    if (typeof at !== "number" || typeof status !== "number" || typeof body !== "string") return undefined;
    return { at, status, headers: headers ?? {}, body };
  } catch {
    // Not a file that we wrote: the answer is requested again and replaces it.
    return undefined;
  }
}

/** Headers that apply to one transfer only are not kept. */
const PASSING = new Set(["set-cookie", "date", "connection", "keep-alive", "transfer-encoding", "content-length"]);

function keep(path: string, response: RawResponse, { debug, now }: Keeping): void {
  if (response.status < 200 || response.status > 299 || response.body.length > MOST) return;
  const text = Buffer.from(response.body).toString("utf8");
  // Never write a live secret to disk.
  if (redact(text) !== text) return;
  const headers = Object.fromEntries(Object.entries(response.headers).filter(([name]) => !PASSING.has(name)));
  const kept: CachedAnswer = {
    at: now(),
    status: response.status,
    headers,
    body: Buffer.from(response.body).toString("base64"),
  };
  try {
    makePrivateFolder(dirname(path));
    replaceFile(path, JSON.stringify(kept));
  } catch (error) {
    debug(`the answer was not kept: ${error instanceof Error ? error.message : String(error)}`);
  }
}
