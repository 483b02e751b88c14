import { afterEach, beforeEach, expect, it } from "vitest";
import { createRevision } from "../../src/sandbox/content/revisions.js";
import { type RunningServer, serve } from "../../src/sandbox/wire/serve.js";
import { SPACE, type TestSandbox, testSandbox } from "../helpers/sandbox.js";

let box: TestSandbox;
let served: RunningServer;
let headers: Record<string, string>;
beforeEach(async () => {
  box = await testSandbox({ local: false });
  served = await serve({ sandbox: box.sandbox });
  headers = { authorization: `Bearer ${box.sandbox.token}` };
});
afterEach(async () => {
  await served.close(0);
  box.close();
});

const MARKDOWN = `${"Many words of a page that is long enough. ".repeat(100)}\n\n`.repeat(4);

/** The path of a PDF of that many pages. */
async function pathOf(count: number): Promise<string> {
  await box.change((context) => {
    const pages = Array.from({ length: count }, (_, index) => ({
      title: `Page ${index}`,
      markdown: `${index} ${MARKDOWN}`,
    }));
    const revision = createRevision(context, { space: SPACE, type: "edits", pages });
    const state = { status: "open", outdated: false, urls: { app: "https://docs.sandbox.invalid/o/x", location: "" } };
    context.store.put("change-request", "change", SPACE, { id: "change", number: 7, revision, ...state });
  });
  const { json } = await box.call("GET", `/v1/spaces/${SPACE}/change-requests/change/pdf`);
  const { pathname, search } = new URL(json.url);
  return pathname + search;
}

it("sends a PDF as it is made, and answers other requests meanwhile", async () => {
  const response = await fetch(`${served.url}${await pathOf(300)}`);
  expect(response.headers.get("content-type")).toBe("application/pdf");
  expect(response.headers.get("content-length")).toBeNull();
  let ended = false;
  let length = 0;
  const pieces: Uint8Array[] = [];
  const read = (async () => {
    for await (const piece of response.body ?? []) {
      length += piece.length;
      pieces.push(piece);
    }
    ended = true;
  })();
  const other = await fetch(`${served.url}/v1/orgs`, { headers });
  expect([other.status, ended]).toEqual([200, false]);
  await read;
  const file = Buffer.concat(pieces).toString("latin1");
  expect(length).toBeGreaterThan(1_000_000);
  expect(file.startsWith("%PDF-1.5")).toBe(true);
  expect(file.endsWith("%%EOF\n")).toBe(true);
  expect(file.match(/\/Type \/Page /g)?.length).toBe(Number(/\/Count (\d+)/.exec(file)?.[1]));
});

it("makes no more than is taken, and nothing for who has gone", async () => {
  const path = await pathOf(50);
  const { sandbox } = box;
  const { stream } = await sandbox.handle({ method: "GET", path, headers: {} }, { stream: true });
  let pieces = 0;
  for await (const _ of stream ?? []) {
    pieces += 1;
    if (pieces === 3) break;
  }
  expect(pieces).toBe(3);
  const abort = new AbortController();
  const response = await fetch(`${served.url}${path}`, { signal: abort.signal });
  abort.abort();
  await expect(response.arrayBuffer()).rejects.toThrow();
  expect((await fetch(`${served.url}/v1/orgs`, { headers })).status).toBe(200);
});

it("is whole where it is not asked for in pieces", async () => {
  const { status, text } = await box.call("GET", await pathOf(2));
  expect(status).toBe(200);
  expect(text.endsWith("%%EOF\n")).toBe(true);
});
