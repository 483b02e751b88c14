import type { IncomingMessage } from "node:http";
import type { WireRequest } from "../types.js";
import { collect, flatHeaders } from "./collect.js";
import type { Pending } from "./pending.js";

/** Reads a whole node:http answer. Several events may signal its end; only the first counts. */
export function receive(message: IncomingMessage, wire: WireRequest, pending: Pending): void {
  const body = collect(wire, message.statusCode ?? 0, flatHeaders(message.headers));
  // Every answer closes in the end; an error, with its stack, is only made for one that broke off.
  const cut = () => {
    if (!pending.settled) pending.fail(body.cut());
  };
  pending.timers.heard();
  message.on("data", (chunk: Buffer) =>
    pending.guard(() => {
      pending.timers.heard();
      if (body.add(chunk) === "more") return;
      pending.done(body.finish());
      message.destroy();
    }),
  );
  message.on("end", () => pending.guard(() => (message.complete ? pending.done(body.finish()) : cut())));
  message.on("aborted", cut);
  message.on("error", cut);
  message.on("close", cut);
}
