import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeEach, expect, test } from "vitest";
import type { ExternalWanted } from "../../src/cli/context.js";
import type { RunOptions } from "../helpers/run.js";
import { useTestCli } from "../helpers/set-ups.js";

const cli = useTestCli();
beforeEach(async () => {
  const folder = join(cli.folder, "linked");
  mkdirSync(folder);
  const links = ["https://harbor.org/a", "https://harbor.org/b", "https://intranet.harbor.org/"];
  writeFileSync(join(folder, "README.md"), `# Linked\n\n${links.map((link) => `[x](${link})`).join(" ")}\n`);
  await cli.out(`content import ${pathToFileURL(folder).href} --source markdown`);
});

interface Row {
  rule: string;
  status: string;
  message: string;
}

/** Every address of harbor.org is gone. */
function gone(): { options: RunOptions; wanted: ExternalWanted[] } {
  const wanted: ExternalWanted[] = [];
  const external: RunOptions["external"] = async (_, asked) => {
    wanted.push(asked);
    asked.announce({ addresses: asked.addresses.length, hosts: 2, remembered: 1 });
    asked.progress(1, asked.addresses.length);
    const isGone = (address: string) => address.includes("harbor.org");
    return new Map(
      asked.addresses.map((address) => [address, { state: isGone(address) ? "broken" : "good", why: "answered 404" }]),
    );
  };
  return { options: { external }, wanted };
}

const rowsOf = (stdout: string): Row[] => JSON.parse(stdout).filter(({ rule }: Row) => rule === "link-external-broken");

test("other servers are asked with --external only, and what it takes is said before", async () => {
  const { options, wanted } = gone();
  const without = await cli.run("checks run 'link-external-*' --json", options);
  expect(rowsOf(without.stdout)).toMatchObject([{ status: "skipped", message: expect.stringContaining("--external") }]);
  expect(wanted).toEqual([]);
  const ran = await cli.run("checks run 'link-external-*' --external --allow-host intranet.harbor.org --json", options);
  expect(ran.code).toBe(11);
  expect(rowsOf(ran.stdout).filter(({ status }) => status === "fail")).toHaveLength(3);
  expect(wanted).toHaveLength(1);
  expect(wanted[0]).toMatchObject({ allowHosts: ["intranet.harbor.org"], accept: [] });
  expect(ran.stderr).toMatch(/Requesting \d+ URLs on 2 hosts; 1 more worked recently/);
});

test("a gate for one space asks, too", async () => {
  const { options, wanted } = gone();
  const ran = await cli.run("spaces check --external --allow-host a.harbor.org --json", options);
  expect(rowsOf(ran.stdout).filter(({ status }) => status === "fail")).toHaveLength(3);
  expect(wanted[0]?.allowHosts).toEqual(["a.harbor.org"]);
});

test("a checks file turns it on, and says what is left out, accepted and remembered", async () => {
  const { options, wanted } = gone();
  const config = [
    "rules: { link-external-broken: on }",
    "external: { exclude: ['https://intranet.*'], accept: [403, 999], cache: 7d }",
  ].join("\n");
  const ran = await cli.run("checks run 'link-external-*' --config checks.yaml --json", {
    ...options,
    files: { "checks.yaml": config },
  });
  expect(rowsOf(ran.stdout).filter(({ status }) => status === "fail")).toHaveLength(2);
  expect(wanted[0]).toMatchObject({ accept: [403, 999], cacheDays: 7 });
  expect(wanted[0]?.addresses.filter((address) => address.includes("intranet"))).toEqual([]);
});

test.each([
  ["external: { accept: [no] }", "checks.yaml:1: expected a status"],
  ["external: { accept: [99] }", "checks.yaml:1: expected a status"],
  ["external: { exclude: x }", "checks.yaml:1: expected a list"],
  ["external: { cache: soon }", "checks.yaml:1: "],
  ["external: { allow-hosts: [a] }", 'checks.yaml:1: unknown key "allow-hosts"'],
])("%s is refused", async (config, words) => {
  const ran = await cli.run("checks run --config checks.yaml", { files: { "checks.yaml": config } });
  expect(ran).toMatchObject({ code: 2, sent: [] });
  expect(ran.stderr).toContain(words);
});

test("--allow-host alone asks for nothing", async () => {
  const ran = await cli.run("checks run --allow-host localhost");
  expect(ran).toMatchObject({ code: 2, sent: [] });
  expect(ran.stderr).toContain("--allow-host needs --external");
});
