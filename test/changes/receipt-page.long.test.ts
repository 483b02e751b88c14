/** The page of a receipt: for whoever was not there, whole, private, and without anything from outside. */
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { SAMPLE } from "../../src/sandbox/sample/tools.js";
import { sha256Of } from "../../src/shared/values.js";
import type { Ran, RunOptions, TestCli } from "../helpers/run.js";
import { snapshotOf } from "../snapshot/snapshot-helper.js";
import { useCli } from "./plan-helper.js";

let cli: TestCli;
let plan: string;
let page: string;
const { run, out } = useCli((made, file) => {
  cli = made;
  plan = file;
  page = join(cli.folder, "receipt.html");
});

const NAME = "Ingrid Solheim <ingrid.solheim@halden-robotics.example>";
const TOMASZ = "u3WMpp8eY71ya62DhAPx";
const inFolder = (name: string): string => join(cli.folder, name);
const html = (): string => readFileSync(page, "utf8");
/** Its text alone, with the entities as they are read. */
const read = (): string =>
  html()
    .replace(/<style>[\s\S]*<\/style>/, "")
    .replace(/<[^>]*>/g, " ")
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replace(/\s+/g, " ");
const writes = ({ sent }: Ran) => sent.filter(({ method }) => method !== "GET");
const ROWS = "team,email\nDocumentation,sam.whitfield@halden-robotics.example\n";

