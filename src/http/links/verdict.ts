/** Judges an address by its answer, or by the lack of one. */
import { describeCause, type TransportError } from "../transport/error.js";

/** `unknown`: it may be there for others; never counted as broken. */
type LinkState = "good" | "broken" | "unknown";

export interface LinkAnswer {
  state: LinkState;
  /** In words, without anything that the server wrote. */
  why: string;
  /** Destination of its redirects, if all are permanent. */
  movedTo?: string;
  /** Good only because the caller says so. */
  isAccepted?: true;
}

/** They keep programs out, or ask them to wait or to sign in: people may well see the page. */
const UNKNOWN: ReadonlySet<number> = new Set([401, 402, 403, 407, 408, 425, 429, 451, 999]);

/** Answers after which the same request may succeed. */
export const isPassing = (status: number): boolean => status >= 500 && status <= 599 && status !== 501;

/** Servers that answer so to HEAD may answer GET. */
export const isWorthGet = (status: number): boolean => status >= 400 && ![401, 407, 429, 999].includes(status);

export function verdictOf(status: number, accepted: ReadonlySet<number>): LinkAnswer {
  const why = `answered ${status}`;
  if (status >= 200 && status < 400) return { state: "good", why };
  if (accepted.has(status)) return { state: "good", why, isAccepted: true };
  return { state: UNKNOWN.has(status) ? "unknown" : "broken", why };
}

/** Failures of this side, and those that may pass. */
const PASSING = /^(?:EAI_AGAIN|ENETUNREACH|ENETDOWN|EHOSTUNREACH|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/;

export function verdictOfFailure({ phase, code }: TransportError): LinkAnswer {
  if (code === "ERR_PRIVATE_ADDRESS")
    return { state: "unknown", why: "not requested: the name resolves to a private address" };
  if (phase === "timeout") return { state: "unknown", why: "no answer in time" };
  const why = describeCause(phase, code);
  const isUnsure = phase === "proxy" || PASSING.test(code ?? "");
  return { state: isUnsure ? "unknown" : "broken", why };
}
