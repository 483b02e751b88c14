import type { ClientRequest } from "node:http";
import type { Socket } from "node:net";
import type { WireLimits } from "../types.js";
import { type Phase, seconds, TransportError } from "./error.js";

/** How far a request has come: its timers, and whether any byte of it left this machine (R9, R10). */
export interface Progress {
  sent(): boolean;
  /** Headers have come. */
  answered(): void;
  /** A part of the body has come. */
  heard(): void;
  stop(): void;
  /** What an error of the socket means at this point. */
  explain(error: NodeJS.ErrnoException): TransportError;
}

const TLS_BROKEN = new Set(["ECONNRESET", "EPIPE", "ETIMEDOUT", "ECONNABORTED", "ECONNREFUSED"]);

export function watch(
  request: ClientRequest,
  url: URL,
  limits: WireLimits,
  fail: (error: TransportError) => void,
): Progress {
  const state = { tcp: false, open: false, answered: false };
  let socket: Socket | undefined;
  let before = 0;
  const sent = () => state.open && (socket?.bytesWritten ?? 0) > before;
  const expire = (what: string, ms: number) => () =>
    fail(new TransportError(`${url.host}: ${what} timed out after ${seconds(ms)}`, { phase: "timeout", sent: sent() }));

  const timers = createTimers();
  timers.set("attempt", limits.attempt, expire("the request", limits.attempt));
  timers.set("step", limits.connect, expire("connecting", limits.connect));
  const opened = () => {
    state.open = true;
    timers.set("step", limits.firstByte, expire("the answer", limits.firstByte));
  };

  request.once("socket", (given) => {
    socket = given;
    before = given.bytesWritten ?? 0;
    if (!given.connecting) return opened();
    given.once("connect", () => {
      state.tcp = true;
      if (url.protocol === "http:") opened();
    });
    given.once("secureConnect", opened);
  });

  return {
    sent,
    answered() {
      state.answered = true;
      state.open = true;
      timers.set("step", limits.idle, expire("the body", limits.idle));
    },
    heard: () => timers.set("step", limits.idle, expire("the body", limits.idle)),
    stop: timers.clear,
    explain(error) {
      const { code } = error;
      if (sent() || state.answered)
        return new TransportError(`${url.host}: ${words(error, "response")}`, { phase: "response", sent: true, code });
      const phase = phaseOf(error, state, url);
      return new TransportError(`${url.host}: ${words(error, phase)}`, { phase, sent: false, code });
    },
  };
}

function phaseOf(error: NodeJS.ErrnoException, state: { tcp: boolean; open: boolean }, url: URL): Phase {
  if (error.syscall === "getaddrinfo") return "dns";
  if (state.open) return "request";
  const handshake = url.protocol === "https:" && state.tcp;
  return handshake && !TLS_BROKEN.has(error.code ?? "") ? "tls" : "connect";
}

const WORDS: Record<string, string> = {
  ENOTFOUND: "no such host",
  EAI_AGAIN: "the name server does not answer",
  ECONNREFUSED: "connection refused",
  ECONNRESET: "connection closed",
  EPIPE: "connection closed",
  ETIMEDOUT: "connection timed out",
  EHOSTUNREACH: "host not reachable",
  ENETUNREACH: "network not reachable",
  CERT_HAS_EXPIRED: "the certificate has expired",
  DEPTH_ZERO_SELF_SIGNED_CERT: "the certificate is self-signed",
  SELF_SIGNED_CERT_IN_CHAIN: "the certificate chain is self-signed",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "the certificate's issuer is not known",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "the certificate's issuer is not known",
  ERR_TLS_CERT_ALTNAME_INVALID: "the certificate is for another host",
};

const PHASES: Partial<Record<Phase, string>> = {
  dns: "name lookup failed",
  connect: "connecting failed",
  tls: "TLS failed",
  request: "sending failed",
  response: "no answer came",
};

/** Phase and cause in words. Node's own message is not used: it may hold what must not be printed. */
function words(error: NodeJS.ErrnoException, phase: Phase): string {
  const code = error.code ?? "";
  const cause = WORDS[code] ?? (/^[A-Z][A-Z0-9_]{1,60}$/.test(code) ? code : "unknown cause");
  return `${PHASES[phase] ?? phase}: ${cause}`;
}

interface Timers {
  set(name: "attempt" | "step", ms: number, act: () => void): void;
  clear(): void;
}

function createTimers(): Timers {
  const running = new Map<string, NodeJS.Timeout>();
  return {
    set(name, ms, act) {
      clearTimeout(running.get(name));
      running.set(name, setTimeout(act, ms));
    },
    clear() {
      for (const timer of running.values()) clearTimeout(timer);
    },
  };
}
