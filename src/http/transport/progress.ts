import type { ClientRequest } from "node:http";
import type { Socket } from "node:net";
import { type Phase, TransportError } from "./error.js";
import { words } from "./error-messages.js";

/** How far a node:http request has got, and whether any byte of it left this machine (R10). */
export interface Progress {
  sent(): boolean;
  /** Calls back when the connection is established. */
  onOpen(act: () => void): void;
  /** Headers have come. */
  answered(): void;
  /** What an error before the answer means, given how far the request got. */
  explain(error: Pick<NodeJS.ErrnoException, "code" | "syscall">): TransportError;
}

/** Must be called before the request gets its socket. */
export function watch(request: ClientRequest, url: URL): Progress {
  const state = { tcp: false, open: false, answered: false };
  let socket: Socket | undefined;
  let before = 0;
  let notify = () => {};
  // Node queues bytes while connecting; they count as sent once the connection, including TLS, is established.
  const sent = () => state.answered || (state.open && (socket?.bytesWritten ?? 0) > before);
  const opened = () => {
    state.open = true;
    notify();
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
    onOpen(act) {
      notify = act;
    },
    answered() {
      state.answered = true;
    },
    explain({ code, syscall }) {
      const wasSent = sent();
      const phase = wasSent ? "response" : syscall === "getaddrinfo" ? "dns" : phaseBefore(state, url, code);
      return new TransportError(`${url.host}: ${words(phase, code)}`, { phase, sent: wasSent, code });
    },
  };
}

/** A handshake broken by the network is worth a retry, like a failed connect; other TLS errors would come again. */
const CUT = new Set(["ECONNRESET", "EPIPE", "ETIMEDOUT", "ECONNABORTED"]);

function phaseBefore(state: { tcp: boolean; open: boolean }, url: URL, code = ""): Phase {
  if (state.open) return "request";
  return url.protocol === "https:" && state.tcp && !CUT.has(code) ? "tls" : "connect";
}
