/** `members offboard` on the sample. */
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { onlyChanged } from "../helpers/nothing-else.js";
import type { Ran } from "../helpers/run.js";
import { useTestCli } from "../helpers/set-ups.js";

const cli = useTestCli();

const at = (name: string): string => `${name}@halden-robotics.example`;
const ORG = "hR7kQ2mXv9TzLb4WcN8p";
const TOMASZ = "u3WMpp8eY71ya62DhAPx";
const GRACE = "u7Trvg1161CH4P8ZDE9m";
const SAM = "u5s6yviydT27vWkB4r3J";
const FIELD = "t3aVFS211n5tKAH88D12";
const writes = ({ sent }: Ran) =>
  sent
    .filter(({ method }) => method !== "GET")
    .map(({ method, path, body }) => [method, path.replace(`/v1/orgs/${ORG}/`, ""), body]);
const LEAVING = [
  ["PUT", `teams/${FIELD}/members/${GRACE}`, { role: "owner" }],
  ["DELETE", `teams/${FIELD}/members/${TOMASZ}`, undefined],
  ["DELETE", `members/${TOMASZ}`, undefined],
];

describe("members offboard", () => {
  it("shows the footprint, asks for the address, hands over, removes, verifies, and keeps a receipt", async () => {
    const receipt = join(cli.folder, "tomasz.json");
    const line = `members offboard ${at("tomasz.nowak")} --heir ${at("grace.okafor")} --receipt ${receipt}`;
    const answers = new RegExp(
      `/(members|teams|members/${TOMASZ}(/spaces)?|members/[^/]+/teams|teams/${FIELD}(/members)?)$`,
    );
    const ran = await onlyChanged(cli, () => cli.run(line, { answers: [at("Tomasz.Nowak")], width: 100 }), {
      answers,
      files: /^((plans|history)(\/.*)?|tomasz\.json)$/,
    });
    expect([ran.code, writes(ran)]).toEqual([0, LEAVING]);
    expect(ran.questions).toEqual([`Type ${at("tomasz.nowak")} to continue:`]);
    for (const words of [
      "Field service: owner, and no other owner remains",
      "#43 of Tern User Guide",
      "access that would remain",
      "SAML provider Halden account",
      "Cannot be undone (1 of 3 steps)",
    ]) {
      expect(ran.stdout).toContain(words);
    }
    expect(ran.stderr).toContain(`verified: ${at("tomasz.nowak")} is not a member`);
    const kept = JSON.parse(readFileSync(receipt, "utf8"));
    expect(kept.before[0]).toMatchObject({
      user: { id: TOMASZ },
      role: "comment",
      teams: [{ title: "Field service", soleOwner: true }],
    });
    expect(kept.done.map(({ outcome }: { outcome: string }) => outcome)).toEqual(["done", "done", "done"]);
    expect(kept.verified.every(({ holds }: { holds: boolean }) => holds)).toBe(true);
    expect(statSync(receipt).mode & 0o777).toBe(0o600);
  });

  it("an owner who is disabled does not stay for the team", async () => {
    await cli.out(`api /v1/orgs/${ORG}/teams/${FIELD}/members/${SAM} -X PUT -f role=owner`);
    const rewrite = (body: unknown) =>
      JSON.parse(JSON.stringify(body), (_, value) => (value?.id === SAM ? { ...value, disabled: true } : value));
    const ran = await cli.run(`members offboard ${TOMASZ} --yes`, { rewrite });
    expect([ran.code, ran.stderr, writes(ran)]).toEqual([5, expect.stringContaining("--heir"), []]);
  });

  it("an outage while comments are read is not taken for a part that could not be read", async () => {
    const answer = (status: number) => ({
      intercept: ({ path }: { path: string }) =>
        path.includes("/comments") ? { status, body: { error: { code: status, message: "no" } } } : undefined,
    });
    const denied = await cli.run(`members offboard ${TOMASZ} --heir ${GRACE} --plan ${cli.folder}/a.plan`, {
      tty: true,
      ...answer(403),
    });
    expect([denied.code, denied.stdout]).toEqual([0, expect.stringContaining("could not be read")]);
    const down = await cli.run(`members offboard ${TOMASZ} --heir ${GRACE} --plan ${cli.folder}/b.plan`, answer(503));
    expect(down.code).not.toBe(0);
    expect(existsSync(`${cli.folder}/b.plan`)).toBe(false);
  });

  it("a receipt that is there stops it before anything is read", async () => {
    const receipt = join(cli.folder, "there.json");
    writeFileSync(receipt, "mine");
    const ran = await cli.run(`members offboard ${TOMASZ} --heir ${GRACE} --yes --receipt ${receipt}`);
    expect([ran.code, writes(ran)]).toEqual([2, []]);
    expect(readFileSync(receipt, "utf8")).toBe("mine");
  });

  it.each([
    ["9 with --archive-drafts", "--archive-drafts", 9],
    ["0 without it", "", 0],
  ])("drafts that cannot be read end it with %s", async (_, flag, code) => {
    const ran = await cli.run(`members offboard ${TOMASZ} --heir ${GRACE} ${flag} --yes`, {
      intercept: ({ path }) => (path.includes("status=draft") ? { status: 403, body: { error: {} } } : undefined),
    });
    expect([ran.code, writes(ran)]).toEqual([code, LEAVING]);
    expect(ran.stderr).toContain("not read: change requests of");
    expect(/draft lists? could not be read/.test(ran.stderr)).toBe(code === 9);
  });

  it("JSON is the receipt", async () => {
    const made = await cli.json(`members offboard ${TOMASZ} --heir ${GRACE} --yes`);
    expect(made).toMatchObject({ format: 1, organization: ORG, before: [{ user: { id: TOMASZ } }] });
    expect(made.done).toHaveLength(3);
  });
});
