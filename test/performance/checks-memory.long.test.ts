/** What a run of all rules over 10,000 pages takes: memory is what a pipeline runs out of. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect, test } from "vitest";
import { home, serve, useServed } from "../process/served.js";

useServed();

const ORG = "hR7kQ2mXv9TzLb4WcN8p";

/** MiB: 150, and a tenth for other versions of Node. Where all links were kept, it was 190 to 240. */
const MOST = 165;

/** What `docs` in a fresh home reads with --sandbox. */
const stateFile = (): string => join(home.env.XDG_DATA_HOME ?? "", "docs", "sandbox.sqlite");

/** Every twentieth of the pages has a broken link, and the sample has three. */
const BROKEN = 503;

/** Peak memory of a run of all rules, in MiB; what it found is counted first. */
async function peakOf(args: readonly string[], env: Record<string, string> = {}): Promise<number> {
  const to = join(home.dir, "peak");
  const more = { NODE_OPTIONS: `--require ${resolve("bench/peak.cjs")}`, PEAK_TO: to, ...env };
  const { stdout } = await home.run([...args, "checks", "run", "--json"], { env: more, limit: 240_000 });
  const rows: { rule: string; status: string }[] = JSON.parse(stdout);
  expect(rows.filter(({ rule, status }) => rule === "links-broken" && status === "fail")).toHaveLength(BROKEN);
  return Number(readFileSync(to, "utf8")) / 1024;
}

test("all rules over 10,000 pages take 150 MB", { timeout: 900_000 }, async () => {
  mkdirSync(dirname(stateFile()), { recursive: true });
  const sizes = ["--spaces", "200", "--pages", "10000", "--members", "1000"];
  execFileSync(process.execPath, ["bench/generate.mjs", "organization", stateFile(), ...sizes], { stdio: "pipe" });

  const served = await serve();
  const env = { DOCS_BASE_URL: served.url, DOCS_TOKEN: served.token, DOCS_ORG: ORG };
  expect.soft(await peakOf([], env), "over HTTP").toBeLessThan(MOST);

  expect.soft(await peakOf(["--sandbox"]), "in the sandbox").toBeLessThan(MOST);
  const made = await home.run(["--sandbox", "snapshots", "create", "org.docs"], { limit: 240_000 });
  expect(made.code).toBe(0);
  expect.soft(await peakOf(["--snapshot", "org.docs"]), "from a snapshot").toBeLessThan(MOST);
});
