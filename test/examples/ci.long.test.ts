/** The CI kits, step by step as the services run them: the packed command, a served sandbox, git, a pull request's notes. */
import { execFileSync, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { SAMPLE } from "../../src/sandbox/sample/ids.js";
import { BIN } from "../helpers/cli.js";

interface Step {
  run?: string;
  uses?: string;
  env?: Record<string, string>;
}
interface GithubJob {
  env: Record<string, string>;
  steps: Step[];
}
interface GitlabJob {
  before_script: string[];
  script: string[];
}

let base: string;
let tools: string;
beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), "docs-ci-"));
  tools = join(base, "tools");
  mkdirSync(join(tools, "bin"), { recursive: true });
  const [packed] = JSON.parse(
    execFileSync("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", base], { encoding: "utf8" }),
  );
  writeFileSync(join(base, "package"), join(base, packed.filename));
  // The first job installs the package; to do the same again for each of the others tells nothing new.
  const real = execFileSync("sh", ["-c", "command -v npm"], { encoding: "utf8" }).trim();
  const there = join(tools, "bin", "docs");
  script("npm", `[ "$1 $2" = "install --global" ] && [ -x "${there}" ] && exit 0\nexec "${real}" "$@"`);
}, 120_000);
const script = (name: string, text: string): void => {
  writeFileSync(join(tools, "bin", name), `#!/bin/sh\n${text}\n`);
  chmodSync(join(tools, "bin", name), 0o755);
};
afterAll(() => rmSync(base, { recursive: true, force: true }));

const npmConfig = (name: string): string => execFileSync("npm", ["config", "get", name], { encoding: "utf8" }).trim();

interface Place {
  dir: string;
  env: Record<string, string>;
  token: string;
  stop(): Promise<void>;
}

/** A served sandbox with its token, and a clone of a bare repository to work in. */
async function place(): Promise<Place> {
  const dir = mkdtempSync(join(base, "place-"));
  const home = join(dir, "home");
  const bare = join(dir, "origin.git");
  const work = join(dir, "work");
  mkdirSync(home);
  // Where packages come from is the machine's own business.
  const machine = Object.entries(process.env).filter(([name]) =>
    /^npm_config_|_proxy$|^(LANG|TMPDIR|NODE_EXTRA_CA_CERTS)$/i.test(name),
  );
  const env: Record<string, string> = {
    ...Object.fromEntries(machine.map(([name, value]) => [name, value ?? ""])),
    PATH: `${join(tools, "bin")}:${process.env.PATH ?? ""}`,
    HOME: home,
    XDG_DATA_HOME: join(home, "data"),
    npm_config_prefix: tools,
    npm_config_userconfig: npmConfig("userconfig"),
    // With another prefix npm would look for it there.
    npm_config_globalconfig: npmConfig("globalconfig"),
    npm_config_cache: join(base, "cache"),
    DOCS_CLI: readFileSync(join(base, "package"), "utf8"),
    GIT_CONFIG_COUNT: "1",
    GIT_CONFIG_KEY_0: `url.${bare}.insteadOf`,
    GIT_CONFIG_VALUE_0: "https://git.example/team/docs.git",
    PUSH_TOKEN: "push-secret",
    CI_PROJECT_URL: "https://git.example/team/docs",
    CI_COMMIT_BRANCH: "main",
  };
  const git = (...words: string[]) => execFileSync("git", words, { cwd: existsSync(work) ? work : dir, env });
  git("init", "-q", "--bare", "-b", "main", bare);
  git("clone", "-q", bare, work);
  git("-c", "user.name=t", "-c", "user.email=t@t", "commit", "-q", "--allow-empty", "-m", "start");
  git("push", "-q", "origin", "HEAD:main");
  const child = spawn(process.execPath, [BIN, "sandbox", "start", "--port", "0", "--show-token", "--json"], { env });
  const served = await new Promise<{ url: string; token: string }>((done, fail) => {
    let text = "";
    child.stdout.on("data", (piece) => {
      text += piece;
      if (text.includes("\n")) done(JSON.parse(text));
    });
    child.once("exit", (code) => fail(new Error(`the sandbox ended with ${code}`)));
  });
  Object.assign(env, { DOCS_BASE_URL: served.url, DOCS_ORG: SAMPLE.org });
  return {
    dir: work,
    env,
    token: served.token,
    stop: () =>
      new Promise((done) => {
        child.removeAllListeners("exit");
        child.once("exit", () => done());
        child.kill("SIGTERM");
      }),
  };
}

