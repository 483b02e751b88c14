/** Wherever a run is killed, the generations in the file are those before it, with or without the new one. */
import { copyFileSync, readdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { ended } from "../helpers/cli.js";
import { generationsOf, stateOf } from "../snapshot/generations-helper.js";
import { home, serve, useServed } from "./served.js";

useServed();

const ORG = "hR7kQ2mXv9TzLb4WcN8p";
const SPACE = "tG4nVx8YqLz2RkWd7JmS";

/** Kills the run after so long; the time in ms that it took if it was over before that. */
async function killed(args: readonly string[], ms: number): Promise<number | undefined> {
  const begun = performance.now();
  const child = home.start([...args]);
  const end = ended(child, 60_000);
  const timer = setTimeout(() => child.kill("SIGKILL"), ms);
  const { signal } = await end;
  clearTimeout(timer);
  return signal === "SIGKILL" ? undefined : performance.now() - begun;
}

/** Kills so many runs, each after its share of the time that one takes; a faster machine shortens that time. */
async function killAll(shares: readonly number[], whole: number, run: (ms: number) => Promise<number | undefined>) {
  let time = whole;
  let tries = 0;
  for (const share of shares) {
    for (;;) {
      expect(tries++, "the runs end before they are killed").toBeLessThan(shares.length * 4);
      const took = await run(time * share);
      if (took === undefined) break;
      time = Math.min(time * 0.97, took);
    }
  }
}

const timeOf = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
};

test("kill -9 at any time: no generation is lost or another one", { timeout: 600_000 }, async () => {
  const { url, token } = await serve();
  const tokenFile = join(home.dir, "token");
  writeFileSync(tokenFile, token, { mode: 0o600 });
  const file = join(home.dir, "org.docs");
  const create = ["--base-url", url, "--token-file", tokenFile, "--org", ORG, "snapshots", "create", file];
  let edits = 0;
  const edit = async () => {
    edits += 1;
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const body = JSON.stringify({ title: `Edit ${edits}` });
    const answer = await fetch(`${url}/v1/spaces/${SPACE}`, { method: "PATCH", headers, body });
    expect(answer.status).toBe(200);
  };
  expect(await home.run(create, { limit: 60_000 })).toMatchObject({ code: 0 });
  await edit();
  const whole = await timeOf(async () => expect(await home.run(create, { limit: 60_000 })).toMatchObject({ code: 0 }));
  const states = new Map(generationsOf(file).map(({ id }) => [id, stateOf(`${file}@${id}`)]));
  const check = () => {
    const found = generationsOf(file).map(({ id }) => id);
    for (const [id, state] of states) expect(stateOf(`${file}@${id}`), `generation ${id}`).toEqual(state);
    for (const id of found) if (!states.has(id)) states.set(id, stateOf(`${file}@${id}`));
    expect(found).toEqual([...states.keys()]);
  };
  // Most of them while the file is finished.
  const shares = Array.from({ length: 14 }, (_, at) => (at < 4 ? 0.5 + at / 10 : 0.82 + at / 100));
  await killAll(shares, whole, async (ms) => {
    await edit();
    const took = await killed(create, ms);
    check();
    return took;
  });
  expect(await home.run(create, { limit: 60_000 })).toMatchObject({ code: 0 });
  check();

  const copy = join(home.dir, "copy.docs");
  const forget = (name: string) => ["snapshots", "forget", name, "--keep-last", "1", "--yes"];
  copyFileSync(file, copy);
  const forgetting = await timeOf(() => home.run(forget(copy), { limit: 60_000 }));
  const latest = stateOf(file);
  const parts = Array.from({ length: 7 }, (_, at) => 0.3 + at / 10);
  await killAll(parts, forgetting, async (ms) => {
    copyFileSync(file, copy);
    const took = await killed(forget(copy), ms);
    const left = generationsOf(copy);
    expect([1, states.size]).toContain(left.length);
    expect(stateOf(copy)).toEqual(latest);
    for (const { id } of left) expect(stateOf(`${copy}@${id}`)).toEqual(states.get(id));
    return took;
  });
  expect(await home.run(forget(copy), { limit: 60_000 })).toMatchObject({ code: 0 });
  const names = readdirSync(dirname(copy)).filter((name) => name.startsWith(basename(copy)));
  expect(names).toEqual(["copy.docs"]);
});
