// npm run bench:sizes [-- --pages 10000] [--spaces 1000] [--org-pages 50000] [--members 10000] [--things 1200]: times single requests to a
// served sandbox with large content; prints a table and writes bench/results/sizes.json.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { writeFolder, writeOrganization } from "./generate.mjs";
import { docs, here, start } from "./processes.mjs";
import { save } from "./results.mjs";

const numbers = { pages: 10_000, spaces: 1_000, "org-pages": 50_000, members: 10_000, things: 1_200 };
const options = Object.fromEntries(
  Object.entries(numbers).map(([name, value]) => [name, { type: "string", default: String(value) }]),
);
const { values } = parseArgs({ options });
const size = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Number(value)]));

/** Requests of each kind; the longest time counts. */
const TIMES = 5;
const ORG = "hR7kQ2mXv9TzLb4WcN8p";

const dir = mkdtempSync(join(tmpdir(), "docs-sizes-"));
const rows = [];
let spent = 0;
try {
  await largeSpace();
  await largeOrganization();
} finally {
  rmSync(dir, { recursive: true, force: true });
}

const cores = cpus();
const machine = {
  node: process.version,
  platform: process.platform,
  cpu: cores[0]?.model,
  cores: cores.length,
  load: loadavg()[0],
};
process.stdout.write(save("sizes", { at: new Date().toISOString(), machine, size, rows }));

function note(what, all, goal, unit = "ms") {
  const sorted = [...all].sort((a, b) => a - b);
  const shown = (number) => Number(number.toPrecision(3));
  const row = { what, median: shown(sorted[sorted.length >> 1]), largest: shown(sorted.at(-1)), goal, unit };
  process.stderr.write(`${what}: ${row.median} to ${row.largest} ${unit}\n`);
  rows.push(row);
}

async function largeSpace() {
  const folder = join(dir, "folder");
  await writeFolder(folder, size.pages, size.things);
  const home = join(dir, "large");
  const { report, seconds, megabytes } = await importFolder(folder, home);
  note(`import of ${size.pages} pages`, [seconds], 20, "s");
  note(`import of ${size.pages} pages, resident`, [megabytes], 300, "MB");
  await served(home, async (call) => {
    const space = `/v1/spaces/${report.space}`;
    const pages = flat((await call("GET", `${space}/content/pages`)).pages);
    const some = Array.from({ length: TIMES }, (_, index) => pages[Math.floor((index / TIMES) * pages.length)]);
    await timed("links of a page", 50, some, ({ id }) => call("GET", `${space}/content/page/${id}/links`));
    await timed("pages that link to a page", 50, some, ({ id }) =>
      call("GET", `${space}/content/page/${id}/backlinks`),
    );
    await walk("links of the space, a page of the list", call, `${space}/links`);
    const words = ["account", "webhook 7", "module cluster package", "gone", "zone warn"];
    await searched("search in the space", call, space, words);
    await timed("one page with its text", 100, some, ({ id }) => call("GET", `${space}/content/page/${id}`));
    await timed("the tree of pages", undefined, [1, 2, 3], () => call("GET", `${space}/content/pages`));
    await merges(call, space, some);
    await discussed(call, space);
  });
}

/** Lists of a space that has as many change requests, comments and files as one page of a list holds, and more. */
async function discussed(call, space) {
  for (let number = 0; number < size.things; number += 1) {
    await call("POST", `${space}/change-requests`, { subject: `Proposal ${number}` });
    await call("POST", `${space}/comments`, { body: { markdown: `Remark ${number}: is this still true?` } });
  }
  await walk("change requests, a page of the list", call, `${space}/change-requests?status=draft`);
  await walk("comments, a page of the list", call, `${space}/comments`);
  await walk("files, a page of the list", call, `${space}/content/files`);
}

/** Merges a change request into a space that a template has changed since. */
async function merges(call, space, some) {
  const merged = [];
  const made = [];
  const after = [];
  for (let number = 0; number < 3; number += 1) {
    made.push(await time(() => call("POST", `${space}/change-requests`, { subject: `Change ${number}` })));
    const { items } = await call("GET", `${space}/change-requests?status=draft`);
    await call("POST", `${space}/content/template`, { id: "product-docs" });
    merged.push(await time(() => call("POST", `${space}/change-requests/${items[0].id}/merge`)));
    after.push(await time(() => call("GET", `${space}/content/page/${some[number].id}/backlinks`)));
  }
  note("creating a change request", made, 1000);
  note("merge", merged, 1000);
  note("pages that link to a page, first time after a merge", after, 50);
}

