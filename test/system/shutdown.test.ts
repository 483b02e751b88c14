/** What is held is released once, in the reverse order, and by nobody else. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import { lockExclusively } from "../../src/system/exclusive-lock.js";
import { acquireLock } from "../../src/system/lock-file.js";
import { beforeEnd, closeAll } from "../../src/system/signals.js";
import * as sqlite from "../../src/system/sqlite.js";
import { scratch } from "../config/place.js";

const folder = mkdtempSync(join(tmpdir(), "docs-shutdown-"));
afterAll(() => rmSync(folder, { recursive: true }));

const turn = () => new Promise((resolve) => setImmediate(resolve));

it("what was opened last is closed first, each once, one after the other", async () => {
  const closed: string[] = [];
  for (const name of ["state", "lock", "log"]) {
    beforeEnd(async () => {
      closed.push(`${name} begins`);
      await turn();
      closed.push(`${name} ends`);
    });
  }
  await closeAll();
  await closeAll();
  const expected = ["log", "lock", "state"].flatMap((name) => [`${name} begins`, `${name} ends`]);
  expect(closed).toEqual(expected);
});

/** A way to hold something: how it is taken, and whether anyone has it. */
interface Held {
  take: () => Promise<() => unknown>;
  isHeld: () => boolean | Promise<boolean>;
}

const place = scratch();
afterAll(place.remove);

// A copy of its own: in the one that all files of a process share, another file may hold signals.
vi.resetModules();
const { holdSignals } = await import("../../src/system/signals.js");
const listeners = process.listenerCount("SIGHUP");

const HELD: Record<string, Held> = {
  "holdSignals()": {
    take: async () => holdSignals(),
    isHeld: async () => {
      await turn();
      return process.listenerCount("SIGHUP") > listeners;
    },
  },
  "acquireLock()": {
    take: async () => (await acquireLock(join(place.dir, "lock"), place.place)).release,
    isHeld: async () => {
      const lock = await acquireLock(join(place.dir, "lock"), { ...place.place, now: lateClock() }).catch(
        () => undefined,
      );
      lock?.release();
      return lock === undefined;
    },
  },
  "lockExclusively()": {
    take: async () => lockExclusively(join(folder, "log"), sqlite) ?? (() => {}),
    isHeld: () => {
      const release = lockExclusively(join(folder, "log"), sqlite);
      release?.();
      return release === undefined;
    },
  },
};

/** A clock on which nobody waits for long. */
function lateClock(): () => number {
  let now = 0;
  return () => {
    now += 20_000;
    return now;
  };
}

describe.each(Object.entries(HELD))("%s", (_, { take, isHeld }) => {
  it("released twice releases nobody else", async () => {
    const first = await take();
    expect(await isHeld()).toBe(true);
    await first();
    expect(await isHeld()).toBe(false);
    const second = await take();
    await first();
    expect(await isHeld()).toBe(true);
    await second();
    expect(await isHeld()).toBe(false);
  });
});
