/** A journal when the run is ended from outside: what was written tells the truth, and the run can go on. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createHome, ended, type Home } from "../helpers/cli.js";
import { answer, type Fault, faultServer, stall } from "../helpers/fault-server.js";
import { until } from "../process/service.js";
import { environment } from "./attempt.js";

let home: Home;
let count = 0;
let journal = "";
beforeAll(() => {
  home = createHome();
});
beforeEach(() => {
  count += 1;
  journal = join(home.dir, `journal-${count}.ndjson`);
});
afterAll(() => home.remove());

const EDIT = ["spaces", "edit", "s1", "s2", "s3", "--title", "New", "--json"];
const space: Fault = (socket, request) => {
  const [, id] = /^PATCH \/v1\/spaces\/(\w+) /.exec(request.head) ?? [];
  answer(200, { object: "space", id, title: "New" })(socket, request);
};

const shape = () =>
  readFileSync(journal, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line))
    .map(({ record, key }) => (key === undefined ? record : `${record} ${key}`));

/** Signals once the request for s2 has arrived. Unless `fault` meets it, it is answered after the first signal. */
async function signaled(signals: readonly NodeJS.Signals[], fault?: Fault) {
  let said = "";
  const isTold = () => said.includes("finishing the current request");
  const late: Fault = (socket, request) => void until(isTold).then(() => space(socket, request));
  const server = await faultServer([space, fault ?? late, space]);
  try {
    const child = home.start([...EDIT, "--journal", journal], { env: environment(server.url) });
    child.stderr.on("data", (chunk: Buffer) => {
      said += chunk;
    });
    const end = ended(child);
    await until(() => server.requests.length >= 2);
    for (const signal of signals) {
      child.kill(signal);
      await until(isTold);
    }
    return { ...(await end), requests: server.requests.length };
  } finally {
    await server.close();
  }
}

const lastLine = ({ stderr }: { stderr: string }) => stderr.trimEnd().split("\n").at(-1);

describe("R36 R43 a run that is ended by a signal", () => {
  test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "%s: the write under way is finished and noted",
    async (signal) => {
      const ran = await signaled([signal]);
      expect(ran).toMatchObject({ signal, requests: 2 });
      expect(shape()).toEqual(["run", "sent s1", "ok s1", "sent s2", "ok s2"]);
      expect(lastLine(ran)).toContain(`with --resume ${journal} instead of --journal`);
    },
  );

  test("twice: it is abandoned, and stays open in the journal", async () => {
    const ran = await signaled(["SIGINT", "SIGINT"], stall);
    expect(ran).toMatchObject({ signal: "SIGINT", requests: 2 });
    expect(ran.stderr).toContain("unknown");
    expect(lastLine(ran)).toContain(`with --resume ${journal} instead of --journal`);
    expect(shape()).toEqual(["run", "sent s1", "ok s1", "sent s2"]);
  });
});

describe("R37 R43 a reader that goes away", () => {
  test("starts nothing new; what was done is noted first", async () => {
    const closed = join(home.dir, "closed");
    const late: Fault = (socket, request) => void until(() => existsSync(closed)).then(() => space(socket, request));
    const server = await faultServer([late]);
    const words = [...EDIT, "--journal", journal].join(" ");
    const ran = await home.shell(`set -o pipefail; docs ${words} | { exec 0<&-; touch "${closed}"; }`, {
      env: environment(server.url),
    });
    await server.close();
    expect(ran.code).toBe(141);
    expect(server.requests).toHaveLength(1);
    expect(shape()).toEqual(["run", "sent s1", "ok s1"]);
  });
});

describe("R43 a journal on a full disk", () => {
  test("stops before the next write", async () => {
    const server = await faultServer([space]);
    // 512 bytes and more: the first record fits, that of a write does not.
    const words = [...EDIT, "--journal", journal].join(" ");
    const ran = await home.shell(`ulimit -f 1; trap '' XFSZ; docs ${words}`, { env: environment(server.url) });
    await server.close();
    expect(ran.code).toBe(1);
    expect(ran.stderr).toContain("cannot write the journal");
    const text = readFileSync(journal, "utf8");
    expect(server.requests.length).toBe(text.match(/"record":"sent".*\n/g)?.length ?? 0);
  });
});
