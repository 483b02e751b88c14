import { describe, expect, test } from "vitest";
import { useTestCli } from "../helpers/set-ups.js";

const cli = useTestCli();

describe("an administrator's role, where the list of members is refused", () => {
  const JONAS = "u4ZZnH5G9tKzy5NnAxaX";
  const refused = ({ method, path }: { method: string; path: string }) =>
    method === "GET" && path.includes("/members?")
      ? { status: 403, body: { error: { code: 403, message: "no" } } }
      : undefined;
  const unlisted = ({ method, path }: { method: string; path: string }) =>
    method === "GET" && path.includes("/members?") ? { status: 200, body: { count: 0, items: [] } } : undefined;

  test.each([
    ["refused", refused, "the service answered 403"],
    ["empty", unlisted, "the list of members has no administrator"],
  ])("%s: not changed without --yes", async (_, intercept, why) => {
    const line = `members edit ${JONAS} --role read`;
    const ran = await cli.run(line, { intercept });
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain("whether the organization keeps an administrator could not be determined");
    expect(ran.stderr).toContain(why);
    expect(ran.stderr).toContain("pass --yes");
    expect(ran.sent.map(({ method }) => method)).toEqual(["GET"]);
    const no = await cli.run(line, { intercept, answers: [false] });
    expect([no.code, no.questions.join()]).toEqual([130, expect.stringContaining("could not be determined")]);
    const yes = await cli.run(`${line} --yes`, { intercept });
    expect([yes.code, yes.sent.map(({ method }) => method)]).toEqual([0, ["PATCH"]]);
  });

  test("an outage ends the command: nothing is asked", async () => {
    const intercept = ({ method }: { method: string }) => (method === "GET" ? { status: 401, body: {} } : undefined);
    const ran = await cli.run(`members edit ${JONAS} --role read`, { intercept });
    expect([ran.code, ran.sent.length]).toEqual([4, 1]);
  });
});
