import { afterEach, beforeEach, test } from "vitest";
import { type TestCli, testCli } from "../helpers/run.js";
import { step, TTY, YES } from "./step.js";

let cli: TestCli;
beforeEach(async () => {
  cli = await testCli();
});
afterEach(() => cli.close());

test("teams list and view", async () => {
  await step(cli, "teams list", {
    out: [
      "t3QuiTd9yR8G95e1tUaj\tDocumentation\t5\t3\t2023-01-11T10:00:00.000Z",
      "t3aVFS211n5tKAH88D12\tField service\t4\t1\t2023-09-08T10:00:00.000Z",
      "t5D77ErA53CC6A8eGrh6\tFirmware\t3\t1\t2024-02-15T10:00:00.000Z",
      "tFSuGb2kH2E7ss6MPa6R\tCustomer support\t2\t0\t2025-05-20T10:00:00.000Z",
    ],
  });
  await step(cli, "teams list", {
    err: ["4 teams in Halden Robotics"],
    on: TTY,
    out: [
      "TITLE             MEMBERS  SPACES  CREATED       ID",
      "Documentation           5       3  3 years ago   t3QuiTd9yR8G95e1tUaj",
      "Field service           4       1  2 years ago   t3aVFS211n5tKAH88D12",
      "Firmware                3       1  1 year ago    t5D77ErA53CC6A8eGrh6",
      "Customer support        2       0  8 months ago  tFSuGb2kH2E7ss6MPa6R",
    ],
  });
  await step(cli, "teams list --title doc --owner uHosc9Bt3Cghxy16F4UK --json --fields id,title", {
    out: ['[{"id":"t3QuiTd9yR8G95e1tUaj","title":"Documentation"}]'],
    sent: ["GET /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/teams?limit=1000&owner=uHosc9Bt3Cghxy16F4UK&title=doc"],
  });
  await step(cli, "teams view t3QuiTd9yR8G95e1tUaj", {
    out: [
      "ID\tt3QuiTd9yR8G95e1tUaj",
      "Title\tDocumentation",
      "Members\t5",
      "Spaces\t3",
      "Created\t2023-01-11T10:00:00.000Z",
      "Permissions\tadmin, view",
    ],
  });
  await step(cli, "teams view t3QuiTd9yR8G95e1tUaj", {
    on: TTY,
    out: [
      "Title:        Documentation",
      "Members:      5",
      "Spaces:       3",
      "Created:      3 years ago",
      "Permissions:  admin, view",
      "ID:           t3QuiTd9yR8G95e1tUaj",
    ],
  });
});

test("teams life cycle", async () => {
  await step(
    cli,
    "teams create --title Writers --members uHosc9Bt3Cghxy16F4UK,u4ZZnH5G9tKzy5NnAxaX --fields title,members",
    {
      out: ["Title\tWriters", "Members\t2"],
      err: ['Created team "Writers" (AAAAAAAAAAAAAAAAAAAB)'],
      sent: [
        'PUT /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/teams {"members":["uHosc9Bt3Cghxy16F4UK","u4ZZnH5G9tKzy5NnAxaX"],"title":"Writers"}',
      ],
    },
  );
  await step(cli, "teams create --title Writers", {
    on: TTY,
    err: ['✓ Created team "Writers" (AAAAAAAAAAAAAAAAAAAC)'],
  });
  await step(cli, "teams create", {
    err: ["docs: --title is required", "  see: docs teams create --help"],
    code: 2,
    sent: [],
  });
  await step(cli, "teams create --raw-field title=Raw --fields title", {
    out: ["Title\tRaw"],
    err: ['Created team "Raw" (AAAAAAAAAAAAAAAAAAAD)'],
    sent: ['PUT /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/teams {"title":"Raw"}'],
  });
  await step(cli, "teams edit t3QuiTd9yR8G95e1tUaj t3aVFS211n5tKAH88D12 --title Docs --fields id,title", {
    out: ["t3QuiTd9yR8G95e1tUaj\tDocs", "t3aVFS211n5tKAH88D12\tDocs"],
    err: ["Changed team t3QuiTd9yR8G95e1tUaj", "Changed team t3aVFS211n5tKAH88D12"],
    sent: [
      'PATCH /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/teams/t3QuiTd9yR8G95e1tUaj {"title":"Docs"}',
      'PATCH /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/teams/t3aVFS211n5tKAH88D12 {"title":"Docs"}',
    ],
  });
  await step(cli, "teams edit t3QuiTd9yR8G95e1tUaj", {
    err: ["docs: nothing to change: pass --title", "  see: docs teams edit --help"],
    code: 2,
    sent: [],
  });
  await step(cli, 'teams edit t3QuiTd9yR8G95e1tUaj --title ""', {
    err: ["docs: --title takes at least 1 character, got 0"],
    code: 2,
    sent: [],
  });
  await step(cli, "teams delete t3QuiTd9yR8G95e1tUaj", {
    on: YES,
    err: ['✓ Deleted team "Docs"'],
    sent: [
      "GET /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/teams/t3QuiTd9yR8G95e1tUaj",
      "DELETE /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/teams/t3QuiTd9yR8G95e1tUaj",
    ],
    asked: ['Delete team "Docs"? Its members lose the access that it gave them.'],
  });
  await step(cli, "teams delete t3QuiTd9yR8G95e1tUaj --yes", {
    err: ["Deleted team t3QuiTd9yR8G95e1tUaj, if it existed and this token could see it: the service does not say"],
    sent: ["DELETE /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/teams/t3QuiTd9yR8G95e1tUaj"],
  });
  await step(cli, "teams delete t3aVFS211n5tKAH88D12", {
    err: ["docs: confirmation is required when not running interactively", "  pass --yes, or --confirm ID-OR-TITLE"],
    code: 2,
    sent: [],
  });
});

