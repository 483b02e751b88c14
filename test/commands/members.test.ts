import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type TestCli, testCli } from "../helpers/run.js";
import { step, TTY, YES } from "./step.js";

let cli: TestCli;
beforeEach(async () => {
  cli = await testCli();
});
afterEach(() => cli.close());

test("members list: filters and order", async () => {
  await step(cli, "members list -L 3", {
    out: [
      "urVX294a8v1Xg4TYoBcV\tYuki Mori\tyuki.mori@plainpaper.example\tguest\tfalse\t0\t2026-01-03T10:00:00.000Z\t",
      "u63x65N7928Avb2quv13\tCasey Lindqvist\tcasey@lindqvist-translations.example\tguest\tfalse\t1\t2025-11-18T10:00:00.000Z\t2026-01-06T10:00:00.000Z",
      "uKAXA45Bp3Y2kpMXDR9G\tElif Demir\telif.demir@halden-robotics.example\treview\ttrue\t1\t2025-11-02T10:00:00.000Z\t2026-01-11T10:00:00.000Z",
    ],
    err: ["there are more items: continue with --page CURSOR"],
  });
  await step(cli, "members list -L 3", {
    on: TTY,
    out: [
      "NAME             EMAIL                                 ROLE    SSO  TEAMS  JOINED        LAST SEEN",
      "Yuki Mori        yuki.mori@plainpaper.example          guest   no       0  12 days ago",
      "Casey Lindqvist  casey@lindqvist-translations.example  guest   no       1  1 month ago   9 days ago",
      "Elif Demir       elif.demir@halden-robotics.example    review  yes      1  2 months ago  4 days ago",
    ],
    err: [
      "Members in Halden Robotics",
      "1 column hidden: ID; --ids shows it",
      "there are more items: continue with --page CURSOR",
    ],
  });
  await step(cli, "members list -L 2 --json --fields id,role", {
    out: ['[{"id":"urVX294a8v1Xg4TYoBcV","role":null},{"id":"u63x65N7928Avb2quv13","role":null}]'],
    err: ["there are more items: continue with --page CURSOR"],
  });
  await step(cli, "members list --role admin --search ingrid --sort joinedAt --order asc --fields user.email", {
    out: ["ingrid.solheim@halden-robotics.example"],
    sent: ["GET /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/members?limit=1000&role=admin&search=ingrid&sort=joinedAt&order=asc"],
  });
  await step(cli, "members list --role guest", {
    err: ['docs: --role takes admin, create, review, edit, comment or read, not "guest"'],
    code: 2,
    sent: [],
  });
});

test("members view shows a guest as such", async () => {
  await step(cli, "members view u63x65N7928Avb2quv13", {
    out: [
      "ID\tu63x65N7928Avb2quv13",
      "Name\tCasey Lindqvist",
      "Email\tcasey@lindqvist-translations.example",
      "Role\tguest",
      "Disabled\tfalse",
      "SSO\tfalse",
      "Spaces\t3",
      "Teams\t1",
      "Joined\t2025-11-18T10:00:00.000Z",
      "Last seen\t2026-01-06T10:00:00.000Z",
    ],
  });
  await step(cli, "members view u4ZZnH5G9tKzy5NnAxaX", {
    on: TTY,
    out: [
      "Name:       Jonas Weber",
      "Email:      jonas.weber@halden-robotics.example",
      "Role:       edit",
      "Disabled:   no",
      "SSO:        no",
      "Spaces:     8",
      "Teams:      2",
      "Joined:     2 years ago",
      "Last seen:  12 hours ago",
      "ID:         u4ZZnH5G9tKzy5NnAxaX",
    ],
  });
  await step(cli, "members view u4ZZnH5G9tKzy5NnAxaX nope --json --fields id", {
    out: [
      '[{"id":"u4ZZnH5G9tKzy5NnAxaX"},{"target":"nope","error":{"kind":"not-found","message":"the service answered 404: member \\"nope\\" not found","status":404}}]',
    ],
    err: [
      '{"error":{"kind":"partial","message":"1 ok, 1 failed, 0 unknown, 0 not started","ok":1,"failed":1,"unknown":0,"notStarted":0,"failures":[{"target":"nope","kind":"not-found","message":"the service answered 404: member \\"nope\\" not found","status":404}]}}',
    ],
    code: 9,
  });
});

