import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endpoints } from "../../src/catalog/index.js";
import { createClient } from "../../src/http/client.js";
import type { Transport } from "../../src/http/types.js";
import { ORIGIN } from "../../src/sandbox/origin.js";
import { listSources, type Source } from "../../src/sandbox/store/sources.js";
import type { HandlerContext } from "../../src/sandbox/types.js";
import type { FinishResult } from "../../src/snapshot/file/partial-file.js";
import { openSnapshotWriter } from "../../src/snapshot/file/write.js";
import type { SnapshotSelection, Walk } from "../../src/snapshot/types.js";
import { walk } from "../../src/snapshot/walk/walk.js";
import { openBinding } from "../../src/system/sqlite.js";
import { putSpace, smallOrganization, type TestSandbox } from "../helpers/sandbox.js";

export const OTHER = "testSpace00000000002";

/** The small organization with a second space. */
export function loadTwoSpaces(context: HandlerContext): void {
  smallOrganization(context);
  putSpace(context, { id: OTHER, title: "Manual" });
}

export interface Request {
  method: string;
  path: string;
}

/** The service in this process; `sent` lists its requests, `before` may answer in its place. */
export function transportOf(
  { sandbox }: Pick<TestSandbox, "sandbox">,
  before: (path: string) => Awaited<ReturnType<Transport>> | undefined | Promise<undefined> = () => undefined,
): { transport: Transport; sent: string[] } {
  const sent: string[] = [];
  const transport: Transport = async ({ method, url, headers, body }) => {
    const { pathname, search } = new URL(url);
    sent.push(`${method} ${pathname}${search}`);
    const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    const given = await before(pathname + search);
    return given ?? sandbox.handle({ method, path: pathname + search, headers: lower, body });
  };
  return { transport, sent };
}

export const refusal = (status: number, message: string): Awaited<ReturnType<Transport>> => ({
  status,
  headers: { "content-type": "application/json" },
  body: Buffer.from(JSON.stringify({ error: { code: status, message } })),
});

/** The service, with other JSON in the place of what it answers with 200. */
export function rewriting(
  service: Pick<TestSandbox, "sandbox">,
  rewrite: (path: string, body: Record<string, unknown>) => object,
): Transport {
  const { transport } = transportOf(service);
  return async (request) => {
    const answer = await transport(request);
    if (answer.status !== 200) return answer;
    const body = rewrite(new URL(request.url).pathname, JSON.parse(Buffer.from(answer.body).toString()));
    return { ...answer, body: Buffer.from(JSON.stringify(body)) };
  };
}

export interface MoreOfWalk extends Partial<Pick<Walk, "rate" | "sleep" | "now" | "download" | "progress">> {
  /** ISO 8601; the clock stands still there. */
  started?: string;
  /** ISO 8601; five minutes after the first day of all tests, unless given. */
  ended?: string;
  /** Id of the member whose token it is. */
  caller?: string;
  full?: boolean;
  acceptShrink?: boolean;
  replace?: boolean;
}

/** Walks an organization of a sandbox into a file, as `docs snapshots create` does. */
export async function snapshotOf(
  service: Pick<TestSandbox, "sandbox">,
  file: string,
  asked: Partial<SnapshotSelection> & { organization: string },
  transport: Transport = transportOf(service).transport,
  {
    started = "2026-01-15T10:00:00.000Z",
    ended = "2026-01-15T10:05:00.000Z",
    caller = "reader",
    full,
    acceptShrink,
    replace,
    ...more
  }: MoreOfWalk = {},
): Promise<FinishResult> {
  const { token } = service.sandbox;
  const client = createClient({ baseUrl: ORIGIN, token: () => token, transport, retries: 0, concurrency: 16 });
  const all: SnapshotSelection = { include: [], exclude: [], ...asked };
  const facts = { origin: ORIGIN, started, version: "1.2.3", asked: JSON.stringify(all) };
  const writer = openSnapshotWriter(file, facts, { full, acceptShrink, replace });
  const time = { now: () => Date.parse(started), sleep: async () => {} };
  try {
    await walk({ asked: all, endpoints, client, file: writer, ...time, ...more });
    const defaults = { org: all.organization, space: "", site: "" };
    const settings = { origin: ORIGIN, caller, defaults };
    return writer.finish({ ended, settings, acceptShrink });
  } finally {
    writer.close();
  }
}

export function temporaryFolder(): { folder: string; file: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), "docs-snapshot-"));
  return { folder, file: join(folder, "monday.docs"), remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** How each scope of a snapshot was read. */
export const sourcesOf = (file: string) => {
  const db = openBinding(file);
  try {
    return new Map(listSources({ sql: { all: db.all, run: db.run } }).map((source) => [source.scope, source]));
  } finally {
    db.close();
  }
};

/** The same of an unfinished one. Looks at a copy: one of the bindings holds what it opened for a while. */
export const leftIn = (file: string) => {
  const copy = `${file}.look`;
  for (const end of ["", "-wal"])
    if (existsSync(`${file}.partial${end}`)) copyFileSync(`${file}.partial${end}`, copy + end);
  return existsSync(copy) ? sourcesOf(copy) : new Map<string, Source>();
};

/** All rows but times and what differs by nature. */
export const rowsOf = (file: string) => {
  const db = openBinding(file);
  try {
    return db.all("SELECT kind, id, scope, json FROM objects ORDER BY kind, id");
  } finally {
    db.close();
  }
};
