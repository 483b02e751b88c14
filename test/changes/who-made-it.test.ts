/** Who made and applied a plan: the member of the profile is claimed only if the service shows them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { SAMPLE } from "../../src/sandbox/sample/tools.js";
import type { Ran, RunOptions, Sent, TestCli } from "../helpers/run.js";
import { useCli } from "./plan-helper.js";

let cli: TestCli;
let file: string;
const { run, out } = useCli((made, plan) => {
  cli = made;
  file = plan;
});

const NAME = "Ingrid Solheim <ingrid.solheim@halden-robotics.example>";
const STRANGER = "u9nobodyKnowsThisOne";
const NOT_A_MEMBER = `${STRANGER}: not a member of ${SAMPLE.org} that this token can see`;
const FIELD = "t3aVFS211n5tKAH88D12";
const SAM = "u5s6yviydT27vWkB4r3J";
const ROWS = { files: { "teams.csv": "team,email\nDocumentation,sam.whitfield@halden-robotics.example\n" } };

const json = (name: string) => JSON.parse(readFileSync(name, "utf8"));
const receipt = (): string => join(cli.folder, "receipt.json");
/** Reads of the member that the profile names, and of nobody else. */
const asked = ({ sent }: Ran, me: string) => sent.filter(({ path }) => path === `/v1/orgs/${SAMPLE.org}/members/${me}`);
const edit = (options?: RunOptions) => run(`spaces edit ${SAMPLE.space} --title Handbook --plan ${file}`, options);

describe("the member of the profile", () => {
  it("is claimed with the name that the service has, for one read", async () => {
    const ran = await edit();
    expect(json(file).by).toEqual({ me: SAMPLE.member, name: NAME, account: "ann@laptop" });
    expect(asked(ran, SAMPLE.member)).toHaveLength(1);
    const applied = await run(`plans apply ${file} --yes --receipt ${receipt()}`);
    expect(json(receipt()).by).toEqual(json(file).by);
    expect(asked(applied, SAMPLE.member)).toHaveLength(1);
  });

  it("is not claimed where it is no member of the organization, and the plan says so wherever it is shown", async () => {
    expect((await edit({ me: STRANGER })).code).toBe(0);
    expect(json(file).by).toEqual({ account: "ann@laptop", unconfirmed: NOT_A_MEMBER });
    const shown = (await run(`plans view ${file}`, { tty: true })).stdout.replace(/\s+/g, " ");
    expect(shown).toContain(`made by: ann@laptop, member not confirmed (${NOT_A_MEMBER})`);
    const page = join(cli.folder, "plan.html");
    await out(`plans view ${file} --html ${page}`);
    expect(readFileSync(page, "utf8")).toContain(NOT_A_MEMBER);
  });

  it("is not claimed by who applies a plan either, in its state and its receipt", async () => {
    await edit();
    expect(await run(`plans apply ${file} --yes --receipt ${receipt()}`, { me: STRANGER })).toMatchObject({ code: 0 });
    const unclaimed = { account: "ann@laptop", unconfirmed: NOT_A_MEMBER };
    expect(json(receipt())).toMatchObject({ by: unclaimed, runs: [{ by: unclaimed }] });
    expect(json(receipt()).document.by.me).toBe(SAMPLE.member);
    expect(readFileSync(`${file}.state`, "utf8")).not.toContain(`"me":"${STRANGER}"`);
  });

  it.each<[string, NonNullable<RunOptions["intercept"]>]>([
    [
      "it may not be read",
      ({ path }) => (isMe(path) ? { status: 403, body: { error: { code: 403, message: "no" } } } : undefined),
    ],
    [
      "the service answers another one",
      ({ path }) => (isMe(path) ? { status: 200, body: { id: SAM, role: "admin" } } : undefined),
    ],
  ])("is not claimed where %s, and the plan is made all the same", async (_, intercept) => {
    expect((await edit({ intercept })).code).toBe(0);
    expect(json(file).by).toEqual({
      account: "ann@laptop",
      unconfirmed: expect.stringMatching(
        new RegExp(`^${SAMPLE.member}: (could not be read: .*(403|with another member)|not a member of )`),
      ),
    });
  });

  it("is looked for nowhere if the profile names nobody, or something that is no id", async () => {
    const none = await edit({ me: null });
    expect([json(file).by, none.sent.some(({ path }) => path.includes("/members/"))]).toEqual([
      { account: "ann@laptop" },
      false,
    ]);
    const odd = await run(`spaces edit ${SAMPLE.space} --emoji 1f600 --plan ${file} --append`, { me: "../x" });
    expect(json(file).by).toEqual({ account: "ann@laptop", unconfirmed: expect.stringMatching(/^\.\.\/x: /) });
    expect(odd.sent.some(({ path }) => path.includes("/members/"))).toBe(false);
  });

  it("does not pass for somebody whom the plan leaves alone", async () => {
    await run(`team-members remove ${FIELD} ${SAM} --plan ${file}`, { me: STRANGER });
    expect(json(file).rails).toEqual(
      expect.arrayContaining([{ rail: "yourself", says: `not known: ${NOT_A_MEMBER}` }]),
    );
  });

  it("is read once where a command makes a plan and applies it", async () => {
    const ran = await run(`teams sync teams.csv --yes --receipt ${receipt()}`, ROWS);
    expect([ran.code, asked(ran, SAMPLE.member).length]).toEqual([0, 1]);
    expect(json(receipt())).toMatchObject({ by: { name: NAME }, document: { by: { name: NAME } } });
  });

  it("is not presumed to be the administrator who leaves", async () => {
    const [admin] = (await cli.json("members list")).filter(
      ({ id, role }: { id: string; role: string }) => role === "admin" && id !== SAMPLE.member,
    );
    await run(`members offboard ${admin.id} --plan ${file}`, { me: null });
    expect(json(file).by).toEqual({ account: "ann@laptop" });
  });
});

const isMe = (path: Sent["path"]): boolean => path === `/v1/orgs/${SAMPLE.org}/members/${SAMPLE.member}`;
