import type { ClientRequest } from "node:http";
import type { Socket } from "node:net";
import type { WireLimits } from "../types.js";
import { type Phase, TransportError } from "./error.js";
import { startTimers } from "./timers.js";
import { words } from "./words.js";

/** How far a request of node:http has come: its timers, and whether any byte of it left this machine (R9, R10). */
export interface Progress {
  sent(): boolean;
  /** Headers or a part of the body have come. */
  heard(): void;
  stop(): void;
  /** What an error before the answer means at this point. */
  explain(error: NodeJS.ErrnoException): TransportError;
}

export function watch(
  request: ClientRequest,
  url: URL,
  limits: WireLimits,
  fail: (error: TransportError) => void,
): Progress {
  const state = { tcp: false, open: false, heard: false };
  let socket: Socket | undefined;
  let before = 0;
  // Node queues bytes while it connects; they count as sent once the connection, with TLS, stands.
  const sent = () => state.heard || (state.open && (socket?.bytesWritten ?? 0) > before);
  const timers = startTimers(limits, (message) =>
    fail(new TransportError(`${url.host}: ${message}`, { phase: "timeout", sent: sent() })),
  );
  const opened = () => {
    state.open = true;
    timers.opened();
  };

  request.once("socket", (given) => {
    socket = given;
    before = given.bytesWritten;
    if (!given.connecting) return opened();
    given.once("connect", () => {
      state.tcp = true;
      if (url.protocol === "http:") opened();
    });
    given.once("secureConnect", opened);
  });

  return {
    sent,
    heard() {
      state.heard = true;
      timers.heard();
    },
    stop: timers.stop,
    explain({ code, syscall }) {
      const wasSent = sent();
      const phase = wasSent ? "response" : syscall === "getaddrinfo" ? "dns" : phaseBefore(state, url, code);
      return new TransportError(`${url.host}: ${words(phase, code)}`, { phase, sent: wasSent, code });
    },
  };
}

/** A handshake that the network cut is as good as no connection; one that was refused will be refused again. */
const CUT = new Set(["ECONNRESET", "EPIPE", "ETIMEDOUT", "ECONNABORTED"]);

function phaseBefore(state: { tcp: boolean; open: boolean }, url: URL, code = ""): Phase {
  if (state.open) return "request";
  return url.protocol === "https:" && state.tcp && !CUT.has(code) ? "tls" : "connect";
}
