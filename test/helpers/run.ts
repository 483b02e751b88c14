/**
 * Runs command lines in the process, against an embedded service of its own: a copy of the sample, with a clock that
 * stands still and ids that count up. Streams, answers to questions and standard input are given and recorded.
 */
import { copyFileSync, cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { runArgv } from "../../src/app/run-argv.js";
import type { LogFile } from "../../src/changes/log/write-log.js";
import type { ProfileService, SandboxService } from "../../src/cli/context.js";
import type { Ends } from "../../src/cli/ends.js";
import { wantsJson } from "../../src/cli/output/formats/choose-format.js";
import { createMessages } from "../../src/cli/output/stream.js";
import { exitCodeOf, reportFailure } from "../../src/cli/run/failure-report.js";
import { resolveSettings } from "../../src/config/resolve.js";
import { EMPTY_CONFIG } from "../../src/config/schema.js";
import { createClient } from "../../src/http/client.js";
import { download } from "../../src/http/download.js";
import type { Transport, WireResponse } from "../../src/http/types.js";
import { openSandbox, type Sandbox } from "../../src/sandbox/open.js";
import { ORIGIN } from "../../src/sandbox/origin.js";
import { SAMPLE } from "../../src/sandbox/sample/tools.js";
import type { HistoryMode } from "../../src/shared/choices.js";
import { readDocument, readInput } from "../../src/system/files/named-file.js";
import { namedOutput } from "../../src/system/files/write-file.js";
import { filterWrites, holdsSecret, keepSecret } from "../../src/system/secrets.js";
import { answerWith } from "./prompts.js";
import { wordsOf } from "./words.js";

/** 2026-01-15T10:00:00.000Z */
export const START = Date.UTC(2026, 0, 15, 10);

export interface RunOptions {
  /** Standard input, output and error are terminals. */
  tty?: boolean;
  width?: number;
  color?: boolean;
  hyperlinks?: boolean;
  /** The person's token in place of the service's own: standard error is filtered as in the real program. */
  token?: string;
  env?: Record<string, string>;
  /** What standard input holds. */
  stdin?: string;
  /** Answers to questions, in order: text, a choice to search for, true or false, `CANCEL`. Implies a terminal. */
  answers?: readonly unknown[];
  /** Files that the command line may name. */
  files?: Record<string, string>;
  /** Answers in place of the service; undefined leaves it to the service. */
  intercept?: (request: Sent) => Reply | undefined;
  /** Changes what the service answers: a parsed body in, another out. `sent`: the body of the request. */
  rewrite?: (body: unknown, sent: unknown) => unknown;
  /** In place of the service in this process. */
  transport?: Transport;
  /** Stands between the client and the service, such as a network that loses the answer to what was applied. */
  between?: (request: Sent, service: () => Promise<WireResponse>) => Promise<WireResponse>;
  /** Aborted by what stands for Ctrl-C. */
  signal?: AbortSignal;
  /** Called before a line is added to the state of a plan or to a journal; what it throws is what the disk answers. */
  beforeRecord?: (line: string) => void;
  /** Standard output is on a disk that takes nothing. */
  fullOutput?: boolean;
  /** What profiles and `docs sandbox` answer; calls of other members fail the test. */
  external?: Ends["checkExternal"];
  profiles?: Partial<ProfileService>;
  service?: Partial<SandboxService>;
  /** An address in place of the embedded service: for commands that only keep it. Null: none is known. */
  baseUrl?: string | null;
  /** Default organization, space and site; those of the sample unless given. */
  defaults?: { org?: string; space?: string; site?: string };
  /** Which commands are kept for an undo. Unless given, none: tests of what is sent have no reads beside it. */
  history?: HistoryMode;
  /** Ids that were listed before; unless given, nothing is remembered. */
  recalled?: readonly string[];
  /** Whom `@me` stands for; the sandbox's own member unless given. Null: it is not known. */
  me?: string | null;
}

export interface Sent {
  method: string;
  /** Path and query. */
  path: string;
  /** Parsed JSON, or the text. */
  body?: unknown;
}

export interface Reply {
  status: number;
  body?: unknown;
  /** The body as it is, in place of `body` as JSON. */
  text?: string;
  headers?: Record<string, string>;
}

export interface Ran {
  stdout: string;
  stderr: string;
  code: number;
  /** Requests in order. */
  sent: Sent[];
  questions: string[];
  /** Addresses that were opened in the browser. */
  opened: string[];
}

export interface TestCli {
  /** A command line as a shell takes it: words, quotes, no variables. */
  run(line: string, options?: RunOptions): Promise<Ran>;
  /** Standard output of a command that has to go well. */
  out(line: string, options?: RunOptions): Promise<string>;
  /** The same, parsed. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  json(line: string, options?: RunOptions): Promise<any>;
  sandbox: Sandbox;
  /** Milliseconds to add to the clock. */
  advance(ms: number): void;
  folder: string;
  close(): void;
}

let template: Promise<string> | undefined;

/** The sample, loaded once for all tests of a file. */
async function loadTemplate(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "docs-template-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "sandbox.db");
  const sandbox = await openSandbox({ file, local: true, sources: { now: () => START, bytes: countingBytes() } });
  sandbox.close();
  return file;
}

/** New ids read AAAAAAAAAAAAAAAAAAAB, AAAAAAAAAAAAAAAAAAAC and so on. */
function countingBytes(first = 0): (size: number) => Uint8Array {
  let count = first;
  return (size) => {
    count += 1;
    const bytes = new Uint8Array(size);
    bytes[size - 1] = count % 52;
    bytes[size - 2] = Math.floor(count / 52);
    return bytes;
  };
}

/** What another one left in its folder goes on later: with other ids, and at another time. */
const LATER = { ids: 1000, ms: 86_400_000 };

/** `from`: the folder of another one, whose service is closed, in place of the sample. */
export async function testCli(from?: string): Promise<TestCli> {
  template ??= loadTemplate();
  const folder = mkdtempSync(join(tmpdir(), "docs-run-"));
  const file = join(folder, "sandbox.db");
  if (from === undefined) copyFileSync(await template, file);
  else cpSync(from, folder, { recursive: true });
  let now = from === undefined ? START : START + LATER.ms;
  const advance = (ms: number): void => {
    now += ms;
  };
  const clock = { now: () => now, sleep: async (ms: number) => advance(ms) };
  const bytes = countingBytes(from === undefined ? 0 : LATER.ids);
  const sandbox = await openSandbox({ file, local: true, sources: { ...clock, bytes } });
  const run = async (line: string, options: RunOptions = {}): Promise<Ran> => {
    const streams = { stdout: capture(options.fullOutput), stderr: filtered() };
    const ran = { sent: [] as Sent[], questions: [] as string[], opened: [] as string[] };
    const argv = wordsOf(line);
    answerWith(options.answers ?? [], ran.questions);
    const ends = endsOf({ folder, options, streams, ran, sandbox, clock });
    const code = await execute(argv, ends);
    return { ...ran, stdout: streams.stdout.text(), stderr: streams.stderr.text(), code };
  };
  const out = async (line: string, options?: RunOptions): Promise<string> => {
    const ran = await run(line, options);
    if (ran.code !== 0) throw new Error(`docs ${line} ended with ${ran.code}: ${ran.stderr}`);
    return ran.stdout;
  };
  return {
    run,
    out,
    json: async (line, options) => JSON.parse(await out(`${line} --json`, options)),
    sandbox,
    advance,
    folder,
    close: () => {
      sandbox.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function execute(argv: readonly string[], ends: Ends): Promise<number> {
  try {
    await runArgv(argv, { ends, environment: ends.env, extensions: async () => [] });
    return 0;
  } catch (error) {
    // A bug is a failure of the test, told with its stack.
    if (exitCodeOf(error) === 1 && !(error instanceof Error && error.name === "Failure")) throw error;
    if (!wantsJson(argv)) ends.messages.release();
    ends.stderr.write(reportFailure(error, wantsJson(argv), ends.messages.take()));
    return exitCodeOf(error);
  } finally {
    ends.messages.release();
  }
}

type Captured = Writable & { text(): string };

function capture(isFull = false): Captured {
  const parts: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _, done) {
      if (isFull && chunk.length > 0) return done(Object.assign(new Error("ENOSPC"), { code: "ENOSPC" }));
      parts.push(chunk);
      done();
    },
  });
  return Object.assign(stream, { text: () => Buffer.concat(parts).toString() });
}

/** Only the writing of a terminal's stream is used. */
const filtered = (): Captured => filterWrites(capture() as unknown as NodeJS.WriteStream & Captured);

interface Parts {
  folder: string;
  options: RunOptions;
  streams: { stdout: Captured; stderr: Captured };
  ran: Pick<Ran, "sent" | "questions" | "opened">;
  sandbox: Sandbox;
  clock: { now: () => number; sleep: (ms: number) => Promise<void> };
}

function endsOf({ folder, options, streams, ran, sandbox, clock }: Parts): Ends {
  const { env = {}, width = 80, defaults = SAMPLE, stdin = "", files = {}, token, color = false } = options;
  const isTTY = options.tty ?? options.answers !== undefined;
  const { hyperlinks = false, signal = new AbortController().signal } = options;
  const transport = options.transport ?? recorded(sandbox, ran.sent, options);
  const access = {
    baseUrl: ORIGIN,
    token: () => token ?? sandbox.token,
    transport,
    clock,
    random: () => 0.5,
    holdsSecret,
  };
  if (token !== undefined) keepSecret(token);
  const messages = createMessages(streams.stderr);
  return {
    env,
    terminal: {
      stdoutIsTTY: isTTY,
      stderrIsTTY: isTTY,
      stdinIsTTY: isTTY,
      width,
      color,
      hyperlinks,
      accessible: false,
    },
    ...streams,
    messages,
    signal,
    ...clock,
    async settings(place) {
      const sandboxed = options.baseUrl === undefined;
      const flags = { ...place, sandbox: sandboxed };
      const { org, space, site } = resolveSettings({ flags, env, config: EMPTY_CONFIG });
      return {
        profile: sandboxed ? "sandbox" : "default",
        sandbox: sandboxed,
        output: undefined,
        history: options.history ?? "never",
        baseUrl: options.baseUrl ?? undefined,
        org: org?.value ?? defaults.org,
        space: space?.value ?? defaults.space,
        site: site?.value ?? defaults.site,
        me: (options.me === undefined && sandboxed ? SAMPLE.member : options.me) ?? undefined,
      };
    },
    client: async ({ client: { retries, maxWait } }, observers) =>
      createClient({
        ...access,
        observers,
        signal,
        ...(retries !== undefined && { retries }),
        ...(maxWait !== undefined && { maxWait: maxWait * 1000 }),
      }),
    download: (_, url, request) => download(url, { ...access, env: {}, ...request }),
    checkExternal: options.external ?? (async () => new Map()),
    profiles: () => partly({ tokenStatus: async () => undefined, ...options.profiles }),
    sandbox: () => partly(options.service),
    records: {
      ...{ dir: folder, now: clock.now, who: () => ({ account: "ann@laptop" }) },
      print: (text) => messages.print(`docs: ${text}`),
      toDisk: (file) => guardedRecord(file, options),
      snapshots: {
        rehearse: async (file) => (await import("../../src/app/client/rehearsal.js")).rehearse(file),
        openWithoutCopy: async (file) => (await import("../../src/app/client/rehearsal.js")).openWithoutCopy(file),
      },
    },
    serveTools: async () => {},
    files: {
      read: async (path) => files[path] ?? (path === "-" ? stdin : readInput(path)),
      document: async (path) => files[path] ?? (path === "-" ? stdin : readDocument(path)),
      output: async (path, isOurs) => namedOutput(path, isOurs),
    },
    ...(options.recalled && {
      recall: async () => (options.recalled ?? []).map((id) => ({ id, name: "", title: "" })),
    }),
    browse: async (url) => void ran.opened.push(url),
  };
}

const guardedRecord = (record: LogFile, { beforeRecord }: RunOptions): LogFile => ({
  ...record,
  append(line) {
    beforeRecord?.(line);
    record.append(line);
  },
});

/** The members given; what calls another one is told its name. */
function partly<T extends object>(given: Partial<T> = {}): T {
  return new Proxy(given, {
    get: (members, name) => {
      const member: unknown = Reflect.get(members, name);
      if (member === undefined) throw new Error(`the test gives no ${String(name)}`);
      return member;
    },
    // Whatever is missing throws when it is asked for.
  }) as T;
}

/** The service in this process; each request is written down. It knows its own token only. */
function recorded(sandbox: Sandbox, sent: Sent[], { intercept, rewrite, between, token }: RunOptions): Transport {
  return async (request) => {
    const url = new URL(request.url);
    const path = url.pathname + url.search;
    const text = typeof request.body === "string" ? request.body : undefined;
    const one = { method: request.method, path, ...(text !== undefined && { body: parsed(text) }) };
    sent.push(one);
    const reply = intercept?.(one);
    if (reply) return asWire(reply);
    const named = Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value]);
    const headers: Record<string, string> = Object.fromEntries(named);
    if (token !== undefined && headers.authorization === `Bearer ${token}`) {
      headers.authorization = `Bearer ${sandbox.token}`;
    }
    const service = async () => sandbox.handle({ method: request.method, path, headers, body: request.body });
    const answer = await (between ? between(one, service) : service());
    if (!rewrite || !`${answer.headers["content-type"]}`.includes("json")) return answer;
    const json = Buffer.from(answer.body).toString();
    return json === "" ? answer : asWire({ status: answer.status, body: rewrite(JSON.parse(json), one.body) });
  };
}

/** A body that is no JSON is kept as it is. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function asWire({ status, body, text, headers }: Reply): WireResponse {
  const bytes = new TextEncoder().encode(text ?? (body === undefined ? "" : JSON.stringify(body)));
  const length = `${bytes.length}`;
  return { status, headers: { "content-type": "application/json", "content-length": length, ...headers }, body: bytes };
}
