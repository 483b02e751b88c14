import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { remember } from "../../src/app/cache/cache-files.js";
import { formatEntries } from "../../src/cli/cache/entries.js";
import { placeLabel, placeParts } from "../../src/cli/cache/file-name.js";
import { answerThings } from "../../src/cli/completion/question.js";
import { BIN, commandOf, createHome, type Home } from "../helpers/cli.js";

const SAMPLE_SPACE = "tG4nVx8YqLz2RkWd7JmS";

let home: Home;
beforeAll(async () => {
  home = createHome();
  for (const words of [
    ["cr", "list"],
    ["spaces", "list"],
    ["pages", "list"],
    ["pages", "list", "--cr", "42"],
  ]) {
    expect((await home.run(["--sandbox", ...words])).code).toBe(0);
  }
});
afterAll(() => home.remove());

async function ask(kinds: string, prefix: string, words: readonly string[], env: Record<string, string> = {}) {
  const result = await home.run(["__complete", kinds, `--prefix=${prefix}`, "--before=", "--", ...words], { env });
  expect([result.code, result.stderr]).toEqual([0, ""]);
  return result.stdout;
}

describe("docs __complete", () => {
  it("answers ids with titles from what was listed; change requests by number", async () => {
    const lines = (await ask("changeRequestId", "", ["--sandbox", "cr", "view"])).split("\n");
    expect(lines[0]).toBe("42\tCharge for 60 minutes instead of 75 · open");
    expect(await ask("spaceId", "tG", ["--sandbox"])).toBe("tG4nVx8YqLz2RkWd7JmS\tTern User Guide\n");
  });

  it("answers titles before ids, where a title names one thing and no shell expands it", async () => {
    const things = [
      { id: "aaa1", name: "", title: "Only one" },
      { id: "aaa2", name: "", title: "Twice" },
      { id: "aaa3", name: "", title: "Twice" },
      { id: "Onl4", name: "", title: "Costs $HOME" },
      { id: "aaa5", name: "", title: "Press, trade fair" },
      { id: "aaa6", name: "", title: "t1" },
      { id: "aaa7", name: "", title: "a cut titl…" },
      { id: "aaa8", name: "", title: "It's (here) & now" },
    ];
    const answered = (typed: string) => answerThings("teamId", typed, things).split("\n").slice(0, -1);
    expect(answered("")).toEqual([
      "Only one\t",
      "aaa2\tTwice",
      "aaa3\tTwice",
      "Onl4\tCosts $HOME",
      "aaa5\tPress, trade fair",
      "aaa6\tt1",
      "aaa7\ta cut titl…",
      "It's (here) & now\t",
    ]);
    expect(answered("Onl")).toEqual(["Only one\t", "Onl4\tCosts $HOME"]);
    expect(answered("it's")).toEqual(["It's (here) & now\t"]);
    expect(answered("aaa1")).toEqual(["aaa1\tOnly one"]);
    expect(answered("(here")).toEqual(["It's (here) & now\t"]);
    const people = [{ id: "u1", name: "ada@b.example", title: "Ada Byron · ada@b.example" }];
    expect(answerThings("userId", "Ad", people)).toBe("Ada Byron\tada@b.example\n");
    expect(answerThings("userId", "ada@", people)).toBe("ada@b.example\tAda Byron · ada@b.example\n");
  });

  it("takes a title where a flag names the place", async () => {
    const numbers = await ask("changeRequestId", "4", ["--sandbox", "--space", "Tern User Guide"]);
    expect(numbers.match(/^\d+/gm)).toEqual(["42", "43", "44"]);
    const elsewhere = await ask("changeRequestId", "4", ["--sandbox", "--space", "Harbor API"], {
      DOCS_COMPLETE_REMOTE: "0",
    });
    expect(elsewhere).toBe("");
  });

  it("lists in the sandbox what was never listed", async () => {
    const never = ["--sandbox", "openapi", "view"];
    expect(await ask("specSlug", "", never, { DOCS_COMPLETE_REMOTE: "0" })).toBe("");
    expect(await ask("specSlug", "", never)).toBe("harbor-api\t\nharbor-events\tFETCH_ERROR\n");
    expect(await ask("specSlug", "", never, { DOCS_COMPLETE_REMOTE: "0" })).toContain("harbor-events");
  });

  it("looks where the flags of the line say, by id or address", async () => {
    const at = async (...words: string[]) => (await ask("changeRequestId", "42", ["--sandbox", ...words])) !== "";
    expect(await at("--space", SAMPLE_SPACE)).toBe(true);
    expect(await at(`--space=https://docs.sandbox.invalid/o/x/s/${SAMPLE_SPACE}`)).toBe(true);
    expect(await at("--space", "another")).toBe(false);
    expect(await at("--", "--space", "another")).toBe(true);
    expect(await ask("changeRequestId", "42", [])).toBe("");
    expect(await ask("changeRequestId", "42", ["--sandbox"], { DOCS_SPACE: "another" })).toBe("");
  });

  it("takes pages of the change request, else those of its space", async () => {
    const pages = (words: string[]) => ask("pageId", "", ["--sandbox", ...words]);
    expect(await pages(["--cr", "42"])).toContain("Getting started\t\n");
    expect(await pages(["--cr=#42"])).toContain("Getting started\t\n");
    expect(await pages(["--cr", "43"])).toContain("Getting started\t\n");
    expect(await pages(["--cr", "43", "--space", "another"])).toBe("");
  });

  it("finds what has the words in its title: one thing, or the candidates", async () => {
    expect(await ask("changeRequestId", "AXLE", ["--sandbox"])).toBe("43\tTorque for the axle screws · open\n");
    expect((await ask("changeRequestId", "open", ["--sandbox"])).match(/^\d+/gm)).toEqual(["42", "43", "44"]);
    expect(await ask("changeRequestId", "o", ["--sandbox"])).toBe("");
  });

  it("knows profiles, and several kinds at once", async () => {
    expect(await ask("profile", "", [])).toBe("sandbox\t\n");
    const both = await ask("changeRequestId+spaceId", "", ["--sandbox"]);
    expect(both).toContain("42\t");
    expect(both).toContain("Tern User Guide\t\n");
  });

  it("says what an alias stands for, up to the word that is typed", async () => {
    for (const [name, expansion] of [
      ["co", "cr list --status open"],
      ["see", "cr view $1 --web"],
      ["mail", "comments create --body '$2 x' --page $1"],
    ] as const) {
      expect((await home.run(["alias", "set", name, expansion])).code).toBe(0);
    }
    const expand = async (name: string, ...given: string[]) => {
      const result = await home.run(["__complete", "expansion", "--prefix=", `--before=${name}`, "--", ...given]);
      expect([result.code, result.stderr]).toEqual([0, ""]);
      return result.stdout.split("\n").slice(0, -1);
    };
    expect(await expand("co")).toEqual(["cr", "list", "--status", "open"]);
    expect(await expand("co", "--space", "x y")).toEqual(["cr", "list", "--status", "open", "--space", "x y"]);
    expect(await expand("see")).toEqual(["cr", "view"]);
    expect(await expand("see", "42")).toEqual(["cr", "view", "42", "--web"]);
    expect(await expand("mail")).toEqual(["comments", "create", "--body", " x", "--page"]);
    // A part of a word cannot be completed.
    expect(await expand("mail", "p1")).toEqual([]);
    expect(await expand("nothing")).toEqual([]);
    expect(await expand("constructor")).toEqual([]);
    expect(await expand("co", "two\nlines")).toEqual([]);
  });

  it("knows the paths of the interface, segment by segment, with ids where a parameter stands", async () => {
    const path = async (typed: string, ...words: string[]) =>
      (await ask("path", typed, ["--sandbox", ...words, "api"])).replace(/\t.*/g, "").split("\n").slice(0, -1);
    expect(await path("")).toEqual(["/v1/"]);
    expect(await path("/v1/o")).toEqual(["/v1/orgs", "/v1/orgs/"]);
    expect(await path("/v1/nothing/")).toEqual([]);
    expect(await path("/v1/spaces/tG")).toEqual([`/v1/spaces/${SAMPLE_SPACE}`, `/v1/spaces/${SAMPLE_SPACE}/`]);
    expect(await path(`/v1/spaces/${SAMPLE_SPACE}/change`)).toEqual([
      `/v1/spaces/${SAMPLE_SPACE}/change-requests`,
      `/v1/spaces/${SAMPLE_SPACE}/change-requests/`,
    ]);
    expect(await path("/v1/orgs/{org}/mem")).toEqual(["/v1/orgs/{org}/members", "/v1/orgs/{org}/members/"]);
    const requests = await path(`/v1/spaces/${SAMPLE_SPACE}/change-requests/`, "--space", "another");
    expect(requests).toHaveLength(3);
    for (const line of requests) expect(line).toMatch(/^\/v1\/spaces\/\w+\/change-requests\/\w{20}$/);
    // The path says where, whatever the context is.
    expect(await path("/v1/spaces/another/change-requests/")).toEqual([]);
  });

  it("knows the generations of a snapshot: numbers, and other names once they are begun", async () => {
    const file = join(home.dir, "org.docs");
    const create = ["--sandbox", "snapshots", "create", file, "--exclude", "content"];
    for (let run = 0; run < 2; run += 1) expect((await home.run(create)).code).toBe(0);
    const names = async (typed: string) => (await ask("generation", file + typed, [])).replaceAll(file, "").split("\n");
    const about = String.raw`\t\d{4}-\d\d-\d\d \d\d:\d\d, complete, 8 spaces$`;
    expect(await names("@")).toEqual([expect.stringMatching(`^@2${about}`), expect.stringMatching(`^@1${about}`), ""]);
    expect(await names("@-")).toEqual([expect.stringMatching(/^@-1\tgeneration 1, \d{4}-/), ""]);
    const day = new Date().toISOString().slice(0, "2026-01".length);
    expect(await names(`@${day}`)).toEqual([expect.stringMatching(`^@${day}-\\d\\d\tgeneration 2, `), ""]);
    expect(await names("@tod")).toEqual([expect.stringMatching(/^@today\tgeneration 2, /), ""]);
    for (const typed of ["", "@9", "x@", "@yesterday"]) expect(await names(typed)).toEqual([""]);
    // Written so, it would not be one word for a shell.
    expect(await ask("generation", `$(touch pwned)/../${file}@`, [])).toBe("");
  });

  it("is silent about questions that are none, unknown kinds and broken configuration", async () => {
    for (const words of [
      [],
      ["spaceId"],
      ["spaceId", "x", "y", "--"],
      ["constructor", "--prefix=", "--before=", "--"],
    ]) {
      expect(await home.run(["__complete", ...words])).toMatchObject({ code: 0, stdout: "", stderr: "" });
    }
    const config = join(home.dir, "broken", "docs");
    mkdirSync(config, { recursive: true, mode: 0o700 });
    writeFileSync(join(config, "config.json"), "{", { mode: 0o600 });
    expect(await ask("spaceId", "", [], { XDG_CONFIG_HOME: join(home.dir, "broken") })).toBe("");
  });

  it("loads a bundle of its own, and no other unless nothing was listed", () => {
    const probe = `process.argv.splice(1, 0, "docs", "__complete"); require(${JSON.stringify(BIN)});
      const name = (file) => require("path").basename(file);
      process.on("exit", () => process.stderr.write(Object.keys(require.cache).map(name).join(" ")));`;
    const loadedFor = (kind: string): string => {
      const args = ["-e", probe, kind, "--prefix=", "--before=", "--", "--org", "o1"];
      const redirected = ["-c", '"$@" 2>&1 >/dev/null', "sh", process.execPath, ...args];
      return execFileSync("sh", redirected, { encoding: "utf8", env: home.env });
    };
    expect(loadedFor("profile")).toBe("docs.js complete.cjs");
    expect(loadedFor("spaceId")).toMatch(/^docs\.js complete\.cjs main\.cjs/);
    remember(
      join(home.dir, "cache", "docs"),
      { profile: "default", origin: "", kind: "spaceId", contexts: ["o1"] },
      {
        entries: [{ id: "s1", name: "", title: "One" }],
        whole: true,
      },
    );
    expect(loadedFor("spaceId")).toBe("docs.js complete.cjs");
  });
});

