/** Every command that reads lists and concludes something from them, with what it claims. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SAMPLE } from "../../src/sandbox/sample/tools.js";
import { closeAll } from "../../src/system/signals.js";
import type { Ran, TestCli } from "../helpers/run.js";

export interface Reader {
  name: string;
  /** Makes what it needs, with everything in sight. Returns the command line. */
  begin(cli: TestCli): Promise<string>;
  /** What it claims in files, one each: of these there may be fewer where something was not read, and never others. */
  claims?(cli: TestCli): Promise<string[]> | string[];
  /** Lists that it takes as they are, one by one: empty ones are believed, whatever others say. */
  believes?: RegExp;
  /** Lists that it asks for in part: how many items there should be is not known. */
  inPart?: RegExp;
}

const at = (name: string): string => `${name}@halden-robotics.example`;
const FIRMWARE = "t5D77ErA53CC6A8eGrh6";
const SAM = "u5s6yviydT27vWkB4r3J";
const TOMASZ = "u3WMpp8eY71ya62DhAPx";
const GRACE = "u7Trvg1161CH4P8ZDE9m";

/** As a process of its own would: locks end with it. */
export async function runAlone(cli: TestCli, ...given: Parameters<TestCli["run"]>): Promise<Ran> {
  const ran = await cli.run(...given);
  await closeAll();
  return ran;
}

async function must(cli: TestCli, line: string): Promise<void> {
  const { code, stderr } = await runAlone(cli, line);
  if (code !== 0) throw new Error(`docs ${line} ended with ${code}: ${stderr}`);
}

const inFolder = ({ folder }: TestCli, name: string): string => join(folder, name);

/** Says of itself that it is not known. */
const UNSURE = /cannot tell|cannot be seen|could not be read|may be incomplete|not added|not now|503/;

/** Steps, and lines about what is left that do not say that it is not known. */
function planned(cli: TestCli): string[] {
  const file = inFolder(cli, "made.plan");
  if (!existsSync(file)) return [];
  const { steps, left, rails = [] } = JSON.parse(readFileSync(file, "utf8"));
  const titles = new Map(steps.map(({ id, title }: Record<string, unknown>) => [id, title]));
  const does = steps.map(({ endpoint, params, body, before, undo, why }: Record<string, unknown>) =>
    // Steps count up: with one fewer, the same step has another number.
    JSON.stringify({ endpoint, params, body, before, undo, why }, (name, value) =>
      name === "$from" ? titles.get(value) : value,
    ),
  );
  return [...does, ...left.filter((line: string) => !UNSURE.test(line)), ...rails.map(String)];
}

function linesOf(cli: TestCli, name: string): string[] {
  const file = inFolder(cli, name);
  return existsSync(file) ? readFileSync(file, "utf8").split(/\r?\n/) : [];
}

interface Receipt {
  done: object[];
  verified: { holds: boolean | null }[];
  before: { teams: object[]; changeRequests: object[]; openComments: object[]; spaces: object[]; waysBack: string[] }[];
}

function inReceipt(cli: TestCli): string[] {
  const file = inFolder(cli, "receipt.json");
  if (!existsSync(file)) return [];
  const { done, verified, before }: Receipt = JSON.parse(readFileSync(file, "utf8"));
  const known = verified.filter(({ holds }) => holds !== null);
  const parts = before.flatMap((one) => [one.teams, one.changeRequests, one.openComments, one.spaces, one.waysBack]);
  return [...done, ...known, ...parts.flat()].map((one) => JSON.stringify(one));
}

/** Parts of a snapshot that are said to be whole, one for each place: there are fewer places where things are missing. */
async function wholeParts(cli: TestCli): Promise<string[]> {
  const file = inFolder(cli, "m.docs");
  if (!existsSync(file)) return [];
  // It ends with 9 where a part is not whole.
  const { parts } = JSON.parse((await cli.run(`snapshots view ${file} --json`)).stdout);
  return parts
    .filter(({ state }: Row) => state === "complete")
    .flatMap(({ part, scopes }: Row) =>
      Array.from({ length: scopes }, (_, at) => `${part}: whole in ${at + 1} places`),
    );
}

interface Row {
  part: string;
  state: string;
  scopes: number;
}

/** A plan with a step of most kinds, each about a thing that a list has. */
async function severalSteps(cli: TestCli): Promise<string> {
  const plan = inFolder(cli, "several.plan");
  const [collection] = await cli.json("collections list");
  const [section] = await cli.json("sections list");
  const [siteSpace] = await cli.json("site-spaces list");
  const [link] = await cli.json("share-links list");
  const [comment] = await cli.json("comments list");
  const lines = [
    `teams edit ${FIRMWARE} --title Crew`,
    `team-members remove ${FIRMWARE} u4ZZnH5G9tKzy5NnAxaX`,
    `collections edit ${collection.id} --title Attic`,
    `sections edit ${section.id} --title Carts`,
    `site-spaces edit ${siteSpace.id} --path elsewhere`,
    `share-links edit ${link.id} --name Other`,
    `comments delete ${comment.id}`,
    `teams create --title Writers`,
    `members edit ${SAM} --role edit`,
    "cr create --subject Words",
  ];
  for (const [index, line] of lines.entries()) await must(cli, `${line} --plan ${plan}${index > 0 ? " --append" : ""}`);
  return plan;
}

async function changedSince(cli: TestCli): Promise<string> {
  const snapshot = inFolder(cli, "m.docs");
  await must(cli, `snapshots create ${snapshot} --exclude content,comments,change-requests --include share-keys`);
  const [collection] = await cli.json("collections list");
  await must(cli, `collections delete ${collection.id} --yes`);
  await must(cli, "teams create --title New");
  await must(cli, `teams delete ${FIRMWARE} --yes`);
  await must(cli, `members edit ${SAM} --role edit`);
  await must(cli, "sites edit --title Else");
  return snapshot;
}

