import { afterEach, beforeEach, test } from "vitest";
import { type TestCli, testCli } from "../helpers/run.js";
import { step, TTY, YES } from "./step.js";

let cli: TestCli;
beforeEach(async () => {
  cli = await testCli();
});
afterEach(() => cli.close());

test("orgs list and view: piped, on a terminal, as JSON", async () => {
  await step(cli, "orgs list", {
    out: [
      "hR7kQ2mXv9TzLb4WcN8p\tHalden Robotics\tbusiness\tpro\tread\t2022-08-24T10:00:00.000Z",
      "osAgpp53c2y4hH7jymzf\tLindenhof Orchards\tbusiness\tplus\tread\t2025-02-19T10:00:00.000Z",
    ],
  });
  await step(cli, "orgs list", {
    err: ["2 organizations"],
    on: TTY,
    out: [
      "TITLE               TYPE      PLAN  DEFAULT ROLE  CREATED        ID",
      "Halden Robotics     business  pro   read          3 years ago    hR7kQ2mXv9TzLb4WcN8p",
      "Lindenhof Orchards  business  plus  read          11 months ago  osAgpp53c2y4hH7jymzf",
    ],
  });
  await step(cli, "orgs list --json --fields id,title,defaultRole", {
    out: [
      '[{"id":"hR7kQ2mXv9TzLb4WcN8p","title":"Halden Robotics","defaultRole":"read"},{"id":"osAgpp53c2y4hH7jymzf","title":"Lindenhof Orchards","defaultRole":"read"}]',
    ],
  });
  await step(cli, "orgs list -o csv --fields id,title", {
    out: ["id,title\r", "hR7kQ2mXv9TzLb4WcN8p,Halden Robotics\r", "osAgpp53c2y4hH7jymzf,Lindenhof Orchards\r"],
  });
  await step(cli, "orgs view", {
    out: [
      "ID\thR7kQ2mXv9TzLb4WcN8p",
      "Title\tHalden Robotics",
      "Type\tbusiness",
      "Plan\tpro",
      "Default role\tread",
      "Created\t2022-08-24T10:00:00.000Z",
      "Hostname\thalden-robotics",
      "Email domains\thalden-robotics.example",
      "Default site\tsD9wPb3HfKc6XnTj1VqZ",
      "SSO\tfalse",
      "AI\ttrue",
      "Invite links\ttrue",
      "Permissions\tview, admin, ownTeam, createContent, createOpenAPISpec, ingestConversations, viewBilling, listMembers, listTeams, listIntegrations, listInstallations, installIntegration",
      "App\thttps://docs.sandbox.invalid/o/hR7kQ2mXv9TzLb4WcN8p",
    ],
  });
  await step(cli, "orgs view", {
    on: TTY,
    out: [
      "Title:          Halden Robotics",
      "Type:           business",
      "Plan:           pro",
      "Default role:   read",
      "Created:        3 years ago",
      "Hostname:       halden-robotics",
      "Email domains:  halden-robotics.example",
      "Default site:   Halden Docs",
      "SSO:            no",
      "AI:             yes",
      "Invite links:   yes",
      "Permissions:    view, admin, ownTeam, createContent, createOpenAPISpec, ingestConversations,",
      "                viewBilling, listMembers, listTeams, listIntegrations, listInstallations,",
      "                installIntegration",
      "App:            https://docs.sandbox.invalid/o/hR7kQ2mXv9TzLb4WcN8p",
      "ID:             hR7kQ2mXv9TzLb4WcN8p",
    ],
  });
  await step(cli, "orgs view osAgpp53c2y4hH7jymzf --fields title,sso --json", {
    out: ['{"title":"Lindenhof Orchards","sso":false}'],
  });
  await step(cli, "orgs view --url", { out: ["https://docs.sandbox.invalid/o/hR7kQ2mXv9TzLb4WcN8p"] });
  await step(cli, "orgs view nope", {
    err: ['docs: no organization is called "nope"', "  see: docs orgs list"],
    code: 3,
  });
  await step(cli, "orgs view nope osAgpp53c2y4hH7jymzf --fields title", {
    out: ["Lindenhof Orchards"],
    err: [
      'failed: nope: the service answered 404: organization "nope" not found',
      "docs: 1 ok, 1 failed, 0 unknown, 0 not started",
    ],
    code: 9,
  });
});