describe("the network", () => {
  let service: Server;
  let asked: string[] = [];
  let delay = 0;
  beforeAll(async () => {
    service = createServer((request, response) => {
      asked.push(request.url ?? "");
      response.setHeader("content-type", "application/json");
      setTimeout(() => response.end('{"items":[{"id":"fresh","title":"Fresh"}]}'), delay).unref();
    });
    await new Promise<void>((done) => service.listen(0, "127.0.0.1", done));
  });
  afterAll(() => new Promise((done) => service.close(done)));
  const env = () => ({
    DOCS_BASE_URL: `http://127.0.0.1:${(service.address() as AddressInfo).port}`,
    DOCS_TOKEN: "a-token-of-nobody",
    DOCS_ORG: "o1",
  });

  it("R60 is asked for what was never listed, unless DOCS_COMPLETE_REMOTE=0; then the answer is remembered", async () => {
    expect(await ask("siteId", "", [], { ...env(), DOCS_COMPLETE_REMOTE: "0" })).toBe("");
    expect(asked).toEqual([]);
    // A slow machine may need more than the time there is; the next key press asks again.
    await expect.poll(() => ask("siteId", "", [], env())).toBe("Fresh\t\n");
    expect(asked.at(-1)).toBe("/v1/orgs/o1/sites?limit=1000");
    asked = [];
    expect(await ask("siteId", "", [], env())).toBe("Fresh\t\n");
    expect(asked).toEqual([]);
    await expect
      .poll(() => ask("siteId", "", [], { ...env(), DOCS_COMPLETE_REMOTE: "1" }).then(() => asked), { timeout: 20_000 })
      .toContain("/v1/orgs/o1/sites?limit=1000");
  });

  it("R60 that does not answer in time is not waited for", async () => {
    // Longer than the helper lets a process run.
    delay = 60_000;
    expect(await ask("siteId", "", [], { ...env(), DOCS_COMPLETE_REMOTE: "1" })).toBe("Fresh\t\n");
    // Never listed: no answer, and no wait either.
    expect(await ask("teamId", "", [], env())).toBe("");
  });
});

