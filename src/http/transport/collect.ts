import type { WireRequest, WireResponse } from "../types.js";
import { hostOf, TransportError } from "./error.js";

/** Collects an answer's body; if it is truncated or too large, the error carries the answer's status (R32, R35). */
export interface Collector {
  /** `enough`: the rest is not needed. @throws TransportError "too-large", and what the sink throws */
  add(chunk: Uint8Array): "more" | "enough";
  cut(): TransportError;
  /** @throws TransportError "cut" if the size differs from Content-Length */
  finish(): WireResponse;
}

/** `headers` has lower-case names. A 2xx body goes to the request's sink if it has one. */
export function collect(wire: WireRequest, status: number, headers: Record<string, string>): Collector {
  const { maxBody, maxError } = wire.limits;
  const sink = status >= 200 && status < 300 ? wire.sink : undefined;
  let chunks: Uint8Array[] = [];
  let size = 0;
  let full = false;
  const failure = (phase: "cut" | "too-large", text: string) =>
    new TransportError(`${hostOf(wire)}: ${text}`, { phase, sent: true, status, headers });
  const cut = () => failure("cut", `the body of the answer (${status}) was cut off after ${size} bytes`);

  return {
    cut,
    add(chunk) {
      if (status >= 400 && size + chunk.length > maxError) {
        chunks.push(chunk.subarray(0, maxError - size));
        size = maxError;
        full = true;
        return "enough";
      }
      size += chunk.length;
      if (size > maxBody) throw failure("too-large", `the answer is larger than ${maxBody} bytes`);
      if (sink) sink(chunk);
      else chunks.push(chunk);
      return "more";
    },
    finish() {
      if (!full && isShort(headers["content-length"], size, status, wire.method)) throw cut();
      const [first] = chunks;
      const body = first && chunks.length === 1 ? first : Buffer.concat(chunks);
      // Frees the parts even if something still holds this collector.
      chunks = [];
      return { status, headers, body };
    },
  };
}

/** Whether Content-Length differs from the size. Answers that have no body may still carry one. */
function isShort(length: string | undefined, size: number, status: number, method: string): boolean {
  if (length === undefined || method === "HEAD" || status === 204 || status === 304) return false;
  return Number(length) !== size;
}

/** Lower-case names; repeated headers are joined. */
export function flatHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [
    name.toLowerCase(),
    Array.isArray(value) ? value.join(", ") : (value ?? ""),
  ]);
  return Object.fromEntries(entries);
}