test("orgs view --json keeps unknown fields, and --web opens the app", async () => {
  await step(cli, "orgs view --web", {
    on: TTY,
    err: ["✓ Opening https://docs.sandbox.invalid/o/hR7kQ2mXv9TzLb4WcN8p in the browser"],
    sent: ["GET /v1/orgs/hR7kQ2mXv9TzLb4WcN8p"],
  });
  await step(cli, "orgs view -q .billing.interval", { out: ["yearly"] });
});

test("orgs view without a target acts on --org, DOCS_ORG or the default, and asks for one where there is none", async () => {
  await step(cli, "orgs view --org osAgpp53c2y4hH7jymzf --fields title", { out: ["Title\tLindenhof Orchards"] });
  await step(cli, "orgs view --fields title", {
    on: { env: { DOCS_ORG: "osAgpp53c2y4hH7jymzf" } },
    out: ["Title\tLindenhof Orchards"],
  });
  await step(cli, "orgs view", {
    on: { defaults: {} },
    err: ["docs: the organization is missing: pass its id or --org", "  see: docs orgs view --help"],
    code: 2,
    sent: [],
  });
  await step(cli, "orgs view --fields title", {
    on: { answers: ["lindenhof"], defaults: {}, width: 100 },
    out: ["Title:  Lindenhof Orchards"],
    asked: ["Which organization?", "> Lindenhof Orchards"],
  });
});

test("orgs edit: three states, guest is null, nothing is sent without a field", async () => {
  await step(cli, "orgs edit --title Halden --default-role guest --no-ai --fields title,defaultRole,ai", {
    out: ["Title\tHalden", "Default role\tguest", "AI\tfalse"],
    err: ["Changed organization hR7kQ2mXv9TzLb4WcN8p"],
    sent: ['PATCH /v1/orgs/hR7kQ2mXv9TzLb4WcN8p {"title":"Halden","defaultRole":null,"ai":false}'],
  });
  await step(cli, "orgs edit --default-role read --ai", {
    on: TTY,
    err: ["✓ Changed organization Halden"],
    sent: ['PATCH /v1/orgs/hR7kQ2mXv9TzLb4WcN8p {"defaultRole":"read","ai":true}'],
  });
  await step(cli, "orgs edit --email-domains a.example,b.example --email-domains c.example --fields emailDomains", {
    out: ["Email domains\ta.example, b.example, c.example"],
    err: ["Changed organization hR7kQ2mXv9TzLb4WcN8p"],
    sent: ['PATCH /v1/orgs/hR7kQ2mXv9TzLb4WcN8p {"emailDomains":["a.example","b.example","c.example"]}'],
  });
  await step(cli, "orgs edit --default-site sD9wPb3HfKc6XnTj1VqZ --fields defaultContent.site", {
    out: ["Default site\tsD9wPb3HfKc6XnTj1VqZ"],
    err: ["Changed organization hR7kQ2mXv9TzLb4WcN8p"],
    sent: ['PATCH /v1/orgs/hR7kQ2mXv9TzLb4WcN8p {"defaultContent":{"type":"site","site":"sD9wPb3HfKc6XnTj1VqZ"}}'],
  });
  await step(cli, "orgs edit", {
    err: [
      "docs: nothing to change: pass at least one of --title, --email-domains, --hostname, --default-role, --logo, --sso, --ai, --invite-links, --default-site",
      "  see: docs orgs edit --help",
    ],
    code: 2,
    sent: [],
  });
  await step(cli, "orgs edit --default-role boss", {
    err: ['docs: --default-role takes admin, create, review, edit, comment, read or guest, not "boss"'],
    code: 2,
    sent: [],
  });
});

test("orgs edit takes several organizations and reports each", async () => {
  await step(
    cli,
    "orgs edit osAgpp53c2y4hH7jymzf nope hR7kQ2mXv9TzLb4WcN8p --no-invite-links --fields title,inviteLinks",
    {
      out: ["Lindenhof Orchards\tfalse", "Halden Robotics\tfalse"],
      err: [
        "Changed organization osAgpp53c2y4hH7jymzf",
        'failed: nope: the service answered 404: organization "nope" not found',
        "Changed organization hR7kQ2mXv9TzLb4WcN8p",
        "docs: 2 ok, 1 failed, 0 unknown, 0 not started",
      ],
      code: 9,
      sent: [
        "GET /v1/orgs?limit=200",
        'PATCH /v1/orgs/osAgpp53c2y4hH7jymzf {"inviteLinks":false}',
        'PATCH /v1/orgs/nope {"inviteLinks":false}',
        'PATCH /v1/orgs/hR7kQ2mXv9TzLb4WcN8p {"inviteLinks":false}',
      ],
    },
  );
});

