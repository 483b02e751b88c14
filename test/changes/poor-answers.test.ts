/** R94: only what is confirmed is done, in plans and in journals; anything else is looked at again before it is sent again. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { WireResponse } from "../../src/http/types.js";
import { closeAll } from "../../src/system/signals.js";
import { type RunOptions, type Sent, type TestCli, testCli } from "../helpers/run.js";

const SAM = "u5s6yviydT27vWkB4r3J";
const FIRMWARE = "t5D77ErA53CC6A8eGrh6";
const JONAS = "u4ZZnH5G9tKzy5NnAxaX";

let cli: TestCli;
beforeEach(async () => {
  cli = await testCli();
});
afterEach(async () => {
  await closeAll();
  cli.close();
});

const html = (): WireResponse => ({
  status: 200,
  headers: {},
  body: Buffer.from("<!doctype html><title>Sign in</title>"),
});
const json = (body: unknown): WireResponse => ({ status: 200, headers: {}, body: Buffer.from(JSON.stringify(body)) });

/** A portal answers writes with a page, and sends nothing on; or the answer alone is lost to it. */
const portal = (isSentOn: boolean): RunOptions => ({
  between: async ({ method }, service) => {
    if (method === "GET") return service();
    if (isSentOn) await service();
    return html();
  },
});

const writes = ({ sent }: { sent: Sent[] }) => sent.filter(({ method }) => method !== "GET");
const records = (file: string) =>
  readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line).record);

async function again(line: string, options: RunOptions = {}) {
  await closeAll();
  return cli.run(line, options);
}

describe("members remove a b --journal, answered with a page", () => {
  const line = `members remove ${SAM} ${JONAS} --yes`;

  it("is unknown, and both are removed by the resumed run", async () => {
    const journal = join(cli.folder, "j");
    const ran = await cli.run(`${line} --journal ${journal}`, portal(false));
    expect([ran.code, writes(ran).length]).toEqual([9, 2]);
    expect(ran.stderr).not.toContain("Removed");
    expect(records(journal)).toEqual(["run", "sent", "unknown", "sent", "unknown"]);
    const resumed = await again(`${line} --resume ${journal}`);
    expect([resumed.code, writes(resumed).length]).toEqual([0, 2]);
    expect((await again(`members view ${SAM}`)).code).toBe(3);
  });

  it("is confirmed by the list if they are absent", async () => {
    const journal = join(cli.folder, "j");
    const ran = await cli.run(`${line} --journal ${journal}`, portal(true));
    expect([ran.code, writes(ran).length]).toEqual([0, 2]);
    expect(records(journal)).toEqual(["run", "sent", "ok", "sent", "ok"]);
  });
});

describe("a step of a plan, answered with a page", () => {
  it.each([
    `team-members remove ${FIRMWARE} ${JONAS}`,
    "teams edit Firmware --title Boards",
    `members edit ${SAM} --role comment`,
  ])("%s: is unknown, and is sent by the next run", async (line) => {
    const plan = join(cli.folder, "p.plan");
    await cli.out(`${line} --plan ${plan}`);
    const ran = await again(`plans apply ${plan} --yes`, portal(false));
    expect([ran.code, writes(ran).length]).toEqual([7, 1]);
    expect(ran.stderr).not.toContain("✓");
    expect(records(`${plan}.state`)).toEqual(["run", "sent", "unknown"]);
    const next = await again(`plans apply ${plan} --yes`);
    expect([next.code, writes(next).length]).toEqual([0, 1]);
  });
});

describe("a team that was made, and a list that does not show it yet", () => {
  it("is unknown, and is never made twice", async () => {
    const plan = join(cli.folder, "p.plan");
    await cli.out(`teams create --title Boards --plan ${plan}`);
    let hidden = true;
    const stale: RunOptions = {
      between: async ({ method, path }, service) => {
        const answer = await service();
        if (!hidden || method !== "GET" || !path.includes("/teams")) return answer;
        const body = JSON.parse(Buffer.from(answer.body).toString());
        const items = body.items?.filter(({ title }: { title: string }) => title !== "Boards");
        return items ? json({ ...body, items, count: items.length }) : answer;
      },
    };
    const ran = await again(`plans apply ${plan} --yes`, stale);
    expect([ran.code, writes(ran).length]).toEqual([7, 1]);
    expect(ran.stdout + ran.stderr).not.toContain("nothing changed");
    expect(records(`${plan}.state`)).toEqual(["run", "sent", "unknown"]);
    for (const flags of ["", "--retry-unknown"]) {
      const next = await again(`plans apply ${plan} --yes ${flags}`, stale);
      expect([next.code, writes(next)]).toEqual([7, []]);
    }
    hidden = false;
    const shown = await again(`plans apply ${plan} --yes`, stale);
    expect([shown.code, writes(shown)]).toEqual([0, []]);
    expect(JSON.parse((await again("teams list --title Boards --json")).stdout)).toHaveLength(1);
  });
});