test("team-members list", async () => {
  await step(cli, "team-members list t3aVFS211n5tKAH88D12", {
    out: [
      "u3WMpp8eY71ya62DhAPx\tTomasz Nowak\ttomasz.nowak@halden-robotics.example\towner\tcomment",
      "u7Trvg1161CH4P8ZDE9m\tGrace Okafor\tgrace.okafor@halden-robotics.example\tmember\tcomment",
      "u5s6yviydT27vWkB4r3J\tSam Whitfield\tsam.whitfield@halden-robotics.example\tmember\tread",
      "uKwTf3rUK6oP3992u85K\tOliver Brandt\toliver.brandt@halden-robotics.example\tmember\tread",
    ],
  });
  await step(cli, "team-members list t3aVFS211n5tKAH88D12", {
    on: TTY,
    out: [
      "NAME           EMAIL                                  TEAM ROLE  ROLE     ID",
      "Tomasz Nowak   tomasz.nowak@halden-robotics.example   owner      comment  u3WMpp8eY71ya62DhAPx",
      "Grace Okafor   grace.okafor@halden-robotics.example   member     comment  u7Trvg1161CH4P8ZDE9m",
      "Sam Whitfield  sam.whitfield@halden-robotics.example  member     read     u5s6yviydT27vWkB4r3J",
      "Oliver Brandt  oliver.brandt@halden-robotics.example  member     read     uKwTf3rUK6oP3992u85K",
    ],
  });
  await step(cli, "team-members list t3aVFS211n5tKAH88D12 --json --fields organization.user.email,team", {
    out: [
      '[{"organization":{"user":{"email":"tomasz.nowak@halden-robotics.example"}},"team":{"role":"owner"}},{"organization":{"user":{"email":"grace.okafor@halden-robotics.example"}},"team":{"role":"member"}},{"organization":{"user":{"email":"sam.whitfield@halden-robotics.example"}},"team":{"role":"member"}},{"organization":{"user":{"email":"oliver.brandt@halden-robotics.example"}},"team":{"role":"member"}}]',
    ],
  });
  await step(cli, "team-members list nope", {
    err: ['docs: no team is called "nope"', "  see: docs teams list"],
    code: 3,
  });
});

