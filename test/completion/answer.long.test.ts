import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { remember } from "../../src/app/cache/cache-files.js";
import { formatEntries, placeLabel, placeParts } from "../../src/cli/cache/entries.js";
import { offerThings } from "../../src/cli/completion/candidates.js";
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

/** A command that takes things of the kind. */
const TAKING: Readonly<Record<string, readonly string[]>> = {
  changeRequestId: ["cr", "view"],
  organizationId: ["orgs", "view"],
  pageId: ["pages", "view"],
  siteId: ["sites", "view"],
  spaceId: ["spaces", "view"],
  specSlug: ["openapi", "view"],
  teamId: ["teams", "view"],
  profile: ["profiles", "use"],
  generation: ["snapshots", "view"],
  path: ["api"],
};

/** What is offered for the word after others, as zsh gets it: candidates without the first line. */
async function complete(words: readonly string[], word: string, env: Record<string, string> = {}) {
  const result = await home.run(["__complete", "zsh", `--word=${word}`, "--", ...words], { env });
  expect([result.code, result.stderr]).toEqual([0, ""]);
  expect(result.stdout).toMatch(/^(?:words|files)(?: open| other)*\t.*\t.*\n/);
  return result.stdout.replace(/^.*\n/, "");
}

const ask = (kind: string, word: string, flags: readonly string[], env: Record<string, string> = {}) =>
  complete([...(TAKING[kind] ?? []), ...flags], word, env);

