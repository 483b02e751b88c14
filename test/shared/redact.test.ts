import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { createSecretFilter, findWholeSecrets, redactValue } from "../../src/shared/redact.js";

const TOKEN = 'tok"en+/with=odd&chars\\1234567890';
const redact = createSecretFilter(() => [TOKEN]);

describe("the live token", () => {
  it.each([
    ["raw", `x ${TOKEN} y`, "x [redacted] y"],
    ["URL-encoded", `?t=${encodeURIComponent(TOKEN)}&a=1`, "?t=[redacted]&a=1"],
    ["form-encoded", `t=${new URLSearchParams({ t: TOKEN }).toString().slice(2)} z`, "t=[redacted] z"],
    ["JSON-escaped", JSON.stringify({ t: TOKEN }), '{"t":"[redacted]"}'],
  ])("R56 is masked in every form: %s", (_, text, expected) => {
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
      const long = createSecretFilter(() => [token]);
      expect(long(`x ${token} y`)).toBe("x [redacted] y");
      expect(long(JSON.stringify(token))).toBe('"[redacted]"');
      expect(long(encodeURIComponent(token))).toBe("[redacted]");
    }
  });

  it("R56 is known as soon as it is read, and all of several are", () => {
    const secrets: string[] = [];
    const late = createSecretFilter(() => secrets);
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

  it("R56 in a URL within a URL, in HTML, and as bytes that Node prints", () => {
    const token = "pat_<a&b>'c\"d/e+f=0123456789";
    const forms = [
      encodeURIComponent(encodeURIComponent(token)),
      "pat_&lt;a&amp;b&gt;&#39;c&quot;d/e+f=0123456789",
      "pat_&lt;a&amp;b&gt;&#x27;c&quot;d/e+f=0123456789",
      "pat_&lt;a&amp;b&gt;&apos;c&quot;d/e+f=0123456789",
      "pat_&lt;a&amp;b&gt;'c&quot;d/e+f=0123456789",
      "pat_&#60;a&#38;b&#62;&#39;c&#34;d/e+f=0123456789",
      "pat_&#x3C;a&#x26;b&#x3E;&#x27;c&#x22;d/e+f=0123456789",
      "pat_&#x3c;a&#x26;b&#x3e;&#x27;c&#x22;d&#x2f;e&#x2b;f&#x3d;0123456789",
      "pat_&lt;a&amp;b&gt;&#39;c&quot;d&#x2F;e+f&#x3D;0123456789",
      inspect(Buffer.from(token)).slice(8, -1),
      JSON.stringify(Buffer.from(token)).slice(25, -2),
      [...Buffer.from(token)].join(", "),
    ];
    const filter = createSecretFilter(() => [token]);
    for (const form of forms) expect(filter(`<p>${form}</p>`)).toBe("<p>[redacted]</p>");
    const long = "pat_".padEnd(80, "0123456789");
    expect(createSecretFilter(() => [long])(inspect(Buffer.from(long)))).toBe("<Buffer [redacted]... 30 more bytes>");
  });

  it("R56 base64 with other letters for + and /", () => {
    const token = "~?~?~?~?~?~?";
    const encoded = Buffer.from(token).toString("base64url");
    expect(encoded).toBe("fj9-P34_fj9-P34_");
    expect(createSecretFilter(() => [token])(`v ${encoded} w`)).toBe("v [redacted] w");
  });

  it("R56 echoes that were cut at either end, with or without a mark", () => {
    const token = "pat_9fK2-Zq8.Wm4_Xr7-Lt1.Vb6_Ny3";
    const cut = createSecretFilter(() => [token]);
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
      expect(createSecretFilter(() => secrets)("<tok_1234-and-more> <tok_1234>")).toBe("<[redacted]> <[redacted]>");
    }
  });

  it("R56 an empty or tiny secret does not black out everything", () => {
    expect(createSecretFilter(() => ["", "a"])("banana")).toBe("banana");
  });
});

it("R104 of content that is stored, only whole secrets are masked", () => {
  const mask = createSecretFilter(() => ["docs_production_0123456789"], findWholeSecrets);
  expect(mask("x docs_production_0123456789, <docs_production_0123456789>")).toBe("x [redacted], <[redacted]>");
  for (const text of ["Read the docs…", "docs_production is the host", "docs_prod..."]) expect(mask(text)).toBe(text);
  const said = createSecretFilter(() => ["docs_production_0123456789"]);
  expect(said("Read the docs… or docs_…, docs_prod...")).toBe("Read the docs… or [redacted]…, [redacted]...");
});

describe("R56 R104 a value without secrets", () => {
  const shown = (value: unknown) => redactValue(redact, value);

  it("masks the live token in strings and names, and members with a secret name whatever they hold", () => {
    expect(
      shown({ [TOKEN]: [`a ${TOKEN}`], token: 4711, deep: [{ shareKey: { a: "b" }, Cookie: "c" }], n: 1 }),
    ).toEqual({
      "[redacted]": ["a [redacted]"],
      token: "[redacted]",
      deep: [{ shareKey: "[redacted]", Cookie: "[redacted]" }],
      n: 1,
    });
  });

  it("masks credentials in headers and what is secret in a URL, but no word of a text", () => {
    const request = {
      method: "POST",
      url: "https://h.example/v1/x?shareKey=k3y&x=1",
      headers: { accept: "*/*", "x-auth": "Bearer 0ther", authorization: "Basic abc" },
      body: {
        title: "Bearer authentication",
        url: "https://me:pw@h.example/a.md",
        description: "https://me:pw@h.example",
      },
    };
    expect(shown(request)).toEqual({
      method: "POST",
      url: "https://h.example/v1/x?shareKey=[redacted]&x=1",
      headers: { accept: "*/*", "x-auth": "Bearer [redacted]", authorization: "[redacted]" },
      body: {
        title: "Bearer authentication",
        url: "https://[redacted]@h.example/a.md",
        description: "https://me:pw@h.example",
      },
    });
  });

  it("reads the body of a raw call, and leaves it as it was typed if nothing in it is secret", () => {
    const body = '{ "title": "Authorization: how it works", "n": 12345678901234567890 }';
    expect(shown({ body })).toEqual({ body });
    expect(shown({ body: '{ "title": "x", "token": "raw" }' })).toEqual({ body: '{"title":"x","token":"[redacted]"}' });
    expect(shown({ body: "Cookie: recipes" })).toEqual({ body: "Cookie: recipes" });
    const deep = `${"[".repeat(5000)}${"]".repeat(5000)}`;
    expect(shown({ body: deep })).toEqual({ body: deep });
  });

  it.each([
    "Bearer authentication",
    "Authorization: how it works",
    "Set-Cookie: a=b",
    '"token": "abc"',
    "password=hunter2 in examples",
    "What ?shareKey=abc means",
    "postgres://user:password@host explained",
  ])("R104 leaves a text alone: %s", (text) => {
    expect(redact(text)).toBe(text);
    expect(shown({ title: text, list: [text], before: { label: text } })).toEqual({
      title: text,
      list: [text],
      before: { label: text },
    });
  });
});
