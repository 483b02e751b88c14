/**
 * What rules are tried with: a small organization of a sandbox in memory's speed, changed by requests, and one rule over
 * it. A test says what it makes, and what the rule then tells.
 */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { onTestFinished } from "vitest";
import { chooseRules } from "../../src/checks/choose.js";
import type { Scope } from "../../src/checks/facts.js";
import { runRules } from "../../src/checks/run.js";
import type { AnyRule, Finding, Outcome } from "../../src/checks/types.js";
import { createClient } from "../../src/http/client.js";
import type { Transport } from "../../src/http/types.js";
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
  /** Run one rule, whether or not it is on by default. */
  run(rule: AnyRule, options?: RunOptions): Promise<Ran>;
  /** Paths of this pattern are answered so, in place of the service. */
  reply(pattern: RegExp, status: number, body?: object): void;
}

export interface RunOptions {
  scope?: Scope;
  days?: number;
}

export interface Ran extends Outcome {
  /** Messages of what fails. */
  messages: string[];
  failing: Finding[];
  /** Requests as `METHOD path`. */
  sent: string[];
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

/** It goes after the test. */
export async function organization(): Promise<Organization> {
  template ??= loadTemplate();
  const folder = mkdtempSync(join(tmpdir(), "docs-checks-"));
  const file = join(folder, "sandbox.db");
  copyFileSync(await template, file);
  let now = START;
  const sandbox = await openSandbox({ file, local: true, sources: { now: () => now } });
  onTestFinished(() => {
    sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const replies: { pattern: RegExp; status: number; body?: object | undefined }[] = [];
  let sent: string[] = [];
  const transport: Transport = async ({ method, url, headers, body }) => {
    const { pathname, search } = new URL(url);
    const path = pathname + search;
    sent.push(`${method} ${path}`);
    const reply = replies.find(({ pattern }) => pattern.test(path));
    if (reply) return replyOf(reply.status, reply.body);
    const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    return sandbox.handle({ method, path, headers: lower, body });
  };
  const client = createClient({ baseUrl: ORIGIN, token: () => sandbox.token, transport, retries: 0 });
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
    async run(rule, { scope, days } = {}) {
      sent = [];
      const rules = chooseRules([rule], { ids: [rule.id], days });
      const [outcome] = await runRules({ client, organization: ORG, rules, now, scope });
      if (!outcome) throw new Error("the rule did not run");
      const failing = outcome.findings.filter(({ status }) => status === "fail");
      return { ...outcome, failing, messages: failing.map(({ message }) => message).sort(), sent };
    },
  };
}

const replyOf = (
  status: number,
  body: object = { error: { code: status, message: "not for you" } },
): Awaited<ReturnType<Transport>> => ({
  status,
  headers: { "content-type": "application/json" },
  body: Buffer.from(JSON.stringify(body)),
});
