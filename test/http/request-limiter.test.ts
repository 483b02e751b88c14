import { describe, expect, it } from "vitest";
import { getSpace, updateSpace } from "../../src/catalog/spaces.js";
import { createRequestLimiter } from "../../src/http/send/retry.js";
import type { WireRequest, WireResponse } from "../../src/http/types.js";
import { json, scripted } from "./support.js";

const tick = () => new Promise((resolve) => setImmediate(resolve));

/** Answers when told to, and counts how many requests run at once. */
function gatekeeper() {
  const open: (() => void)[] = [];
  let most = 0;
  return {
    answer: ({ url }: WireRequest) =>
      new Promise<WireResponse>((resolve) => {
        open.push(() => resolve(json(200, { id: new URL(url).pathname.split("/").at(-1), title: "x" })));
        most = Math.max(most, open.length);
      }),
    running: () => open.length,
    most: () => most,
    finish: () => open.shift()?.(),
  };
}

describe("requests at once", () => {
  const read = (client: ReturnType<typeof scripted>["client"], id: string) =>
    client.call(getSpace, { params: { spaceId: id } });

  it.each([
    [undefined, 4],
    [1, 1],
    [16, 16],
  ])("R8 reads: concurrency %s runs %d", async (concurrency, expected) => {
    const gate = gatekeeper();
    const { client } = scripted([gate.answer], concurrency === undefined ? {} : { concurrency });
    const calls = Array.from({ length: 20 }, (_, n) => read(client, `s${n}`));
    for (let n = 0; n < 20; n += 1) {
      await tick();
      gate.finish();
    }
    await Promise.all(calls);
    expect(gate.most()).toBe(expected);
  });

  it("R8 writes run one by one, in order", async () => {
    const gate = gatekeeper();
    const { client, lines } = scripted([gate.answer]);
    const calls = ["s1", "s2", "s3"].map((spaceId) =>
      client.call(updateSpace, { params: { spaceId }, body: { title: "x" } }),
    );
    for (let n = 0; n < 3; n += 1) {
      await tick();
      gate.finish();
    }
    await Promise.all(calls);
    expect(gate.most()).toBe(1);
    expect(lines()).toEqual(["PATCH /v1/spaces/s1", "PATCH /v1/spaces/s2", "PATCH /v1/spaces/s3"]);
  });

  it("R8 writes run as many at once as are asked for", async () => {
    const gate = gatekeeper();
    const { client } = scripted([gate.answer], { concurrency: 8 });
    const calls = Array.from({ length: 20 }, (_, n) =>
      client.call(updateSpace, { params: { spaceId: `s${n}` }, body: { title: "x" } }),
    );
    for (let n = 0; n < 20; n += 1) {
      await tick();
      gate.finish();
    }
    await Promise.all(calls);
    expect(gate.most()).toBe(8);
  });

  it("R7 one 429 holds all back until its time, then they start one by one", async () => {
    const log: string[] = [];
    let first = true;
    const { client, clock } = scripted([
      async (request) => {
        log.push(`${(clock.now() - 1_714_979_289_000) / 1000}s ${request.url.slice(-2)}`);
        if (first) {
          first = false;
          return json(429, {}, { "retry-after": "10" });
        }
        await tick();
        return json(200, { id: request.url.slice(-2) });
      },
    ]);
    await Promise.all(["s1", "s2", "s3", "s4", "s5", "s6"].map((id) => read(client, id)));
    // s2 to s4 were under way; the others and the repeated s1 begin after 10.5 s.
    expect(log.slice(0, 4)).toEqual(["0s s1", "0s s2", "0s s3", "0s s4"]);
    expect(log.slice(4).map((line) => line.slice(0, 5))).toEqual(["10.5s", "10.5s", "10.5s"]);
    expect(
      log
        .slice(4)
        .map((line) => line.slice(-2))
        .sort(),
    ).toEqual(["s1", "s5", "s6"]);
  });

  it("R7 opens one place after a stop and one more with each success", async () => {
    const limiter = createRequestLimiter({ read: 4, write: 1 });
    const running = await Promise.all([1, 2, 3, 4].map(() => limiter.enter("read")));
    limiter.hold(1000);
    expect([limiter.held(400), limiter.held(1000), limiter.held(1500)]).toEqual([600, 0, 0]);
    for (const leave of running) leave(false);
    let entered = 0;
    const leaves: ((succeeded: boolean) => void)[] = [];
    for (let n = 0; n < 6; n += 1) {
      void limiter.enter("read").then((leave) => {
        entered += 1;
        leaves.push(leave);
      });
    }
    await tick();
    expect(entered).toBe(1);
    leaves.shift()?.(true);
    await tick();
    expect(entered).toBe(3);
    leaves.shift()?.(false);
    await tick();
    expect(entered).toBe(4);
  });

  it("leaves the queue when its signal ends", async () => {
    const limiter = createRequestLimiter({ read: 1, write: 1 });
    const leave = await limiter.enter("read");
    const controller = new AbortController();
    const waiting = limiter.enter("read", controller.signal);
    const next = limiter.enter("read");
    controller.abort(new Error("stop"));
    await expect(waiting).rejects.toThrow("stop");
    leave(true);
    expect(typeof (await next)).toBe("function");
  });
});
