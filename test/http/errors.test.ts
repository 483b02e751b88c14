import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { errorText, failureOf, lossOf } from "../../src/http/send/errors.js";
import { TransportError } from "../../src/http/transport/error.js";
import { json, text } from "./support.js";

const subject = { method: "GET", path: "/v1/spaces/s1", url: "https://api.example.com/v1/spaces/s1?shareKey=x" };

describe("the words of an error body", () => {
  it.each([
    [{ error: { code: 400, message: "Bad position" } }, "Bad position"],
    [{ error: "No such thing" }, "No such thing"],
    [{ message: "Too bad" }, "Too bad"],
    [{ errors: [{ message: "one" }, { message: "two" }, "three", 4] }, "one; two; three"],
    [{ error: { message: "first" }, message: "second" }, "first"],
    [{ error: { message: 7 }, message: "second" }, "second"],
    [{ error: {} }, "bad request"],
    [{ detail: "unknown shape" }, "bad request"],
    [[], "bad request"],
    [null, "bad request"],
    [7, "bad request"],
    [{ message: "  " }, "bad request"],
  ])("R34 are found wherever they stand: %j", (body, words) => {
    expect(errorText(json(400, body))).toBe(words);
  });

  it.each([
    ["", "bad request"],
    ["upstream  said\n no", "upstream said no"],
    ["<html><head><title>502 Bad\nGateway</title></head><body>x</body></html>", "502 Bad Gateway"],
    ["<p>Hello <b>there</b></p><script>alert(1)</script><style>p{}</style>", "Hello there"],
    ["a < b <i>and</i> <SCRIPT>x</SCRIPT>c", "a and c"],
    ["<p>a</p><script>never ended", "a"],
    ["<p>a</p> <b", "a <b"],
    [`<title></title>${"x".repeat(300)}`, `${"x".repeat(199)}…`],
    ['{"error":', "bad request"],
    ["\u001b[31mred\u0007\u009b2J\u202eevil\u2028x", "[31mred 2J evil x"],
    ["x".repeat(500), `${"x".repeat(199)}…`],
  ])("R33 one clean line of at most 200 characters: %j", (body, words) => {
    expect(errorText(text(400, body))).toBe(words);
  });

  it("R33 nothing behind the first 8 KiB is looked at", () => {
    expect(errorText(text(400, `${"<br>".repeat(2047)}here`))).toBe("here");
    expect(errorText(text(400, `${"<br>".repeat(2048)}here`))).toBe("bad request");
    expect(errorText(json(400, { message: `${" ".repeat(8192)}here` }))).toBe("bad request");
  });

  it("R33 survives bytes that are no text, and compressed ones", () => {
    expect(errorText({ status: 500, headers: {}, body: Buffer.from([0xff, 0xfe, 0x41]) })).toBe("A");
    const zipped = gzipSync('{"message":"zipped"}');
    expect(errorText({ status: 500, headers: { "content-encoding": "gzip" }, body: zipped })).toBe("zipped");
    expect(errorText({ status: 500, headers: { "content-encoding": "gzip" }, body: Buffer.from("no") })).toBe(
      "internal server error",
    );
    expect(errorText({ status: 799, headers: {}, body: Buffer.from("") })).toBe("no explanation");
  });
});

describe("the failure of an answer", () => {
  it.each([
    [400, "refused"],
    [401, "unauthorized"],
    [403, "forbidden"],
    [404, "not-found"],
    [409, "conflict"],
    [410, "not-found"],
    [412, "refused"],
    [413, "refused"],
    [415, "refused"],
    [429, "rate-limited"],
    [500, "service"],
    [501, "service"],
    [503, "service"],
    [599, "service"],
    [301, "redirect"],
    [304, "redirect"],
    [199, "invalid-answer"],
    [600, "service"],
  ])("%d is %s", (status, kind) => {
    const failure = failureOf(json(status, { message: "m" }), subject);
    expect(failure).toMatchObject({ kind, status, details: { method: "GET", path: "/v1/spaces/s1" } });
  });

  it.each([
    ["https://evil.example/a?b=c", "https://evil.example"],
    ["/login?x=y", "https://api.example.com"],
    ["//other.example", "https://other.example"],
    ["http://user:pw@other.example/x", "http://other.example"],
    ["https://[", "no valid location"],
  ])("R16 names no more than the origin of %s", (location, origin) => {
    expect(failureOf(text(302, "", { location }), subject).message).toBe(
      `the service answered 302: a redirect to ${origin}`,
    );
  });
});

describe("what a lost request means", () => {
  const signal = (options: ConstructorParameters<typeof TransportError>[1]) =>
    lossOf(new TransportError("x", options), 0);

  it("R1 R10 by phase and by what was sent", () => {
    expect(signal({ phase: "dns", sent: false, code: "EAI_AGAIN" })).toBe("not-sent");
    expect(signal({ phase: "dns", sent: false, code: "ENOTFOUND" })).toBe("final");
    expect(signal({ phase: "connect", sent: false, code: "ECONNREFUSED" })).toBe("not-sent");
    expect(signal({ phase: "connect", sent: false, code: "ECONNRESET" })).toBe("not-sent");
    expect(signal({ phase: "proxy", sent: false, status: 502 })).toBe("not-sent");
    expect(signal({ phase: "proxy", sent: false, status: 407 })).toBe("final");
    expect(signal({ phase: "tls", sent: false, code: "CERT_HAS_EXPIRED" })).toBe("final");
    expect(signal({ phase: "request", sent: false, code: "EPIPE" })).toBe("not-sent");
    expect(signal({ phase: "request", sent: false, code: "ERR_INVALID_CHAR" })).toBe("final");
    expect(signal({ phase: "request", sent: true, code: "EPIPE" })).toBe("lost");
    expect(signal({ phase: "response", sent: true, code: "ECONNRESET" })).toBe("lost");
    expect(signal({ phase: "timeout", sent: true })).toBe("lost");
    expect(signal({ phase: "timeout", sent: false })).toBe("not-sent");
  });

  it("R35 a cut body counts by the status before it", () => {
    expect(signal({ phase: "cut", sent: true, status: 200 })).toBe("broken");
    expect(signal({ phase: "cut", sent: true, status: 503 })).toBe("lost");
    expect(signal({ phase: "cut", sent: true, status: 503, headers: { "retry-after": "1" } })).toBe("throttled");
    expect(signal({ phase: "cut", sent: true, status: 404 })).toBe("final");
    expect(signal({ phase: "too-large", sent: true, status: 201 })).toBe("broken");
  });
});
