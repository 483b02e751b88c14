/** Each thing about the head of a request for which it is refused, by itself. */
import type { IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import { refusal } from "../../src/sandbox/wire/serve.js";

const HOST: [string, string] = ["Host", "127.0.0.1:8080"];

/** A head as Node hands it over: of a header that came twice, `headers` has one value. */
function head(lines: [name: string, value: string][], { method = "GET", url = "/v1/orgs" } = {}): IncomingMessage {
  const headers = Object.fromEntries([...lines].reverse().map(([name, value]) => [name.toLowerCase(), value]));
  // What is asked of a request.
  return { rawHeaders: lines.flat(), headers, method, url } as unknown as IncomingMessage;
}

const statusOf = (request: IncomingMessage): number | undefined => refusal(request, 8080)?.status;

describe("a request to this address", () => {
  it.each(["127.0.0.1:8080", "localhost:8080", "[::1]:8080", "LOCALHOST:8080"])("as %s is answered", (host) => {
    expect(statusOf(head([["hOsT", host]]))).toBeUndefined();
  });
});

describe("a request", () => {
  const many = Array.from({ length: 100 }, (_, at): [string, string] => [`X-${at}`, "1"]);
  it.each<[string, IncomingMessage, number]>([
    ["without a host", head([]), 421],
    ["to another host", head([["Host", "evil.example:8080"]]), 421],
    ["to another port", head([["Host", "127.0.0.1:8081"]]), 421],
    ["to two hosts, ours first", head([HOST, ["Host", "evil.example"]]), 421],
    ["to two hosts, ours last", head([["host", "evil.example"], HOST]), 421],
    ["to ours twice", head([HOST, ["HOST", HOST[1]]]), 421],
    ["for a proxy", head([HOST], { url: "http://127.0.0.1:8080/v1/orgs" }), 421],
    ["of a web page", head([HOST, ["Origin", "https://evil.example"]]), 403],
    ["of a web page of nowhere", head([HOST, ["oRiGiN", "null"]]), 403],
    ["that asks what is allowed", head([HOST], { method: "OPTIONS" }), 405],
    ["with more headers than are read", head([...many, HOST]), 431],
  ])("%s is refused", (_, request, status) => {
    expect(statusOf(request)).toBe(status);
  });

  it("with as many headers as are read is answered", () => {
    expect(statusOf(head([...many.slice(1), HOST]))).toBeUndefined();
  });
});
