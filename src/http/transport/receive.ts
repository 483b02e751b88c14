import type { IncomingMessage } from "node:http";
import type { WireRequest, WireResponse } from "../types.js";
import { collect, flatHeaders } from "./collect.js";
import type { Progress } from "./progress.js";

/** Reads an answer of node:http whole. `fail` and `done` may be called more than once, the first call counts. */
export function receive(
  message: IncomingMessage,
  wire: WireRequest,
  progress: Progress,
  fail: (error: unknown) => void,
  done: (response: WireResponse) => void,
): void {
  const body = collect(wire, message.statusCode ?? 0, flatHeaders(message.headers));
  const attempt = (act: () => void) => {
    try {
      act();
    } catch (error) {
      fail(error);
    }
  };
  const cut = () => fail(body.cut());
  message.on("data", (chunk: Buffer) =>
    attempt(() => {
      progress.heard();
      if (body.add(chunk) === "more") return;
      done(body.finish());
      message.destroy();
    }),
  );
  message.on("end", () => attempt(() => (message.complete ? done(body.finish()) : cut())));
  message.on("aborted", cut);
  message.on("error", cut);
  message.on("close", cut);
}
