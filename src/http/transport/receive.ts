import type { IncomingMessage } from "node:http";
import type { WireRequest, WireResponse } from "../types.js";
import { TransportError } from "./error.js";
import type { Progress } from "./progress.js";

/** Reads a body whole. One that is cut short or over its cap fails with the status that came before it (R32, R35). */
export function receive(
  message: IncomingMessage,
  wire: WireRequest,
  progress: Progress,
  fail: (error: TransportError) => void,
  done: (response: WireResponse) => void,
): void {
  const status = message.statusCode ?? 0;
  const headers = flat(message.headers);
  const { host } = new URL(wire.url);
  const chunks: Uint8Array[] = [];
  let size = 0;
  const cut = () => {
    const text = `${host}: the body of the answer (${status}) was cut off after ${size} bytes`;
    fail(new TransportError(text, { phase: "cut", sent: true, status, headers }));
  };
  const finish = () => done({ status, headers, body: Buffer.concat(chunks, size) });

  message.on("data", (chunk: Buffer) => {
    progress.heard();
    if (status >= 400 && size + chunk.length >= wire.limits.maxError) {
      chunks.push(chunk.subarray(0, wire.limits.maxError - size));
      size = wire.limits.maxError;
      finish();
      message.destroy();
      return;
    }
    size += chunk.length;
    if (size > wire.limits.maxBody) {
      const text = `${host}: the answer is larger than ${wire.limits.maxBody} bytes`;
      return fail(new TransportError(text, { phase: "too-large", sent: true, status, headers }));
    }
    chunks.push(chunk);
  });
  message.on("end", () => {
    if (!message.complete || short(headers["content-length"], size, status, wire.method)) return cut();
    finish();
  });
  message.on("aborted", cut);
  message.on("error", cut);
  message.on("close", cut);
}

/** A length that says more than came. Answers without a body may name one all the same. */
function short(length: string | undefined, size: number, status: number, method: string): boolean {
  if (length === undefined || method === "HEAD" || status === 204 || status === 304) return false;
  return Number(length) !== size;
}

/** Names are lower case already; repeated headers are joined. */
function flat(headers: IncomingMessage["headers"]): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(", ") : (value ?? ""),
  ]);
  return Object.fromEntries(entries);
}