describe("members of a team that were set, and a list that does not show it yet", () => {
  it.each(["{}", "null", ""])("answered %j: is unknown, and the next run looks", async (text) => {
    let before: WireResponse | undefined;
    const between: RunOptions["between"] = async ({ method, path }, service) => {
      const answer = await service();
      if (method !== "GET") return { status: 200, headers: {}, body: Buffer.from(text) };
      if (!path.includes(`/teams/${FIRMWARE}/members`)) return answer;
      before ??= answer;
      return before;
    };
    const line = `teams sync teams.csv --yes --touch-me`;
    const files = { "teams.csv": `team,user\n${FIRMWARE},uHosc9Bt3Cghxy16F4UK\n` };
    const ran = await cli.run(line, { history: "always", files, between });
    expect([ran.code, writes(ran).length]).toEqual([7, 1]);
    expect(ran.stdout + ran.stderr).not.toContain("nothing changed");
    expect((await cli.json("history")).map(({ state }: { state: string }) => state)).toEqual(["unknown"]);
    const next = await again(line, { files });
    expect([next.code, writes(next)]).toEqual([0, []]);
  });
});

describe("a merge that is answered with conflicts", () => {
  const state = async () => (await cli.json("history")).map((one: { state: string }) => one.state);

  it.each([
    { isMerged: true, isReadable: true, code: 0, ends: "applied" },
    { isMerged: false, isReadable: true, code: 5, ends: "not-done" },
    { isMerged: true, isReadable: false, code: 7, ends: "unknown" },
  ])("is decided by one read: $isMerged, $isReadable", async ({ isMerged, isReadable, code, ends }) => {
    let hasSent = false;
    const between: RunOptions["between"] = async ({ method }, service) => {
      if (method === "GET") return hasSent && !isReadable ? { ...json({}), status: 403 } : service();
      hasSent = true;
      if (isMerged) await service();
      return json({ result: "conflicts" });
    };
    const ran = await cli.run("cr merge 42", { history: "always", between });
    expect([ran.code, ran.sent.map(({ method }) => method)]).toEqual([code, ["GET", "POST", "GET"]]);
    expect(await state()).toEqual([ends]);
    expect(ran.stderr.includes("was not merged")).toBe(code === 5);
  });
});

describe("the history and a tick are for what was confirmed", () => {
  const typed = (line: string, options: RunOptions = {}) =>
    cli.run(line, { tty: true, history: "terminal", ...options });
  const states = async () => (await cli.json("history")).map(({ state }: { state: string }) => state);
  const NOBODY = "u0nobodyIsHere000000";

  it("an invite that nothing shows", async () => {
    const ran = await typed("orgs delete-invite i3xKq8 --yes");
    expect([ran.code, ran.stderr]).toEqual([
      0,
      "Sent the deletion of invite i3xKq8; the service does not say whether it existed\n",
    ]);
    expect(await states()).toEqual(["unknown"]);
  });

  it("an id that is already absent", async () => {
    const ran = await typed(`members remove ${NOBODY} --yes`);
    expect([ran.code, writes(ran)]).toEqual([0, []]);
    expect(ran.stderr).toContain(`Already absent: member ${NOBODY}`);
    expect(ran.stderr).not.toContain("✓");
  });

  it.each<[string, WireResponse, string]>([
    ["HTML", html(), "unknown"],
    ["202", { ...json({}), status: 202 }, "unknown"],
    ["an error", json({ error: "no" }), "unknown"],
    ["JSON", json({ id: "t9" }), "applied"],
  ])("a raw call answered with %s", async (_, answer, state) => {
    const between = async ({ method }: Sent, service: () => Promise<WireResponse>) =>
      method === "GET" ? service() : answer;
    const ran = await typed("api /v1/things -X POST -f title=x", { between });
    expect(ran.code).toBe(0);
    expect(await states()).toEqual([state]);
  });

  it("an edit answered with a page", async () => {
    const ran = await typed(`members edit ${SAM} --role comment --yes`, portal(false));
    expect([ran.code, writes(ran).length]).toEqual([7, 1]);
    expect(ran.stderr).not.toContain("✓");
    expect(await states()).toEqual(["unknown"]);
  });
});

describe("what a service makes of a value is known from what was there before", () => {
  /** The service keeps "Boards" as "Boards Ltd", or keeps what it has. */
  const keeps = (title: string): RunOptions => {
    let hasSent = false;
    return {
      between: async ({ method }, service) => {
        const answer = await service();
        hasSent ||= method === "PATCH";
        const body = answer.body.length > 0 ? JSON.parse(Buffer.from(answer.body).toString()) : undefined;
        return hasSent && body?.title === "Boards" ? json({ ...body, title }) : answer;
      },
    };
  };
  const EDIT = `teams edit ${FIRMWARE} --title Boards`;
  const NOTE = 'the service made title "Boards Ltd" of "Boards"';

  it.each([
    ["Boards Ltd", 0, NOTE, "applied"],
    ["Firmware", 5, 'title is still "Firmware"', "not-done"],
  ])("in a command that is kept for an undo: %s", async (title, code, says, state) => {
    const ran = await cli.run(EDIT, { history: "always", ...keeps(title) });
    expect([ran.code, writes(ran).length, ran.stderr]).toEqual([code, 1, expect.stringContaining(says)]);
    expect((await cli.json("history")).map((one: { state: string }) => one.state)).toEqual([state]);
  });

  it.each([
    ["Boards Ltd", 0, NOTE, "ok"],
    ["Firmware", 9, 'title is still "Firmware"', "failed"],
  ])("in a plan: %s", async (title, code, says, record) => {
    const plan = join(cli.folder, "p.plan");
    await cli.out(`${EDIT} --plan ${plan}`);
    const ran = await again(`plans apply ${plan} --yes`, keeps(title));
    expect([ran.code, writes(ran).length]).toEqual([code, 1]);
    expect(ran.stdout + ran.stderr).toContain(says);
    expect(records(`${plan}.state`)).toEqual(["run", "sent", record]);
  });
});
