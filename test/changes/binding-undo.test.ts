/** R85: undo, other services, and recorded plans. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Plan } from "../../src/changes/types.js";
import { SAMPLE } from "../../src/sandbox/sample/tools.js";
import type { TestCli } from "../helpers/run.js";
import { OTHER, OWN, rename, writePlan, writes } from "./binding-helper.js";
import { useCli } from "./plan-helper.js";

let cli: TestCli;
let file: string;
const { run } = useCli((made, plan) => {
  cli = made;
  file = plan;
});

describe("undo", () => {
  it("brings back what the plan transferred to another organization", async () => {
    const space = "p3sfu86N4L96J7SLYxrq";
    await cli.out(`spaces transfer ${space} --to-org ${OTHER.org} --plan ${file}`);
    await cli.out(`spaces edit ${SAMPLE.space} --title Mine --plan ${file} --append`);
    expect((await run(`plans apply ${file} --yes`)).stderr).toContain("Applied 2 steps");
    expect((await cli.json(`spaces view ${space}`)).organization).toBe(OTHER.org);
    const ran = await run(`plans undo ${file} --yes`);
    expect([ran.code, ran.stderr]).toEqual([0, expect.stringContaining("Undone")]);
    expect((await cli.json(`spaces view ${space}`)).organization).toBe(OWN);
  });

  it("does not touch a space that has gone to another organization since", async () => {
    const space = "p3sfu86N4L96J7SLYxrq";
    await cli.out(`spaces edit ${space} --title Mine --plan ${file}`);
    await run(`plans apply ${file} --yes`);
    await cli.out(`spaces transfer ${space} --to-org ${OTHER.org} --yes`);
    const ran = await run(`plans undo ${file} --yes`);
    expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining(`space ${space} belongs to organization`)]);
    expect(writes(ran)).toEqual([]);
  });

  it.each([
    ["service", { origin: "https://elsewhere.example" }],
    ["organization", { organization: OTHER.org }],
  ])("does not go on with one for another %s", async (_, head) => {
    await cli.out(`spaces edit ${SAMPLE.space} --title Mine --plan ${file}`);
    await run(`plans apply ${file} --yes`);
    writeFileSync(
      `${file}.undo`,
      JSON.stringify({ format: 1, origin: "sandbox", organization: OWN, steps: [], ...head }),
    );
    const ran = await run(`plans undo ${file} --yes`);
    expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining("is for another service or organization")]);
    expect(writes(ran)).toEqual([]);
  });
});

describe("a plan for another service", () => {
  it.each(["apply", "undo"])("plans %s refuses it before any request", async (verb) => {
    writePlan(file, [rename(SAMPLE.space)], { origin: "https://elsewhere.example" });
    const ran = await run(`plans ${verb} ${file} --yes`);
    expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining("the plan is for another service")]);
    expect(ran.sent).toEqual([]);
  });

  it("is not rehearsed", async () => {
    const snapshot = join(cli.folder, "a.snapshot");
    await cli.out(`snapshots create ${snapshot} --org ${OWN}`);
    writePlan(file, [rename(SAMPLE.space)], { origin: "https://elsewhere.example" });
    const ran = await run(`plans apply ${file} --on ${snapshot}`);
    expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining("the plan is for https://elsewhere.example")]);
  });
});

describe("a recorded plan", () => {
  const saved = (): Plan => JSON.parse(readFileSync(file, "utf8"));

  it("is for the organization of its space where nothing else names one", async () => {
    await cli.out(`spaces edit ${OTHER.space} --title Mine --plan ${file}`, { defaults: {} });
    expect(saved().organization).toBe(OTHER.org);
    const ran = await run(`plans apply ${file} --yes`, { defaults: {} });
    expect(ran.stderr).toContain("Applied 1 step");
  });

  it.each([
    ["a space", `spaces edit ${OTHER.space} --title Mine`],
    ["an organization", `teams create --title B --org ${OTHER.org}`],
  ])("takes no request about %s elsewhere", async (_, line) => {
    await cli.out(`teams create --title A --plan ${file}`);
    const before = readFileSync(file, "utf8");
    const ran = await run(`${line} --plan ${file} --append`);
    expect(ran.code).toBe(2);
    expect(readFileSync(file, "utf8")).toBe(before);
  });

  it("is not written where the organization is not known", async () => {
    const ran = await run(`spaces edit p9sfu86N4L96J7SLYxrq --title Mine --plan ${file}`, { defaults: {} });
    expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining("the organization of the plan is not known")]);
    expect(existsSync(file)).toBe(false);
  });
});
