// The served sandbox against a bare server that answers the same bytes, and its writes against SQLite alone.

import { mkdtempSync } from "node:fs";
import http from "node:http";
import { join } from "node:path";
import { figure } from "./figures.mjs";
import { docs, here, start } from "./processes.mjs";

const REQUESTS = 200;
const COMMENTS = 1000;
const SPACE = "/v1/spaces/tG4nVx8YqLz2RkWd7JmS";
const LIST = `${SPACE}/comments?limit=1000`;

/** Number of concurrent clients. */
const WRITERS = 8;

const BARE = "bare node:http, the same bytes";

export const cases = [
  versusBare("served sandbox, GET one object", { path: SPACE, most: 2.5, requests: REQUESTS }),
  versusBare("served sandbox, list page of 1,000", { path: LIST, most: 3.5, requests: 20 }),
  versusCommits("served sandbox, PATCH (durable)", (call) => each(REQUESTS, patch(call))),
  versusCommits(`served sandbox, PATCH (durable), ${WRITERS} at a time`, (call) => together(REQUESTS, patch(call))),
  {
    name: "served sandbox, PATCH (durable)",
    against: "bare node:http and that commit",
    target: { most: 1.5 },
    measure: (options) =>
      withSandbox(options, async ({ call, dir }) => {
        const client = await bareClient(await call("GET", SPACE), join(dir, "bare.sqlite"));
        const pairs = await rounds(options.count, {
          value: () => each(REQUESTS, patch(call)),
          reference: () => each(REQUESTS, patch(client.call)),
        });
        await client.stop();
        return figure(cases.at(-1), pairs, "ms");
      }),
  },
];

function patch(call) {
  return (number) => call("PATCH", SPACE, { title: `Title ${number}` });
}

function versusCommits(name, write) {
  const one = { name, against: "a durable commit of SQLite", target: { most: 1.5 } };
  const measure = (options) =>
    withSandbox(options, async ({ call, dir }) => {
      const commits = await start([here("commits.mjs"), join(dir, "commits.sqlite")]);
      const pairs = await rounds(options.count, {
        value: () => write(call),
        reference: () => commits.ask(String(REQUESTS)).then(Number),
      });
      await commits.stop();
      return figure(one, pairs, "ms");
    });
  return { ...one, measure };
}

function versusBare(name, { path, most, requests }) {
  const one = { name, against: BARE, target: { most } };
  const measure = (options) =>
    withSandbox(options, async ({ call }) => {
      const client = await bareClient(await call("GET", path));
      const pairs = await rounds(options.count, {
        value: () => each(requests, () => call("GET", path)),
        reference: () => each(requests, () => client.call("GET", path)),
      });
      await client.stop();
      return figure(one, pairs, "ms");
    });
  return { ...one, measure };
}

async function bareClient(bytes, ...args) {
  const bare = await start([here("bare.mjs"), ...args]);
  const client = connect(await bare.ask(bytes.toString("base64")), "none");
  return {
    call: client.call,
    async stop() {
      client.close();
      await bare.stop();
    },
  };
}

/** Average milliseconds per request. */
async function each(count, request) {
  const startedAt = performance.now();
  for (let number = 0; number < count; number += 1) await request(number);
  return (performance.now() - startedAt) / count;
}

/** Average milliseconds per request, with WRITERS requests running at once. */
async function together(count, request) {
  let number = 0;
  const startedAt = performance.now();
  const client = async () => {
    while (number < count) await request(number++);
  };
  await Promise.all(Array.from({ length: WRITERS }, client));
  return (performance.now() - startedAt) / count;
}

async function rounds(count, { value, reference }) {
  const pairs = [];
  for (let number = 0; number <= count; number += 1) {
    const pair = { value: await value(), reference: await reference() };
    if (number > 0) pairs.push(pair);
  }
  return pairs;
}

async function withSandbox({ dir }, work) {
  const own = mkdtempSync(join(dir, "sandbox-"));
  const served = await start([docs, "sandbox", "start", "--port", "0", "--show-token", "--json"], {
    env: { XDG_DATA_HOME: own },
    stop: (child) => child.kill("SIGTERM"),
  });
  const { url, token } = JSON.parse(served.line);
  const client = connect(url, token);
  try {
    for (let number = 0; number < COMMENTS; number += 1) {
      await client.call("POST", `${SPACE}/comments`, { body: { markdown: `Comment ${number}` } });
    }
    return await work({ call: client.call, dir: own });
  } finally {
    client.close();
    await served.stop();
  }
}

/** Connections to a server: one for each concurrent request. */
function connect(url, token) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: WRITERS });
  const call = (method, path, body) =>
    new Promise((resolve, reject) => {
      const text = body && JSON.stringify(body);
      const headers = { authorization: `Bearer ${token}`, ...(text && { "content-type": "application/json" }) };
      const request = http.request(url + path, { agent, method, headers }, (response) => {
        const chunks = [];
        response.on("data", (chunk) => chunks.push(chunk));
        response.on("end", () => {
          if (response.statusCode < 300) resolve(Buffer.concat(chunks));
          else reject(new Error(`${method} ${path}: ${response.statusCode} ${Buffer.concat(chunks)}`));
        });
      });
      request.on("error", reject).end(text);
    });
  return { call, close: () => agent.destroy() };
}
