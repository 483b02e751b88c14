import { once } from "node:events";
import { createServer, get, type IncomingMessage } from "node:http";
import { expect, it } from "vitest";
import { type Pending, receive } from "../../../src/http/transport/node.js";
import type { WireRequest } from "../../../src/http/types.js";

it("makes an error for an answer that breaks off, and none for the end of a whole one", async () => {
  const server = createServer((request, response) => {
    response.writeHead(200, { "content-length": "4" });
    if (request.url === "/whole") response.end("true");
    else response.write("tr", () => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  try {
    expect(await endsOf(`${url}/whole`)).toEqual(["done"]);
    expect(await endsOf(`${url}/cut`)).toEqual(["the body of the answer (200) was cut off after 2 bytes"]);
  } finally {
    server.close();
  }
});

/** What is told until the connection is closed. */
async function endsOf(url: string): Promise<string[]> {
  const told: string[] = [];
  const timers = { opened() {}, heard() {}, stop() {} };
  const pending: Pending = {
    timers,
    get settled() {
      return told.length > 0;
    },
    done: () => told.push("done"),
    fail: (error) => told.push(String(error instanceof Error && error.message.replace(/^\S+ /, ""))),
    guard(act) {
      if (told.length === 0) act();
    },
  };
  const limits = { connect: 1000, firstByte: 1000, idle: 1000, attempt: 1000, maxBody: 1000, maxError: 1000 };
  const wire: WireRequest = { method: "GET", url, headers: {}, limits };
  const request = get(url, { agent: false });
  const [message]: IncomingMessage[] = await once(request, "response");
  if (!message) throw new Error("no answer");
  receive(message, wire, pending);
  await new Promise((resolve) => message.once("close", resolve));
  return told;
}
