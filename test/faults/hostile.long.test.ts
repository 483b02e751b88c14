/** Answers that no honest service gives, met by the built command. */
import { brotliCompressSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { answer, badUtf8, deepJson, type Fault, faultServer, garbage, html } from "../helpers/fault-server.js";
import { useHome } from "../helpers/home.js";
import { environment } from "./attempt.js";

const home = useHome();

/** Control characters but the line end, bidi controls, separators. */
const OBEYED = /[^\P{Cc}\n]|[\u202e\u2028]/u;

const VIEW = ["spaces", "view", "s1", "--json"];
const LIST = ["orgs", "list", "--json"];

/** `seconds`: what is refused for what it says has time enough for a busy machine. */
async function meet(fault: Fault, args: readonly string[] = VIEW, seconds = 30) {
  const server = await faultServer([fault]);
  try {
    const more = ["--retries", "0", "--max-wait", "1", "--timeout", `${seconds}`];
    const ran = await home.run([...args, ...more], { env: environment(server.url) });
    expect(ran.stderr).not.toContain("fault-token");
    // Nothing that a terminal would obey.
    expect(ran.stderr).not.toMatch(OBEYED);
    return { ...ran, requests: server.requests.length };
  } finally {
    await server.close();
  }
}

const raw =
  (text: string | Buffer, end = true): Fault =>
  (socket) => {
    socket.write(text);
    if (end) socket.end();
  };

const head = (...lines: string[]) => `HTTP/1.1 200 OK\r\n${lines.map((line) => `${line}\r\n`).join("")}\r\n`;
const GOOD = '{"object":"space","id":"s1"}';
const MIB = 1024 * 1024;

/** Chunks without an end. */
const endless: Fault = (socket) => {
  socket.write(head("Transfer-Encoding: chunked"));
  const chunk = `10000\r\n${" ".repeat(0x10000)}\r\n`;
  const more = () => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on("drain", more);
  more();
};

/** One byte now and then: each resets the timer of silence, none that of the attempt. */
const dripping: Fault = (socket) => {
  socket.write(head("Content-Length: 1000"));
  const timer = setInterval(() => socket.write(" "), 100);
  socket.on("close", () => clearInterval(timer));
};

const ANSWERS: readonly (readonly [name: string, fault: Fault, code: number, words: string])[] = [
  ["HTML with 200", html(200), 10, "is the base URL right?"],
  ["text with 200", answer(200, "It works!"), 10, "the answer is not valid JSON"],
  ["nothing with 200", answer(200, ""), 10, "the answer is empty"],
  ["204 without the object", answer(204, ""), 10, "answered 204 without the object"],
  ["bytes that are no UTF-8", badUtf8, 10, "not valid UTF-8 at byte 8"],
  ["UTF-16", answer(200, Buffer.from(GOOD, "utf16le")), 10, "the answer is not valid JSON"],
  ["1,001 levels of JSON", deepJson(1_000), 10, "nested deeper than 1000 levels"],
  ["a million levels of JSON", deepJson(1_000_000), 10, "nested deeper than 1000 levels"],
  ["an array for an object", answer(200, [GOOD]), 10, "the answer is not as documented"],
  ["a Content-Length that is too long", raw(head("Content-Length: 99") + GOOD), 10, "was cut off after 28 bytes"],
  ["a Content-Length that is too short", raw(head("Content-Length: 9") + GOOD), 10, "the answer is not valid JSON"],
  ["two Content-Lengths", raw(head("Content-Length: 28", "Content-Length: 29") + GOOD), 6, "not valid HTTP"],
  ["a negative Content-Length", raw(head("Content-Length: -1") + GOOD), 6, "not valid HTTP"],
  [
    "a length beside chunks",
    raw(`${head("Content-Length: 28", "Transfer-Encoding: chunked")}0\r\n\r\n`),
    6,
    "not valid HTTP",
  ],
  [
    "chunks that break",
    raw(`${head("Transfer-Encoding: chunked")}5\r\n{"id"\r\nzz\r\n`),
    10,
    "was cut off after 5 bytes",
  ],
  ["a chunk of 2^64 bytes", raw(`${head("Transfer-Encoding: chunked")}ffffffffffffffff\r\n{`), 10, "was cut off"],
  ["another protocol", garbage, 6, "not valid HTTP"],
  ["100 KiB of headers", raw(head(`X-Long: ${"a".repeat(100_000)}`)), 6, "the headers of the answer are too long"],
  ["a header without a name", raw(head(": x")), 6, "not valid HTTP"],
];

describe.concurrent("R30 R31 R32 R33 R35 answers that cannot be used", () => {
  test.each(ANSWERS)("%s", async (_, fault, code, words) => {
    const ran = await meet(fault);
    expect(ran, ran.stderr).toMatchObject({ code, stdout: "", requests: 1 });
    expect(ran.stderr).toContain(words);
  });

  test.each([
    ["never comes", raw(head("Content-Length: 5"), false)],
    ["drips", dripping],
  ] as const)("a body that %s", async (_, fault) => {
    const ran = await meet(fault, VIEW, 2);
    expect(ran, ran.stderr).toMatchObject({ code: 6, stdout: "", requests: 1 });
    expect(ran.stderr).toContain("timed out after 2 s");
  });
});

const compressed = (coding: string, bytes: Uint8Array) => answer(200, bytes, { "Content-Encoding": coding });

describe("R32 the size of what is decoded", () => {
  const zeros = Buffer.alloc(200 * MIB, " ");
  const gzip = gzipSync(zeros);
  const brotli = brotliCompressSync(zeros.subarray(0, 20 * MIB));

  test("a gzip bomb of 200 MiB is refused without being unpacked", async () => {
    expect(gzip.length).toBeLessThan(MIB);
    const ran = await meet(compressed("gzip", gzip));
    expect(ran).toMatchObject({ code: 10, stdout: "" });
    expect(ran.stderr).toContain("larger than 67108864 bytes");
  });

  test("a body of brotli is held to --max-body once decoded", async () => {
    const ran = await meet(compressed("br", brotli), [...VIEW, "--max-body", "1"]);
    expect(ran).toMatchObject({ code: 10, stdout: "" });
    expect(ran.stderr).toContain("larger than 1048576 bytes");
  });

  test("2 MiB of JSON are too much for --max-body 1, whether announced, in chunks or without end", async () => {
    const long = `{"object":"space","id":"s1","title":"${"x".repeat(2 * MIB)}"}`;
    const chunked = raw(`${head("Transfer-Encoding: chunked")}${long.length.toString(16)}\r\n${long}\r\n0\r\n\r\n`);
    for (const fault of [answer(200, long), chunked, endless]) {
      const ran = await meet(fault, [...VIEW, "--max-body", "1"]);
      expect(ran).toMatchObject({ code: 10, stdout: "" });
      expect(ran.stderr).toContain("larger than 1048576 bytes");
    }
    expect(await meet(answer(200, long), [...VIEW, "--max-body", "3"])).toMatchObject({ code: 0 });
  });

  test("one coding that was not asked for is undone, two are refused", async () => {
    const once = await meet(compressed("gzip", gzipSync(GOOD)));
    expect(once).toMatchObject({ code: 0 });
    expect(JSON.parse(once.stdout)).toEqual({ object: "space", id: "s1" });
    const twice = await meet(compressed("gzip, gzip", gzipSync(gzipSync(GOOD))));
    expect(twice).toMatchObject({ code: 10, stdout: "" });
    expect(twice.stderr).toContain("unsupported content coding");
    const wrong = await meet(compressed("gzip", Buffer.from(GOOD)));
    expect(wrong).toMatchObject({ code: 10, stdout: "" });
  });
});

describe("R57 text of the service", () => {
  const evil = "\u001b]0;owned\u0007\u001b[2J\u009b31mred\u202etxt.exe\u2028\r\nnext";

  test("in errors is one harmless line", async () => {
    for (const body of [{ error: { message: evil } }, { message: evil }, `<title>${evil}</title>`, evil]) {
      const ran = await meet(answer(400, body));
      expect(ran).toMatchObject({ code: 5, stdout: "" });
      expect(ran.stderr.trimEnd().split("\n")).toHaveLength(1);
      expect(ran.stderr).toContain("owned");
    }
  });

  test("in headers and in the status line does not reach anyone", async () => {
    const status = await meet(raw(`HTTP/1.1 400 ${evil.replace(/[\r\n]/g, "")}\r\nContent-Length: 0\r\n\r\n`));
    expect(status.code).toBeOneOf([5, 6]);
    const location = await meet(answer(302, "", { Location: "https://a.example/\u001b[31m?token=abc" }));
    expect(location.code).toBeOneOf([5, 6]);
    expect(location.stderr).not.toContain("abc");
    const coding = await meet(answer(200, GOOD, { "Content-Encoding": "x".repeat(5_000) }));
    expect(coding).toMatchObject({ code: 10 });
    expect(coding.stderr.length).toBeLessThan(600);
  });

  test("in data is escaped, and comes back whole", async () => {
    const ran = await meet(answer(200, { object: "space", id: "s1", title: evil }));
    expect(ran.code).toBe(0);
    expect(ran.stdout).not.toMatch(OBEYED);
    expect(JSON.parse(ran.stdout)).toEqual({ object: "space", id: "s1", title: evil });
  });

  test("__proto__ is a member like any other", async () => {
    const ran = await meet(
      answer(200, '{"object":"space","id":"s1","__proto__":{"polluted":1},"constructor":{"a":2}}'),
    );
    expect(ran.code).toBe(0);
    expect(ran.stdout).toContain("polluted");
  });
});

describe("R19 answers before the answer", () => {
  test("100 and 103 are passed over", async () => {
    const early = "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n".repeat(50);
    const ran = await meet(raw(`HTTP/1.1 100 Continue\r\n\r\n${early}${head("Content-Length: 28")}${GOOD}`));
    expect(ran).toMatchObject({ code: 0 });
  });
});

describe("the list meets them too", () => {
  test.each([
    ["HTML with 200", html(200), 10],
    ["bytes that are no UTF-8", badUtf8, 10],
    ["a million levels of JSON", deepJson(1_000_000), 10],
    ["items within 1,001 levels", answer(200, `{"items":[{"a":${"[".repeat(1000)}${"]".repeat(1000)}}]}`), 10],
  ] as const)("R32 R33 %s", async (_, fault, code) => {
    expect(await meet(fault, LIST)).toMatchObject({ code, stdout: "" });
  });
});
