/** The CI services that kits run on: the packed command, a served sandbox, git, gh, comments and issues. */
import { execFileSync, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { parse } from "yaml";
import { SAMPLE } from "../../src/sandbox/sample/tools.js";
import { commandOf } from "../helpers/cli.js";
import { HAS_GH, serveGithub } from "./github-api.js";

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
const script = (name: string, text: string): void => {
  writeFileSync(join(tools, "bin", name), `#!/bin/sh\n${text}\n`);
  chmodSync(join(tools, "bin", name), 0o755);
};

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
  const child = spawn(...commandOf("sandbox", "start", "--port", "0", "--show-token", "--json"), { env });
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

export const shell = ({ dir, env }: Place, script: string, more: Record<string, string> = {}): Promise<Ran> =>
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
export const mine = (place: Place, script: string, more: Record<string, string> = {}): Promise<Ran> =>
  shell(place, script, { DOCS_TOKEN: place.token, ...more });

/** What GitHub puts in place of expressions; a variable that nobody set is empty. */
function filled(env: Record<string, string>, values: Record<string, string>): Record<string, string> {
  const value = (name: string): string => {
    const [, context = "", own = ""] = /^(\w+)\.(.+)$/.exec(name) ?? [];
    if (context === "secrets") return values[`secret ${own}`] ?? "";
    if (context === "inputs") return values[own.toUpperCase()] ?? "";
    const event = { "event.pull_request.number": "3", "event.before": values.CI_COMMIT_BEFORE_SHA };
    return (context === "vars" ? values[own] : { token: "gh-secret", ...event }[own]) ?? "";
  };
  const entries = Object.entries(env).map(([name, text]) => [
    name,
    text.replace(/\$\{\{ (.+?) \}\}/g, (_, one) => value(one)),
  ]);
  return Object.fromEntries(entries);
}

/** What the services do with a job of a kit: GitHub a shell a step, GitLab one shell for all. */
export async function runJob(
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
  const { GH_CONFIG_DIR, GITHUB_STEP_SUMMARY, GITHUB_REPOSITORY, GITHUB_SHA, GITHUB_REF } = review;
  let output = "";
  for (const step of steps) {
    expect(step.run === undefined).toBe(step.uses !== undefined);
    if (step.run === undefined) continue;
    const github = { GITHUB_STEP_SUMMARY, GITHUB_REPOSITORY, GITHUB_SHA, GITHUB_REF };
    // Remotes of a checkout on GitHub have its address, from which gh takes the repository.
    const gh = { GH_CONFIG_DIR, GH_REPO: GITHUB_REPOSITORY };
    const own = { ...gh, ...github, ...filled({ ...env, ...step.env }, values) };
    const ran = await shell(at, step.run, own as Record<string, string>);
    output += ran.output;
    if (ran.code !== 0) return { code: ran.code, output };
  }
  return { code: 0, output };
}

/** All others only read. */
const WRITING = new Set(["docs-merge", "docs-site-apply", "docs-plan-apply"]);

/** GitLab's issues: one, which has the number 8. */
function answerIssues(
  method: string | undefined,
  id: string | undefined,
  fields: URLSearchParams,
  query: URLSearchParams,
) {
  const file = `${review.NOTES}.issue`;
  if (method === "GET") {
    expect(Object.fromEntries(query)).toMatchObject({ state: "opened", in: "title" });
    return existsSync(file) ? [{ iid: 8, title: query.get("search") }] : [{ iid: 9, title: "another" }];
  }
  expect(id).toBe(existsSync(file) ? "8" : undefined);
  if (fields.get("state_event") === "close") rmSync(file);
  else writeFileSync(file, fields.get("body") ?? fields.get("description") ?? "", { flag: "a" });
  return {};
}

/** A test of a kit that on GitHub uses gh. CI installs it; where it is absent, the name says that this was not run. */
export const testWithGh = (service: "github" | "gitlab", name: string, run: () => Promise<void>): void => {
  if (service === "github" && !HAS_GH) test.skip(`${name} (NOT RUN: gh is not installed)`, run);
  else test(name, run);
};

let notes: string[];
/** Requests about notes and comments: methods, for GitLab with the number. */
export let sent: string[];
let server: Server;
let github: Awaited<ReturnType<typeof serveGithub>>;
export let at: Place;
export let review: Record<string, string>;

/** What the pull request was told last. */
export const told = (name = "NOTES"): string => {
  const file = review[name] ?? "";
  const all = notes.length > 0 ? notes.join("") : existsSync(file) ? readFileSync(file, "utf8") : "";
  notes = [];
  rmSync(file, { force: true });
  return all;
};

/** What stands there now. */
export const shownNow = (): string =>
  notes.join("") + (existsSync(review.NOTES ?? "") ? readFileSync(review.NOTES ?? "", "utf8") : "");

/** Sets up the services for the tests of a file. */
export function useCi(): void {
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
  afterAll(() => rmSync(base, { recursive: true, force: true }));
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
        const { pathname, searchParams } = new URL(request.url ?? "", "http://gitlab");
        const [, kind = "", id] =
          /^\/projects\/7(\/merge_requests\/3\/notes|\/issues)(?:\/(\d+)(?:\/notes)?)?$/.exec(pathname) ?? [];
        const fields = new URLSearchParams(body);
        if (kind === "/issues")
          return response.end(JSON.stringify(answerIssues(request.method, id, fields, searchParams)));
        expect(kind, request.url).toBe("/merge_requests/3/notes");
        const text = fields.get("body") ?? "";
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
    const file = join(at.dir, "..", "notes");
    github = await serveGithub(join(at.dir, ".."), file, (line) => sent.push(line));
    review = {
      NOTES: file,
      GH_CONFIG_DIR: github.settings,
      GITHUB_STEP_SUMMARY: join(at.dir, "..", "summary"),
      NOTES_TOKEN: "note-secret",
      CI_API_V4_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      GITHUB_REPOSITORY: "team/docs",
      GITHUB_SHA: "0123456789abcdef0123456789abcdef01234567",
      GITHUB_REF: "refs/heads/main",
      CI_PROJECT_ID: "7",
      CI_MERGE_REQUEST_IID: "3",
    };
  });
  afterEach(async () => {
    await Promise.all([at.stop(), github.close()]);
    await new Promise((done) => server.close(done));
  });
}
