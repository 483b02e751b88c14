// npm run bench:snapshots [-- --sizes 10:500:100,100:5000:1000,1000:50000:10000]: spaces:pages:members of generated organizations, each
// served over HTTP and read into a snapshot; prints a table and writes bench/results/snapshots.json. At the largest size about 15 minutes.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { requestsOf } from "./far.mjs";
import { formulas } from "./formula.mjs";
import { writeOrganization } from "./generate.mjs";
import { docs, here, start } from "./processes.mjs";
import { save } from "./results.mjs";

const { values } = parseArgs({
  options: { sizes: { type: "string", default: "10:500:100,100:5000:1000,1000:50000:10000" } },
});
const sizes = values.sizes.split(",").map((text) => {
  const [spaces, pages, members] = text.split(":").map(Number);
  return { spaces, pages, members };
});
const ORG = "hR7kQ2mXv9TzLb4WcN8p";
/** A service is elsewhere: what one at 20 ms feels, at sizes that take a minute. */
const FAR_MS = 20;
const FAR_PAGES = 5_000;
/** What a person feels: the share of the speed of a bare loop, and how much longer a page takes than from the service. */
const SHARE = 95;
const TIMES = 1.5;
/** Commands that show the first page of a list. */
const LISTS = ["spaces list", "members list", "teams list", "sites list", "collections list", "pages list", "cr list"];

const rows = [];
const note = (size, what, value, unit, goal, met) => {
  const shown = Number.isInteger(value) ? value : Number(value.toPrecision(4));
  const row = { size: `${size.spaces}/${size.pages}/${size.members}`, what, value: shown, unit, goal, met };
  process.stderr.write(`${row.size} ${what}: ${shown} ${unit}\n`);
  rows.push(row);
};

const dir = mkdtempSync(join(tmpdir(), "docs-snapshots-"));
for (const name of Object.keys(process.env)) if (/_proxy$/i.test(name)) delete process.env[name];
try {
  for (const size of sizes) await measure(size);
} finally {
  rmSync(dir, { recursive: true, force: true });
}
const machine = { node: process.version, platform: process.platform, cpu: cpus()[0]?.model, cores: cpus().length };
process.stdout.write(save("snapshots", { at: new Date().toISOString(), machine, rows }));

async function measure(size) {
  const home = join(dir, `home-${size.spaces}`);
  mkdirSync(join(home, "docs"), { recursive: true });
  await writeOrganization(join(home, "docs", "sandbox.sqlite"), size);
  const server = await start([docs, "sandbox", "start", "--port", "0", "--show-token", "--json"], {
    env: { XDG_DATA_HOME: home },
    stop: (child) => child.kill("SIGTERM"),
  });
  try {
    const { url, token } = JSON.parse(server.line);
    const file = join(dir, `${size.spaces}.docs`);
    await walks({ size, url, token, file, home });
    await reads({ size, file, home, url, token });
  } finally {
    await server.stop();
  }
}

async function walks({ size, url, token, file, home }) {
  const run = (...words) => create({ url, token, home, words: [file, ...words] });
  const first = await run("--debug");
  const made = JSON.parse(first.stdout);
  const expected = await formulas((path) => answer(url + path, token), ORG);
  note(size, "requests", made.requests, "", `${expected.first}, by the formula`, made.requests === expected.first);
  const list = join(dir, "requests");
  writeFileSync(list, requestsOf(first.stderr).join("\n"));
  // The bare loop before and after it: what else the machine does changes within minutes.
  const bare = () => child([here("bare-lanes.mjs"), url, list], { TOKEN: token });
  const [before, full, after] = [await bare(), await run("--full"), await bare()];
  const { started, ended } = JSON.parse(full.stdout);
  const reading = (Date.parse(ended) - Date.parse(started)) / 1000;
  const share = ((before.seconds + after.seconds) / 2 / full.seconds) * 100;
  const shareOfReading = ((Number(before.stdout) + Number(after.stdout)) / 2 / reading) * 100;
  note(size, "whole walk", full.seconds, "s");
  note(size, "of it, start of the command, and hashes and checks in the end", full.seconds - reading, "s");
  note(size, "rate", made.requests / full.seconds, "requests/s");
  note(size, "rate, of a bare loop with 4 lanes, whole commands", share, "%");
  note(size, "rate, of a bare loop with 4 lanes, reading alone", shareOfReading, "%");
  note(size, "bare loop, before and after", after.seconds / before.seconds, "times");
  note(size, "memory of the whole walk", full.megabytes, "MB", "< 250 MB", full.megabytes < 250);
  note(size, "size of the file", statSync(file).size / 1e6, "MB");
  if (size.pages <= FAR_PAGES) await far({ size, url, token, home, list });
  const again = await run();
  const { requests } = JSON.parse(again.stdout);
  const most = expected.unchanged;
  note(size, "requests, nothing changed", requests, "", `${most}, by the formula`, requests === most);
  note(size, "walk, nothing changed", again.seconds, "s");
  note(size, "memory, nothing changed", again.megabytes, "MB", "< 250 MB", again.megabytes < 250);
}