test("team-members edit, set and remove print nothing: the service answers 204", async () => {
  await step(
    cli,
    "team-members edit t3aVFS211n5tKAH88D12 --add uHosc9Bt3Cghxy16F4UK --remove u5s6yviydT27vWkB4r3J --role uHosc9Bt3Cghxy16F4UK=owner",
    {
      err: ["Changed the members of team t3aVFS211n5tKAH88D12"],
      sent: [
        'PUT /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/teams/t3aVFS211n5tKAH88D12/members {"add":["uHosc9Bt3Cghxy16F4UK"],"remove":["u5s6yviydT27vWkB4r3J"],"memberships":{"uHosc9Bt3Cghxy16F4UK":{"role":"owner"}}}',
      ],
    },
  );
  await step(cli, "team-members edit t3aVFS211n5tKAH88D12 --add jonas.weber@halden-robotics.example", {
    on: TTY,
    err: ["✓ Changed the members of team t3aVFS211n5tKAH88D12"],
  });
  await step(cli, "team-members edit t3aVFS211n5tKAH88D12 --add uHosc9Bt3Cghxy16F4UK --json", {
    err: ["Changed the members of team t3aVFS211n5tKAH88D12"],
  });
  await step(cli, "team-members edit t3aVFS211n5tKAH88D12 --role uHosc9Bt3Cghxy16F4UK=boss", {
    err: ['docs: --role takes user=owner or user=member, not "uHosc9Bt3Cghxy16F4UK=boss"'],
    code: 2,
    sent: [],
  });
  await step(cli, "team-members edit t3aVFS211n5tKAH88D12", {
    err: [
      "docs: nothing to change: pass at least one of --add, --remove, --role",
      "  see: docs team-members edit --help",
    ],
    code: 2,
    sent: [],
  });
  await step(cli, "team-members edit t3aVFS211n5tKAH88D12 --add nobody", {
    err: ['docs: no member is called "nobody"', "  see: docs members list"],
    code: 3,
  });
  await step(cli, "team-members set t3aVFS211n5tKAH88D12 u4ZZnH5G9tKzy5NnAxaX uijB1jTMgrv82zGKneW6 --role owner", {
    err: [
      "User u4ZZnH5G9tKzy5NnAxaX is in team t3aVFS211n5tKAH88D12 as owner",
      "User uijB1jTMgrv82zGKneW6 is in team t3aVFS211n5tKAH88D12 as owner",
    ],
    sent: [
      'PUT /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/teams/t3aVFS211n5tKAH88D12/members/u4ZZnH5G9tKzy5NnAxaX {"role":"owner"}',
      'PUT /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/teams/t3aVFS211n5tKAH88D12/members/uijB1jTMgrv82zGKneW6 {"role":"owner"}',
    ],
  });
  await step(cli, "team-members set t3aVFS211n5tKAH88D12 u4ZZnH5G9tKzy5NnAxaX", {
    err: ["User u4ZZnH5G9tKzy5NnAxaX is in team t3aVFS211n5tKAH88D12"],
    sent: ["PUT /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/teams/t3aVFS211n5tKAH88D12/members/u4ZZnH5G9tKzy5NnAxaX {}"],
  });
  await step(cli, "team-members list t3aVFS211n5tKAH88D12 --fields organization.user.displayName,team.role", {
    out: [
      "Tomasz Nowak\towner",
      "Grace Okafor\tmember",
      "Oliver Brandt\tmember",
      "Aiko Tanaka\towner",
      "Jonas Weber\towner",
      "Priya Raman\towner",
    ],
  });
  await step(cli, "team-members remove t3aVFS211n5tKAH88D12 u4ZZnH5G9tKzy5NnAxaX", {
    err: ["docs: confirmation is required when not running interactively", "  pass --yes, or --confirm ID-OR-TITLE"],
    code: 2,
    sent: [],
  });
  await step(cli, "team-members remove t3aVFS211n5tKAH88D12 u4ZZnH5G9tKzy5NnAxaX uijB1jTMgrv82zGKneW6", {
    on: YES,
    err: [
      '✓ Removed member "jonas.weber@halden-robotics.example" from team t3aVFS211n5tKAH88D12',
      '✓ Removed member "priya.raman@halden-robotics.example" from team t3aVFS211n5tKAH88D12',
    ],
    sent: [
      "GET /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/teams/t3aVFS211n5tKAH88D12/members?limit=1000",
      "DELETE /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/teams/t3aVFS211n5tKAH88D12/members/u4ZZnH5G9tKzy5NnAxaX",
      "DELETE /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/teams/t3aVFS211n5tKAH88D12/members/uijB1jTMgrv82zGKneW6",
    ],
    asked: [
      'Remove 2 members: "jonas.weber@halden-robotics.example", "priya.raman@halden-robotics.example" from team t3aVFS211n5tKAH88D12?',
    ],
  });
  await step(cli, "team-members remove t3aVFS211n5tKAH88D12 u4ZZnH5G9tKzy5NnAxaX --yes", {
    err: [
      "Removed member u4ZZnH5G9tKzy5NnAxaX, if it was in team t3aVFS211n5tKAH88D12 and this token could see it: the service does not say",
    ],
    sent: ["DELETE /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/teams/t3aVFS211n5tKAH88D12/members/u4ZZnH5G9tKzy5NnAxaX"],
  });
  await step(cli, "team-members list t3aVFS211n5tKAH88D12 --fields organization.user.displayName,team.role", {
    out: ["Tomasz Nowak\towner", "Grace Okafor\tmember", "Oliver Brandt\tmember", "Aiko Tanaka\towner"],
  });
});
