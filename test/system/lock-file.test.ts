import { readdirSync, readFileSync, unlinkSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { acquireLock } from "../../src/system/lock-file.js";
import { failure, mode, put, scratch } from "../config/place.js";
import { useEach } from "../helpers/set-ups.js";

const START = Date.UTC(2026, 0, 1);

const s = useEach(scratch);
let lock: string;
let now: number;
let slept: number[];

beforeEach(() => {
  lock = join(s.dir, "config.json.lock");
  now = START;
  slept = [];
  s.place.now = () => now;
  s.place.date = () => now;
  s.place.sleep = async (ms) => {
    slept.push(ms);
    now += ms;
  };
});

/** A lock that somebody else took `age` milliseconds ago. */
function leave(text: string, age = 0, path = lock): void {
  put(path, text);
  utimesSync(path, (START - age) / 1000, (START - age) / 1000);
}

describe("R53 the lock file", () => {
  it("holds the process and the machine, is private, and is gone after", async () => {
    const held = await acquireLock(lock, { ...s.place, pid: 77, host: "box", randomId: () => "ab12" });
    expect(readFileSync(lock, "utf8")).toBe("77 box ab12");
    expect(mode(lock)).toBe("600");
    expect(held.isHeld()).toBe(true);
    held.release();
    expect(readdirSync(s.dir)).toEqual([]);
    expect(slept).toEqual([]);
  });

  it("is waited for, in short steps", async () => {
    const first = await acquireLock(lock, { ...s.place, randomId: () => "01" });
    utimesSync(lock, START / 1000, START / 1000);
    s.place.randomId = () => "00000025";
    s.place.sleep = async (ms) => {
      slept.push(ms);
      if (slept.length === 3) first.release();
    };
    const second = await acquireLock(lock, s.place);
    expect(second.isHeld()).toBe(true);
    expect(slept).toEqual([27, 27, 27]);
  });

  it("of a living process is respected until it is 10 s old", async () => {
    leave(`${process.pid} here x`, 9_000);
    const held = await acquireLock(lock, s.place);
    expect(held.isHeld()).toBe(true);
    const waited = slept.reduce((sum, ms) => sum + ms, 0);
    expect(waited).toBeGreaterThanOrEqual(1_000);
    expect(waited).toBeLessThan(1_150);
  });

  it.each([
    ["old", `${process.pid} here x`, 10_000, 1],
    ["from the future", `${process.pid} here x`, -60_000, 1],
    ["of a dead process", "999999 here x", 0, 1],
  ])("is broken at once when it is %s", async (_what, text, age, waits) => {
    leave(text, age);
    const held = await acquireLock(lock, s.place);
    expect(held.isHeld()).toBe(true);
    expect(slept).toHaveLength(waits);
    expect(readdirSync(s.dir)).toEqual(["config.json.lock"]);
  });

  it.each([
    ["of another machine is kept for 10 s", "999999 there x", 10_000],
    ["that is just being written is kept for 1 s", "", 1_000],
  ])("is broken only after a while: one %s", async (_what, text, ms) => {
    leave(text);
    await acquireLock(lock, s.place);
    const waited = slept.reduce((sum, one) => sum + one, 0);
    expect(waited).toBeGreaterThanOrEqual(ms);
    expect(waited).toBeLessThan(ms + 150);
  });

  it("is not broken by a second process while another one does that", async () => {
    leave("999999 here x");
    leave("1", 0, `${lock}.break`);
    await acquireLock(lock, s.place);
    expect(slept.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThanOrEqual(10_000);
    expect(readdirSync(s.dir)).toEqual(["config.json.lock"]);
  });

  it("that somebody else has broken and taken meanwhile is not broken again", async () => {
    leave("999999 here x");
    s.place.isAlive = (pid) => {
      if (pid === 999999) leave(`${process.pid} here faster`);
      return pid !== 999999;
    };
    const seen: string[] = [];
    s.place.sleep = async () => {
      seen.push(readFileSync(lock, "utf8"));
      unlinkSync(lock);
    };
    await acquireLock(lock, s.place);
    expect(seen).toEqual([`${process.pid} here faster`]);
  });

  it("is given up after 30 s with the process that holds it", async () => {
    leave("4711 there x");
    s.place.sleep = async (ms) => {
      slept.push(ms);
      now += ms;
      utimesSync(lock, now / 1000, now / 1000);
    };
    const error = await failure(() => acquireLock(lock, s.place));
    expect(error.kind).toBe("config");
    expect(error.message).toBe("another process (4711) is writing the configuration");
    expect(error.hint).toBe(`if no other docs command runs, remove ${lock}`);
    expect(readFileSync(lock, "utf8")).toBe("4711 there x");
  });

  it("that was taken away is neither held nor released", async () => {
    const held = await acquireLock(lock, s.place);
    put(lock, "1 other y");
    expect(held.isHeld()).toBe(false);
    held.release();
    expect(readFileSync(lock, "utf8")).toBe("1 other y");
  });
});
