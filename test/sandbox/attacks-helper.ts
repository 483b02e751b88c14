import { connect } from "node:net";
import { afterEach, beforeEach, expect } from "vitest";
import { type RunningServer, serve } from "../../src/sandbox/wire/serve.js";
import { SPACE, type TestSandbox, testSandbox } from "../helpers/sandbox.js";

export let box: TestSandbox;
export let served: RunningServer;
let before: string;

/** A served sandbox for each test. After each attack it must answer as before, and hold what it held. */
export function useAttacked(): void {
  beforeEach(async () => {
    box = await testSandbox({ local: false });
    served = await serve({ sandbox: box.sandbox });
    before = JSON.stringify(await box.sandbox.info());
  });
  afterEach(async () => {
    // One that loses patience soon may lose it with a busy machine too.
    const title = async () => JSON.parse((await ask({})).text || "{}").title;
    await expect.poll(title).toBe("Guide");
    expect(JSON.stringify(await box.sandbox.info())).toBe(before);
    await served.close(0);
    box.close();
  });
}

/** For tests of clients that are slow: the service loses its patience soon. */
export function soonImpatient(): void {
  beforeEach(async () => {
    await served.close(0);
    served = await serve({
      sandbox: box.sandbox,
      timeouts: { headersTimeout: 300, requestTimeout: 600, idleTimeout: 1500, connectionsCheckingInterval: 50 },
    });
  });
}

export interface Ask {
  line?: string;
  host?: string | undefined;
  token?: string | undefined;
  headers?: string[];
  body?: string | Buffer;
}

export interface Answer {
  status: number;
  head: string;
  text: string;
}

/** A request as it is written; `headers` are whole lines. Host and token are right unless given. */
export function ask({ line = `GET /v1/spaces/${SPACE}`, headers = [], body, ...given }: Ask): Promise<Answer> {
  const host = "host" in given ? given.host : `127.0.0.1:${served.port}`;
  const token = "token" in given ? given.token : box.sandbox.token;
  const head = [
    `${line} HTTP/1.1`,
    ...(host === undefined ? [] : [`Host: ${host}`]),
    ...(token === undefined ? [] : [`Authorization: Bearer ${token}`]),
    ...(body === undefined ? [] : ["Content-Type: application/json", `Content-Length: ${Buffer.byteLength(body)}`]),
    "Connection: close",
    ...headers,
  ];
  return raw(Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`, "latin1"), Buffer.from(body ?? "")]));
}

/** Bytes as they are; what came back until the end of the connection, for at most twenty seconds. */
export async function raw(bytes: Buffer | string): Promise<Answer> {
  const { text } = await exchange(bytes);
  const [head = "", ...rest] = text.split("\r\n\r\n");
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1] ?? 0), head, text: rest.join("\r\n\r\n") };
}

export function exchange(bytes: Buffer | string): Promise<{ text: string; timedOut: boolean }> {
  return new Promise((resolve) => {
    const socket = connect(served.port, "127.0.0.1", () => socket.write(bytes));
    let text = "";
    let timedOut = false;
    const timer = setTimeout(() => {
      timedOut = true;
      socket.destroy();
    }, 20_000);
    socket.on("data", (chunk) => {
      text += chunk.toString();
    });
    // A reset is an end too.
    socket.on("error", () => {});
    socket.on("close", () => {
      clearTimeout(timer);
      resolve({ text, timedOut });
    });
  });
}
