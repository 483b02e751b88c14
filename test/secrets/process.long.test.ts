/** R56 on the built program: crashes, closed streams, signals and whatever is left on the disk. */
import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { collect, commandOf, createHome, ended, type Home, preloading, type Result } from "../helpers/cli.js";
import { filledReply } from "../hostile/answers.js";
import { type Service, service, until } from "../process/service.js";
import { CANARY, ECHO, leaks } from "./canary.js";

let home: Home;
let api: Service;
/** What the service does with a request that the test does not answer itself. */
let behavior: "good" | "echo" | "titled" | "fail" | "stall" = "good";

beforeAll(async () => {
  home = createHome();
  mkdirSync(join(home.dir, "tmp"));
  api = await service((hit) => {
    if (behavior === "stall") return undefined;
    if (behavior === "fail") return { status: 500, body: { error: { message: ECHO } } };
    if (hit.url.startsWith("/file"))
      return { body: "content", headers: { "content-disposition": `x; filename="${CANARY}"` } };
    const text = behavior === "echo" ? ECHO : "plain";
    const [path = ""] = hit.url.split("?");
    return filledReply({ method: hit.method, path }, (where) => {
      if (where.endsWith("downloadURL")) {
        return `${api.url}/file?signature=${behavior === "echo" ? encodeURIComponent(CANARY) : "s"}`;
      }
      // How a file is called, and what is in it, is the service's own.
      if (where === "item.name") return "plain.txt";
      if (behavior === "titled" && /^items\.\d+\.title$/.test(where)) return `Handbook ${CANARY}`;
      if (where.endsWith(".organization")) return "o1";
      return where.endsWith(".id") ? `id${where.length}` : text;
    });
  });
});
afterAll(async () => {
  home.remove();
  await api.close();
});

const environment = (more: Record<string, string> = {}) => ({
  DOCS_BASE_URL: api.url,
  DOCS_TOKEN: CANARY,
  DOCS_ORG: "o1",
  DOCS_SPACE: "s1",
  TMPDIR: join(home.dir, "tmp"),
  ...more,
});

const run = (args: string[], env: Record<string, string> = {}, input?: string): Promise<Result> =>
  home.run(args, { env: environment(env), ...(input !== undefined && { input }) });

/** Files below the person's folder that hold the token in any form. */
function filesWithToken(): string[] {
  const all = readdirSync(home.dir, { recursive: true, encoding: "utf8" });
  return all.filter((name) => {
    const path = join(home.dir, name);
    return leaks(name).length > 0 || (statSync(path).isFile() && leaks(readFileSync(path, "latin1")).length > 0);
  });
}

/** A module that breaks the program from within. */
function bug(name: string, code: string): Record<string, string> {
  const file = join(home.dir, `${name}.cjs`);
  writeFileSync(file, code);
  return preloading(file);
}

// What it throws is made of the environment: the file itself holds no token.
const SPILL = `
const token = process.env.DOCS_TOKEN;
const spill = [token, encodeURIComponent(token), JSON.stringify(token), Buffer.from("x:" + token).toString("base64")].join(" ");
const http = require("node:http");
const request = http.request;
`;
const BUGS: [string, string][] = [
  [
    "an error that nobody catches",
    `http.request = (...a) => { setImmediate(() => { throw new Error(spill) }); return request(...a) }`,
  ],
  [
    "a rejection that nobody handles",
    `http.request = (...a) => { Promise.reject(new TypeError(spill)); return request(...a) }`,
  ],
  ["a thrown text", `http.request = (...a) => { setImmediate(() => { throw spill }); return request(...a) }`],
  ["an error of the request", `http.request = () => { throw new Error(spill) }`],
  [
    "an error of the socket",
    `http.request = (...a) => { const r = request(...a); setImmediate(() => r.destroy(new Error(spill))); return r }`,
  ],
  [
    "an error of JSON",
    `const parse = JSON.parse; JSON.parse = (t, ...a) => { if (String(t).includes("items")) throw new RangeError(spill); return parse(t, ...a) }`,
  ],
];

describe("R56 a bug inside the program", () => {
  test.each(BUGS)("%s: told without the token, exit code other than 0", async (name, code) => {
    behavior = "good";
    const env = bug(name.replaceAll(" ", "-"), SPILL + code);
    for (const flags of [[], ["--debug", "--debug-body"], ["--json"]]) {
      const result = await run(["teams", "list", "--retries", "0", "--fields", "id", ...flags], env);
      expect({ code: result.code === 0, stdout: leaks(result.stdout), stderr: leaks(result.stderr) }).toEqual({
        code: false,
        stdout: [],
        stderr: [],
      });
      // What the transport throws is told in our own words; the rest with the token taken out.
      if (!/request|socket/.test(name)) expect(result.stderr).toContain("[redacted]");
      expect(result.stderr).not.toContain("    at ");
    }
  });
});

