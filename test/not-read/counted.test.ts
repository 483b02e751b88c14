/** Nothing passes, and nothing is absent, on a list that a counter contradicts (R87). */
import { expect, it } from "vitest";
import { testCli } from "../helpers/run.js";
import { useOnce } from "../helpers/set-ups.js";
import { faulted } from "./list-faults.js";

const ORG = "/v1/orgs/{organizationId}";
const SITE = `${ORG}/sites/{siteId}`;

const cli = useOnce(() => testCli());

it.each([
  ["condition-adaptive-off", `${SITE}/site-spaces`],
  ["cr-draft-old", "/v1/spaces/{spaceId}/change-requests"],
  ["comments-old", "/v1/spaces/{spaceId}/comments"],
])("%s is not evaluable where a list is shorter than it says", async (rule, list) => {
  const { between, hits } = faulted(list, "empty");
  const ran = await cli.run(`checks run ${rule} --fail-on error --json`, { between });
  const rows = JSON.parse(ran.stdout) as { status: string; message: string }[];
  expect([hits() > 0, ran.code, rows.map(({ status }) => status)]).toEqual([
    true,
    9,
    expect.arrayContaining(["not-evaluable"]),
  ]);
  expect(rows.map(({ message }) => message).join()).toMatch(/only 0 of \d+ were listed/);
});

it.each([
  ["status --json", `${ORG}/spaces`, 9],
  ["status --json", `${ORG}/openapi`, 9],
  ["status --json", `${ORG}/sites`, 9],
])("%s claims nothing on a short list of %s", async (line, list, code) => {
  const { between, hits } = faulted(list, "shorter than its count");
  const ran = await cli.run(line, { between });
  expect([hits() > 0, ran.code]).toEqual([true, code]);
  expect(ran.stderr).toMatch(/only \d+ of \d+ were listed/);
});