describe("docs __complete", () => {
  it("answers ids with titles from what was listed; change requests by number", async () => {
    const lines = (await ask("changeRequestId", "", ["--sandbox"])).split("\n");
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
    const answered = (typed: string) => offerThings("teamId", typed, things).map((candidate) => candidate.join("\t"));
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
    expect(offerThings("userId", "Ad", people)).toEqual([["Ada Byron", "ada@b.example"]]);
    // Of two with one title, only one has the text: its title would not name it.
    const twins = [
      { id: "u1", name: "adam@a.example", title: "Sam" },
      { id: "u2", name: "sam@b.example", title: "Sam" },
    ];
    expect(offerThings("userId", "dam@", twins.slice(0, 1), () => twins)).toEqual([["adam@a.example", "Sam"]]);
    expect(offerThings("userId", "ada@", people)).toEqual([["ada@b.example", "Ada Byron · ada@b.example"]]);
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
    const never = ["--sandbox"];
    expect(await ask("specSlug", "", never, { DOCS_COMPLETE_REMOTE: "0" })).toBe("");
    expect(await ask("specSlug", "", never)).toBe("harbor-api\t\nharbor-events\tFETCH_ERROR\n");
    expect(await ask("specSlug", "", never, { DOCS_COMPLETE_REMOTE: "0" })).toContain("harbor-events");
  });

  it("looks where the flags of the line say, by id or address", async () => {
    const at = async (...words: string[]) => (await ask("changeRequestId", "42", ["--sandbox", ...words])) !== "";
    expect(await at("--space", SAMPLE_SPACE)).toBe(true);
    expect(await at(`--space=https://docs.sandbox.invalid/o/x/s/${SAMPLE_SPACE}`)).toBe(true);
    expect(await at("--space", "another")).toBe(false);
    expect(await complete(["cr", "merge", "--sandbox", "--", "--space", "another"], "42")).toMatch(/^42\t/);
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
    const both = await complete(["collections", "move", "--sandbox", "x", "--after"], "");
    expect(both).toContain("Tern User Guide\t\n");
    expect(both).toContain("Robots\t\n");
  });

  it("goes on after an alias as after what it stands for, up to the word that is typed", async () => {
    for (const [name, expansion] of [
      ["co", "cr list --status open"],
      ["see", "cr view $1 --web"],
      ["mail", "comments create --body '$2 x' --cr $1"],
    ] as const) {
      expect((await home.run(["alias", "set", name, expansion])).code).toBe(0);
    }
    const file = join(home.dir, "config", "docs", "config.json");
    writeFileSync(file, readFileSync(file, "utf8").replace('"cr list --status open"', '"cr list \'x"'));
    expect(await complete(["co"], "--lim")).toBe("");
    writeFileSync(file, readFileSync(file, "utf8").replace('"cr list \'x"', '"cr list --status open"'));
    expect(await complete(["co"], "--lim")).toBe("--limit\tmaximum number of items\n");
    expect(await complete(["--sandbox", "see"], "42")).toMatch(/^42\tCharge/);
    expect(await complete(["see", "42"], "--deb")).toMatch(/^--debug\t/);
    expect(await complete(["--sandbox", "mail"], "42")).toMatch(/^42\tCharge/);
    // A part of a word cannot be completed, nor what is no alias.
    expect(await complete(["mail", "p1"], "")).toBe("");
    for (const name of ["nothing", "constructor"]) expect(await complete([name], "l")).toBe("");
  });

  it("knows the paths of the interface, segment by segment, with ids where a parameter stands", async () => {
    const path = async (typed: string, ...words: string[]) =>
      (await ask("path", typed, ["--sandbox", ...words])).replace(/\t.*/g, "").split("\n").slice(0, -1);
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
      ["zsh"],
      ["zsh", "--word=x", "x"],
      ["tcsh", "--word=", "--", "cr"],
      ["bash", "--line=docs ", "--word=", "--"],
      ["zsh", "--word=two\nlines", "--", "cr"],
      // What scripts of earlier versions sent.
      ["spaceId", "--prefix=", "--before=", "--", "spaces", "view"],
    ]) {
      expect(await home.run(["__complete", ...words])).toMatchObject({ code: 0, stdout: "", stderr: "" });
    }
    const config = join(home.dir, "broken", "docs");
    mkdirSync(config, { recursive: true, mode: 0o700 });
    writeFileSync(join(config, "config.json"), "{", { mode: 0o600 });
    const broken = { XDG_CONFIG_HOME: join(home.dir, "broken") };
    expect(await home.run(["__complete", "zsh", "--word=", "--", "spaces", "view"], { env: broken })).toMatchObject({
      ...{ code: 0, stdout: "", stderr: "" },
    });
  });

  it("loads a bundle of its own, and no other unless nothing was listed", () => {
    const probe = `process.argv.splice(1, 0, "docs", "__complete"); require(${JSON.stringify(BIN)});
      const name = (file) => require("path").basename(file);
      process.on("exit", () => process.stderr.write(Object.keys(require.cache).map(name).join(" ")));`;
    const loadedFor = (...words: string[]): string => {
      const args = ["-e", probe, "zsh", "--word=", "--", "--org", "o1", ...words];
      const redirected = ["-c", '"$@" 2>&1 >/dev/null', "sh", process.execPath, ...args];
      return execFileSync("sh", redirected, { encoding: "utf8", env: home.env });
    };
    expect(loadedFor("cr")).toBe("docs.js complete.cjs");
    expect(loadedFor("profiles", "use")).toBe("docs.js complete.cjs");
    expect(loadedFor("spaces", "view")).toMatch(/^docs\.js complete\.cjs main\.cjs/);
    remember(
      join(home.dir, "cache", "docs"),
      { profile: "default", origin: "", kind: "spaceId", contexts: ["o1"] },
      {
        entries: [{ id: "s1", name: "", title: "One" }],
        whole: true,
      },
    );
    expect(loadedFor("spaces", "view")).toBe("docs.js complete.cjs");
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
    writeConfig({ version: 1, profiles: { default: { baseUrl: origin() } } });
  });
  afterAll(async () => {
    rmSync(join(home.dir, "config"), { recursive: true });
    await new Promise((done) => service.close(done));
  });
  const origin = () => `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  const writeConfig = (config: object) => {
    const folder = join(home.dir, "config", "docs");
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(join(folder, "config.json"), JSON.stringify(config), { mode: 0o600 });
  };
  const env = () => ({ DOCS_TOKEN: "a-token-of-nobody", DOCS_ORG: "o1" });

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
    const words = ["__complete", "zsh", "--word=txxxxxxxxxxxxxxx999", "--", "--org", "o1", "teams", "view"];
    const out = execFileSync(...commandOf(...words), { encoding: "utf8", env: home.env });
    expect(out.split("\n")).toHaveLength(12);
    rmSync(file);
    expect(existsSync(file)).toBe(false);
  });
});
