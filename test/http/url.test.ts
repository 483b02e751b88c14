import { describe, expect, it } from "vitest";
import { getSpace } from "../../src/catalog/spaces.js";
import { parseBaseUrl } from "../../src/config/base-url.js";
import { Failure } from "../../src/errors.js";
import { expandPath, queryText, requestUrl } from "../../src/http/request.js";
import { checkParam } from "../../src/shared/ids.js";
import { failing, json, scripted } from "./support.js";

const refusal = (act: () => unknown): Failure => {
  try {
    act();
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error("it was not refused");
};

describe("base URLs", () => {
  it.each([
    ["https://api.example.com", "https://api.example.com"],
    [" https://api.example.com/ ", "https://api.example.com"],
    ["https://API.example.com:443//", "https://api.example.com"],
    ["https://example.com:8443/docs/api/", "https://example.com:8443/docs/api"],
    ["http://127.0.0.1:4000", "http://127.0.0.1:4000"],
    ["http://127.8.9.1", "http://127.8.9.1"],
    ["http://localhost:80/x", "http://localhost/x"],
    ["http://[::1]:4000/", "http://[::1]:4000"],
  ])("R51 takes %s", (text, baseUrl) => {
    expect(parseBaseUrl(text)).toEqual({ baseUrl });
  });

  it.each([
    ["https://api.example.com/v1", "https://api.example.com"],
    ["https://api.example.com/v1/", "https://api.example.com"],
    ["https://example.com/docs/v1", "https://example.com/docs"],
  ])("R51 takes /v1 off %s, with a note", (text, baseUrl) => {
    expect(parseBaseUrl(text)).toEqual({ baseUrl, note: `the base URL is given without /v1; using ${baseUrl}` });
  });

  it.each([
    ["api.example.com", "https://api.example.com"],
    [" Docs.Example.com/base/ ", "https://docs.example.com/base"],
    ["localhost:4000", "https://localhost:4000"],
    ["127.0.0.1:4000", "https://127.0.0.1:4000"],
    ["docs:8443", "https://docs:8443"],
  ])("takes %j without a scheme as https", (text, baseUrl) => {
    expect(parseBaseUrl(text)).toEqual({ baseUrl });
  });

  it("keeps a path that only looks like /v1", () => {
    expect(parseBaseUrl("https://example.com/rev1")).toEqual({ baseUrl: "https://example.com/rev1" });
  });

  it.each([
    ["", "base URL: not an absolute URL"],
    ["api example.com", "base URL: not an absolute URL"],
    ["intranet", "base URL: not an absolute URL"],
    ["mailto:ada@example.com", "base URL: mailto: is not https"],
    ["me:hunter2@example.com", "base URL: me: is not https"],
    ["ftp://example.com", "base URL: ftp: is not https"],
    ["file:///etc/passwd", "base URL: file: is not https"],
    ["http://example.com", "base URL: http is only allowed on this machine, example.com needs https"],
    ["http://0.0.0.0:1", "base URL: http is only allowed on this machine, 0.0.0.0:1 needs https"],
    ["http://localhost.evil.com", "base URL: http is only allowed on this machine, localhost.evil.com needs https"],
    ["http://127.0.0.1.evil.com", "base URL: http is only allowed on this machine, 127.0.0.1.evil.com needs https"],
    ["http://[::ffff:127.0.0.1]", "base URL: http is only allowed on this machine, [::ffff:7f00:1] needs https"],
    ["https://me:hunter2@example.com", "base URL: example.com must not contain a user name or password"],
    ["https://example.com/?a=1", "base URL: example.com must not contain a query"],
    ["https://example.com/?", "base URL: example.com must not contain a query"],
    ["https://example.com/#x", "base URL: example.com must not contain a fragment"],
  ])("R51 refuses %j", (text, message) => {
    expect(refusal(() => parseBaseUrl(text))).toMatchObject({ kind: "usage", message });
    expect(refusal(() => parseBaseUrl(text, "config")).kind).toBe("config");
  });
});

describe("path parameters", () => {
  it.each([
    "",
    ".",
    "..",
    "-x",
    "a b",
    "a\tb",
    "a\u0000",
    "a\u007f",
    "a\u0085",
    "a/b",
    "a\\b",
    "a?b",
    "a#b",
    "a%2e",
    "\u2028",
    "x".repeat(257),
    "\ud800",
  ])("R59 refuses %j", (value) => {
    expect(refusal(() => checkParam("spaceId", value))).toMatchObject({
      kind: "invalid-input",
      details: { field: "spaceId" },
    });
  });

  it("R59 takes ids, numbers, slugs, emails and 256 characters", () => {
    for (const value of ["a", "42", "-".replace("-", "a-b"), "me@example.com", "...", "x".repeat(256), "日本"]) {
      expect(checkParam("id", value)).toBe(value);
    }
  });

  it("R59 takes a dot segment that nobody gave for a mistake of the service, and sends nothing", async () => {
    const { client, requests } = scripted([json(200, {})]);
    const error = await failing(client.call(getSpace, { params: { spaceId: ".." } }));
    expect(error).toMatchObject({
      kind: "invalid-answer",
      message: expect.stringMatching(/spaceId: must not be a dot/),
    });
    expect(requests).toEqual([]);
  });

  it("encodes what a path needs", () => {
    expect(expandPath("/v1/a/{x}/b/{y}", { x: "me@example.com", y: "ü&=+" })).toBe(
      "/v1/a/me%40example.com/b/%C3%BC%26%3D%2B",
    );
  });
});

describe("queries and addresses", () => {
  it("repeats arrays, sends false, leaves out what is absent", () => {
    expect(queryText({ a: ["x", "y"], b: false, c: undefined, d: null, e: 0, f: "", g: "a b&c" })).toBe(
      "a=x&a=y&b=false&e=0&f=&g=a+b%26c",
    );
  });

  it("R50 keeps the prefix of the base and never doubles a slash", () => {
    expect(requestUrl("https://h.example", "/v1/x")).toBe("https://h.example/v1/x");
    expect(requestUrl("https://h.example/p/q", "/v1/x", "a=1")).toBe("https://h.example/p/q/v1/x?a=1");
  });

  it.each(["/v1/../x", "/v1/./x", "/v1/x?y", "/v1/x#y", "/v1/\\x", "/v1/a b", "@evil.example/", ".evil.example/v1"])(
    "R50 refuses a path that the parser would turn into another one: %s",
    (path) => {
      expect(refusal(() => requestUrl("https://h.example", path)).kind).toBe("invalid-input");
    },
  );

  it.each([
    "v1/x",
    "/v2/x",
    "/v1",
    "https://evil.example/v1/x",
    "/v1/../x",
    "/v1/%2e%2E/x",
    "/v1/a/./b",
    "/v1/x#y",
    "/v1/x y",
    "/v1/a%2fb",
    "/v1/\\x",
    "/v1/x\r\nX: y",
  ])("R59 a raw call refuses %j", async (path) => {
    const { client, requests } = scripted([json(200, {})]);
    expect(await failing(client.raw({ method: "GET", path }))).toMatchObject({ kind: "usage" });
    expect(requests).toEqual([]);
  });
});