/** The same over a network: each answer comes FAR_MS later. */
async function far({ size, url, token, home, list }) {
  const network = await start([here("delay.mjs"), url, String(FAR_MS)]);
  const file = join(dir, `far-${size.spaces}.docs`);
  try {
    // In turns: what else the machine does changes within minutes.
    const shares = [];
    const ofReading = [];
    for (let time = 0; time < 3; time += 1) {
      const bare = await child([here("bare-lanes.mjs"), network.line, list], { TOKEN: token });
      const walk = await create({ url: network.line, token, home, words: [file, "--full", "--replace"] });
      const { started, ended } = JSON.parse(walk.stdout);
      shares.push((bare.seconds / walk.seconds) * 100);
      ofReading.push((Number(bare.stdout) / ((Date.parse(ended) - Date.parse(started)) / 1000)) * 100);
    }
    const [whole, share] = [shares, ofReading].map((all) => all.sort((one, two) => one - two)[1]);
    const what = `rate, of a bare loop with 4 lanes, answers ${FAR_MS} ms later`;
    note(size, `${what}, whole commands`, whole, "%");
    note(size, `${what}, reading alone`, share, "%", `>= ${SHARE} %`, share >= SHARE);
  } finally {
    await network.stop();
  }
}

async function reads({ size, file, home, url, token }) {
  const other = `${file}.other`;
  writeFileSync(other, readFileSync(file));
  const nothing = [];
  const timed = async (what, words, goal) => {
    const all = [];
    for (let time = 0; time < 3; time += 1) {
      nothing.push((await child(["-e", "0"], {})).seconds * 1000);
      const ran = await child([docs, ...words], { XDG_DATA_HOME: home, XDG_CONFIG_HOME: home }, true);
      if (ran.code !== 0) return process.stderr.write(`${what}: ended with ${ran.code}: ${ran.stderr.slice(0, 200)}\n`);
      all.push(ran.seconds * 1000);
    }
    const median = all.sort((one, two) => one - two)[1];
    note(size, what, median, "ms", `< ${goal} ms`, median < goal);
  };
  const space = await child([docs, "snapshots", "query", file, "SELECT id FROM spaces LIMIT 1", "-o", "tsv"], {
    XDG_CONFIG_HOME: home,
  });
  const id = space.stdout.trim().split("\n").at(-1) ?? "";
  for (const words of LISTS) {
    const within = /^(pages|cr)/.test(words) ? ["--space", id] : [];
    const paged = words.startsWith("pages") ? [] : ["--limit", "50"];
    const shown = [...words.split(" "), ...within, ...paged, "--json"];
    const from = { DOCS_ORG: ORG, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home, XDG_CACHE_HOME: home };
    const ratios = [];
    for (let time = 0; time < 5; time += 1) {
      const one = await child([docs, "--snapshot", file, ...shown], from);
      const other = await child([docs, ...shown], { ...from, DOCS_BASE_URL: url, DOCS_TOKEN: token });
      ratios.push(one.seconds / other.seconds);
    }
    const median = ratios.sort((one, two) => one - two)[2];
    note(
      size,
      `docs --snapshot ${words}, of the same from the service`,
      median,
      "times",
      `<= ${TIMES}`,
      median <= TIMES,
    );
  }
  await timed("docs snapshots view", ["snapshots", "view", file, "--json"], 1000);
  await timed("docs snapshots verify", ["snapshots", "verify", file, "--json"], 60_000);
  await timed("docs snapshots diff, of two that are equal", ["snapshots", "diff", file, other, "--json"], 10_000);
  note(
    size,
    "node -e 0, which each of these contains",
    nothing.sort((one, two) => one - two)[nothing.length >> 1],
    "ms",
  );
}

async function create({ url, token, home, words }) {
  const env = { DOCS_BASE_URL: url, DOCS_TOKEN: token, DOCS_ORG: ORG, XDG_CONFIG_HOME: home, XDG_CACHE_HOME: home };
  const peak = join(dir, "peak");
  const ran = await child(["-r", here("peak.cjs"), docs, "snapshots", "create", ...words, "--json"], {
    ...env,
    PEAK_TO: peak,
  });
  if (ran.code !== 0) throw new Error(`create ended with ${ran.code}: ${ran.stderr.slice(-2000)}`);
  return { ...ran, megabytes: (Number(readFileSync(peak, "utf8")) * 1024) / 1e6 };
}

async function answer(address, token) {
  const response = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response.json();
}

async function child(argv, env, mayFail = false) {
  const begun = performance.now();
  const running = spawn(process.execPath, argv, { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  const text = { stdout: [], stderr: [] };
  for (const name of ["stdout", "stderr"]) running[name].on("data", (chunk) => text[name].push(chunk));
  const [code] = await once(running, "close");
  const seconds = (performance.now() - begun) / 1000;
  const stdout = Buffer.concat(text.stdout).toString();
  const stderr = Buffer.concat(text.stderr).toString();
  if (code !== 0 && !mayFail && code !== 9)
    throw new Error(`${argv.join(" ")} ended with ${code}: ${stderr.slice(-500)}`);
  return { code, seconds, stdout, stderr };
}
