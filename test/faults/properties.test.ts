/** What holds for every input: the decoder, the builder of addresses, the loop over cursors. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { listOrgs } from "../../src/catalog/organizations.js";
import { Failure } from "../../src/errors.js";
import { decodeJson } from "../../src/http/answer/decode.js";
import { expandPath, queryText, requestUrl } from "../../src/http/request.js";
import { checkParam } from "../../src/shared/ids.js";
import { isDeeper } from "../../src/shared/values.js";
import { holds, PROPERTY_TIME } from "../helpers/properties.js";
import { json, scripted } from "../http/support.js";

const response = (body: Uint8Array) => ({ status: 200, headers: {}, body });

/** The value, or the message of the failure; anything else that is thrown fails the test. */
function attempt<T>(act: () => T): { value: T } | { failure: Failure } {
  try {
    return { value: act() };
  } catch (error) {
    if (error instanceof Failure) return { failure: error };
    throw error;
  }
}

const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
};

/** JSON text with some bytes changed, so that most of it still looks right. */
const broken = fc
  .tuple(
    fc.jsonValue({ stringUnit: "grapheme", maxDepth: 4 }),
    fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 4 }),
  )
  .map(([value, changes]) => {
    const bytes = Buffer.from(JSON.stringify(value));
    for (const [at, byte] of changes) bytes[at % bytes.length] = byte;
    return bytes;
  });

const depthOf = (value: unknown): number =>
  typeof value === "object" && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

describe("R32 the decoder", () => {
  test("gives back every JSON value", { timeout: PROPERTY_TIME }, async () => {
    await holds(
      fc.property(fc.jsonValue({ stringUnit: "binary" }), (value) => {
        const text = JSON.stringify(value);
        expect(decodeJson(response(Buffer.from(text)))).toEqual(JSON.parse(text));
      }),
    );
  });

  test("answers or refuses any bytes, and names the first that is no UTF-8", { timeout: PROPERTY_TIME }, async () => {
    await holds(
      fc.property(fc.oneof(broken, fc.uint8Array({ maxLength: 64 })), (bytes) => {
        const tried = attempt(() => decodeJson(response(bytes)));
        if (!("failure" in tried)) return;
        expect(tried.failure.kind).toBe("invalid-answer");
        const offset = /at byte (\d+)$/.exec(tried.failure.message)?.[1];
        const body = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
        expect(offset === undefined).toBe(isUtf8(body.length === 0 ? new Uint8Array() : body));
        if (offset === undefined) return;
        // Up to there all is well, and nothing that follows can make the next byte good.
        expect(isUtf8(body.subarray(0, Number(offset)))).toBe(true);
        for (const more of [1, 2, 3, 4]) {
          if (Number(offset) + more > body.length) break;
          expect(isUtf8(body.subarray(0, Number(offset) + more))).toBe(false);
        }
      }),
    );
  });

  test("counts levels as they are", { timeout: PROPERTY_TIME }, async () => {
    const value = fc.tuple(fc.jsonValue({ stringUnit: "grapheme" }), fc.constantFrom("[", "]", "{", "}", '"', "\\"));
    await holds(
      fc.property(value, ([inner, bracket]) => {
        const whole = [bracket, { [bracket]: inner }];
        const depth = depthOf(whole);
        expect([isDeeper(whole, depth), isDeeper(whole, depth - 1)]).toEqual([false, true]);
      }),
    );
  });
});

