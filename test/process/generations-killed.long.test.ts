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

/** Kills the run after a share of the time that one takes. */
async function killed(args: readonly string[], ms: number): Promise<boolean> {
  const child = home.start([...args]);
  const end = ended(child, 60_000);
  const timer = setTimeout(() => child.kill("SIGKILL"), ms);
  const { signal } = await end;
  clearTimeout(timer);
  return signal === "SIGKILL";
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
  const counts = { killed: 0, ended: 0 };
  for (let at = 0; at < 16; at += 1) {
    await edit();
    // Most of them while the file is finished.
    const isKilled = await killed(create, whole * (at < 4 ? 0.5 + at / 10 : 0.86 + at / 100));
    counts[isKilled ? "killed" : "ended"] += 1;
    check();
  }
  expect(counts.killed).toBeGreaterThan(5);
  expect(await home.run(create, { limit: 60_000 })).toMatchObject({ code: 0 });
  check();

  const copy = join(home.dir, "copy.docs");
  const forget = (name: string) => ["snapshots", "forget", name, "--keep-last", "1", "--yes"];
  copyFileSync(file, copy);
  const forgetting = await timeOf(() => home.run(forget(copy), { limit: 60_000 }));
  const latest = stateOf(file);
  let forgetKilled = 0;
  for (let at = 0; at < 8; at += 1) {
    copyFileSync(file, copy);
    if (await killed(forget(copy), forgetting * (0.3 + at / 10))) forgetKilled += 1;
    const left = generationsOf(copy);
    expect([1, states.size]).toContain(left.length);
    expect(stateOf(copy)).toEqual(latest);
    for (const { id } of left) expect(stateOf(`${copy}@${id}`)).toEqual(states.get(id));
  }
  expect(forgetKilled).toBeGreaterThan(2);
  expect(await home.run(forget(copy), { limit: 60_000 })).toMatchObject({ code: 0 });
  const names = readdirSync(dirname(copy)).filter((name) => name.startsWith(basename(copy)));
  expect(names).toEqual(["copy.docs"]);
});
