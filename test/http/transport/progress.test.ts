import { EventEmitter } from "node:events";
import type { ClientRequest } from "node:http";
import { describe, expect, it } from "vitest";
import { watch } from "../../../src/http/transport/node.js";

/** A request whose socket is another request's from before, which wrote `before` bytes. */
function onKeptSocket(before: number) {
  const request = new EventEmitter();
  const socket = Object.assign(new EventEmitter(), { connecting: false, bytesWritten: before });
  // Only its events are listened to.
  const progress = watch(request as unknown as ClientRequest, new URL("https://api.example.com/v1/orgs"));
  request.emit("socket", socket);
  return { progress, socket };
}

describe("how far a request has come", () => {
  it("R10 bytes of an earlier request on the same connection are not its own", () => {
    const { progress, socket } = onKeptSocket(500);
    expect(progress.sent()).toBe(false);
    expect(progress.explain(Object.assign(new Error("reset"), { code: "ECONNRESET" })).sent).toBe(false);
    socket.bytesWritten = 501;
    expect(progress.sent()).toBe(true);
  });
});
