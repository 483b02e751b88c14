export type Phase =
  | "dns"
  | "connect"
  | "proxy"
  | "tls"
  | "request"
  | "response"
  | "cut"
  | "too-large"
  | "timeout"
  | "aborted";

export interface TransportErrorOptions {
  phase: Phase;
  /** Whether any byte of the request left this machine: only then may the service have acted. */
  sent: boolean;
  /** Known if the body was cut or too large, or a proxy refused. */
  status?: number | undefined;
  /** The headers that came with `status`; lower-case names. */
  headers?: Record<string, string> | undefined;
  /** Error code of the system or of Node: ECONNREFUSED, ENOTFOUND, ... */
  code?: string | undefined;
}

/** The only error that a transport throws. Its message names host and phase, never a header, a query or a body. */
export class TransportError extends Error {
  readonly phase: Phase;
  readonly sent: boolean;
  readonly status: number | undefined;
  readonly headers: Record<string, string> | undefined;
  readonly code: string | undefined;

  constructor(message: string, options: TransportErrorOptions) {
    super(message);
    this.name = "TransportError";
    this.phase = options.phase;
    this.sent = options.sent;
    this.status = options.status;
    this.headers = options.headers;
    this.code = options.code;
  }
}

export const hostOf = ({ url }: { url: string }): string => new URL(url).host;

export const seconds = (ms: number) => `${Math.round(ms / 100) / 10} s`;
