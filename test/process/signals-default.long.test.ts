/** R36: while no write is under way a signal ends the program, whatever it is busy with. */
import { execFileSync } from "node:child_process";
import { closeSync, constants, openSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHome, ended, type Home } from "../helpers/cli.js";
import { type Service, service, until } from "./service.js";

const ENDLESS = "last(range(1e12))";
let home: Home;
let api: Service;
let writing: number;
beforeAll(async () => {
  home = createHome();
  const fifo = join(home.dir, "fifo");
  execFileSync("mkfifo", [fifo]);
  // Somebody who may write lets others open it.
  writing = openSync(fifo, constants.O_RDWR);
  const comment = { object: "comment", id: "cm1", body: { markdown: "hello" } };
  api = await service((hit) => ({ status: hit.method === "POST" ? 201 : 200, body: comment }));
});
afterAll(async () => {
  closeSync(writing);
  home.remove();
  await api.close();
});

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Ticks of processor time (hundredths of a second) that a process has used: proc(5), fields 14 and 15 of `stat`. */
function ticksOf(pid: number): number {
  const [, , , , , , , , , , , user, system] = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return Number(user) + Number(system);
}

/** Says that a process computes: it has used half a second of the processor since `hasBegun`. */
function isComputing(hasBegun: () => boolean): (pid: number) => boolean {
  let before: number | undefined;
  return (pid) => {
    if (before === undefined && hasBegun()) before = ticksOf(pid);
    return before !== undefined && ticksOf(pid) > before + 50;
  };
}

const isReadingFifo = (pid: number): boolean =>
  readdirSync(`/proc/${pid}/fd`).some((name) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${name}`) === join(home.dir, "fifo");
    } catch {
      // Closed meanwhile.
      return false;
    }
  });

/** The end of a command that is stopped once it is busy; SIGKILL when it was deaf. */
async function stopped(args: readonly string[], signal: NodeJS.Signals, isBusy: (pid: number) => boolean, more = {}) {
  const env = { DOCS_BASE_URL: api.url, DOCS_TOKEN: "t", DOCS_ORG: "o1", DOCS_SPACE: "s1", ...more };
  const child = home.start(args, { env });
  const end = ended(child);
  await until(() => isBusy(child.pid ?? 0));
  child.kill(signal);
  const deaf = setTimeout(() => child.kill("SIGKILL"), 60_000);
  const result = await end;
  clearTimeout(deaf);
  return result;
}

describe.each(SIGNALS)("%s ends", (signal) => {
  test("a filter that never does", async () => {
    const before = api.hits.length;
    const args = ["comments", "view", "cm1", "-q", ENDLESS];
    const result = await stopped(
      args,
      signal,
      isComputing(() => api.hits.length > before),
    );
    expect(result).toMatchObject({ code: null, signal, stdout: "", stderr: "" });
  });

  test("long work, which says how to go on", async () => {
    const mute = await service(() => undefined);
    const env = { DOCS_BASE_URL: mute.url };
    try {
      const isAsked = () => mute.hits.length > 0;
      const ends = { code: null, signal, stdout: "" };
      const checks = await stopped(["checks", "run"], signal, isAsked, env);
      expect(checks).toMatchObject({
        ...ends,
        stderr: [
          ...["docs: stopped", "  nothing was kept of what was read"],
          ...["  a snapshot can be resumed: docs snapshots create org.docs"],
          ...["  and read offline: docs checks run --snapshot org.docs", ""],
        ].join("\n"),
      });
      mute.hits.length = 0;
      const create = await stopped(["snapshots", "create", `${signal}.docs`, "--full"], signal, isAsked, env);
      const stderr = `docs: stopped\n  ${signal}.docs.partial keeps what was read\n  to continue: docs snapshots create ${signal}.docs --full\n`;
      expect(create).toMatchObject({ ...ends, stderr });
      mute.hits.length = 0;
      expect(await stopped(["checks", "run", "--json"], signal, isAsked, env)).toMatchObject({ ...ends, stderr: "" });
    } finally {
      await mute.close();
    }
  });

  test("the wait for a pipe that nobody writes", async () => {
    const result = await stopped(["orgs", "list", "--token-file", "fifo"], signal, isReadingFifo);
    expect(result).toMatchObject({ code: null, signal, stdout: "", stderr: "" });
  });

  test("the wait for a text that nobody writes", async () => {
    const result = await stopped(["comments", "create", "--body-file", "fifo"], signal, isReadingFifo);
    expect(result).toMatchObject({ code: null, signal, stdout: "", stderr: "" });
  });

  test("a filter on the answer of a write", async () => {
    const before = api.hits.length;
    // An expression is tried on nothing before anything is sent: this one is endless on an answer only.
    const args = ["comments", "create", "--body", "x", "-q", ENDLESS];
    const result = await stopped(
      args,
      signal,
      isComputing(() => api.hits.length > before),
    );
    expect(result).toMatchObject({ code: null, signal, stdout: "" });
    expect(api.hits.length).toBe(before + 1);
  });
});