describe("the page of a receipt", () => {
  it("says who made and applied what, when, what was there before, what came of it and the guards", async () => {
    await out(`spaces edit ${SAMPLE.space} --title Handbook --plan ${plan}`);
    await out(`team-members remove t3aVFS211n5tKAH88D12 u5s6yviydT27vWkB4r3J --plan ${plan} --append`);
    await out(`plans apply ${plan} --yes --html ${page}`);
    const { id } = JSON.parse(readFileSync(plan, "utf8"));
    const text = read();
    for (const said of [
      `Receipt: 2 of 2 steps done Organization Halden Robotics Applied 2026-01-15 10:00 UTC, ${NAME} Requested docs`,
      `Requested docs spaces edit ${SAMPLE.space} --title Handbook`,
      `Plan made 2026-01-15T10:00:00.000Z, ${NAME}, member ${SAMPLE.member}, ann@laptop, docs 1.2.3`,
      `Applied 2026-01-15T10:00:00.000Z, ${NAME}, member ${SAMPLE.member}, ann@laptop, docs 1.2.3`,
      `SHA-256 of that file ${sha256Of(readFileSync(plan, "utf8"))}`,
      'as expected: change space "Tern User Guide": title',
      'removals: team "Field service" loses 1 of',
      'title "Tern User Guide" "Handbook"',
      "outcome: done",
    ])
      expect(text).toContain(said);
    // Ids and hashes are for whoever verifies it.
    const [before = "", about = ""] = text.split("About this receipt");
    for (const detail of [`Plan ${id}`, `Id of the organization ${SAMPLE.org}`, "SHA-256 of that file"])
      expect([before.includes(detail), about.includes(detail)]).toEqual([false, true]);
    if (process.platform !== "win32") expect(statSync(page).mode & 0o777).toBe(0o600);
  });

  it("calls people by their names, and says so where they could not be read", async () => {
    writeFileSync(inFolder("teams.csv"), ROWS);
    await out(`teams sync ${inFolder("teams.csv")} --plan ${plan} --max-removals 100% --touch-me`);
    await out(`plans apply ${plan} --yes --html ${page}`);
    const [before = "", about = ""] = read().split("About this receipt");
    expect(before).toContain("Sam Whitfield (sam.whitfield@halden-robotics.example)");
    expect(about).toContain("Names read at 2026-01-15T10:00:00.000Z");
    const gone = inFolder("gone.plan");
    await out(`members remove u5s6yviydT27vWkB4r3J --yes --plan ${gone}`);
    const ran = await run(`plans apply ${gone} --yes --html ${inFolder("gone.html")}`);
    expect([ran.code, ran.stderr]).toEqual([0, expect.not.stringContaining("not read")]);
    expect(readFileSync(inFolder("gone.html"), "utf8")).toContain("partly read at");
    expect(readFileSync(inFolder("gone.html"), "utf8")).toContain("remove member &quot;Sam Whitfield&quot;");
  });

  it("is written with the id of an organization that could not be read", async () => {
    await out(`spaces edit ${SAMPLE.space} --title Handbook --plan ${plan}`);
    const intercept = ({ path }: { path: string }) =>
      path === `/v1/orgs/${SAMPLE.org}` ? { status: 403, body: { error: { code: 403, message: "no" } } } : undefined;
    const ran = await run(`plans apply ${plan} --yes --html ${page}`, { intercept });
    expect([ran.code, ran.stderr]).toEqual([
      0,
      expect.stringContaining(`not read: title of organization ${SAMPLE.org}: `),
    ]);
    expect(read()).toContain(`done Organization ${SAMPLE.org} Applied`);
  });

  it("says what was not done, and why, before anything else", async () => {
    await out(`spaces edit ${SAMPLE.space} --title Handbook --plan ${plan}`);
    await out(`teams create --title Writers --plan ${plan} --append`);
    await out(`spaces edit ${SAMPLE.space} --title Theirs`);
    expect(await run(`plans apply ${plan} --yes --html ${page}`)).toMatchObject({ code: 9 });
    const text = read();
    expect(text).toContain("1 of 2 steps done 1 step not done. ");
    expect(text).toContain(
      'Not done change space "Theirs": title: changed: changed since it was planned: title; not sent',
    );
    expect(text).toContain("outcome: changed: changed since it was planned: title; not sent");
    expect(html()).toMatch(/<p class="note stop">outcome: changed/);
  });

  it("has the reviewers, the footprint, and each run after an interruption", async () => {
    await out(`members offboard ${TOMASZ} --heir u7Trvg1161CH4P8ZDE9m --plan ${plan}`);
    const down = ({ method, path }: { method: string; path: string }) =>
      method === "DELETE" && path.endsWith(`/members/${TOMASZ}`) && !path.includes("teams")
        ? { status: 403, body: { error: { code: 403, message: "no" } } }
        : undefined;
    expect(await run(`plans apply ${plan} --yes`, { intercept: down })).toMatchObject({ code: 9 });
    cli.advance(60_000);
    expect(await run(`plans apply ${plan} --yes --html ${page}`)).toMatchObject({ code: 0 });
    const text = read();
    expect(text).toContain(`Applied before 2026-01-15T10:00:00.000Z, ${NAME}, member`);
    expect(text).toContain("outcome: earlier");
    expect(text).toContain("teams Field service: owner, and no other owner remains");
  });

  it("nothing in it comes from outside or runs, whatever texts it holds, and no secret is in it", async () => {
    const hostile = `</h1><script>alert(1)</script>"'\n::error::x \u001b[31m\u202e`;
    const edit = { endpoint: "updateSpace", params: { spaceId: SAMPLE.space }, body: { title: hostile } };
    const evidence = [{ name: hostile.slice(0, 100), values: [hostile] }];
    const head = { format: 1, origin: "sandbox", organization: SAMPLE.org, command: `${hostile} dG9rZW4tb2YtYW5u` };
    writeFileSync(plan, JSON.stringify({ ...head, left: [hostile], steps: [{ id: "s1", ...edit, evidence }] }));
    const ran = await run(`plans apply ${plan} --yes --html ${page}`, { token: "dG9rZW4tb2YtYW5u" });
    expect(ran.stderr).toContain(`Wrote ${page}`);
    expect(html()).not.toContain("dG9rZW4tb2YtYW5u");
    expect(html()).toContain("default-src 'none'; style-src 'unsafe-inline'");
    const tags = new Set([...html().matchAll(/<([a-z0-9]+)/gi)].map(([, name]) => name?.toLowerCase()));
    for (const name of ["script", "img", "a", "link", "iframe", "svg", "form", "object"])
      expect(tags).not.toContain(name);
    expect(html()).not.toMatch(/[\u001b\u202e]|url\(|@import/);
    expect(html().match(/&lt;script&gt;/g)?.length).toBeGreaterThan(4);
  });
});

describe("the files of a receipt", () => {
  const applying = async (flags: string): Promise<Ran> => {
    await out(`spaces edit ${SAMPLE.space} --title Handbook --plan ${plan}`);
    return run(`plans apply ${plan} --yes ${flags}`);
  };

  const there = (make: () => void): string => {
    make();
    return page;
  };

  it("are both written", async () => {
    const receipt = inFolder("receipt.json");
    expect(await applying(`--receipt ${receipt} --html ${page}`)).toMatchObject({ code: 0 });
    expect([existsSync(receipt), existsSync(page)]).toEqual([true, true]);
    const { file } = JSON.parse(readFileSync(receipt, "utf8"));
    expect(file).toEqual({ name: plan, sha256: sha256Of(readFileSync(plan, "utf8")) });
  });

  it.each<[string, () => string, number]>([
    ["a page that is there", () => `--html ${there(() => writeFileSync(page, "mine"))}`, 2],
    ["one name for both", () => `--html ${page} --receipt ${page}`, 2],
    ["a folder that is not there", () => `--html ${inFolder("nowhere/receipt.html")}`, 1],
    ["a folder in the place of a file", () => `--receipt ${there(() => mkdirSync(page))}`, 2],
  ])("of %s stop the plan before anything is sent", async (_, flags, code) => {
    const ran = await applying(flags());
    expect([ran.code, writes(ran)]).toEqual([code, []]);
  });

  it("do not go with a plan that is only written", async () => {
    for (const line of [`teams sync teams.csv --plan ${plan}`, `members offboard ${TOMASZ} --plan ${plan}`]) {
      const ran = await run(`${line} --html ${page}`, { files: { "teams.csv": ROWS } });
      expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining("--html works only when a plan is applied")]);
      expect([existsSync(plan), existsSync(page)]).toEqual([false, false]);
    }
  });

  it("do not take a file for that of the plan which has another one by now", async () => {
    const receipt = inFolder("receipt.json");
    await out(`spaces edit ${SAMPLE.space} --title Handbook --plan ${plan}`);
    const before = readFileSync(plan, "utf8");
    const intercept = ({ method }: { method: string }) => {
      if (method === "PATCH") writeFileSync(plan, before.replace('"made": "2026', '"made": "2025'));
      return undefined;
    };
    expect(await run(`plans apply ${plan} --yes --receipt ${receipt} --html ${page}`, { intercept })).toMatchObject({
      code: 0,
    });
    expect(JSON.parse(readFileSync(receipt, "utf8")).file).toBeUndefined();
    expect(read()).toContain("File of the plan not kept, or changed since");
  });
});