describe("R41 a cache that cannot be written", () => {
  it("is no concern of the command, and told to --debug only", async () => {
    writeFileSync(join(home.dir, "in-the-way"), "");
    const env = { XDG_CACHE_HOME: join(home.dir, "in-the-way") };
    const quiet = await home.run(["--sandbox", "teams", "list"], { env });
    expect([quiet.code, quiet.stderr]).toEqual([0, ""]);
    expect(quiet.stdout).toContain("Documentation");
    const debug = await home.run(["--sandbox", "teams", "list", "--debug"], { env });
    expect([debug.code, debug.stdout]).toEqual([0, quiet.stdout]);
    expect(debug.stderr).toMatch(/the cache was not written: .*ENOTDIR/);
    const nowhere = await home.run(["--sandbox", "teams", "list"], { env: { XDG_CACHE_HOME: "", HOME: "" } });
    expect([nowhere.code, nowhere.stderr]).toEqual([0, ""]);
  });
});

describe("ten thousand ids", () => {
  it("are looked through for the few that begin like the word", () => {
    const place = { profile: "default", origin: "", kind: "teamId", contexts: ["o1"] };
    const file = join(home.dir, "cache", "docs", ...(placeParts(place) ?? []));
    mkdirSync(join(file, ".."), { recursive: true });
    const ids = Array.from({ length: 10_000 }, (_, at) => `t${String(at).padStart(19, "x")}`);
    const entries = ids.map((id) => ({ id, name: "", title: `The title of ${id}` }));
    writeFileSync(file, formatEntries(placeLabel(place), entries));
    const words = ["__complete", "teamId", "--prefix=txxxxxxxxxxxxxxx999", "--before=", "--", "--org", "o1"];
    const out = execFileSync(...commandOf(...words), { encoding: "utf8", env: home.env });
    expect(out.split("\n")).toHaveLength(11);
    rmSync(file);
    expect(existsSync(file)).toBe(false);
  });
});