async function siteFile(cli: TestCli): Promise<string> {
  const file = inFolder(cli, "site.yaml");
  await must(cli, `sites export -O ${file}`);
  const text = readFileSync(file, "utf8");
  // One section fewer, and another title.
  writeFileSync(file, text.replace("title: Halden Docs", "title: Halden").replace("title: Robots", "title: Carts"));
  return file;
}

const toPlan = (begin: (cli: TestCli) => Promise<string>) => ({
  begin: async (cli: TestCli) => `${await begin(cli)} --plan ${inFolder(cli, "made.plan")}`,
  claims: planned,
});

/** `create` does not believe all of these when others contradict them (test/snapshot/outage.long.test.ts); `diff --live` does. */
const READ_ALONE = /\/orgs\/[^/]+\/(spaces|teams)$|\/sites\/|comments|replies/;

/** What somebody has written is asked for by name. */
const OF_SOMEBODY = /\/(change-requests|comments)$/;

export const READERS: readonly Reader[] = [
  {
    name: "snapshots create",
    begin: async (cli) =>
      `snapshots create ${inFolder(cli, "m.docs")} --include access,share-keys,spec-history --exclude content`,
    claims: wholeParts,
    believes: READ_ALONE,
  },
  {
    name: "snapshots diff --live",
    async begin(cli) {
      const snapshot = await changedSince(cli);
      return `snapshots diff ${snapshot} --live`;
    },
    believes: READ_ALONE,
  },
  ...[
    `members remove ${SAM}`,
    // The only owner of a team: refused, whatever else is read.
    `members remove ${TOMASZ}`,
    `teams delete ${FIRMWARE}`,
    `team-members edit ${FIRMWARE} --add ${SAM} --remove u4ZZnH5G9tKzy5NnAxaX`,
    `spaces move ${SAMPLE.space} --before qQYzfQ3D1g5aXrQKxuHd`,
  ].map(
    (line): Reader => ({
      name: `${line.split(" ").slice(0, 3).join(" ")} --plan`,
      ...toPlan(async () => line),
      // Only the list itself has the place of a space.
      believes: /\/orgs\/[^/]+\/spaces$/,
    }),
  ),
  { name: "plans apply", begin: async (cli) => `plans apply ${await severalSteps(cli)} --yes` },
  {
    name: "plans undo",
    async begin(cli) {
      const plan = await severalSteps(cli);
      await must(cli, `plans apply ${plan} --yes`);
      return `plans undo ${plan} --partial --yes`;
    },
  },
  {
    name: "plans undo of a site",
    async begin(cli) {
      const file = await siteFile(cli);
      const plan = inFolder(cli, "site.plan");
      await must(cli, `sites plan ${file} --plan ${plan}`);
      await must(cli, `plans apply ${plan} --yes`);
      return `plans undo ${plan} --yes`;
    },
  },
  {
    name: "snapshots restore",
    ...toPlan(async (cli) => `snapshots restore ${await changedSince(cli)} --settings --max-removals 100%`),
  },
  {
    name: "members offboard --plan",
    inPart: OF_SOMEBODY,
    ...toPlan(async () => `members offboard ${at("tomasz.nowak")} --heir ${GRACE}`),
  },
  {
    name: "members offboard",
    begin: async (cli) =>
      `members offboard ${TOMASZ} --heir ${GRACE} --archive-drafts --yes --receipt ${inFolder(cli, "receipt.json")}`,
    claims: inReceipt,
    inPart: OF_SOMEBODY,
  },
  {
    name: "reviews create",
    begin: async (cli) => `reviews create ${inFolder(cli, "review.csv")} --include access`,
    claims: (cli) => linesOf(cli, "review.csv"),
  },
  {
    name: "reviews apply",
    ...toPlan(async (cli) => {
      const file = inFolder(cli, "review.csv");
      await must(cli, `reviews create ${file}`);
      const isTeam = (line: string) => line.includes(FIRMWARE) && line.includes("u4ZZnH5G9tKzy5NnAxaX");
      const isPerson = (line: string) => line.includes(",organization,") && line.includes(SAM);
      const lines = readFileSync(file, "utf8").split("\r\n");
      writeFileSync(file, lines.map((line) => (isTeam(line) || isPerson(line) ? `remove${line}` : line)).join("\r\n"));
      await must(cli, `team-members remove ${FIRMWARE} u4ZZnH5G9tKzy5NnAxaX --yes`);
      return `reviews apply ${file} --max-removals 100%`;
    }),
  },
  {
    name: "teams sync --prune",
    ...toPlan(async (cli) => {
      const file = inFolder(cli, "teams.csv");
      const people = ["priya.raman", "noor.rahimi", "sam.whitfield"];
      writeFileSync(file, `team,user\n${people.map((name) => `Firmware,${at(name)}\n`).join("")}`);
      return `teams sync ${file} --prune --adopt --max-removals 50%`;
    }),
  },
  {
    name: "sites export",
    begin: async (cli) => `sites export -O ${inFolder(cli, "out.yaml")}`,
    claims: (cli) => linesOf(cli, "out.yaml"),
  },
  { name: "sites plan", ...toPlan(async (cli) => `sites plan ${await siteFile(cli)}`) },
  {
    name: "sites plan --prune",
    ...toPlan(async (cli) => {
      const file = inFolder(cli, "site.yaml");
      await must(cli, `sites export -O ${file}`);
      writeFileSync(file, readFileSync(file, "utf8").replace(/^shareLinks:[\s\S]*/m, "shareLinks: []\n"));
      return `sites plan ${file} --prune`;
    }),
  },
];
