/** What holds for every command, tried on a few. */
import { expect, test } from "vitest";
import { useTestCli } from "../helpers/set-ups.js";
import { step, TTY } from "./step.js";

const cli = useTestCli();

test("an unknown --fields name lists the valid ones and changes nothing", async () => {
  const ran = await cli.run("teams edit t3QuiTd9yR8G95e1tUaj --title New --fields titel");
  expect(ran.code).toBe(2);
  expect(ran.sent).toEqual([]);
  expect(ran.stderr).toMatch(/^docs: unknown field "titel"\n {2}valid fields: .*\bid\b.*\btitle\b.*\n$/);
});

test("--quiet silences words, not data and errors", async () => {
  await step(cli, "teams edit t3QuiTd9yR8G95e1tUaj --title New --quiet --fields title", { out: ["Title\tNew"] });
  await step(cli, "teams edit t3QuiTd9yR8G95e1tUaj --title New --quiet", { on: TTY });
  await step(cli, "sections move e9wwZ81xpiN1wVFC1a85 --before ePnY5bz4286QHs81sB1N --quiet --fields title", {
    out: ["Title\tDevelopers"],
  });
  await step(cli, "cr merge 44 --quiet", {
    err: [
      "docs: change request 44 was not merged: it conflicts with the main content",
      "  resolve the conflicts in the app: docs cr view 44 --web",
    ],
    code: 5,
  });
});

test("--no-input, CI and DOCS_PROMPT_DISABLED never ask, also on a terminal", async () => {
  const refused = {
    err: ["docs: confirmation is required when not running interactively", "  pass --yes, or --confirm ID-OR-TITLE"],
    code: 2,
    sent: [],
  };
  const line = "spaces delete tG4nVx8YqLz2RkWd7JmS";
  await step(cli, `${line} --no-input`, { on: TTY, ...refused });
  await step(cli, line, { on: { ...TTY, env: { CI: "true" } }, ...refused });
  await step(cli, line, { on: { ...TTY, env: { DOCS_PROMPT_DISABLED: "1" } }, ...refused });
});

test("flags win over the environment, and addresses name what they are in", async () => {
  const env = { DOCS_SPACE: "pV7syPAA4Y8STC95bomz" };
  await step(cli, "cr list --fields number,subject", { on: { env }, out: ["2\tDay off after on call"] });
  await step(cli, "cr list --space pWk2T6KHwZU5rjnfRPm5 --fields number,subject", {
    on: { env },
    out: ["1\tAnrede vereinheitlichen"],
  });
  await step(cli, "cr view https://docs.sandbox.invalid/v1/spaces/tG4nVx8YqLz2RkWd7JmS/change-requests/42 --url", {
    on: { env },
    out: ["https://docs.sandbox.invalid/o/hR7kQ2mXv9TzLb4WcN8p/s/tG4nVx8YqLz2RkWd7JmS/~/changes/42"],
  });
  await step(
    cli,
    "pages view XP6omSZeoJsbZDXfvayL --cr https://docs.sandbox.invalid/o/x/s/tG4nVx8YqLz2RkWd7JmS/~/changes/42 --fields title",
    {
      on: { env },
      out: ["Title\tCharging"],
      sent: ["GET /v1/spaces/tG4nVx8YqLz2RkWd7JmS/change-requests/42/content/page/XP6omSZeoJsbZDXfvayL"],
    },
  );
});

test("nouns take their singular, verbs their aliases", async () => {
  await step(cli, "space get p6XAtCw2ZM66CYe1Dw4C --fields title", { out: ["Title\tHarbor API"] });
  await step(cli, "team ls --title firm --fields title", { out: ["Firmware"] });
  await step(cli, "team rm t5D77ErA53CC6A8eGrh6 --yes", {
    err: ["Deleted team t5D77ErA53CC6A8eGrh6, if it existed and this token could see it: the service does not say"],
  });
  await step(cli, "change-request view 42 --fields number", { out: ["Number\t42"] });
});

test("formats: jsonl, yaml, csv and --jq", async () => {
  await step(cli, "cr list -o jsonl --fields number,status", {
    out: ['{"number":42,"status":"open"}', '{"number":43,"status":"open"}', '{"number":44,"status":"open"}'],
  });
  await step(cli, "cr view 42 -o yaml --fields number,status", { out: ["number: 42", "status: open"] });
  await step(cli, "cr view 42 43 -o csv --fields number,subject", {
    out: ["number,subject\r", "42,Charge for 60 minutes instead of 75\r", "43,Torque for the axle screws\r"],
  });
  await step(cli, "cr list -q 'map(.number) | add'", { out: ["129"] });
  await step(cli, "cr list --json -o csv", {
    err: ['{"error":{"kind":"usage","message":"--json and -o csv cannot be used together"}}'],
    code: 2,
    sent: [],
  });
});

test("--fail-fast starts no target after the first failure", async () => {
  await step(cli, "teams edit nope t3QuiTd9yR8G95e1tUaj t3aVFS211n5tKAH88D12 --title New --fail-fast", {
    err: [
      'failed: nope: the service answered 404: team "nope" not found',
      "docs: 0 ok, 1 failed, 0 unknown, 2 not started",
    ],
    code: 9,
    out: ['nope\t\t\t\t\t\t\tnot-found: the service answered 404: team "nope" not found'],
    sent: [
      "GET /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/teams?limit=200",
      'PATCH /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/teams/nope {"title":"New"}',
    ],
  });
});

test("a schema that is no JSON is refused before anything is sent", async () => {
  const ran = await cli.run("adaptive-schema set --file bad.json", { files: { "bad.json": "{" } });
  // What follows is the words of the JSON parser, which differ from one Node to the next.
  expect(ran.stderr).toMatch(/^docs: bad\.json is not valid JSON: .+\n$/);
  expect({ code: ran.code, sent: ran.sent, stdout: ran.stdout }).toEqual({ code: 2, sent: [], stdout: "" });
});

test("a merge result that the service sends in other words is still told", async () => {
  const merge = "/v1/spaces/tG4nVx8YqLz2RkWd7JmS/change-requests/42/merge";
  await step(cli, "cr merge 42", {
    on: {
      intercept: ({ path }) => (path === merge ? { status: 409, body: { message: "nothing to do" } } : undefined),
    },
    err: ["docs: the service answered 409: nothing to do"],
    code: 5,
    sent: [`POST ${merge}`, "GET /v1/spaces/tG4nVx8YqLz2RkWd7JmS/change-requests/42"],
  });
});
