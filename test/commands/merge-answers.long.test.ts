/** An answer to a merge that does not say that it was merged is no success, on any road to a merge. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { closeAll } from "../../src/system/signals.js";
import type { RunOptions } from "../helpers/run.js";
import { useTestCli } from "../helpers/set-ups.js";

const cli = useTestCli();

const CR = "/v1/spaces/tG4nVx8YqLz2RkWd7JmS/change-requests/42";

async function settle(): Promise<void> {
  const { items } = JSON.parse(await cli.out(`api '${CR}/comments?status=open'`));
  for (const { id } of items) await cli.out(`comments resolve ${id} --cr 42`);
}

/** The service merges nothing, and answers this. */
const answering = (body: object): RunOptions => ({
  intercept: ({ method, path }) => (method === "POST" && path.endsWith("/merge") ? { status: 200, body } : undefined),
});

const ANSWERS = [
  { body: {}, code: 7, outcome: "unknown" },
  { body: { result: "queued" }, code: 7, outcome: "unknown" },
  { body: { result: "failed" }, code: 5, outcome: "not_applied" },
  { body: { result: "conflict" }, code: 5, outcome: "not_applied" },
  { body: { result: "conflicts" }, code: 5, outcome: "not_applied" },
];

test.each(ANSWERS)("a merge answered $body: $code", async ({ body, code, outcome }) => {
  await settle();
  for (const line of ["cr merge 42", "cr merge 42 --if-ready"]) {
    const plain = await cli.run(line, { ...answering(body), tty: true });
    expect([plain.code, plain.stdout]).toEqual([code, ""]);
    expect(plain.stderr).not.toMatch(/Merged|✓/);
    const json = await cli.run(`${line} --json`, answering(body));
    expect([json.code, JSON.parse(json.stderr.trimEnd().split("\n").at(-1) ?? "").error.outcome]).toEqual([
      code,
      outcome,
    ]);
  }
  expect((await cli.json("cr view 42 --json")).status).toBe("open");
});

test.each(ANSWERS)("several merges answered $body: none is ok", async ({ body, outcome }) => {
  const ran = await cli.run("cr merge 42 44 --json", answering(body));
  expect(ran.code).toBe(9);
  const results: { error?: { outcome: string } }[] = JSON.parse(ran.stdout);
  expect(results.map(({ error }) => error?.outcome)).toEqual([outcome, outcome]);
});

test.each(ANSWERS)("a planned merge answered $body: the step is not ok, nor is its receipt", async ({ body, code }) => {
  const [plan, receipt] = [join(cli.folder, "merge.plan"), join(cli.folder, "receipt.json")];
  await cli.out(`cr merge 42 --plan ${plan}`);
  const ran = await cli.run(`plans apply ${plan} --yes --receipt ${receipt} --json`, answering(body));
  expect(ran.code).toBe(code === 7 ? 7 : 9);
  expect(JSON.parse(ran.stdout).map(({ outcome }: { outcome: string }) => outcome)).toEqual([
    code === 7 ? "unknown" : "failed",
  ]);
  const { done, verified } = JSON.parse(readFileSync(receipt, "utf8"));
  expect([done, verified]).toEqual([[], []]);
});

test("R99 a planned merge merges what was planned: with other content by then it is not sent, and without it is", async () => {
  const plan = join(cli.folder, "merge.plan");
  await cli.out(`cr merge 42 --plan ${plan}`);
  await cli.out('content import "data:text/markdown;name=new.md,%23%20New" --source markdown --cr 42');
  const ran = await cli.run(`plans apply ${plan} --yes`);
  expect([ran.code, ran.sent.filter(({ method }) => method !== "GET")]).toEqual([9, []]);
  expect(`${ran.stdout}${ran.stderr}`).toMatch(/changed since/);
  expect((await cli.json("cr view 42")).status).toBe("open");
  const again = join(cli.folder, "again.plan");
  await cli.out(`cr merge 42 --plan ${again}`);
  await cli.out(`plans apply ${again} --yes`);
  expect((await cli.json("cr view 42")).status).toBe("merged");
  await closeAll();
  const second = await cli.run(`plans apply ${again} --yes`);
  expect([second.code, second.sent.filter(({ method }) => method !== "GET")]).toEqual([0, []]);
});
