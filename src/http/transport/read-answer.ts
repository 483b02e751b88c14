import type { WireRequest } from "../types.js";
import { hostOf, TransportError } from "./error.js";
import type { Pending } from "./pending.js";

/** Collects an answer from a transport; the first event that ends the request counts. */
export interface AnswerReader {
  add(chunk: Uint8Array): void;
  /** The connection says that the body is whole. */
  finish(): void;
  /** The connection ended. */
  cut(): void;
}

interface AnswerHead {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** Ends the connection: the rest of the body is not needed. */
  stop(): void;
}

/**
 * Reads an answer from whatever transport, once its headers have come. A 2xx body goes to the request's sink if it has
 * one. If it is truncated or too large, the error carries the answer's status (R32, R35).
 */
export function readAnswer(wire: WireRequest, pending: Pending, head: AnswerHead): AnswerReader {
  const { status } = head;
  const headers = flatHeaders(head.headers);
  const { maxBody, maxError } = wire.limits;
  const sink = status >= 200 && status < 300 ? wire.sink : undefined;
  let chunks: Uint8Array[] = [];
  let size = 0;
  const failure = (phase: "cut" | "too-large", text: string) =>
    new TransportError(`${hostOf(wire)}: ${text}`, { phase, sent: true, status, headers });
  const cut = () => failure("cut", `the body of the answer (${status}) was cut off after ${size} bytes`);
  const done = () => {
    const [first] = chunks;
    const body = first && chunks.length === 1 ? first : Buffer.concat(chunks);
    // Frees the parts even if something still holds this reader.
    chunks = [];
    pending.done({ status, headers, body });
  };
  pending.timers.heard();
  return {
    add: (chunk) =>
      pending.guard(() => {
        pending.timers.heard();
        if (status >= 400 && size + chunk.length > maxError) {
          chunks.push(chunk.subarray(0, maxError - size));
          done();
          return head.stop();
        }
        size += chunk.length;
        if (size > maxBody) throw failure("too-large", `the answer is larger than ${maxBody} bytes`);
        if (sink) sink(chunk);
        else chunks.push(chunk);
      }),
    finish: () =>
      pending.guard(() => {
        if (isShort(headers["content-length"], size, status, wire.method)) throw cut();
        done();
      }),
    // Every connection closes in the end; an error, with its stack, is only made for an answer that broke off.
    cut: () => pending.guard(() => pending.fail(cut())),
  };
}

/** True if Content-Length differs from the size. Answers that have no body may still carry one. */
function isShort(length: string | undefined, size: number, status: number, method: string): boolean {
  if (length === undefined || method === "HEAD" || status === 204 || status === 304) return false;
  return Number(length) !== size;
}

/** Lower-case names; repeated headers are joined. */
function flatHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [
    name.toLowerCase(),
    Array.isArray(value) ? value.join(", ") : (value ?? ""),
  ]);
  return Object.fromEntries(entries);
}
