import http from "node:http";
import { connect } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { errorAnswer } from "../../src/sandbox/service.js";
import { type RunningServer, serve } from "../../src/sandbox/wire/serve.js";
import { ORG, SPACE, type TestSandbox, testSandbox } from "../helpers/sandbox.js";

let box: TestSandbox;
let served: RunningServer;
/** Requests that a fault delays, for as long as the test runs. */
let delayed: number;
beforeEach(async () => {
  delayed = 0;
  const sleep = () => {
    delayed += 1;
    return new Promise<void>(() => {});
  };
  box = await testSandbox({ local: false, faults: true, sources: { sleep } });
  served = await serve({ sandbox: box.sandbox });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await served.close(0);
  box.close();
});

const head = (line: string, ...more: string[]) =>
  [
    `${line} HTTP/1.1`,
    `Host: 127.0.0.1:${served.port}`,
    `Authorization: Bearer ${box.sandbox.token}`,
    ...more,
    "",
    "",
  ].join("\r\n");

/** What came back for these bytes until `enough`, or until the connection ended. */
function exchange(bytes: string, enough: (text: string) => boolean): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(served.port, "127.0.0.1", () => socket.write(bytes));
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk.toString();
      if (enough(text)) socket.destroy();
    });
    socket.on("close", () => resolve(text));
    socket.on("error", reject);
  });
}

test("a request that came in one piece with a write before it does not overtake the write", async () => {
  const pair = (number: number) => {
    const body = JSON.stringify({ title: `Title ${number}` });
    const write = head(`PATCH /v1/spaces/${SPACE}`, "Content-Type: application/json", `Content-Length: ${body.length}`);
    return write + body + head(`GET /v1/spaces/${SPACE}`);
  };
  const numbers = Array.from({ length: 10 }, (_, number) => number);
  const count = (text: string) => text.match(/"title":"Title \d+"/g)?.length ?? 0;
  const text = await exchange(numbers.map(pair).join(""), (so) => count(so) === 20);
  expect(text.match(/"title":"Title \d+"/g)).toEqual(
    numbers.flatMap((number) => [`"title":"Title ${number}"`, `"title":"Title ${number}"`]),
  );
});

test("a body that is announced as too large is refused before any of it comes", async () => {
  const announced = head(
    `PATCH /v1/spaces/${SPACE}`,
    "Content-Type: application/json",
    `Content-Length: ${1024 * 1024 + 1}`,
  );
  expect(await exchange(announced, (text) => text.includes("\r\n\r\n"))).toMatch(/^HTTP\/1\.1 413 /);
});

test("closing waits for as long as it was told", async () => {
  const other = await serve({ sandbox: box.sandbox });
  const stuck = (port: number) =>
    http.get({ port, host: "127.0.0.1", path: "/v1/orgs", headers: stuckHeaders() }).on("error", () => {});
  const stuckHeaders = () => ({
    authorization: `Bearer ${box.sandbox.token}`,
    "x-sandbox-fault": '{"delayMs":60000}',
  });
  stuck(served.port);
  stuck(other.port);
  await expect.poll(() => delayed).toBe(2);
  const order: string[] = [];
  // The patient one is asked first.
  await Promise.all([
    other.close(500).then(() => order.push("patient")),
    served.close(50).then(() => order.push("hasty")),
  ]);
  expect(order).toEqual(["hasty", "patient"]);
});

test("a port that fetch refuses is given back when the system assigns it", async () => {
  const address = { address: "127.0.0.1", family: "IPv4", port: 6000 };
  const spy = vi.spyOn(http.Server.prototype, "address").mockReturnValueOnce(address);
  const third = await serve({ sandbox: box.sandbox });
  expect(third.port).not.toBe(6000);
  expect(spy).toHaveBeenCalledTimes(2);
  await third.close(0);
});

test("no answer is to be stored, and one that tells to come again says when", async () => {
  const ok = await box.call("GET", `/v1/spaces/${SPACE}`);
  const absent = await box.call("GET", "/v1/spaces/none");
  expect([ok, absent].map(({ headers }) => headers["cache-control"])).toEqual(["no-store", "no-store"]);
  const busy = errorAnswer(Object.assign(new Error("database is locked"), { errcode: 5 }));
  expect(busy).toMatchObject({ status: 503, headers: { "retry-after": "1", "cache-control": "no-store" } });
});

test("deleting hides that something is absent, and no other refusal", async () => {
  expect((await box.call("DELETE", "/v1/spaces/none")).status).toBe(204);
  const me = await box.change(({ actor }) => actor);
  const last = await box.call("DELETE", `/v1/orgs/${ORG}/members/${me}`);
  expect(last.status).toBe(409);
});
