/** Through which files a request passes from a command to the socket: docs/architecture.md names them. */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { openClient } from "../../src/app/client/choose-client.js";
import { listOrgSpaces, updateSpace } from "../../src/catalog/spaces.js";
import { readGlobals } from "../../src/cli/argv/globals.js";
import type { Api } from "../../src/cli/context.js";
import { createApi } from "../../src/cli/run/api.js";
import { createGaps, lazyClient } from "../../src/cli/run/context.js";
import { NO_JOURNAL } from "../../src/cli/run/journaling.js";
import { createWriteOutcomes } from "../../src/cli/write-outcomes.js";
import { resolveSettings } from "../../src/config/resolve.js";
import { EMPTY_CONFIG } from "../../src/config/schema.js";
import { parse } from "./helpers.js";

vi.hoisted(() => {
  process.env.DOCS_TOKEN = "token-of-the-test";
});

const server = createServer((_, response) => response.end('{"items":[],"title":"T"}'));
const http = process.getBuiltinModule("node:http");
const { request } = http;
const { stackTraceLimit } = Error;

/** Files of `src` that are on the way, the first one first. */
let way: string[];
let api: Api;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  Error.stackTraceLimit = 100;
  vi.spyOn(http, "request").mockImplementation((...given: unknown[]) => {
    const files = [...String(new Error("here").stack).matchAll(/\/src\/(\S+?\.ts)/g)].map(([, file = ""]) => file);
    way = [...new Set(files.reverse())];
    return Reflect.apply(request, http, given);
  });
  api = await apiOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
beforeEach(() => {
  way = [];
});
afterAll(() => {
  Error.stackTraceLimit = stackTraceLimit;
  vi.restoreAllMocks();
  server.close();
});

/** What commands call, on the client of a run. */
async function apiOf(baseUrl: string): Promise<Api> {
  const parsed = await parse("spaces list");
  if (parsed.type !== "command") throw new Error("no command");
  const globals = readGlobals({});
  const env = { DOCS_BASE_URL: baseUrl, DOCS_TOKEN: "token-of-the-test" };
  const resolved = resolveSettings({ flags: {}, env, config: EMPTY_CONFIG });
  const session = { config: EMPTY_CONFIG, resolved, settings: { profile: "default", sandbox: false, baseUrl } };
  const ends = { client: (_: unknown, observers: never) => openClient(globals, session as never, observers) };
  // Of these, only what is used without a terminal.
  const client = lazyClient(
    globals,
    { env: {}, ...ends } as never,
    {} as never,
    NO_JOURNAL,
    createGaps(undefined),
    createWriteOutcomes(parsed.command, {}),
  );
  return createApi({ client, globals, endpoints: [], extra: {}, progress: { start() {}, done() {} } } as never);
}

/** The files that the page names in the line that begins so. */
function named(start: string): string[] {
  const page = readFileSync("docs/architecture.md", "utf8");
  const line = page.split("\n").find((one) => one.startsWith(start)) ?? "";
  return [...line.matchAll(/`([^`]+\.ts)`/g)].map(([, file = ""]) => file);
}

it("a write passes through the files that are named, which are at most eight", async () => {
  await api.call(updateSpace, { params: { spaceId: "s1" }, body: { title: "T" } });
  expect(way).toEqual(named("- A write: "));
  expect(way.length).toBeLessThanOrEqual(8);
});

/** They only hand on the generator of the pages, which is then on no stack. */
const BEFORE_PAGES = ["cli/run/api.ts", "http/client.ts"];

it("a page of a list is made in the files that the documentation names", async () => {
  for await (const _ of api.list(listOrgSpaces, { params: { organizationId: "o1" } }).pages());
  const files = [...BEFORE_PAGES, ...way];
  expect(files).toEqual(named("- A page of a list: "));
  expect(files.length).toBeLessThanOrEqual(8);
});