describe("R56 streams that break", () => {
  test.each([
    "docs teams list --json --debug --debug-body | head -c 10",
    "docs teams list --json --debug --debug-body >&-",
    "docs teams list --debug --debug-body 2>&-",
    "docs teams list --debug --debug-body >/dev/full",
    "docs teams view t1 t2 t3 --debug --debug-body 2>&1 >/dev/full | cat",
    "docs teams list --retries 1 --debug --debug-body < /dev/null 2>&1 | cat",
  ])("%s shows no token", async (script) => {
    for (const now of ["good", "fail"] as const) {
      behavior = now;
      const result = await home.shell(script, { env: environment() });
      expect(leaks(result.stdout + result.stderr)).toEqual([]);
    }
  });

  test("a signal while nothing is answered", async () => {
    behavior = "stall";
    const child = home.start(["teams", "edit", "t1", "--title", "x", "--debug"], { env: environment() });
    const end = ended(child);
    let said = "";
    child.stderr.on("data", (chunk: Buffer) => {
      said += chunk;
    });
    await until(() => said.includes("> PATCH "));
    child.kill("SIGINT");
    await until(() => said.includes("finishing"));
    child.kill("SIGINT");
    const result = await end;
    expect(result.signal ?? result.code).not.toBe(0);
    expect(leaks(result.stdout + result.stderr)).toEqual([]);
  });

  test("a pager that dies", async () => {
    behavior = "echo";
    for (const pager of ["/bin/false", "sh -c 'head -c 5; exit 3'", "/nonexistent/pager"]) {
      const job = {
        argv: commandOf("teams", "list", "--fields", "id", "--debug").flat(),
        env: { ...home.env, ...environment({ TERM: "xterm", DOCS_PAGER: pager }) },
        cwd: home.dir,
        columns: 80,
        steps: [],
      };
      const child = spawn("python3", [resolve("test/process/terminal.py")], { stdio: "pipe" });
      const result = await collect(child, { input: JSON.stringify(job) });
      expect(result.code).toBe(0);
      const { screen } = JSON.parse(result.stdout) as { screen: string };
      expect(screen).toContain("> GET /v1/orgs/o1/teams");
      expect(leaks(screen)).toEqual([]);
    }
  });
});

describe("R43 R53 R56 what is left on the disk", () => {
  test("lists, completion, journals, downloads and settings: the token is in its own place only", async () => {
    const shown: string[] = [];
    // Where the service says the token, standard output is data; the rest never is.
    const step = async (args: string[], { data = false, input = undefined as string | undefined } = {}) => {
      const result = await run(args, {}, input);
      shown.push(data ? result.stderr : result.stderr + result.stdout);
      return result;
    };
    behavior = "good";
    const login = ["auth", "login", "--base-url", api.url, "--token-stdin", "--profile", "p1"];
    expect((await step(login, { input: CANARY })).code).toBe(0);
    for (const now of ["good", "echo", "fail"] as const) {
      behavior = now;
      const data = now === "echo";
      for (const noun of ["orgs", "spaces", "teams", "members", "sites", "collections", "cr", "translations"]) {
        await step([noun, "list", "--retries", "0", "--debug", "--debug-body"], { data });
        await step([noun, "list", "--retries", "0", "--json", "--profile", "p1"], { data });
      }
      await step(["teams", "edit", "t1", "t2", "--title", "x", "--journal", `${now}.ndjson`, "--retries", "0"], {
        data,
      });
      const got = await step(["files", "download", "f1", "-O", `${home.dir}/`, "--force", "--retries", "0"], { data });
      // A link with the token in it is not followed.
      expect(got.code).toBe({ good: 0, echo: 5, fail: 6 }[now]);
      await step(["auth", "status"], { data });
    }
    for (const args of [
      ["config", "list"],
      ["config", "list", "--json"],
      ["profiles", "list", "--json"],
      ["alias", "list"],
    ]) {
      expect((await step(args)).code).toBe(0);
    }
    expect((await step(["alias", "set", "mine", "teams list --json"])).code).toBe(0);
    const config = join("config", "docs", "config.json");
    expect(filesWithToken()).toEqual([config]);
    expect(statSync(join(home.dir, config)).mode & 0o777).toBe(0o600);
    expect(shown.filter((text) => leaks(text).length > 0)).toEqual([]);
    // The cache and the journals are there to be searched.
    const all = readdirSync(home.dir, { recursive: true, encoding: "utf8" });
    expect(all.filter((name) => /^cache\/docs\/.+\/of-/.test(name)).length).toBeGreaterThan(3);
    expect(all.filter((name) => name.endsWith(".ndjson")).length).toBe(3);
    expect(readdirSync(join(home.dir, "tmp"))).toEqual([]);
  });

  test("completion answers from what was listed, and with DOCS_COMPLETE_REMOTE=1, without the token", async () => {
    const { stdout: script } = await run(["completion", "bash"]);
    expect(leaks(script)).toEqual([]);
    behavior = "titled";
    for (const noun of ["teams", "spaces", "orgs"]) expect((await run([noun, "list"])).code).toBe(0);
    for (const remote of ["0", "1"]) {
      for (const command of ["teams view", "spaces view", "orgs view", "profiles use"]) {
        const result = await run(["__complete", "zsh", "--word=", "--", ...command.split(" ")], {
          DOCS_COMPLETE_REMOTE: remote,
        });
        expect(result.stdout).toMatch(command === "profiles use" ? /^p1\t/m : /^Handbook \[redacted\]\t/m);
        expect(leaks(result.stdout + result.stderr)).toEqual([]);
      }
    }
    expect(filesWithToken()).toEqual([join("config", "docs", "config.json")]);
  });
});
