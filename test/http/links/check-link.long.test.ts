import dns from "node:dns";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createLinkChecker, type LinkOptions } from "../../../src/http/check-link.js";
import { CERTIFICATE } from "../../helpers/certificate.js";
import { type Served, serve } from "./server.js";

let plain: Served;
let secure: Served;
beforeAll(async () => {
  [plain, secure] = await Promise.all([serve(), serve(true)]);
});
afterAll(() => Promise.all([plain.close(), secure.close()]));

/** Waits that were made, in place of waiting. */
let slept: number[] = [];

const checker = (more: Partial<LinkOptions> = {}) => {
  let passed = 0;
  slept = [];
  return createLinkChecker({
    env: {},
    allowHosts: ["127.0.0.1", "localhost"],
    accept: [],
    userAgent: "docs/1.2.3",
    now: () => Date.now() + passed,
    sleep: async (ms) => {
      slept.push(ms);
      passed += ms;
    },
    // More than any answer takes on a busy machine: "/slow" has a limit of its own.
    timeout: 20_000,
    ...more,
  });
};

const answer = async (path: string, more?: Partial<LinkOptions>) => (await checker(more))(`${plain.origin}${path}`);

test.each([
  ["/ok", "good", "answered 200"],
  ["/gone", "broken", "answered 404"],
  ["/login", "unknown", "answered 401"],
  ["/forbidden", "unknown", "answered 403"],
  ["/linkedin", "unknown", "answered 999"],
  ["/busy", "unknown", "answered 429"],
  ["/broken", "broken", "answered 500"],
  ["/once", "good", "answered 200"],
  ["/head-405", "good", "answered 200"],
  ["/head-501", "good", "answered 200"],
  ["/head-403", "good", "answered 200"],
  ["/head-404", "good", "answered 200"],
  ["/head-cut", "good", "answered 200"],
  ["/reset", "broken", "no answer came: connection closed"],
  ["/found", "good", "answered 200"],
  ["/nowhere", "good", "answered 302"],
  ["/circle", "broken", "redirects in a circle"],
  ["/hop-9", "good", "answered 200"],
  ["/hop-10", "broken", "redirects more than 10 times"],
  ["/moved-to-gone", "broken", "answered 404"],
  ["/to-file", "unknown", "not requested: a redirect to something that is not a page"],
  ["/to-private", "unknown", "not requested: a private address (--allow-host allows it)"],
])("%s is %s: %s", async (path, state, why) => {
  expect(await answer(path)).toEqual({ state, why });
});

test("an address with a token that this run knows is not requested", async () => {
  const before = plain.seen.length;
  const holdsSecret = (text: string) => text.includes("t0ken-of-somebody");
  for (const path of ["/ok?key=t0ken-of-somebody", "/t0ken-of-somebody", "/ok#t0ken-of-somebody"]) {
    expect(await answer(path, { holdsSecret })).toEqual({
      state: "unknown",
      why: "not requested: it contains an access token",
    });
  }
  expect(plain.seen).toHaveLength(before);
});

test("a server that does not answer in time is unknown", async () => {
  expect(await answer("/slow", { timeout: 300 })).toEqual({ state: "unknown", why: "no answer in time" });
});

test("what has moved for good says where, without what somebody could sign in with", async () => {
  expect(await answer("/moved")).toEqual({ state: "good", why: "answered 200", movedTo: `${plain.origin}/ok?new` });
  expect(await answer("/moved-and-found")).toEqual({ state: "good", why: "answered 200" });
  expect(await answer("/to-user")).toMatchObject({ movedTo: `${plain.origin}/ok` });
  expect((await answer("/long")).movedTo).toHaveLength(300);
  expect((await answer("/evil")).movedTo).toMatch(/^[\x21-\x7e]+$/);
});

test("nothing but a plain request is sent: no token, no cookie, no user name, no body", async () => {
  const { port } = plain;
  await (await checker())(`http://ada:hunter2@127.0.0.1:${port}/ok?plain#part`);
  const { method, path, headers } = plain.seen.at(-1) ?? {};
  expect([method, path]).toEqual(["HEAD", "/ok?plain"]);
  expect(headers).toEqual({
    accept: "*/*",
    "accept-encoding": "identity",
    "user-agent": "docs/1.2.3",
    host: `127.0.0.1:${port}`,
    connection: expect.any(String),
  });
});

