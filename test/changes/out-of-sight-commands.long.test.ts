/**
 * R83: whatever a command would remove is not gone because a token does not see it. The commands are those of the registry
 * that delete or remove something; one without a line below fails by its name.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CONTEXT_FLAGS } from "../../src/cli/argv/globals.js";
import { contextFlags, extraFlags, ROOT_FLAGS } from "../../src/cli/argv/program.js";
import { type AnyCommand, endpointsOf, flagsOf } from "../../src/cli/command.js";
import { flagName } from "../../src/cli/flags.js";
import { NOUNS } from "../../src/commands/index.js";
import { SAMPLE } from "../../src/sandbox/sample/tools.js";
import type { Ran, Reply, RunOptions, Sent, TestCli } from "../helpers/run.js";
import { FIELD, GRACE, MISSING, ORG, SAM } from "./out-of-sight-helper.js";
import { useCli } from "./plan-helper.js";

/** What each command is told to remove; FILE is a file of the case. */
const LINES: Readonly<Record<string, string>> = {
  "spaces delete": "p6XAtCw2ZM66CYe1Dw4C",
  "spaces transfer": "p3sfu86N4L96J7SLYxrq --to-org osAgpp53c2y4hH7jymzf",
  "comments delete": "mC6yKp2nWvB9RxZt5JqD --cr 42",
  "comments react": "mC6yKp2nWvB9RxZt5JqD --cr 42 --remove 1f44d",
  "replies delete": "mZk3WvY7dRt5QnBx9JpG yH8mPz2cLxV5TqKw7NdR",
  "replies edit": "mZk3WvY7dRt5QnBx9JpG yH8mPz2cLxV5TqKw7NdR --remove-reaction 1f44d",
  "collections delete": "cxFhGxM3216Qsn5jm8q8",
  "collections transfer": "AAAAAAAAAAAAAAAAAAAB --to-org osAgpp53c2y4hH7jymzf",
  "translations delete": "lkEDBVz72E62zj22Hd4M",
  "openapi delete": "harbor-events",
  "sites delete": "s37xwST38AhXPnB2Pj9h",
  "sections delete": "e9wwZ81xpiN1wVFC1a85",
  "section-groups delete": "g9Zk69pwo7ZbFpG91Mm2",
  "section-groups remove": "g9Zk69pwo7ZbFpG91Mm2 e3w5wrLbFu5YnBs1w1Z3",
  "site-spaces delete": "w3t2772867dpfQ9GJ11v",
  "share-links delete": "k4417hK4FrRVS9ezeUW3",
  "orgs delete-invite": "i3xKq8",
  "members remove": SAM,
  "members offboard": `${SAM} --heir ${GRACE}`,
  "reviews apply": "FILE",
  "teams delete": "t5D77ErA53CC6A8eGrh6",
  "teams sync": "FILE --prune --adopt --max-removals 100%",
  "team-members edit": `${FIELD} --remove ${SAM}`,
  "team-members remove": `${FIELD} ${SAM}`,
  "saml delete": "maSb3364sqMD95UzH113",
  "sites apply": "FILE --prune",
};

const REMOVING_FLAG = /^remove|^prune$|^includeRemovals$/;
const isWriting = ({ endpoints, uses = [], composite, mayConfirm }: AnyCommand): boolean =>
  [...endpoints, ...uses].some(({ retry }) => retry !== "safe") || (composite === true && mayConfirm === true);

/** It asks the service to remove something; what only this machine has is not meant. */
const removes = (command: AnyCommand): boolean =>
  isWriting(command) &&
  (command.destructive === true ||
    endpointsOf(command).some(({ method }) => method === "DELETE") ||
    Object.keys(flagsOf(command)).some((name) => REMOVING_FLAG.test(name)));

const commands = new Map<string, AnyCommand>();
for (const noun of NOUNS) {
  const { default: module } = await noun.load();
  for (const command of module.commands) if (removes(command)) commands.set(`${noun.name} ${command.name}`, command);
}

it("the cases cover each command that removes something", () => {
  expect(Object.keys(LINES).sort()).toEqual([...commands.keys()].sort());
});

let cli: TestCli;
const { run, out } = useCli((made) => {
  cli = made;
});

const file = (): string => join(cli.folder, "given");
/** What some commands need, made with a token that sees everything. */
const PREPARATIONS: Readonly<Record<string, () => Promise<void>>> = {
  "reviews apply": async () => {
    await out(`reviews create ${file()}`);
    const lines = readFileSync(file(), "utf8").split("\r\n");
    const changed = lines.map((one) => (one.includes(FIELD) && one.includes(SAM) ? `remove${one}` : one));
    writeFileSync(file(), changed.join("\r\n"));
  },
  "teams sync": async () =>
    writeFileSync(file(), `team,user,role\n${FIELD},tomasz.nowak@halden-robotics.example,owner\n`),
  "sites apply": async () => {
    await out(`sites export s37xwST38AhXPnB2Pj9h -O ${file()}`);
    await out("site-spaces add --site s37xwST38AhXPnB2Pj9h --content p6XAtCw2ZM66CYe1Dw4C");
  },
  "collections transfer": async () => void (await out("collections create --title Away")),
};

