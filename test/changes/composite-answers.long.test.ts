/**
 * R94: what composite commands make of answers that prove nothing. Each write of a run is answered poorly, by a portal that
 * sends nothing on, or on the way back from the service; then the run is resumed without it.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { TransportError } from "../../src/http/transport/error.js";
import type { WireResponse } from "../../src/http/types.js";
import { closeAll } from "../../src/system/signals.js";
import { type Ran, type RunOptions, type Sent, type TestCli, testCli } from "../helpers/run.js";
import { sampleCases } from "../helpers/sample.js";

const FIRMWARE = "t5D77ErA53CC6A8eGrh6";
const TOMASZ = "u3WMpp8eY71ya62DhAPx";
const GRACE = "u7Trvg1161CH4P8ZDE9m";
const at = (name: string): string => `${name}@halden-robotics.example`;

interface Composite {
  name: string;
  /** Prepares the run; answers the line that applies, and the plan's file where the command keeps none of its own. */
  begin(cli: TestCli): Promise<{ line: string; plan?: string }>;
}

function change(file: string, from: string, to: string): void {
  const text = readFileSync(file, "utf8");
  expect(text).toContain(from);
  writeFileSync(file, text.replace(from, to));
}

const COMPOSITES: readonly Composite[] = [
  {
    name: "members offboard",
    begin: async () => ({ line: `members offboard ${TOMASZ} --heir ${GRACE} --confirm ${at("tomasz.nowak")}` }),
  },
  {
    name: "teams sync",
    async begin(cli) {
      const file = join(cli.folder, "teams.csv");
      writeFileSync(
        file,
        `team,user,role\nFirmware,${at("sam.whitfield")},\nDocumentation,${at("jonas.weber")},owner\n`,
      );
      return { line: `teams sync ${file} --yes` };
    },
  },
  {
    name: "reviews apply",
    async begin(cli) {
      const file = join(cli.folder, "review.csv");
      await cli.out(`reviews create ${file}`);
      const lines = readFileSync(file, "utf8").split("\r\n");
      const decided = lines.map((line) => {
        if (!line.includes("Jonas Weber")) return line;
        return line.includes("Firmware") ? `remove${line}` : line.includes("organization") ? `role:read${line}` : line;
      });
      writeFileSync(file, decided.join("\r\n"));
      return { line: `reviews apply ${file} --yes --max-removals 50%` };
    },
  },
  {
    name: "sites apply",
    async begin(cli) {
      const file = join(cli.folder, "site.yaml");
      await cli.out(`sites export -O ${file}`);
      change(file, "path: robots", "path: carts\n    previously: robots");
      change(file, "title: Halden Docs", "title: Halden");
      return { line: `sites apply ${file} --yes` };
    },
  },
  {
    name: "snapshots restore",
    async begin(cli) {
      const [file, plan] = [join(cli.folder, "m.docs"), join(cli.folder, "restore.plan")];
      await cli.out(`snapshots create ${file} --exclude content,comments,change-requests`);
      await closeAll();
      await cli.out(`teams edit ${FIRMWARE} --title Boards`);
      await cli.out("orgs edit --title Halden");
      await cli.run(`snapshots restore ${file} --settings --plan ${plan}`);
      return { line: `plans apply ${plan} --yes`, plan };
    },
  },
  {
    name: "checks run --plan",
    async begin(cli) {
      const plan = join(cli.folder, "fixes.plan");
      await cli.run("orgs edit --invite-links");
      await cli.run(`checks run org-invite-links --plan ${plan}`);
      return { line: `plans apply ${plan} --yes`, plan };
    },
  },
];

const answer = (status: number, text: string): WireResponse => ({ status, headers: {}, body: Buffer.from(text) });

/** `shown`: what the service shows of the thing now. */
type Poor = (shown: () => Promise<WireResponse>) => Promise<WireResponse>;

const POOR: Readonly<Record<string, Poor>> = {
  "HTML with 200": async () => answer(200, "<!doctype html><title>Sign in</title>"),
  "{}": async () => answer(200, "{}"),
  unchanged: (shown) => shown(),
  "202": async () => answer(202, "{}"),
  "another object": async () => answer(200, '{"object":"thing","id":"zzzzzzzzzzzzzzzzzz99","title":"Other"}'),
  "an error": async () => answer(200, '{"error":{"message":"try again"}}'),
  "a lost connection": async () => {
    throw new TransportError("docs.example: the connection was reset", { phase: "response", sent: true });
  },
};