async function largeOrganization() {
  const home = join(dir, "organization");
  mkdirSync(join(home, "docs"), { recursive: true });
  await writeOrganization(join(home, "docs", "sandbox.sqlite"), {
    spaces: size.spaces,
    pages: size["org-pages"],
    members: size.members,
  });
  await served(home, async (call) => {
    const org = `/v1/orgs/${ORG}`;
    const words = ["account", "module cluster package", "zone warn", "webhook 70"];
    await searched("search in the organization", call, org, words);
    const team = (await call("GET", `${org}/teams?limit=1000`)).items.at(-1);
    const member = (await call("GET", `${org}/members?limit=1000`)).items.at(-1);
    for (const [what, path] of [
      ["spaces", `${org}/spaces`],
      ["members", `${org}/members`],
      ["teams", `${org}/teams`],
      ["members of a team", `${org}/teams/${team.id}/members`],
      ["spaces of a member", `${org}/members/${member.id}/spaces`],
      ["teams of a member", `${org}/members/${member.id}/teams`],
    ]) {
      await walk(`${what}, a page of the list`, call, path);
    }
  });
}

/** The first pages of a list, with 50 and with 1,000 items each. */
async function walk(what, call, path) {
  for (const limit of [50, 1000]) {
    const all = [];
    for (let page = ""; page !== undefined && all.length < TIMES; ) {
      let answer;
      all.push(
        await time(async () => {
          answer = await call(
            "GET",
            `${path}${path.includes("?") ? "&" : "?"}limit=${limit}${page && `&page=${page}`}`,
          );
        }),
      );
      page = answer.next?.page;
    }
    note(`${what} (${limit})`, all, 100);
  }
}

async function timed(what, goal, list, request) {
  const all = [];
  for (const item of list) all.push(await time(() => request(item)));
  note(what, all, goal);
}

/** The first search indexes the texts. Of the others, what the service computes is noted, too: other work on the machine changes it less. */
async function searched(what, call, place, words) {
  const search = (text) => call("GET", `${place}/search?limit=10&query=${encodeURIComponent(text)}`);
  note(`${what}: the first, which indexes its texts`, [(await time(() => search("none"))) / 1000], undefined, "s");
  const computed = [];
  await timed(what, 300, words, async (text) => {
    const before = processorTime(call.pid);
    await search(text);
    computed.push(processorTime(call.pid) - before);
  });
  note(`${what}, processor time`, computed, 300);
}

/** Milliseconds that a process has computed, in steps of 10. */
function processorTime(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
  return 10 * (Number(fields[11]) + Number(fields[12]));
}

/** Milliseconds until the last byte of the answers to the requests in `work`; not until this client has parsed them. */
async function time(work) {
  spent = 0;
  await work();
  return spent;
}

function flat(pages) {
  return pages.flatMap((page) => [page, ...flat(page.pages)]);
}

async function importFolder(folder, home) {
  const peak = join(dir, "peak");
  const env = { ...process.env, XDG_DATA_HOME: home, PEAK_TO: peak };
  const startedAt = performance.now();
  const child = spawn(process.execPath, ["-r", here("peak.cjs"), docs, "sandbox", "import", folder, "--json"], {
    env,
    stdio: ["ignore", "pipe", "ignore"],
  });
  let text = "";
  child.stdout.on("data", (chunk) => {
    text += chunk;
  });
  await once(child, "close");
  const seconds = (performance.now() - startedAt) / 1000;
  return { report: JSON.parse(text), seconds, megabytes: (Number(readFileSync(peak, "utf8")) * 1024) / 1e6 };
}

/** Calls `work` with a function that sends one request to a served sandbox. */
async function served(home, work) {
  const server = await start([docs, "sandbox", "start", "--port", "0", "--show-token", "--json"], {
    env: { XDG_DATA_HOME: home },
    stop: (child) => child.kill("SIGTERM"),
  });
  const { url, token } = JSON.parse(server.line);
  const call = async (method, path, body) => {
    const headers = { authorization: `Bearer ${token}`, ...(body && { "content-type": "application/json" }) };
    const startedAt = performance.now();
    const response = await fetch(url + path, { method, headers, body: body && JSON.stringify(body) });
    const bytes = await response.arrayBuffer();
    spent += performance.now() - startedAt;
    const text = new TextDecoder().decode(bytes);
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === "" ? undefined : JSON.parse(text);
  };
  try {
    await call("GET", "/v1/orgs");
    await work(Object.assign(call, { pid: server.pid }));
  } finally {
    await server.stop();
  }
}
