/**
 * What rules are tried with: a small organization of a sandbox in memory's speed, changed by requests, and one rule over
 * it. A test says what it makes, and what the rule then tells.
 */
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, onTestFinished } from "vitest";
import { chooseRules } from "../../src/checks/choose.js";
import type { Estimate } from "../../src/checks/cost.js";
import type { AskExternal, ExternalAnswer, Scope } from "../../src/checks/data-source.js";
import { runRules } from "../../src/checks/run.js";
import type { AnyRule, Finding, Outcome } from "../../src/checks/types.js";
import { createClient } from "../../src/http/client.js";
import type { Client, Transport } from "../../src/http/types.js";
import { openSandbox } from "../../src/sandbox/open.js";
import { ORIGIN } from "../../src/sandbox/origin.js";
import type { HandlerContext } from "../../src/sandbox/types.js";
import { ORG, putCollection, putSpace, SPACE, START, smallOrganization } from "../helpers/sandbox.js";

export { ORG, putCollection, putSpace, SPACE, START };

export const DAY = 86_400_000;

export interface Organization {
  /** One request that has to go well; answers its JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  send(method: string, path: string, body?: object): Promise<any>;
  /** Markdown files by path, imported into a space or into a change request of it. */
  write(files: Record<string, string>, into?: { space?: string; cr?: string }): Promise<void>;
  /** Write into the store, for what no request makes: spaces, members, times. */
  change(work: (context: HandlerContext) => void): Promise<void>;
  /** Milliseconds to add to the clock. */
  advance(ms: number): void;
  /** What sends requests to it. */
  client: Pick<Client, "call" | "list">;
  /** Answers the requests sent since it was last called, or a rule was run. */
  takeSent(): string[];
  /** Run one rule, whether or not it is on by default. */
  run(rule: AnyRule, options?: RunOptions): Promise<Ran>;
  /** Run several rules at once, as a command does. */
  runAll(rules: readonly AnyRule[], scope?: Scope): Promise<RanAll>;
  /** Pages of lists have so many items at most, whatever is asked for. */
  cut(size: number): void;
  /** Every answer of the service goes through this. From then on the service is asked for the same thing once. */
  between(change: Change): void;
  /** Paths of this pattern are answered so, in place of the service. */
  reply(pattern: RegExp, status: number, body?: object): void;
}

/** Changes the status and the JSON of an answer. `path` has the query. */
export type Change = (path: string, answer: { status: number; json: unknown }) => { status: number; json: unknown };

export interface RunOptions {
  /** Patterns for addresses of pictures that are decoration. */
  decorative?: string[];
  scope?: Scope;
  days?: number;
  /** Ids of pages by `<space>/<path>` that they had. */
  former?: ReadonlyMap<string, string>;
}

export interface Ran extends Outcome {
  /** Messages of what fails. */
  messages: string[];
  failing: Finding[];
  /** Requests as `METHOD path`. */
  sent: string[];
}

export interface RanAll {
  outcomes: Outcome[];
  /** What the run announced. */
  expected: Estimate | undefined;
  /** Requests as `METHOD path`. */
  sent: string[];
}

/** What other servers answer, by the end of an address. */
const elsewhere: AskExternal = async (addresses) =>
  new Map(
    addresses.map((address) => {
      const answer: ExternalAnswer = { state: "good", why: "answered 200" };
      if (address.endsWith("/gone")) return [address, { state: "broken", why: "answered 404" }];
      if (address.endsWith("/denied")) return [address, { state: "unknown", why: "answered 403" }];
      return [address, address.endsWith("/moved") ? { ...answer, movedTo: "https://new.harbor.org/" } : answer];
    }),
  );

/** Rules that ran in this process, as `<id> <status>`. */
const ended = new Set<string>();

/** Ids of the rules that a file of tests imports; the other imports from files of rules are no rules. */
function importedRules(file: URL): string[] {
  const imports = readFileSync(file, "utf8").matchAll(/^import \{([^}]*)\} from "(.*\/rules\/.*)\.js"/gm);
  return [...imports].flatMap(([, names = "", from]) => {
    const defined = readFileSync(new URL(`${from}.ts`, file), "utf8").matchAll(DEFINED);
    const ids = new Map([...defined].map(([, name = "", id = ""]) => [name, id]));
    return names.split(",").flatMap((name) => ids.get(name.trim()) ?? []);
  });
}

const DEFINED = /^export const (\w+) = defineRule\(\{\s+id: "([^"]+)"/gm;

/**
 * For a file of tests: in them, each rule that the file imports fails in one organization and passes in another, but for
 * `others`, whose own tests are elsewhere. Runs of some of the tests prove nothing, and are not asked.
 */
export function expectBothOutcomes(file: string, ...others: string[]): void {
  // Files that run in one worker share this module.
  beforeAll(() => ended.clear());
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the first parameter as the fixtures that are wanted
  afterAll(({}, { tasks }) => {
    if (!tasks.every(({ mode, result }) => mode === "run" && result?.state === "pass")) return;
    const own = importedRules(new URL(file)).filter((id) => !others.includes(id));
    const wanted = own.flatMap((id) => [`${id} fail`, `${id} pass`]);
    expect(wanted.filter((outcome) => !ended.has(outcome))).toEqual([]);
  });
}

