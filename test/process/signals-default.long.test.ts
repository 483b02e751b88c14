/** R36: while no write is under way a signal ends the program, whatever it is busy with. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHome, ended, type Home } from "../helpers/cli.js";
import { later, type Service, service, until } from "./service.js";

const ENDLESS = "last(range(1e12))";
let home: Home;
let api: Service;
beforeAll(async () => {
  home = createHome();
  execFileSync("mkfifo", [join(home.dir, "fifo")]);
  const comment = { object: "comment", id: "c1", body: { markdown: "hello" } };
  api = await service((hit) => ({ status: hit.method === "POST" ? 201 : 200, body: comment }));
});
afterAll(async () => {
  home.remove();
  await api.close();
});

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** The end of a command that is stopped when it has been busy for a while; SIGKILL when it was deaf. */
async function stopped(args: readonly string[], signal: NodeJS.Signals, ready: () => boolean = () => true) {
  const env = { DOCS_BASE_URL: api.url, DOCS_TOKEN: "t", DOCS_ORG: "o1", DOCS_SPACE: "s1" };
  const child = home.start(args, { env });
  const end = ended(child);
  await until(ready);
  await later(1200);
  child.kill(signal);
  const deaf = setTimeout(() => child.kill("SIGKILL"), 60_000);
  const result = await end;
  clearTimeout(deaf);
  return result;
}

describe.each(SIGNALS)("%s ends", (signal) => {
  test("a filter that never does", async () => {
    const before = api.hits.length;
    const args = ["comments", "view", "c1", "-q", ENDLESS];
    const result = await stopped(args, signal, () => api.hits.length > before);
    expect(result).toMatchObject({ code: null, signal, stdout: "", stderr: "" });
  });

  test("the wait for a pipe that nobody writes", async () => {
    const result = await stopped(["orgs", "list", "--token-file", "fifo"], signal);
    expect(result).toMatchObject({ code: null, signal, stdout: "", stderr: "" });
  });

  test("the wait for a text that nobody writes", async () => {
    const result = await stopped(["comments", "create", "--body-file", "fifo"], signal);
    expect(result).toMatchObject({ code: null, signal, stdout: "", stderr: "" });
  });

  test("a filter on the answer of a write", async () => {
    const before = api.hits.length;
    // An expression is tried on nothing before anything is sent: this one is endless on an answer only.
    const args = ["comments", "create", "--body", "x", "-q", ENDLESS];
    const result = await stopped(args, signal, () => api.hits.length > before);
    expect(result).toMatchObject({ code: null, signal, stdout: "" });
    expect(api.hits.length).toBe(before + 1);
  });
});