interface Ran {
  code: number;
  output: string;
}

const shell = ({ dir, env }: Place, script: string, more: Record<string, string> = {}): Promise<Ran> =>
  new Promise((done) => {
    const child = spawn("bash", ["-e", "-o", "pipefail", "-c", script], { cwd: dir, env: { ...env, ...more } });
    let output = "";
    child.stdout.on("data", (piece) => {
      output += piece;
    });
    child.stderr.on("data", (piece) => {
      output += piece;
    });
    child.once("close", (code) => done({ code: code ?? -1, output }));
  });

/** Commands of ours, not of a job. */
const mine = (place: Place, script: string, more: Record<string, string> = {}): Promise<Ran> =>
  shell(place, script, { DOCS_TOKEN: place.token, ...more });

/** What GitHub puts in place of expressions; a variable that nobody set is empty. */
function filled(env: Record<string, string>, values: Record<string, string>): Record<string, string> {
  const value = (name: string): string => {
    const [, context = "", own = ""] = /^(\w+)\.(.+)$/.exec(name) ?? [];
    if (context === "secrets") return values[`secret ${own}`] ?? "";
    if (context === "inputs") return values[own.toUpperCase()] ?? "";
    return (context === "vars" ? values[own] : { token: "gh-secret", "event.pull_request.number": "3" }[own]) ?? "";
  };
  const entries = Object.entries(env).map(([name, text]) => [
    name,
    text.replace(/\$\{\{ (.+?) \}\}/g, (_, one) => value(one)),
  ]);
  return Object.fromEntries(entries);
}

/** What the services do with a job of a kit: GitHub a shell a step, GitLab one shell for all. */
async function runJob(
  at: Place,
  service: "github" | "gitlab",
  kit: string,
  job: string,
  more: Record<string, string> = {},
): Promise<Ran> {
  const { token = at.token, ...given } = more;
  const file = parse(readFileSync(`examples/ci/${service}/${kit}.yml`, "utf8"));
  if (service === "gitlab") {
    const { before_script, script }: GitlabJob = file[job];
    // One that is not needed is there, and is not used.
    const secrets = { DOCS_TOKEN: "nobody's", DOCS_TOKEN_READ: "nobody's" };
    secrets[WRITING.has(job) ? "DOCS_TOKEN" : "DOCS_TOKEN_READ"] = token;
    return shell(at, [...before_script, ...script].join("\n"), { ...secrets, ...given });
  }
  const { steps, env }: GithubJob = file.jobs[job];
  const secret = WRITING.has(job) ? "secret DOCS_TOKEN" : "secret DOCS_TOKEN_READ";
  const values = { ...at.env, ...given, [secret]: token };
  const { NOTES, GITHUB_STEP_SUMMARY, GITHUB_REPOSITORY } = review;
  let output = "";
  for (const step of steps) {
    expect(step.run === undefined).toBe(step.uses !== undefined);
    if (step.run === undefined) continue;
    const own = { NOTES, GITHUB_STEP_SUMMARY, GITHUB_REPOSITORY, ...filled({ ...env, ...step.env }, values) };
    const ran = await shell(at, step.run, own as Record<string, string>);
    output += ran.output;
    if (ran.code !== 0) return { code: ran.code, output };
  }
  return { code: 0, output };
}

/** One comment, which has the number 5. */
const GH = `
echo "$*" >> "$NOTES.sent"
case "$*" in
  "pr comment 3 --body-file "*) cat "$5" >> "$NOTES" ;;
  "api --paginate repos/team/docs/issues/3/comments --jq "*) if grep -q "^<!-- docs checks -->" "$NOTES" 2>/dev/null; then echo 5; fi ;;
  "api --silent --method PATCH repos/team/docs/issues/comments/5 --field body=@"*) cat "\${7#body=@}" > "$NOTES" ;;
  "api --silent --method DELETE repos/team/docs/issues/comments/5") rm "$NOTES" ;;
  *) exit 9 ;;
esac`;

