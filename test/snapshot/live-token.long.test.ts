/** R101: a token that somebody pasted into content is masked in what is stored: snapshots, plans, states and the history. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { SAMPLE } from "../../src/sandbox/sample/tools.js";
import { useCli } from "../changes/plan-helper.js";
import type { RunOptions, TestCli } from "../helpers/run.js";
import { CANARY, leaks } from "../secrets/canary.js";

let cli: TestCli;
const { run } = useCli((made) => {
  cli = made;
});

/** Files of the folder, but for the service's own database, that hold the token in any form. */
function filesWithToken(): string[] {
  const names = readdirSync(cli.folder, { recursive: true, encoding: "utf8" });
  return names.filter((name) => {
    const path = join(cli.folder, name);
    if (name.startsWith("sandbox.db") || !statSync(path).isFile()) return false;
    return leaks(readFileSync(path, "latin1")).length > 0;
  });
}

const TITLE = `Torque ${CANARY} guide`;

/** The service answers with a title into which somebody pasted the token. */
const mine: RunOptions = {
  token: CANARY,
  history: "always",
  rewrite: (body) => JSON.parse(JSON.stringify(body).replaceAll('"Tern User Guide"', JSON.stringify(TITLE))),
};

it("the live token is not in snapshots, whose other content is whole", async () => {
  const file = join(cli.folder, "org.docs");
  expect((await run(`snapshots create ${file}`, mine)).code).toBe(0);
  expect(filesWithToken()).toEqual([]);
  const asked = await run(`snapshots query ${file} "select title from spaces where id = '${SAMPLE.space}'" --json`);
  expect(JSON.parse(asked.stdout)).toEqual([{ title: "Torque [redacted] guide" }]);
  expect((await run(`snapshots verify ${file}`, mine)).code).toBe(0);
});

it.each<[string, Pick<RunOptions, "between" | "rewrite">, string]>([
  [
    "bytes",
    {
      between: async ({ path }, service) => {
        const answer = await service();
        return path.startsWith("/files/") ? { ...answer, body: Buffer.from(`PNG key=${CANARY}`) } : answer;
      },
    },
    "it contains the access token of this run",
  ],
  [
    "link",
    {
      rewrite: (body) =>
        JSON.parse(JSON.stringify(body).replaceAll(/(?<="downloadURL":"[^"]+)/g, `?t=${encodeURIComponent(CANARY)}`)),
    },
    "its link contains the access token of this run",
  ],
])("the live token is not in files of snapshots: one in their %s", async (where, options, why) => {
  const file = join(cli.folder, `${where}.docs`);
  const ran = await run(`snapshots create ${file} --include files --org ${SAMPLE.org}`, { ...mine, ...options });
  expect(filesWithToken()).toEqual([]);
  expect(ran.sent.filter(({ path }) => path.startsWith("/files/")).length > 0).toBe(where === "bytes");
  expect(ran.sent.filter(({ path }) => leaks(path).length > 0)).toEqual([]);
  const { stdout } = await run(`snapshots view ${file} --json`);
  expect(stdout).toContain(why);
});

it("the live token is not in plans and their states, and the plan still works", async () => {
  const file = join(cli.folder, "a.plan");
  expect((await run(`spaces edit ${SAMPLE.space} --title Torque --plan ${file}`, mine)).code).toBe(0);
  const [step] = JSON.parse(readFileSync(file, "utf8")).steps;
  expect(step).toMatchObject({ body: { title: "Torque" }, undo: "impossible", why: "the old value contains a secret" });
  expect((await run(`plans view ${file}`, mine)).code).toBe(0);
  expect((await run(`plans apply ${file} --yes`, mine)).code).toBe(0);
  expect(filesWithToken()).toEqual([]);
});

it("the live token is not in the history and in journals", async () => {
  const journal = join(cli.folder, "a.ndjson");
  expect((await run(`spaces edit ${SAMPLE.space} --title Torque --journal ${journal}`, mine)).code).toBe(0);
  expect((await run("undo --yes", mine)).code).not.toBe(0);
  expect((await run(`spaces delete ${SAMPLE.space} --yes`, mine)).code).toBe(0);
  expect(await run("history", mine)).toMatchObject({ code: 0 });
  expect(filesWithToken()).toEqual([]);
});