/** Of each command that applies a plan: what comes before, and the line without its flag. */
const COMMANDS: Readonly<Record<string, () => Promise<[line: string, options?: RunOptions]>>> = {
  "teams sync": async () => ["teams sync teams.csv --yes", { files: { "teams.csv": ROWS } }],
  "reviews apply": async () => {
    const table = inFolder("review.csv");
    await out(`reviews create ${table}`);
    const lines = readFileSync(table, "utf8").split("\r\n");
    const decided = (line: string) =>
      line.includes("Sam Whitfield") && line.includes("Field service")
        ? line.replace(",,,", "remove,Ann Lee,moved,")
        : line;
    writeFileSync(table, lines.map(decided).join("\r\n"));
    return [`reviews apply ${table} --yes`];
  },
  "members offboard": async () => [`members offboard ${TOMASZ} --heir u7Trvg1161CH4P8ZDE9m --yes`],
  "sites apply": async () => {
    const file = inFolder("site.yaml");
    await out(`sites export -O ${file}`);
    writeFileSync(file, readFileSync(file, "utf8").replace(/^title: .*$/m, "title: Manuals"));
    return [`sites apply ${file} --yes`];
  },
  "snapshots restore": async () => {
    const snapshot = inFolder("monday.docs");
    await snapshotOf(cli, snapshot, { organization: SAMPLE.org, exclude: ["content", "comments", "change-requests"] });
    await out(`spaces edit ${SAMPLE.space} --title Theirs`);
    return [`snapshots restore ${snapshot} --settings --only spaces --yes`];
  },
  undo: async () => {
    await out(`spaces edit ${SAMPLE.space} --title Handbok`, { history: "always" });
    return ["undo --yes"];
  },
  "plans undo": async () => {
    await out(`spaces edit ${SAMPLE.space} --title Handbok --plan ${plan}`);
    await out(`plans apply ${plan} --yes`);
    return [`plans undo ${plan} --yes`];
  },
};

it.each(Object.keys(COMMANDS))("%s writes one, too", async (name) => {
  const [line, options] = (await COMMANDS[name]?.()) ?? [""];
  const ran = await run(`${line} --html ${page}`, options);
  expect([ran.code, ran.stderr]).toEqual([0, expect.stringContaining(`Wrote ${page}`)]);
  expect(read()).toMatch(/Receipt: (\d+) of \1 steps? done/);
});

it("the receipt of an undo lists what was left alone", async () => {
  await out(`spaces edit ${SAMPLE.space} --title Handbook --plan ${plan}`);
  await out(`teams create --title Writers --plan ${plan} --append`);
  await out(`plans apply ${plan} --yes`);
  await out(`spaces edit ${SAMPLE.space} --title Theirs`);
  expect(await run(`plans undo ${plan} --yes --html ${page}`)).toMatchObject({ code: 9 });
  expect(read()).toContain('Not in the plan skipped, changed since then: change space "Theirs": title');
});

it("the receipt of nothing to do says so", async () => {
  await run("teams sync teams.csv --yes", { files: { "teams.csv": ROWS } });
  const ran = await run(`teams sync teams.csv --yes --html ${page}`, { files: { "teams.csv": ROWS } });
  expect([ran.code, ran.stderr]).toEqual([0, expect.stringContaining("Nothing to do")]);
  expect(read()).toMatch(/Receipt: 0 of 0 steps done/);
});
