import { beforeEach, describe, expect, it } from "vitest";
import { TransportError } from "../../src/http/transport/error.js";
import { ORG, SPACE } from "../helpers/sandbox.js";
import { useEach, useTestSandbox } from "../helpers/set-ups.js";
import { refusal, snapshotOf, sourcesOf, temporaryFolder, transportOf } from "./snapshot-helper.js";

const place = useEach(temporaryFolder);
const service = useTestSandbox();
beforeEach(async () => {
  for (const name of ["a", "b", "c", "d", "e", "f", "g", "h"]) {
    await service.call("POST", `/v1/spaces/${SPACE}/content/import`, {
      url: `data:text/markdown;name=${name}.md,%23%20${name}`,
      source: "markdown",
    });
  }
});

const limitsOf = (sent: readonly string[], list: string) =>
  sent.filter((one) => one.includes(`${list}?`)).map((one) => Number(/limit=(\d+)/.exec(one)?.[1]));

describe("a service that is busy", () => {
  it("is left alone by all lanes for as long as it asks", async () => {
    const WAIT = 200;
    let stoppedAt = 0;
    const early: string[] = [];
    const { transport } = transportOf(service, (path) => {
      const since = performance.now() - stoppedAt;
      if (stoppedAt > 0 && since < WAIT) early.push(`${path} after ${since} ms`);
      if (stoppedAt > 0 || !path.includes("/content/page/")) return undefined;
      stoppedAt = performance.now();
      return { ...refusal(429, "slow down"), headers: { "retry-after-ms": String(WAIT) } };
    });
    await snapshotOf(service, place.file, { organization: ORG }, transport);
    // Those that were under way already.
    expect(early.length).toBeLessThanOrEqual(3);
    expect(sourcesOf(place.file).get(`spaces/${SPACE}/content`)?.state).toBe("complete");
  });

  it("is asked no faster than --max-rate says", async () => {
    let clock = Date.UTC(2026, 0, 15, 10);
    const begun = clock;
    const at: number[] = [];
    const { transport } = transportOf(service, () => {
      at.push(clock - begun);
      return undefined;
    });
    const sleep = async (ms: number) => {
      clock += ms;
    };
    await snapshotOf(service, place.file, { organization: ORG }, transport, { rate: 10, now: () => clock, sleep });
    expect(at.length).toBeGreaterThan(20);
    expect(at.filter((time, index) => time < index * 100)).toEqual([]);
  });
});

describe("a list that is refused in large pages", () => {
  const refusing = (answer: () => ReturnType<typeof refusal>) =>
    transportOf(service, (path) => {
      const limit = Number(/members\?limit=(\d+)/.exec(path)?.[1]);
      return limit > 250 ? answer() : undefined;
    });

  it.each([
    ["5xx", () => refusal(503, "too much")],
    ["413", () => refusal(413, "too much")],
    [
      "an answer over the bound",
      () => {
        throw new TransportError("the answer is too large", { phase: "too-large", sent: true, status: 200 });
      },
    ],
  ])("is read in smaller ones, and stays so: %s", async (_what, answer) => {
    const { transport, sent } = refusing(answer);
    await snapshotOf(service, place.file, { organization: ORG }, transport);
    expect(limitsOf(sent, "/members")).toEqual([1000, 500, 250, 250]);
    expect(limitsOf(sent, "/teams")).toEqual([1000, 1000]);
    expect(sourcesOf(place.file).get(`orgs/${ORG}/members`)).toMatchObject({ state: "complete", requests: 4 });
  });

  it("goes on where it was", async () => {
    await service.change(({ store, actor }) => {
      const member = store.get<object>("member", `${ORG}/${actor}`) ?? {};
      for (let number = 0; number < 1200; number += 1) {
        const id = `person${String(number).padStart(14, "0")}`;
        store.put("member", `${ORG}/${id}`, ORG, { ...member, id, user: { object: "user", id } });
      }
    });
    const { transport, sent } = transportOf(service, (path) =>
      /members\?limit=1000&page=/.test(path) ? refusal(500, "too much") : undefined,
    );
    await snapshotOf(service, place.file, { organization: ORG }, transport);
    expect(limitsOf(sent, "/members").slice(0, 3)).toEqual([1000, 1000, 500]);
    expect(sourcesOf(place.file).get(`orgs/${ORG}/members`)?.state).toBe("complete");
  });

  it("is noted when small pages are refused too", async () => {
    const { transport, sent } = transportOf(service, (path) =>
      path.includes("/members?") ? refusal(500, "out of order") : undefined,
    );
    await snapshotOf(service, place.file, { organization: ORG }, transport);
    expect(limitsOf(sent, "/members")).toEqual([1000, 500, 250, 125, 62, 50]);
    expect(sourcesOf(place.file).get(`orgs/${ORG}/members`)).toMatchObject({
      state: "partial",
      status: 500,
      reason: expect.stringMatching(/^not answered: .*out of order/),
    });
  });
});