test("a body is not read", async () => {
  expect(await answer("/huge")).toEqual({ state: "good", why: "answered 200" });
  expect(plain.written()).toBeLessThan(20 * 1024 * 1024);
});

test("Retry-After is waited for within reason, and then the host is left alone", async () => {
  expect(await answer("/soon")).toEqual({ state: "good", why: "answered 200" });
  expect(slept.some((ms) => ms > 500 && ms <= 1000)).toBe(true);
  const check = await checker();
  expect((await check(`${plain.origin}/later`)).why).toBe("not requested: the host asks for more time");
  const before = plain.seen.length;
  expect(await check(`${plain.origin}/ok`)).toMatchObject({ state: "unknown" });
  expect(plain.seen.length).toBe(before);
  expect(await answer("/maintenance")).toMatchObject({ state: "unknown" });
});

test("accepted statuses are good", async () => {
  expect(await answer("/forbidden", { accept: [403] })).toEqual({
    state: "good",
    why: "answered 403",
    isAccepted: true,
  });
});

test("TLS, names and connections that fail are told apart", async () => {
  const check = await checker();
  expect(await check(`${secure.origin}/ok`)).toEqual({
    state: "broken",
    why: "TLS failed: the certificate is self-signed",
  });
  expect(await (await checker({ ca: CERTIFICATE }))(`${secure.origin}/ok`)).toMatchObject({ state: "good" });
  const free = await serve();
  await free.close();
  expect(await check(`${free.origin}/ok`)).toEqual({ state: "broken", why: "connecting failed: connection refused" });
  const unknown = await check("http://no-such-host.invalid/");
  expect(unknown.why).toMatch(/^name lookup failed: /);
});

test.each([
  "http://127.0.0.1:PORT/ok",
  "http://localhost:PORT/ok",
  "http://[::1]:PORT/ok",
  "http://10.0.0.1/",
  "http://169.254.169.254/",
  "http://[::ffff:127.0.0.1]:PORT/ok",
  "http://2130706433:PORT/ok",
])("%s is not asked for unless it is allowed", async (address) => {
  const before = plain.seen.length;
  const check = await checker({ allowHosts: [] });
  const { state, why } = await check(address.replace("PORT", `${plain.port}`));
  expect([state, why.startsWith("not requested: ")]).toEqual(["unknown", true]);
  expect(plain.seen.length).toBe(before);
});

test("R60: a name that leads to a private address is not asked for, behind a proxy either", async () => {
  const found = [{ address: "10.0.0.1", family: 4 }];
  const lookup = vi
    .spyOn(dns, "lookup")
    .mockImplementation(((_: string, __: object, done: (...given: unknown[]) => void) =>
      done(null, found)) as typeof dns.lookup);
  for (const env of [{}, { http_proxy: plain.origin, HTTP_PROXY: plain.origin }]) {
    const before = plain.seen.length;
    const check = await checker({ env });
    expect(await check("http://rebound.harbor.org/")).toEqual({
      state: "unknown",
      why: "not requested: the name resolves to a private address",
    });
    expect(plain.seen.length).toBe(before);
  }
  lookup.mockRestore();
});

test("an address of version 6 is allowed as it is written", async () => {
  const check = await checker({ allowHosts: ["::1"] });
  expect((await check(`http://[::1]:${plain.port}/ok`)).why).not.toMatch(/^not requested/);
});

test("one request at a time to a host with a pause, and eight to all", async () => {
  const check = await checker();
  const before = plain.seen.length;
  await Promise.all(["a", "b", "c", "d"].map((name) => check(`${plain.origin}/drip?${name}`)));
  expect(plain.seen.length - before).toBe(4);
  expect(slept.filter((ms) => ms > 100 && ms <= 250)).toHaveLength(3);
  const servers = await Promise.all(Array.from({ length: 12 }, () => serve()));
  const asked = () => servers.filter(({ seen }) => seen.length > 0).length;
  const all = servers.map(({ origin }) => check(`${origin}/hold`));
  // Each that is answered lets one more in.
  for (let answered = 0; answered < 4; answered += 1) {
    await expect.poll(asked).toBe(8 + answered);
    servers.filter(({ seen }) => seen.length > 0)[answered]?.release();
  }
  await expect.poll(asked).toBe(12);
  const timer = setInterval(() => {
    for (const { release } of servers) release();
  }, 5);
  expect((await Promise.all(all)).map(({ state }) => state)).toEqual(servers.map(() => "good"));
  clearInterval(timer);
  await Promise.all(servers.map(({ close }) => close()));
});
