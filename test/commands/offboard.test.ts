/** `members offboard` on the sample. */
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Ran, type TestCli, testCli } from "../helpers/run.js";

let cli: TestCli;
beforeEach(async () => {
  cli = await testCli();
});
afterEach(() => cli.close());

const at = (name: string): string => `${name}@halden-robotics.example`;
const ORG = "hR7kQ2mXv9TzLb4WcN8p";
const TOMASZ = "u3WMpp8eY71ya62DhAPx";
const GRACE = "u7Trvg1161CH4P8ZDE9m";
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
    const ran = await cli.run(
      `members offboard ${at("tomasz.nowak")} --heir ${at("grace.okafor")} --receipt ${receipt}`,
      {
        answers: [at("Tomasz.Nowak")],
        width: 100,
      },
    );
    expect([ran.code, writes(ran)]).toEqual([0, LEAVING]);
    expect(ran.questions).toEqual([`Type ${at("tomasz.nowak")} to go on:`]);
    for (const words of [
      "Field service: only owner",
      "#43 of Tern User Guide",
      "Ways back in",
      "SAML provider Halden account",
      "Cannot be undone (1 of 3)",
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

  it("another address sends nothing", async () => {
    const ran = await cli.run(`members offboard ${at("tomasz.nowak")} --heir ${GRACE}`, {
      answers: [at("grace.okafor")],
    });
    expect([ran.code, writes(ran)]).toEqual([130, []]);
    const wrong = await cli.run(`members offboard ${TOMASZ} --heir ${GRACE} --confirm ${at("grace.okafor")}`);
    expect([wrong.code, writes(wrong)]).toEqual([2, []]);
    const silent = await cli.run(`members offboard ${TOMASZ} --heir ${GRACE}`);
    expect([silent.code, writes(silent)]).toEqual([2, []]);
    const right = await cli.run(`members offboard ${TOMASZ} --heir ${GRACE} --confirm ${at("tomasz.nowak")}`);
    expect([right.code, writes(right)]).toEqual([0, LEAVING]);
  });

  it("needs an heir where a team would have no owner, and one who can own", async () => {
    const none = await cli.run(`members offboard ${TOMASZ} --yes`);
    expect([none.code, writes(none)]).toEqual([5, []]);
    expect(none.stderr).toContain('team "Field service" would be without an owner');
    expect(none.stderr).toContain("--heir");
    const self = await cli.run(`members offboard ${TOMASZ} --heir ${TOMASZ} --yes`);
    expect([self.code, writes(self)]).toEqual([5, []]);
    const guest = await cli.run(`members offboard ${TOMASZ} --heir casey@lindqvist-translations.example --yes`);
    expect([guest.code, writes(guest)]).toEqual([2, []]);
    expect(guest.stderr).toContain("is a guest and cannot take over");
  });

  it("--demote makes guests, which can be taken back", async () => {
    const planned = await cli.json(`members offboard ${at("sam.whitfield")} --demote --plan ${cli.folder}/sam.plan`);
    expect(planned.steps.map(({ undo }: { undo: string }) => undo)).toEqual(["exact", "exact"]);
    const ran = await cli.run(`members offboard ${at("sam.whitfield")} --demote --yes`);
    expect(ran.code).toBe(0);
    expect(writes(ran).at(-1)).toEqual(["PATCH", "members/u5s6yviydT27vWkB4r3J", { role: null }]);
  });

  it("never the last administrator", async () => {
    await cli.out("members edit mateo.alvarez@halden-robotics.example --role read --yes");
    const ran = await cli.run(`members offboard ${at("ingrid.solheim")} --yes`);
    expect([ran.code, writes(ran)]).toEqual([5, []]);
    expect(ran.stderr).toContain("never the last administrator");
  });

  it("a receipt that is there stops it before anything is read", async () => {
    const receipt = join(cli.folder, "there.json");
    writeFileSync(receipt, "mine");
    const ran = await cli.run(`members offboard ${TOMASZ} --heir ${GRACE} --yes --receipt ${receipt}`);
    expect([ran.code, writes(ran)]).toEqual([2, []]);
    expect(readFileSync(receipt, "utf8")).toBe("mine");
  });

  it("--archive-drafts closes drafts that they began, and no others", async () => {
    const drafts = (await cli.json("cr list --status draft")) as { number: number; createdBy: { id: string } }[];
    const [draft] = drafts;
    if (!draft) throw new Error("the sample has no draft");
    const ran = await cli.run(`members offboard ${draft.createdBy.id} --demote --archive-drafts --yes --heir ${GRACE}`);
    const archived = writes(ran).filter(
      ([method, path]) => method === "PATCH" && String(path).includes("change-requests"),
    );
    expect(archived.length).toBeGreaterThan(0);
    expect(archived.every(([, , body]) => JSON.stringify(body) === '{"status":"archived"}')).toBe(true);
  });

  it("JSON is the receipt", async () => {
    const made = await cli.json(`members offboard ${TOMASZ} --heir ${GRACE} --yes`);
    expect(made).toMatchObject({ format: 1, organization: ORG, before: [{ user: { id: TOMASZ } }] });
    expect(made.done).toHaveLength(3);
  });
});
