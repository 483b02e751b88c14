/** Checks on every served request before the token and the route (against DNS rebinding and browsers). */
import type { IncomingMessage } from "node:http";
import { ServiceError } from "./service-error.js";
import { MAX_BODY } from "./validate.js";

export const MAX_HEADERS = 100;

/** Why a request is refused, judging by its head; undefined if it may proceed. */
export function refusal(request: IncomingMessage, port: number): ServiceError | undefined {
  const { rawHeaders } = request;
  // Check this first: headers beyond the limit are lost, and Host may be one of them.
  if (rawHeaders.length > 2 * MAX_HEADERS) {
    return new ServiceError(431, `a request may have at most ${MAX_HEADERS} headers`);
  }
  const host = request.headers.host?.toLowerCase();
  const own = host === `127.0.0.1:${port}` || host === `localhost:${port}` || host === `[::1]:${port}`;
  if (!own || occurrences(rawHeaders, "host") !== 1 || !request.url?.startsWith("/")) {
    return new ServiceError(421, "this sandbox answers for its own address only");
  }
  if (occurrences(rawHeaders, "origin") > 0) return new ServiceError(403, "this sandbox does not answer web pages");
  if (request.method === "OPTIONS") {
    return new ServiceError(405, "OPTIONS is not answered", { allow: "DELETE, GET, PATCH, POST, PUT" });
  }
  return undefined;
}

/** How often a header was sent. Names and values alternate; only names of the same length need comparing. */
function occurrences(rawHeaders: readonly string[], wanted: string): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === wanted.length && name.toLowerCase() === wanted) count++;
  }
  return count;
}

/** False if the head says that no body follows. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) !== 0;
}

/** The whole body. @throws ServiceError 413 as soon as it is known to be too large */
export async function readBody(request: IncomingMessage): Promise<Uint8Array> {
  const tooLarge = () => new ServiceError(413, "the body may have at most 1 MiB");
  if (Number(request.headers["content-length"] ?? 0) > MAX_BODY) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    request.on("data", (chunk: Uint8Array) => {
      size += chunk.byteLength;
      if (size > MAX_BODY) {
        request.removeAllListeners("data");
        reject(tooLarge());
        return;
      }
      chunks.push(chunk);
    });
    request.once("end", () => resolve(Buffer.concat(chunks)));
    request.once("error", reject);
  });
}