let template: Promise<string> | undefined;

/** The organization `ORG` with one empty space `SPACE` and its admin; made once for all tests of a file. */
async function loadTemplate(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "docs-checks-template-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "sandbox.db");
  const sandbox = await openSandbox({ file, local: true, sources: { now: () => START }, load: smallOrganization });
  sandbox.close();
  return file;
}

/** It goes after the test, or with `release` after whatever that waits for. */
export async function organization(release: (work: () => void) => void = onTestFinished): Promise<Organization> {
  template ??= loadTemplate();
  const folder = mkdtempSync(join(tmpdir(), "docs-checks-"));
  const file = join(folder, "sandbox.db");
  copyFileSync(await template, file);
  let now = START;
  const sandbox = await openSandbox({ file, local: true, sources: { now: () => now } });
  release(() => {
    sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const replies: { pattern: RegExp; status: number; body?: object | undefined }[] = [];
  let sent: string[] = [];
  let size: number | undefined;
  let between: Change | undefined;
  const serve: Transport = async ({ method, url, headers, body }) => {
    const { pathname, search } = new URL(url);
    const path = pathname + search;
    sent.push(`${method} ${path}`);
    const reply = replies.find(({ pattern }) => pattern.test(path));
    if (reply) return replyOf(reply.status, reply.body);
    const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    const cut = size === undefined ? path : path.replace(/([?&]limit=)(\d+)/, (_, name) => `${name}${size}`);
    return sandbox.handle({ method, path: cut, headers: lower, body });
  };
  const answers = new Map<string, Awaited<ReturnType<Transport>>>();
  let open = 0;
  /** A rule ends with its first failure, but what it has begun goes on: the next one must not be blamed for it. */
  const settle = async () => {
    for (let idle = 0; idle < 3; idle = open > 0 ? 0 : idle + 1) await new Promise((resolve) => setImmediate(resolve));
  };
  const transport: Transport = async (request) => {
    open += 1;
    return answer(request).finally(() => {
      open -= 1;
    });
  };
  const answer: Transport = async (request) => {
    if (!between) return serve(request);
    const { pathname, search } = new URL(request.url);
    const path = pathname + search;
    const key = `${path} ${request.headers.prefer ?? ""}`;
    const known = answers.get(key);
    if (known) sent.push(`${request.method} ${path}`);
    const served = known ?? (await serve(request));
    answers.set(key, served);
    const { status, json } = between(path, { status: served.status, json: JSON.parse(`${Buffer.from(served.body)}`) });
    return replyOf(status, json);
  };
  const client = createClient({ baseUrl: ORIGIN, isLocal: true, token: () => sandbox.token, transport, retries: 0 });
  const send: Organization["send"] = async (method, path, body) => {
    const answer = await client.raw({
      method,
      path,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    if (answer.failure) throw answer.failure;
    return answer.json;
  };
  return {
    send,
    client,
    takeSent: () => {
      const taken = sent;
      sent = [];
      return taken;
    },
    async write(files, { space = SPACE, cr } = {}) {
      const source = mkdtempSync(join(folder, "files-"));
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(source, path)), { recursive: true });
        writeFileSync(join(source, path), text);
      }
      const place = cr === undefined ? `/v1/spaces/${space}` : `/v1/spaces/${space}/change-requests/${cr}`;
      await send("POST", `${place}/content/import`, { url: pathToFileURL(source).href, source: "markdown" });
    },
    change: (work) => sandbox.change(work),
    advance: (ms) => {
      now += ms;
    },
    reply: (pattern, status, reply) => void replies.push({ pattern, status, body: reply }),
    between: (change) => {
      answers.clear();
      between = change;
    },
    cut: (most) => {
      size = most;
    },
    async runAll(all, scope) {
      sent = [];
      let expected: Estimate | undefined;
      const rules = chooseRules(all, { ids: all.map(({ id }) => id) });
      const expect = (estimate: Estimate) => {
        expected = estimate;
      };
      const outcomes = await runRules({ client, organization: ORG, rules, now, scope, expect, external: elsewhere });
      for (const { rule, status } of outcomes) ended.add(`${rule.id} ${status}`);
      await settle();
      return { outcomes, expected, sent };
    },
    async run(rule, { scope, days, former, decorative } = {}) {
      const history = former && { formerPaths: async () => former };
      sent = [];
      const rules = chooseRules([rule], { ids: [rule.id], days, settings: { [rule.id]: { decorative } } });
      const [outcome] = await runRules({
        client,
        organization: ORG,
        rules,
        now,
        scope,
        external: elsewhere,
        ...history,
      });
      if (!outcome) throw new Error("the rule did not run");
      ended.add(`${rule.id} ${outcome.status}`);
      await settle();
      const failing = outcome.findings.filter(({ status }) => status === "fail");
      return { ...outcome, failing, messages: failing.map(({ message }) => message).sort(), sent };
    },
  };
}

const replyOf = (
  status: number,
  body: unknown = { error: { code: status, message: "not for you" } },
): Awaited<ReturnType<Transport>> => ({
  status,
  headers: { "content-type": "application/json" },
  body: Buffer.from(JSON.stringify(body)),
});
