/** An error answer of the service: `{"error":{"code":<status>,"message":"..."}}`. */
export class ServiceError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(message);
    this.name = "ServiceError";
  }
}

// Faults on request, only for tests of clients: neither a served sandbox nor a command ever enables them.

export const FAULT_HEADER = "x-sandbox-fault";

/** `cut`: close the connection before the commit, after it, or in the middle of the answer's body. */
export interface Fault {
  delayMs?: number;
  status?: number;
  /** Seconds, or a date; sent as Retry-After with `status`. */
  retryAfter?: number | string;
  cut?: "before-commit" | "after-commit" | "body";
}

/** Closes the connection. With `partial`, the answer's head and half of its body are sent first. */
export class CutConnection extends Error {
  constructor(readonly partial?: { status: number; headers: Record<string, string>; body: Uint8Array }) {
    super("the connection was cut");
    this.name = "CutConnection";
  }
}

/** Empty if the header is absent. @throws ServiceError 400 */
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

/** The error answer that a fault requests. */
export function faultAnswer(fault: Fault): ServiceError | undefined {
  if (fault.status === undefined) return undefined;
  const headers: Record<string, string> = {};
  if (fault.retryAfter !== undefined) headers["retry-after"] = String(fault.retryAfter);
  return new ServiceError(fault.status, "a fault that was asked for", headers);
}
