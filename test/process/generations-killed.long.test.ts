/** Wherever a run is killed, the generations in the file are those before it, with or without the new one. */
import { copyFileSync, readdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { ended } from "../helpers/cli.js";
import { sampleCases } from "../helpers/sample.js";
import { generationsOf, stateOf } from "../snapshot/generations-helper.js";
import { home, serve, useServed } from "./served.js";

useServed();

const ORG = "hR7kQ2mXv9TzLb4WcN8p";
const SPACE = "tG4nVx8YqLz2RkWd7JmS";

interface Run {
  killed: boolean;
  /** Answers of the service that it noted. */
  answers: number;
  /** Milliseconds from the last one, or from the start, to its end. */
  ms: number;
}

/** Kills the run so long after it noted so many answers, unless it is over by then. */
async function killed(args: readonly string[], moment: Pick<Run, "answers" | "ms">): Promise<Run> {
  const child = home.start([...args, "--debug"]);
  const end = ended(child, 600_000);
  let answers = 0;
  let since = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const begin = (): void => {
    since = performance.now();
    if (answers >= moment.answers) timer ??= setTimeout(() => child.kill("SIGKILL"), moment.ms);
  };
  begin();
  child.stderr.on("data", (chunk: Buffer) => {
    const more = chunk.toString().match(/^< \d/gm)?.length ?? 0;
    answers += more;
    if (more > 0) begin();
  });
  const { signal } = await end;
  clearTimeout(timer);
  return { killed: signal === "SIGKILL", answers, ms: performance.now() - since };
}

/** Kills a run at each share of what follows its last answer. A run that ends before that says how long it really takes. */
async function killAll(shares: readonly number[], whole: Run, run: (moment: Omit<Run, "killed">) => Promise<Run>) {
  let { answers, ms } = whole;
  for (const share of shares) {
    for (;;) {
      const one = await run({ answers, ms: ms * share });
      if (one.killed) break;
      answers = Math.min(answers, one.answers);
      ms = Math.min(ms * 0.97, one.ms);
    }
  }
}

const NEVER = { answers: Number.POSITIVE_INFINITY, ms: 0 };

const chosen = (name: string, shares: readonly number[]): number[] =>
  sampleCases(`generations killed: ${name}`, shares, { nameOf: String, few: 3, rooms: ["src/snapshot/file"] });

test("kill -9 at any time: no generation is lost or another one", async () => {
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
  expect(await home.run(create)).toMatchObject({ code: 0 });
  await edit();
  const whole = await killed(create, NEVER);
  const states = new Map(generationsOf(file).map(({ id }) => [id, stateOf(`${file}@${id}`)]));
  const check = () => {
    const found = generationsOf(file).map(({ id }) => id);
    for (const [id, state] of states) expect(stateOf(`${file}@${id}`), `generation ${id}`).toEqual(state);
    for (const id of found) if (!states.has(id)) states.set(id, stateOf(`${file}@${id}`));
    expect(found).toEqual([...states.keys()]);
  };
  const killOne = async (moment: Omit<Run, "killed">) => {
    await edit();
    const run = await killed(create, moment);
    check();
    return run;
  };
  for (const share of [0.2, 0.5, 0.8]) await killOne({ answers: Math.ceil(whole.answers * share), ms: 0 });
  // Most of them while the file is finished.
  const shares = Array.from({ length: 11 }, (_, at) => at / 11);
  await killAll(chosen("finished", shares), whole, killOne);
  expect(await home.run(create)).toMatchObject({ code: 0 });
  check();

  const copy = join(home.dir, "copy.docs");
  const forget = (name: string) => ["snapshots", "forget", name, "--keep-last", "1", "--yes"];
  copyFileSync(file, copy);
  const forgetting = await killed(forget(copy), NEVER);
  const latest = stateOf(file);
  const parts = Array.from({ length: 7 }, (_, at) => 0.3 + at / 10);
  await killAll(chosen("forgotten", parts), forgetting, async (moment) => {
    copyFileSync(file, copy);
    const run = await killed(forget(copy), moment);
    const left = generationsOf(copy);
    expect([1, states.size]).toContain(left.length);
    expect(stateOf(copy)).toEqual(latest);
    for (const { id } of left) expect(stateOf(`${copy}@${id}`)).toEqual(states.get(id));
    return run;
  });
  expect(await home.run(forget(copy))).toMatchObject({ code: 0 });
  const names = readdirSync(dirname(copy)).filter((name) => name.startsWith(basename(copy)));
  expect(names).toEqual(["copy.docs"]);
});
