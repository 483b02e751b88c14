// The served sandbox against a bare server that answers the same bytes, and its writes against SQLite itself.

import { mkdtempSync } from "node:fs";
import http from "node:http";
import { join } from "node:path";
import { figure } from "./figures.mjs";
import { docs, here, start } from "./processes.mjs";

const REQUESTS = 200;
const COMMENTS = 1000;
const SPACE = "/v1/spaces/tG4nVx8YqLz2RkWd7JmS";
const LIST = `${SPACE}/comments?limit=1000`;

export const cases = [
  reading("served sandbox, GET one object", SPACE, 2, REQUESTS),
  reading("served sandbox, list page of 1,000", LIST, 1.5, 20),
  {
    name: "served sandbox, PATCH (durable)",
    against: "a durable commit of SQLite",
    target: { most: 1.5 },
    measure: (options) =>
      withSandbox(options, async ({ call, dir }) => {
        const commits = await start([here("commits.mjs"), join(dir, "commits.sqlite")]);
        const pairs = await rounds(options.count, {
          value: () => each(REQUESTS, (number) => call("PATCH", SPACE, { title: `Title ${number}` })),
          reference: () => commits.ask(String(REQUESTS)).then(Number),
        });
        await commits.stop();
        return figure(cases[2], pairs, "ms");
      }),
  },
];

function reading(name, path, most, requests) {
  const one = { name, against: "bare node:http, the same bytes", target: { most } };
  const measure = (options) =>
    withSandbox(options, async ({ call }) => {
      const bytes = await call("GET", path);
      const bare = await start([here("bare.mjs")]);
      const url = await bare.ask(bytes.toString("base64"));
      const client = connect(url, "none");
      const pairs = await rounds(options.count, {
        value: () => each(requests, () => call("GET", path)),
        reference: () => each(requests, () => client.call("GET", path)),
      });
      client.close();
      await bare.stop();
      return figure(one, pairs, "ms");
    });
  return { ...one, measure };
}

/** Milliseconds of one request, on average. */
async function each(count, request) {
  const startedAt = performance.now();
  for (let number = 0; number < count; number += 1) await request(number);
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

/** One connection to a server. */
function connect(url, token) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
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
