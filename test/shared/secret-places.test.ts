/** R56: what is secret by its place. */
import { describe, expect, it } from "vitest";
import { isUrl, maskBody, maskCredentials, maskUrl } from "../../src/shared/secret-places.js";

describe("the start of a body in a trace", () => {
  it.each([
    ["Authorization: Bearer abc.def", "Authorization: [redacted]"],
    ["proxy-authorization: Basic Zm9vOmJhcg==", "proxy-authorization: [redacted]"],
    ["Cookie: a=b; c=d\nAccept: */*", "Cookie: [redacted]\nAccept: */*"],
    ["set-cookie: id=1; HttpOnly", "set-cookie: [redacted]"],
    ['{"authorization":"Bearer abc"}', '{"authorization":"[redacted]"}'],
    ["curl -H 'Authorization: Bearer abc' https://h/", "curl -H 'Authorization: [redacted]' https://h/"],
    ["sent Bearer abcdefgh to it", "sent Bearer [redacted] to it"],
    ['{"serviceVisitorClaims":"ey.J0","id":"x"}', '{"serviceVisitorClaims":"[redacted]","id":"x"}'],
    ['{"token": "a\\"b", "n":1}', '{"token": "[redacted]", "n":1}'],
    ['{"secret":"s","password":"p"}', '{"secret":"[redacted]","password":"[redacted]"}'],
    ['{"body":"{\\"token\\":\\"abc\\"}"}', '{"body":"{\\"token\\":\\"[redacted]\\"}"}'],
    ['{"token":"a\\\\","id":"x"}', '{"token":"[redacted]","id":"x"}'],
    ['"{\\"token\\":\\"a\\\\\\"b\\",\\"id\\":1}"', '"{\\"token\\":\\"[redacted]\\",\\"id\\":1}"'],
    ['{"token":"never ended', '{"token":"[redacted]"'],
    ["http://a/?x=1 http://b/?x=1#http://c/?x-goog-signature=1", "http://a/?x=1 http://b/?x=1#http://c/?[redacted]"],
    ["GET /v1/spaces/s1?shareKey=abc&x=1", "GET /v1/spaces/s1?shareKey=[redacted]&x=1"],
    ["https://h.example/a?x=1&token=abc#f", "https://h.example/a?[redacted]#f"],
    ["https://s3.example/f.pdf?X-Amz-Date=1&X-Amz-Signature=abc", "https://s3.example/f.pdf?[redacted]"],
    ["https://blob.example/f?se=1&sig=abc next", "https://blob.example/f?[redacted] next"],
    ["https://cdn.example/f?Expires=1&Signature=abc&Key-Pair-Id=K", "https://cdn.example/f?[redacted]"],
    ["proxy http://me:hunter2@p.example:8080/", "proxy http://[redacted]@p.example:8080/"],
    ["https://only-user@h.example/", "https://[redacted]@h.example/"],
  ])("R56 shows no secret: %s", (text, expected) => {
    expect(maskBody(text)).toBe(expected);
  });

  it.each([
    "the token is not usable",
    "docs auth token: prints it",
    "https://h.example/a?limit=10&page=x",
    "mail me@example.com",
    '{"tokens":3,"title":"secret plans"}',
    "GET /v1/orgs/o1/members?search=bob",
  ])("leaves ordinary text alone: %s", (text) => {
    expect(maskBody(text)).toBe(text);
  });
});

describe("a URL", () => {
  it.each([
    ["https://h.example/?shareKey=abc&x=1#token=b", "https://h.example/?shareKey=[redacted]&x=1#token=[redacted]"],
    ["https://s3.example/f.pdf?X-Amz-Date=1&X-Amz-Signature=abc", "https://s3.example/f.pdf?[redacted]"],
    [
      "opened https://me:pw@h.example/a and ftp://u:p@h",
      "opened https://[redacted]@h.example/a and ftp://[redacted]@h",
    ],
    ["https://h.example/a?page=2", "https://h.example/a?page=2"],
    ["Authorization: Bearer abcdef", "Authorization: Bearer abcdef"],
  ])("R56 R104 shows no secret: %s", (text, expected) => {
    expect(maskUrl(text)).toBe(expected);
  });

  it("is a whole word with a scheme", () => {
    for (const text of ["https://h.example", "postgres://u:p@h/db", "HTTPS://H"]) expect(isUrl(text)).toBe(true);
    for (const text of ["see https://h.example", "https://h.example now", "h.example", "//h", ""])
      expect(isUrl(text)).toBe(false);
  });
});

it("R56 a header's credentials keep their scheme", () => {
  for (const scheme of ["Bearer", "basic", "Token"])
    expect(maskCredentials(`${scheme} abc def`)).toBe(`${scheme} [redacted]`);
  for (const value of ["*/*", "application/json", "Bearer"]) expect(maskCredentials(value)).toBe(value);
});
