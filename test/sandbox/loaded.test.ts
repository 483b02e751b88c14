import { expect, it } from "vitest";
import { spaceCounter } from "../../src/sandbox/rights/access.js";
import { listSources, putSource } from "../../src/sandbox/store/sources.js";
import { ORG, SPACE } from "../helpers/sandbox.js";
import { useTestSandbox } from "../helpers/set-ups.js";

/* What whoever loads the organization of another service needs beside its objects. */

const service = useTestSandbox();

it("change requests go on from the highest number that was loaded", async () => {
  const create = async () => (await service.call("POST", `/v1/spaces/${SPACE}/change-requests`, {})).json.number;
  await service.change(({ store }) => store.raise(`change-requests/${SPACE}`, 41));
  expect(await create()).toBe(42);
  await service.change(({ store }) => store.raise(`change-requests/${SPACE}`, 7));
  expect(await create()).toBe(43);
});

it("a scope is noted with its state, which is replaced and gone with a reset", async () => {
  const scope = `orgs/${ORG}/members`;
  const denied = { scope, state: "denied", reason: "no permission", status: 403, requests: 1 } as const;
  const read = { scope, state: "complete", startedAt: "2026-01-15T10:00:00.000Z", requests: 3 } as const;
  const other = { scope: "orgs", state: "complete", requests: 1 } as const;
  const noted = (...sources: Parameters<typeof putSource>[1][]) =>
    service.change(({ store }) => {
      for (const source of sources) putSource(store, source);
      return listSources(store);
    });
  expect(await noted(denied, other)).toEqual([other, denied]);
  expect(await noted(read)).toEqual([other, read]);
  // A state that nobody knows would be taken for complete.
  await expect(noted({ ...read, state: "fine" as "complete" })).rejects.toThrow(/CHECK/);
  await service.sandbox.reset();
  expect(await noted()).toEqual([]);
});

it("counters of members and teams are as they were answered in a copy that is only read", async () => {
  await service.change((context) => {
    const [member] = context.store.all<never>("member", ORG);
    const stored = Object.assign({}, member, { spaces: 17 });
    expect(spaceCounter(context, ORG).member(stored).spaces).toBe(1);
    expect(spaceCounter({ ...context, frozen: true }, ORG).member(stored)).toEqual(stored);
  });
});