/** The service shows these to nobody: a plan removes them unseen. */
const UNSEEN: ReadonlySet<string> = new Set(["orgs delete-invite"]);

const EMPTY: Reply = { status: 200, body: { items: [], count: 0 } };
const isThere = ({ path }: Sent): boolean => /^\/v1\/(orgs|spaces|collections)\//.test(path);
const hidden = (sent: Sent): Reply | undefined => (isThere(sent) ? MISSING : undefined);
const guest = (sent: Sent): Reply | undefined => {
  if (sent.path === `/v1/orgs/${ORG}`)
    return { status: 200, body: { object: "organization", id: ORG, title: "Halden", permissions: { view: true } } };
  return sent.method === "GET" && /^\/v1\/orgs\/[^/]+\/[^/]+$/.test(sent.path.split("?")[0] ?? "")
    ? EMPTY
    : hidden(sent);
};

/** Flags that a command takes, as they are typed. */
function flagsFor(name: string): string[] {
  const command = commands.get(name);
  if (!command) throw new Error(`there is no command ${name} that removes something`);
  return Object.entries({ ...ROOT_FLAGS, ...extraFlags(command), ...flagsOf(command) })
    .filter(([field]) => !(field in CONTEXT_FLAGS) || field in contextFlags(command))
    .map(([field, flag]) => `--${flagName(field, flag)}`);
}

const writes = ({ sent }: Ran): Sent[] => sent.filter(({ method }) => method !== "GET");

function expectNothingClaimed(ran: Ran, flags: readonly string[]): void {
  const text = `${ran.stdout}${ran.stderr}`;
  // A DELETE that was answered 404 tells nothing; all else was refused before or by the service.
  const codes = writes(ran).some(({ method }) => method === "DELETE") ? [9] : [2, 3, 9];
  expect(codes, text).toContain(ran.code);
  if (ran.code === 9) expect(text).toContain("cannot tell");
  expect(text).not.toMatch(/satisfied|already|\b[Rr]emoved\b|[Dd]eleted|fulfilled|unchanged|[Nn]othing to do/);
  const named = ran.stderr.match(/--[a-z-]+/g) ?? [];
  expect(
    named.filter((flag) => !flags.includes(flag)),
    text,
  ).toEqual([]);
}

const plan = (): string => join(cli.folder, "p.plan");
const recorded = (): string => (existsSync(`${plan()}.state`) ? readFileSync(`${plan()}.state`, "utf8") : "");
const APPLY = "--yes --max-removals 100% --json";

const yes = (name: string): string => (flagsFor(name).includes("--yes") ? " --yes" : "");
const lineOf = (name: string): string => `${name} ${LINES[name]?.replace("FILE", file())}`;

async function tryDirectly(name: string, options: RunOptions): Promise<void> {
  const flags = flagsFor(name);
  for (const more of flags.includes("--must-exist") ? ["", " --must-exist"] : [""])
    expectNothingClaimed(await run(`${lineOf(name)}${yes(name)}${more}`, options), flags);
}

async function tryToPlan(name: string, options: RunOptions): Promise<void> {
  if (!UNSEEN.has(name)) expectNothingClaimed(await run(`${lineOf(name)} --plan ${plan()}`, options), flagsFor(name));
  // Settings that the token sees may be planned, but no removal.
  if (existsSync(plan())) expect(readFileSync(plan(), "utf8")).not.toContain('"change": "remove"');
  rmSync(plan(), { force: true });
}

async function tryToApply(options: RunOptions): Promise<void> {
  expectNothingClaimed(await run(`plans apply ${plan()} ${APPLY}`, options), ["--yes", "--max-removals"]);
  expect(recorded()).not.toMatch(/"(done|satisfied)"/);
}

const names = Object.keys(LINES);
const isWithoutOrg = (name: string): boolean => !flagsFor(name).includes("--org");

describe("R83 nothing is claimed", () => {
  it.each(names)("of another organization, and with the right token it is removed: %s", async (name) => {
    const options = { intercept: hidden };
    await PREPARATIONS[name]?.();
    await tryDirectly(name, options);
    let line = `${lineOf(name)}${yes(name)}`;
    if (flagsFor(name).includes("--plan")) {
      await tryToPlan(name, options);
      await out(`${lineOf(name)} --plan ${plan()}`);
      await tryToApply(options);
      line = `plans apply ${plan()} ${APPLY}`;
    }
    const ran = await run(line);
    expect(ran.code, `${ran.stdout}${ran.stderr}`).toBe(0);
    expect(writes(ran).length).toBeGreaterThan(0);
  });

  it.each(names)("without permissions, where lists are empty: %s", async (name) => {
    await PREPARATIONS[name]?.();
    await tryDirectly(name, { intercept: guest });
  });

  it.each(names.filter(isWithoutOrg))("where the organization is not known: %s", async (name) => {
    const options = { intercept: hidden, defaults: { space: SAMPLE.space, site: SAMPLE.site } };
    await PREPARATIONS[name]?.();
    await tryDirectly(name, options);
    await tryToPlan(name, options);
  });
});
