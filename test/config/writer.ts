/** A process of its own for the tests of the store; bundled to JavaScript by the test that starts it. */
import { randomBytes } from "node:crypto";
import { renameSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { readConfig } from "../../src/config/read.js";
import { resolveSettings } from "../../src/config/resolve.js";
import type { ConfigSystem } from "../../src/config/system.js";
import { updateConfig, writeGuarded } from "../../src/config/write.js";
import { Failure } from "../../src/errors.js";
import { configDir, configPath } from "../../src/system/folders.js";
import { acquireLock } from "../../src/system/lock-file.js";

const [task, name = ""] = process.argv.slice(2);

const place: ConfigSystem = {
  dir: configDir(process.env, process.platform),
  platform: process.platform,
  uid: process.getuid?.(),
  warn: (message) => process.stderr.write(`${message}\n`),
  pid: process.pid,
  host: hostname(),
  now: Date.now,
  date: Date.now,
  sleep: (ms) => new Promise((done) => setTimeout(done, ms)),
  randomId: () => randomBytes(8).toString("hex"),
  isAlive: (pid) => {
    try {
      return process.kill(pid, 0);
    } catch (error) {
      return error instanceof Error && "code" in error && error.code !== "ESRCH";
    }
  },
};

const add = (system: ConfigSystem) =>
  updateConfig(system, (config) => ({
    ...config,
    counter: Number(config.counter ?? 0) + 1,
    aliases: { ...config.aliases, [name]: name },
  }));

const tasks: Record<string, () => Promise<unknown>> = {
  /** One change that needs the state before it. */
  add: () => add(place),
  /** The same by a clock that only its own waits move: answers how many milliseconds it waited. */
  wait: async () => {
    const begun = Date.now();
    let waited = 0;
    const sleep = (ms: number) => {
      waited += ms;
      return place.sleep(ms);
    };
    await add({ ...place, sleep, date: () => begun + waited });
    return waited;
  },
  /** Until it is killed: states whose two ends must agree. */
  loop: async () => {
    for (let round = 0; ; round += 1) {
      await updateConfig(place, (config) => ({ ...config, head: round, fill: "x".repeat(200_000), tail: round }));
      if (round === 0) process.stdout.write("ready\n");
    }
  },
  fill: () => updateConfig(place, (config) => ({ ...config, fill: "x".repeat(200_000) })),
  /** Killed right after the file was replaced, by a part of the new text or all of it. */
  die: async () => {
    const target = configPath(place.dir ?? "");
    const text = `${JSON.stringify({ ...readConfig(place), profile: "b" }, null, 2)}\n`;
    const kept = { whole: text.length, cut: 20, empty: 0 }[name];
    const write = () => {
      writeFileSync(`${target}.tmp-1234567890abcdef`, text.slice(0, kept), { mode: 0o600 });
      renameSync(`${target}.tmp-1234567890abcdef`, target);
      process.kill(process.pid, "SIGKILL");
    };
    const retry = async (action: () => void) => action();
    await writeGuarded(target, text, { lock: await acquireLock(`${target}.lock`, place), write, retry });
  },
  listeners: async () => {
    const before = process.eventNames();
    await updateConfig(place, (config) => ({ ...config, profile: "b" }));
    return { before, after: process.eventNames() };
  },
  show: async () => {
    const config = readConfig(place);
    return { config, settings: resolveSettings({ flags: {}, env: process.env, config }) };
  },
};

async function main(): Promise<void> {
  try {
    process.stdout.write(`${JSON.stringify(await tasks[task ?? ""]?.())}\n`);
  } catch (error) {
    process.exitCode = 1;
    process.stdout.write(
      `${JSON.stringify(error instanceof Failure ? { kind: error.kind, message: error.message } : String(error))}\n`,
    );
  }
}

void main();
