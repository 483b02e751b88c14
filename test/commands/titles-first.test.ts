import { expect, test } from "vitest";
import { useTestCli } from "../helpers/set-ups.js";
import { linesOf } from "./step.js";

const cli = useTestCli();

const at = (width: number) => ({ tty: true, width });

test("members list: name, email, role and last seen at 80 columns, with long addresses too", async () => {
  const { stdout, stderr } = await cli.run("members list", at(80));
  expect(linesOf(stdout)[0]).toMatch(/^NAME +EMAIL +ROLE +LAST SEEN$/);
  expect(stderr).toContain("hidden: SSO, Teams, Joined, ID; -o json has all, --ids the ID\n");
  const long = (body: unknown) =>
    JSON.parse(
      JSON.stringify(body).replaceAll("@halden-robotics.example", "@a-rather-long-name-of-halden-robotics.example"),
    );
  const whole = linesOf((await cli.run("members list", { ...at(80), rewrite: long })).stdout);
  expect(whole[0]).toMatch(/^NAME +EMAIL$/);
  expect(whole.join("\n")).toContain(" ingrid.solheim@a-rather-long-name-of-halden-robotics.example");
  expect(Math.max(...whole.map((line) => line.length))).toBeLessThanOrEqual(80);
});

test("members list: an email is whole at 60 columns, as it is typed again; the role goes first", async () => {
  const { stdout } = await cli.run("members list", at(60));
  const [header, ...rows] = linesOf(stdout);
  expect(header).toMatch(/^NAME +EMAIL/);
  expect(rows.join("\n")).toContain("Casey Lindqvist  casey@lindqvist-translations.example");
  expect(rows.filter((row) => /@[^ ]*…/.test(row))).toEqual([]);
  expect(header).not.toContain("ROLE");
});