/** All others only read. */
const WRITING = new Set(["docs-merge", "docs-site-apply"]);

let notes: string[];
/** Requests about notes: methods, with the number of the note. */
let sent: string[];
let server: Server;
let at: Place;
let review: Record<string, string>;
beforeEach(async () => {
  notes = [];
  sent = [];
  server = createServer((request, response) => {
    let body = "";
    request.on("data", (piece) => {
      body += piece;
    });
    request.on("end", () => {
      expect(request.headers["private-token"]).toBe("note-secret");
      const [, at, id] =
        /^\/projects\/7\/merge_requests\/3(\/notes)(?:\/(\d+)|\?per_page=100)?$/.exec(request.url ?? "") ?? [];
      expect(at, request.url).toBe("/notes");
      const text = new URLSearchParams(body).get("body") ?? "";
      sent.push(`${request.method}${id === undefined ? "" : ` ${id}`}`);
      if (request.method === "POST") notes.push(text);
      if (request.method === "PUT") notes[Number(id)] = text;
      if (request.method === "DELETE") notes.splice(Number(id), 1);
      const all = notes.map((one, number) => ({ id: number, body: one }));
      response.writeHead(request.method === "POST" ? 201 : 200).end(JSON.stringify(all));
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  at = await place();
  // gh is on the machines of its service: what it is told is kept.
  script("gh", GH);
  review = {
    NOTES: join(at.dir, "..", "notes"),
    GITHUB_STEP_SUMMARY: join(at.dir, "..", "summary"),
    NOTES_TOKEN: "note-secret",
    CI_API_V4_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    GITHUB_REPOSITORY: "team/docs",
    CI_PROJECT_ID: "7",
    CI_MERGE_REQUEST_IID: "3",
  };
});
afterEach(async () => {
  await at.stop();
  await new Promise((done) => server.close(done));
});

/** What the pull request was told last. */
const told = (name = "NOTES"): string => {
  const file = review[name] ?? "";
  const all = notes.length > 0 ? notes.join("") : existsSync(file) ? readFileSync(file, "utf8") : "";
  notes = [];
  rmSync(file, { force: true });
  return all;
};

/** What stands there now. */
const shownNow = (): string =>
  notes.join("") + (existsSync(review.NOTES ?? "") ? readFileSync(review.NOTES ?? "", "utf8") : "");

describe.each(["github", "gitlab"] as const)("%s", (service) => {
  const job = (kit: string, name: string, more = {}) => runJob(at, service, kit, name, { ...review, ...more });

  test("setup tells whether the token works", { timeout: 120_000 }, async () => {
    const ran = await job("setup", "docs-setup");
    expect(ran).toMatchObject({ code: 0 });
    expect(ran.output).toContain("Halden Robotics");
    expect((await job("setup", "docs-setup", { token: "wrong-token" })).code).toBe(4);
  });

  test("links: new ones fail the check and are told; known ones do not", { timeout: 120_000 }, async () => {
    await mine(at, "docs checks baseline docs-baseline.json --tag sites --reason none");
    const failed = await job("links", "docs-links");
    expect(failed, failed.output).toMatchObject({ code: 11 });
    expect(shownNow()).toMatch(/^<!-- docs checks -->\n.*links-broken/s);
    expect(readFileSync(join(at.dir, "links.xml"), "utf8")).toContain("<testsuite");
    // The same comment says what is so now.
    rmSync(join(at.dir, "docs-exit-code"));
    expect((await job("links", "docs-links")).code).toBe(11);
    expect(shownNow().match(/<!-- docs checks -->/g)).toHaveLength(1);
    rmSync(join(at.dir, "docs-exit-code"));
    expect(await mine(at, "docs checks baseline docs-baseline.json --tag content --reason known")).toMatchObject({
      code: 0,
    });
    for (const name of ["docs-links", "docs-links", "docs-links-nightly"]) {
      const ran = await job("links", name);
      expect(ran, ran.output).toMatchObject({ code: 0 });
      // It goes when all is well, and nothing is said where there is nothing.
      expect(shownNow()).toBe("");
    }
    const calls = existsSync(`${review.NOTES}.sent`) ? readFileSync(`${review.NOTES}.sent`, "utf8").split("\n") : sent;
    const counted = (word: RegExp) => calls.filter((one) => word.test(one)).length;
    expect([/^POST|^pr comment/, /PUT|PATCH/, /DELETE/].map(counted)).toEqual([1, 1, 1]);
  });

  test("merge-gate merges what is ready, and nothing else", { timeout: 120_000 }, async () => {
    const stdout = execFileSync(
      process.execPath,
      [BIN, "spaces", "list", "-q", '.[] | select(.title == "Tern User Guide").id'],
      { env: { ...at.env, DOCS_TOKEN: at.token }, encoding: "utf8" },
    );
    const more = { DOCS_SPACE: stdout.trim() };
    const state = async (number: string) => (await mine(at, `docs cr view ${number} -q .status`, more)).output.trim();
    const waiting = await job("merge-gate", "docs-merge", { ...more, CHANGE: "42" });
    expect(waiting, waiting.output).toMatchObject({ code: 11 });
    expect(waiting.output).toContain("1 open comment");
    if (service === "github") expect(told("GITHUB_STEP_SUMMARY")).toContain("cr-unresolved-comments");
    expect(await state("42")).toBe("open");
    rmSync(join(at.dir, "docs-exit-code"));
    // What is typed is never a flag.
    expect((await job("merge-gate", "docs-merge", { ...more, CHANGE: "--help" })).code).toBe(2);
    rmSync(join(at.dir, "docs-exit-code"));
    await mine(at, "docs comments resolve mC6yKp2nWvB9RxZt5JqD --cr 42", more);
    const merged = await job("merge-gate", "docs-merge", { ...more, CHANGE: "42" });
    expect(merged, merged.output).toMatchObject({ code: 0 });
    expect(await state("42")).toBe("merged");
  });

  test("nightly-snapshot commits what is different, once", { timeout: 120_000 }, async () => {
    const commits = async () => Number((await shell(at, "git rev-list --count origin/main")).output);
    const first = await job("nightly-snapshot", "docs-nightly");
    expect(first, first.output).toMatchObject({ code: 0 });
    expect(await commits()).toBe(2);
    expect((await job("nightly-snapshot", "docs-nightly")).code).toBe(0);
    expect(await commits()).toBe(2);
    await mine(at, 'docs orgs edit --title "Halden Works" --yes');
    const third = await job("nightly-snapshot", "docs-nightly");
    expect(third, third.output).toMatchObject({ code: 0 });
    expect((await shell(at, "git show origin/main")).output).toContain("Halden Works");
    if (service === "github") return;
    // The token comes when git asks for it, and is nowhere on the disk.
    const fill = await shell(
      at,
      "printf 'protocol=https\\nhost=git.example\\n\\n' | git credential fill; cat .git/config",
    );
    expect(fill.output).toContain("password=push-secret");
    expect(fill.output.match(/push-secret/g)).toHaveLength(1);
  });

  test("site: each planned on a pull request, applied on the main branch", { timeout: 120_000 }, async () => {
    const file = join(at.dir, "sites", "halden.yaml");
    mkdirSync(join(at.dir, "sites"));
    expect((await mine(at, 'docs sites export "Halden Docs" -O sites/halden.yaml')).code).toBe(0);
    const same = await job("site", "docs-site-plan");
    expect(same, same.output).toMatchObject({ code: 0 });
    told();
    writeFileSync(file, readFileSync(file, "utf8").replace(/^title: .*$/m, "title: Halden Help"));
    const planned = await job("site", "docs-site-plan");
    expect(planned, planned.output).toMatchObject({ code: 0 });
    const comment = told();
    expect(comment).toMatch(/^\*\*sites\/halden\.yaml\*\*\n\n```diff\n/);
    expect(comment).toContain('title: "Halden Docs" → "Halden Help"');
    // Another file that is wrong is told, fails the job, and does not keep this one back.
    writeFileSync(join(at.dir, "sites", "bad.yaml"), "title: a\ntitel: b\n");
    expect((await job("site", "docs-site-plan")).code).toBe(2);
    expect(told()).toContain('line 2: a site has no key "titel"');
    rmSync(join(at.dir, "docs-exit-code"));
    expect((await job("site", "docs-site-apply")).code).toBe(2);
    expect((await mine(at, "docs sites list -q '.[].title'")).output).toContain("Halden Help");
  });
});