interface Case {
  composite: Composite;
  poor: string;
  /** The service carries it out, and only its answer is lost. */
  isSentOn: boolean;
}

const CASES: readonly Case[] = COMPOSITES.flatMap((composite) =>
  Object.keys(POOR).flatMap((poor) => [true, false].map((isSentOn) => ({ composite, poor, isSentOn }))),
);

function network(cli: TestCli, { poor, isSentOn }: Case): RunOptions {
  const headers = { authorization: `Bearer ${cli.sandbox.token}` };
  return {
    between: async ({ method, path }, service) => {
      if (method === "GET") return service();
      // As it was before: what the answer of a service that has changed nothing shows.
      const before = await cli.sandbox.handle({ method: "GET", path, headers });
      if (isSentOn) await service();
      const found = await POOR[poor]?.(async () => (before.status === 200 ? before : answer(200, "{}")));
      if (!found) throw new Error(`no answer for ${poor}`);
      return found;
    },
  };
}

const writes = ({ sent }: { sent: readonly Sent[] }) =>
  sent.filter(({ method }) => method !== "GET").map(({ method, path }) => `${method} ${path}`);

const GOOD = ["done", "satisfied", "earlier"];
/** Words and signs for what was done. A receipt is written all the same, and the team has had an owner all the time. */
const CLAIMS =
  /✓(?! Wrote | verified: team "Field service" has an owner)|already done|\b\d+ (?:done|earlier|satisfied)\b|\/\d+ done:/;

const records = (file: string): string[] =>
  readFileSync(`${file}.state`, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line).record);

interface Receipt {
  done: { outcome: string }[];
  verified: { what: string; holds: boolean | null }[];
}

const receiptIn = (file: string): Receipt => JSON.parse(readFileSync(file, "utf8"));

async function run(cli: TestCli, line: string, options: RunOptions = {}): Promise<Ran> {
  const ran = await cli.run(line, { tty: true, width: 200, ...options });
  await closeAll();
  return ran;
}

/** The file of the run that is the last in the history. */
const planOf = async (cli: TestCli): Promise<string> => (await cli.json("history"))[0].file;

const chosen = sampleCases("composites", CASES, {
  nameOf: ({ composite, poor, isSentOn }) => `${composite.name}: ${poor}, ${isSentOn ? "applied" : "not applied"}`,
  few: 12,
  rooms: ["src/changes/apply", "src/http/answer"],
});

const named = chosen.map((one) => ({
  ...one,
  name: one.composite.name,
  state: one.isSentOn ? "applied" : "not applied",
}));

test.each(named)("$name: $poor, $state", async (one) => {
  const cli = await testCli();
  try {
    const begun = await one.composite.begin(cli);
    await closeAll();
    const [first, second] = [join(cli.folder, "first.json"), join(cli.folder, "second.json")];
    const ran = await run(cli, `${begun.line} --receipt ${first}`, network(cli, one));
    const plan = begun.plan ?? (await planOf(cli));
    const sent = writes(ran);
    expect(sent.length).toBeGreaterThan(0);
    if (one.poor !== "a lost connection") expect(new Set(sent).size).toBe(sent.length);
    const done = receiptIn(first).done.map(({ outcome }) => outcome);
    if (!one.isSentOn) {
      expect([5, 7, 9]).toContain(ran.code);
      expect(ran.stdout + ran.stderr).not.toMatch(CLAIMS);
      expect(done.filter((outcome) => GOOD.includes(outcome))).toEqual([]);
      expect(records(plan)).not.toContain("ok");
      const verified = receiptIn(first).verified.filter(
        ({ holds, what }) => holds === true && !/has an owner$/.test(what),
      );
      expect(verified).toEqual([]);
    }
    cli.advance(10 * 60_000);
    const resumed = await run(cli, `plans apply ${plan} --yes --max-removals 100% --receipt ${second}`);
    expect([resumed.code, resumed.stderr]).toEqual([0, expect.anything()]);
    // It looks before it believes, or sends, anything.
    const [looked] = resumed.sent;
    expect(looked?.method).toBe("GET");
    const again = writes(resumed);
    if (one.isSentOn) expect(again.filter((request) => sent.includes(request))).toEqual([]);
    else expect(again).toEqual(expect.arrayContaining([...new Set(sent)]));
    expect(receiptIn(second).done.every(({ outcome }) => GOOD.includes(outcome))).toBe(true);
    const last = await run(cli, `plans apply ${plan} --yes --max-removals 100%`);
    expect([last.code, writes(last)]).toEqual([0, []]);
  } finally {
    await closeAll();
    cli.close();
  }
});