test("orgs search and for-domain print their items", async () => {
  await step(cli, "orgs search battery", {
    out: [
      "Tern User Guide\ttG4nVx8YqLz2RkWd7JmS\tBattery, Charging, Release notes, Maintenance, Spare parts, Overview",
      "Tern Benutzerhandbuch\tpWk2T6KHwZU5rjnfRPm5\tÜberblick",
      "Tern 1 User Guide\tpH687TGJrAsS6q4u8VM9\tCharging",
      "Field Service Manual\tpkNn494pi8HgB36Wxyf8\tBefore you leave",
    ],
  });
  await step(cli, "orgs search battery", {
    on: TTY,
    out: [
      "SPACE                  PAGES                                                    ID",
      "Tern User Guide        Battery, Charging, Release notes, Maintenance, Spare p…  tG4nVx8YqLz2RkWd7JmS",
      "Tern Benutzerhandbuch  Überblick                                                pWk2T6KHwZU5rjnfRPm5",
      "Tern 1 User Guide      Charging                                                 pH687TGJrAsS6q4u8VM9",
      "Field Service Manual   Before you leave                                         pkNn494pi8HgB36Wxyf8",
    ],
  });
  await step(cli, 'orgs search "no such words"', {
    sent: ["GET /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/search?limit=1000&query=no+such+words"],
  });
  await step(cli, 'orgs search "no such words"', { on: TTY, err: ['nothing found for "no such words"'] });
  await step(cli, "orgs for-domain lindenhof.example", {
    out: ["osAgpp53c2y4hH7jymzf\tLindenhof Orchards\tbusiness\tplus\tread\t2025-02-19T10:00:00.000Z"],
  });
  await step(cli, "orgs for-domain lindenhof.example --json --fields title", {
    out: ['[{"title":"Lindenhof Orchards"}]'],
  });
  await step(cli, "orgs for-domain nobody.example", { sent: ["GET /v1/email-domains/nobody.example/orgs"] });
  await step(cli, "orgs for-domain nobody.example", { on: TTY, err: ["no organization for nobody.example"] });
});

test("orgs ping sends no body", async () => {
  await step(cli, "orgs ping", {
    out: ["Visitor claims\t"],
    err: ["Organization hR7kQ2mXv9TzLb4WcN8p answered"],
    sent: ["POST /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/ping"],
  });
  await step(cli, "orgs ping", { on: TTY, err: ["✓ Organization Halden Robotics answered"] });
  await step(cli, "orgs ping --json", { out: ["{}"], err: ["Organization hR7kQ2mXv9TzLb4WcN8p answered"] });
});

test("orgs delete-invite asks, and does not claim what it cannot know", async () => {
  await step(cli, "orgs delete-invite someInvite", {
    err: ["docs: confirmation is required when not running interactively", "  pass --yes, or --confirm ID-OR-TITLE"],
    code: 2,
    sent: [],
  });
  await step(cli, "orgs delete-invite someInvite", {
    on: YES,
    err: ["✓ Deleted invite someInvite, if it existed and this token could see it: the service does not say"],
    sent: ["DELETE /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/link-invites/someInvite"],
    asked: [
      "Delete invite someInvite? This cannot be undone: the service's interface can neither read nor create invite links.",
    ],
  });
  await step(cli, "orgs delete-invite someInvite --yes", {
    err: ["Deleted invite someInvite, if it existed and this token could see it: the service does not say"],
    sent: ["DELETE /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/link-invites/someInvite"],
  });
  await step(cli, "orgs delete-invite someInvite", {
    on: { answers: [false], width: 100 },
    err: ["canceled: nothing was changed"],
    code: 130,
    sent: [],
    asked: [
      "Delete invite someInvite? This cannot be undone: the service's interface can neither read nor create invite links.",
    ],
  });
});