const BASES = ["https://api.example.com", "https://api.example.com/prefix", "http://127.0.0.1:8080"];
const nasty = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: "grapheme" }),
  fc.constantFrom(
    "..",
    ".",
    "",
    "a/../b",
    "%2e%2e",
    "a%2fb",
    "\\",
    "a?b",
    "a#b",
    "@evil",
    "//evil",
    "a\nb",
    "-x",
    "é",
    "\ud800",
  ),
  fc.stringMatching(/^[\w.~!$&'()*+,;=:@-]{1,40}$/),
);

describe("R22 R50 R59 addresses", () => {
  test("a path parameter is refused, or is one segment and reads back as it was", {
    timeout: PROPERTY_TIME,
  }, async () => {
    await holds(
      fc.property(nasty, nasty, fc.constantFrom(...BASES), (one, two, base) => {
        const tried = attempt(() => {
          const path = expandPath("/v1/spaces/{a}/comments/{b}", { a: one, b: two });
          return requestUrl(base, path);
        });
        if ("failure" in tried) {
          expect(tried.failure.kind).toBe("invalid-answer");
          return;
        }
        const url = new URL(tried.value);
        expect(url.origin).toBe(new URL(base).origin);
        expect([url.search, url.hash, url.username, url.password]).toEqual(["", "", "", ""]);
        const prefix = new URL(base).pathname.replace(/\/$/, "");
        expect(url.pathname.slice(prefix.length).split("/").map(decodeURIComponent)).toEqual([
          ...["", "v1", "spaces", one],
          ...["comments", two],
        ]);
      }),
    );
  });

  test("what is plain is accepted", { timeout: PROPERTY_TIME }, async () => {
    await holds(
      fc.property(fc.stringMatching(/^[A-Za-z0-9_~@:.+]{1,200}$/), (text) => {
        fc.pre(text !== "." && text !== "..");
        expect(checkParam("id", text)).toBe(text);
      }),
    );
  });

  test("a query reads back as it was and stays a query", { timeout: PROPERTY_TIME }, async () => {
    // Lone surrogates have no UTF-8.
    const text = fc.oneof(nasty, fc.string()).filter((value) => !/\p{Surrogate}/u.test(value));
    await holds(
      fc.property(fc.array(fc.tuple(text, text), { maxLength: 5 }), fc.constantFrom(...BASES), (pairs, base) => {
        const query = Object.fromEntries(pairs);
        const url = new URL(requestUrl(base, "/v1/orgs", queryText(query)));
        expect(url.origin).toBe(new URL(base).origin);
        expect(url.pathname.endsWith("/v1/orgs")).toBe(true);
        expect(url.hash).toBe("");
        expect([...url.searchParams]).toEqual(Object.entries(query));
      }),
    );
  });
});

describe("R21 R24 R25 the loop over cursors", () => {
  /** Where each page leads: another page, or the end. */
  const graph = fc.array(fc.option(fc.nat(11), { nil: undefined, freq: 6 }), { minLength: 12, maxLength: 12 });
  const filled = fc.array(fc.boolean(), { minLength: 12, maxLength: 12 });

  /** The pages from the first one on, until the end or the first that comes again. */
  function walk(nexts: readonly (number | undefined)[]): { path: number[]; loops: boolean } {
    const path = [0];
    for (;;) {
      const next = nexts[path.at(-1) ?? 0];
      if (next === undefined) return { path, loops: false };
      // The first page is asked for without its cursor: it is known again the second time.
      if (path.slice(1).includes(next)) return { path, loops: true };
      path.push(next);
    }
  }

  test("ends for every graph of pages, with all items or an invalid answer", { timeout: PROPERTY_TIME }, async () => {
    await holds(
      fc.asyncProperty(graph, filled, async (nexts, full) => {
        const { client, requests } = scripted([
          ({ url }) => {
            const at = Number(new URL(url).searchParams.get("page") ?? 0);
            const next = nexts[at];
            const items = full[at] ? [{ object: "organization", id: `o${at}` }] : [];
            return json(200, { items, next: next === undefined ? {} : { page: String(next) } });
          },
        ]);
        const { path, loops } = walk(nexts);
        const wanted = path.flatMap((at) => (full[at] ? [`o${at}`] : []));
        const ids: unknown[] = [];
        const read = async () => {
          for await (const page of client.list(listOrgs, {}).pages()) ids.push(...page.items.map(({ id }) => id));
        };
        // Twelve pages in a row may all be empty: the tenth ends it.
        const empty = path.some((_, at) => at >= 9 && path.slice(at - 9, at + 1).every((one) => !full[one]));
        if (loops || empty) await expect(read()).rejects.toMatchObject({ kind: "invalid-answer" });
        else await read();
        if (!empty) expect(ids).toEqual(wanted);
        expect(requests.length).toBeLessThanOrEqual(path.length);
      }),
    );
  });
});
