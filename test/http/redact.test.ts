import { describe, expect, it } from "vitest";
import { createRedactor } from "../../src/http/secrets/redact.js";

const TOKEN = 'tok"en+/with=odd&chars\\1234567890';
const redact = createRedactor(() => [TOKEN]);
const plain = createRedactor(() => []);

describe("the live token", () => {
  it.each([
    ["raw", `x ${TOKEN} y`, "x [redacted] y"],
    ["URL-encoded", `?t=${encodeURIComponent(TOKEN)}&a=1`, "?t=[redacted]&a=1"],
    ["form-encoded", `t=${new URLSearchParams({ t: TOKEN }).toString().slice(2)} z`, "t=[redacted] z"],
    ["JSON-escaped", JSON.stringify({ t: TOKEN }), '{"t":"[redacted]"}'],
  ])("R56 %s", (_, text, expected) => {
    expect(redact(text)).toBe(expected);
  });

  it("R56 base64, alone or as a part of something longer", () => {
    for (const before of ["", "a", "me:", "user:"]) {
      for (const after of ["", "x", "yz"]) {
        const encoded = Buffer.from(before + TOKEN + after).toString("base64");
        expect(redact(`v ${encoded} w`)).toMatch(/^v .{0,8}\[redacted\].{0,6} w$/);
        expect(redact(`v ${Buffer.from(before + TOKEN + after).toString("base64url")} w`)).toContain("[redacted]");
      }
    }
  });

  it("R56 JSON of any depth, whatever its writer escapes", () => {
    let text = TOKEN;
    for (let depth = 1; depth < 5; depth += 1) {
      text = JSON.stringify(text).slice(1, -1);
      expect(redact(`"${text}"`)).toBe('"[redacted]"');
      expect(redact(`${text.slice(0, -3)}…`)).toBe("[redacted]…");
    }
    const other = JSON.stringify(TOKEN).replaceAll("/", "\\/").replaceAll("+", "\\u002B").replaceAll("&", "\\u0026");
    expect(other).toContain("\\/");
    expect(redact(other)).toBe('"[redacted]"');
    expect(redact(`${other.slice(1, 18)}…`)).toBe("[redacted]…");
  });

  it("R56 the first part of it, where a text was shortened", () => {
    expect(redact(`said ${TOKEN.slice(0, 20)}… and more`)).toBe("said [redacted]… and more");
    expect(redact(`a=${encodeURIComponent(TOKEN).slice(0, 9)}… b… ${TOKEN.slice(0, 4)}…`)).toBe(
      "a=[redacted]… b… [redacted]…",
    );
    const encoded = Buffer.from(`me:${TOKEN}`).toString("base64");
    expect(redact(`${encoded.slice(0, 16)}…`)).toBe("bWU6[redacted]…");
    expect(redact("a token… of thanks")).toBe("a token… of thanks");
  });

  it("R56 whatever it is made of, and however long", () => {
    for (const token of ["a\\\\b\\\\", "\\".repeat(4096), '+/="'.repeat(1024), "a.b-c_D9".repeat(512)]) {
      const long = createRedactor(() => [token]);
      expect(long(`x ${token} y`)).toBe("x [redacted] y");
      expect(long(JSON.stringify(token))).toBe('"[redacted]"');
      expect(long(encodeURIComponent(token))).toBe("[redacted]");
    }
  });

  it("R56 is known as soon as it is read, and all of several are", () => {
    const secrets: string[] = [];
    const late = createRedactor(() => secrets);
    expect(late("tok_first and tok_second")).toBe("tok_first and tok_second");
    secrets.push("tok_first", "tok_second");
    expect(late("tok_first and tok_second")).toBe("[redacted] and [redacted]");
  });

  it("R56 hex, and letters that were escaped", () => {
    const hex = Buffer.from(TOKEN).toString("hex");
    expect(redact(`x ${hex} y ${hex.toUpperCase()} z`)).toBe("x [redacted] y [redacted] z");
    const escapes = (digits: (code: number) => string) =>
      [...TOKEN].map((character) => digits(character.charCodeAt(0))).join("");
    expect(redact(`"${escapes((code) => `\\u00${code.toString(16)}`)}"`)).toBe('"[redacted]"');
    expect(redact(`"${escapes((code) => `\\\\u00${code.toString(16).toUpperCase()}`)}"`)).toBe('"[redacted]"');
    expect(redact(`'${escapes((code) => `\\x${code.toString(16)}`)}'`)).toBe("'[redacted]'");
    expect(redact(`${TOKEN.slice(0, 3)}\\u0022e\\u006e${TOKEN.slice(6)}`)).toBe("[redacted]");
  });

  it("R56 base64 with other letters for + and /", () => {
    const token = "~?~?~?~?~?~?";
    const encoded = Buffer.from(token).toString("base64url");
    expect(encoded).toBe("fj9-P34_fj9-P34_");
    expect(createRedactor(() => [token])(`v ${encoded} w`)).toBe("v [redacted] w");
  });

  it("R56 echoes that were cut at either end, with or without a mark", () => {
    const token = "pat_9fK2-Zq8.Wm4_Xr7-Lt1.Vb6_Ny3";
    const cut = createRedactor(() => [token]);
    expect(cut(`no such token: ${token.slice(0, 16)}`)).toBe("no such token: [redacted]");
    expect(cut(`ends in ${token.slice(10)}, begins with ${token.slice(0, 20)}.`)).toBe(
      "ends in [redacted], begins with [redacted].",
    );
    expect(cut(`(${token.slice(7, 24)})`)).toBe("([redacted])");
    expect(cut(`"${token.slice(0, 6)}..." is no token`)).toBe('"[redacted]..." is no token');
    expect(cut(`{"said":"${token.slice(0, 5)}\\u00…`)).toBe('{"said":"[redacted]…');
    expect(cut(`${Buffer.from(token).toString("hex").slice(0, 9)}…`)).toBe("[redacted]…");
    expect(cut("pat_ and Vb6_Ny3 are ordinary")).toBe("pat_ and Vb6_Ny3 are ordinary");
  });

  it("R56 one that begins with another is taken out as a whole", () => {
    for (const secrets of [
      ["tok_1234", "tok_1234-and-more"],
      ["tok_1234-and-more", "tok_1234"],
    ]) {
      expect(createRedactor(() => secrets)("<tok_1234-and-more> <tok_1234>")).toBe("<[redacted]> <[redacted]>");
    }
  });

  it("R56 an empty or tiny secret does not black out everything", () => {
    expect(createRedactor(() => ["", "a"])("banana")).toBe("banana");
  });
});

describe("places where secrets stand", () => {
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
  ])("R56 %s", (text, expected) => {
    expect(plain(text)).toBe(expected);
  });

  it.each([
    "the token is not usable",
    "docs auth token: prints it",
    "https://h.example/a?limit=10&page=x",
    "mail me@example.com",
    '{"tokens":3,"title":"secret plans"}',
    "GET /v1/orgs/o1/members?search=bob",
  ])("leaves ordinary text alone: %s", (text) => {
    expect(plain(text)).toBe(text);
  });
});