test("members edit: guest is null", async () => {
  await step(cli, "members edit u4ZZnH5G9tKzy5NnAxaX --role guest --fields role", {
    out: ["Role\tguest"],
    err: ["jonas.weber@halden-robotics.example now has the role guest"],
    sent: [
      "GET /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/members?limit=1000&role=admin",
      'PATCH /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/members/u4ZZnH5G9tKzy5NnAxaX {"role":null}',
    ],
  });
  await step(cli, "members edit u4ZZnH5G9tKzy5NnAxaX uHosc9Bt3Cghxy16F4UK --role review", {
    on: TTY,
    err: [
      "✓ jonas.weber@halden-robotics.example now has the role review",
      "✓ aiko.tanaka@halden-robotics.example now has the role review",
    ],
    sent: [
      "GET /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/members?limit=1000&role=admin",
      'PATCH /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/members/u4ZZnH5G9tKzy5NnAxaX {"role":"review"}',
      'PATCH /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/members/uHosc9Bt3Cghxy16F4UK {"role":"review"}',
    ],
  });
  await step(cli, "members edit u4ZZnH5G9tKzy5NnAxaX --no-role --dry-run", {
    out: [
      "PATCH https://docs.sandbox.invalid/v1/orgs/hR7kQ2mXv9TzLb4WcN8p/members/u4ZZnH5G9tKzy5NnAxaX",
      "{",
      '  "role": null',
      "}",
      "",
      "curl -g -X PATCH -H 'accept: */*' -H 'accept-encoding: identity' -H 'user-agent: docs' -H 'content-type: application/json' -H \"Authorization: Bearer $DOCS_TOKEN\" --data-raw '{\"role\":null}' 'https://docs.sandbox.invalid/v1/orgs/hR7kQ2mXv9TzLb4WcN8p/members/u4ZZnH5G9tKzy5NnAxaX'",
    ],
    sent: [],
  });
  await step(cli, "members edit u4ZZnH5G9tKzy5NnAxaX", {
    err: ["docs: nothing to change: pass --role", "  see: docs members edit --help"],
    code: 2,
    sent: [],
  });
});

test("members sso sends no body", async () => {
  await step(cli, "members sso u4ZZnH5G9tKzy5NnAxaX --fields sso", {
    out: ["SSO\ttrue"],
    err: ["jonas.weber@halden-robotics.example logs in by single sign-on"],
    sent: ["POST /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/members/u4ZZnH5G9tKzy5NnAxaX/sso"],
  });
  await step(cli, "members sso u4ZZnH5G9tKzy5NnAxaX", {
    on: TTY,
    err: ["✓ jonas.weber@halden-robotics.example logs in by single sign-on"],
  });
});

