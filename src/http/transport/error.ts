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
  /** True if any byte of the request left this machine: only then may the service have acted. */
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

export const formatSeconds = (ms: number) => `${Math.round(ms / 100) / 10} s`;

const CAUSES: Record<string, string> = {
  ENOTFOUND: "no such host",
  EAI_AGAIN: "the name server does not answer",
  ECONNREFUSED: "connection refused",
  ECONNRESET: "connection closed",
  EPIPE: "connection closed",
  UND_ERR_SOCKET: "connection closed",
  ETIMEDOUT: "connection timed out",
  UND_ERR_CONNECT_TIMEOUT: "connection timed out",
  UND_ERR_HEADERS_TIMEOUT: "no answer in time",
  EHOSTUNREACH: "host not reachable",
  ENETUNREACH: "network not reachable",
  CERT_HAS_EXPIRED: "the certificate has expired",
  DEPTH_ZERO_SELF_SIGNED_CERT: "the certificate is self-signed",
  SELF_SIGNED_CERT_IN_CHAIN: "the certificate chain is self-signed",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "the certificate's issuer is not known",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "the certificate's issuer is not known",
  ERR_PRIVATE_ADDRESS: "the name resolves to a private address",
  ERR_TLS_CERT_ALTNAME_INVALID: "the certificate is for another host",
};

const PHASES: Partial<Record<Phase, string>> = {
  dns: "name lookup failed",
  connect: "connecting failed",
  proxy: "the proxy failed",
  tls: "TLS failed",
  request: "sending failed",
  response: "no answer came",
};

/** Phase and cause in words. Node's own message is not used: it may contain text that must not be printed. */
export function describeCause(phase: Phase, code = ""): string {
  const cause = CAUSES[code] ?? notHttp(code) ?? (/^[A-Z][A-Z0-9_]{1,60}$/.test(code) ? code : "unknown cause");
  return `${PHASES[phase] ?? phase}: ${cause}`;
}

/** Codes of the HTTP parsers of Node and undici. */
function notHttp(code: string): string | undefined {
  if (code === "HPE_HEADER_OVERFLOW" || code === "UND_ERR_HEADERS_OVERFLOW")
    return "the headers of the answer are too long";
  return code.startsWith("HPE_") ? "the answer is not valid HTTP" : undefined;
}
