/** Faults on request, for tests of clients only: a served sandbox or a command never turns them on. */
import { ServiceError } from "./service-error.js";

export const FAULT_HEADER = "x-sandbox-fault";

/** `cut`: the connection ends before the commit, after it, or in the middle of the answer's body. */
export interface Fault {
  delayMs?: number;
  status?: number;
  /** Seconds, or a date; sent as Retry-After with `status`. */
  retryAfter?: number | string;
  cut?: "before-commit" | "after-commit" | "body";
}

/** The connection is to be cut. With `partial` the answer's head and half of its body go out first. */
export class CutConnection extends Error {
  constructor(readonly partial?: { status: number; headers: Record<string, string>; body: Uint8Array }) {
    super("the connection was cut");
    this.name = "CutConnection";
  }
}

/** Nothing for a header that is absent. @throws ServiceError 400 */
export function parseFault(header: string | undefined): Fault {
  if (header === undefined) return {};
  try {
    // Written by tests.
    return JSON.parse(header) as Fault;
  } catch (error) {
    if (error instanceof SyntaxError) throw new ServiceError(400, `${FAULT_HEADER} is not JSON`);
    throw error;
  }
}

/** The error answer that a fault asks for. */
export function faultAnswer(fault: Fault): ServiceError | undefined {
  if (fault.status === undefined) return undefined;
  const headers: Record<string, string> = {};
  if (fault.retryAfter !== undefined) headers["retry-after"] = String(fault.retryAfter);
  return new ServiceError(fault.status, "a fault that was asked for", headers);
}