test("members spaces and teams", async () => {
  await step(cli, "members spaces u4ZZnH5G9tKzy5NnAxaX", {
    out: [
      "pWk2T6KHwZU5rjnfRPm5\tTern Benutzerhandbuch\tedit",
      "p6XAtCw2ZM66CYe1Dw4C\tHarbor API\tcomment",
      "pkNn494pi8HgB36Wxyf8\tField Service Manual\tcomment",
      "pPP4WDv78L8RNnQG4tYR\tHarbor Fleet Controller\tedit",
      "pV7syPAA4Y8STC95bomz\tEngineering Handbook\tedit",
      "p3sfu86N4L96J7SLYxrq\tWelcome to Halden\tcomment",
      "pH687TGJrAsS6q4u8VM9\tTern 1 User Guide\tread",
      "tG4nVx8YqLz2RkWd7JmS\tTern User Guide\tedit",
    ],
  });
  await step(cli, "members spaces u4ZZnH5G9tKzy5NnAxaX", {
    on: TTY,
    out: [
      "TITLE                    PERMISSION  ID",
      "Tern Benutzerhandbuch    edit        pWk2T6KHwZU5rjnfRPm5",
      "Harbor API               comment     p6XAtCw2ZM66CYe1Dw4C",
      "Field Service Manual     comment     pkNn494pi8HgB36Wxyf8",
      "Harbor Fleet Controller  edit        pPP4WDv78L8RNnQG4tYR",
      "Engineering Handbook     edit        pV7syPAA4Y8STC95bomz",
      "Welcome to Halden        comment     p3sfu86N4L96J7SLYxrq",
      "Tern 1 User Guide        read        pH687TGJrAsS6q4u8VM9",
      "Tern User Guide          edit        tG4nVx8YqLz2RkWd7JmS",
    ],
  });
  await step(cli, "members spaces u4ZZnH5G9tKzy5NnAxaX --order asc --json --fields space.id,permission", {
    out: [
      '[{"space":{"id":"tG4nVx8YqLz2RkWd7JmS"},"permission":"edit"},{"space":{"id":"pH687TGJrAsS6q4u8VM9"},"permission":"read"},{"space":{"id":"p3sfu86N4L96J7SLYxrq"},"permission":"comment"},{"space":{"id":"pV7syPAA4Y8STC95bomz"},"permission":"edit"},{"space":{"id":"pPP4WDv78L8RNnQG4tYR"},"permission":"edit"},{"space":{"id":"pkNn494pi8HgB36Wxyf8"},"permission":"comment"},{"space":{"id":"p6XAtCw2ZM66CYe1Dw4C"},"permission":"comment"},{"space":{"id":"pWk2T6KHwZU5rjnfRPm5"},"permission":"edit"}]',
    ],
    sent: ["GET /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/members/u4ZZnH5G9tKzy5NnAxaX/spaces?limit=1000&order=asc"],
  });
  await step(cli, "members teams u4ZZnH5G9tKzy5NnAxaX", {
    out: ["t3QuiTd9yR8G95e1tUaj\tDocumentation\tmember", "t5D77ErA53CC6A8eGrh6\tFirmware\tmember"],
  });
  await step(cli, "members teams u4ZZnH5G9tKzy5NnAxaX", {
    on: TTY,
    out: [
      "TITLE          TEAM ROLE  ID",
      "Documentation  member     t3QuiTd9yR8G95e1tUaj",
      "Firmware       member     t5D77ErA53CC6A8eGrh6",
    ],
  });
  await step(cli, "members teams u4ZZnH5G9tKzy5NnAxaX --title doc --fields team.title", {
    out: ["Documentation"],
    sent: ["GET /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/members/u4ZZnH5G9tKzy5NnAxaX/teams?limit=1000&title=doc"],
  });
});

test("members remove", async () => {
  await step(cli, "members remove u4ZZnH5G9tKzy5NnAxaX", {
    err: ["docs: confirmation is required when not running interactively", "  pass --yes, or --confirm ID-OR-TITLE"],
    code: 2,
    sent: [],
  });
  await step(cli, "members remove u4ZZnH5G9tKzy5NnAxaX", {
    on: YES,
    err: ['✓ Removed member "jonas.weber@halden-robotics.example" from the organization'],
    sent: [
      "GET /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/members/u4ZZnH5G9tKzy5NnAxaX",
      "DELETE /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/members/u4ZZnH5G9tKzy5NnAxaX",
    ],
    asked: [
      'Remove member "jonas.weber@halden-robotics.example" from the organization? They lose access to everything in the organization. This cannot be undone: the person must be invited again.',
    ],
  });
  await step(cli, "members remove u4ZZnH5G9tKzy5NnAxaX --yes", {
    err: [
      "Removed member u4ZZnH5G9tKzy5NnAxaX, if it was in the organization and this token could see it: the service does not say",
    ],
    sent: ["DELETE /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/members/u4ZZnH5G9tKzy5NnAxaX"],
  });
  await step(cli, "members rm uHosc9Bt3Cghxy16F4UK --confirm aiko.tanaka@halden-robotics.example", {
    err: ['Removed member "aiko.tanaka@halden-robotics.example" (uHosc9Bt3Cghxy16F4UK) from the organization'],
    sent: [
      "GET /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/members/uHosc9Bt3Cghxy16F4UK",
      "DELETE /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/members/uHosc9Bt3Cghxy16F4UK",
    ],
  });
  await step(cli, "members remove uHosc9Bt3Cghxy16F4UK --yes --must-exist", {
    err: ["docs: member uHosc9Bt3Cghxy16F4UK is not in the organization", "  see: docs members list"],
    code: 3,
    sent: [
      "GET /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/members/uHosc9Bt3Cghxy16F4UK",
      "GET /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/members?limit=1000",
      "GET /v1/orgs/hR7kQ2mXv9TzLb4WcN8p",
    ],
  });
});

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
