import { afterEach, beforeEach, test } from "vitest";
import { type TestCli, testCli } from "../helpers/run.js";
import { step, TTY, YES } from "./step.js";

let cli: TestCli;
beforeEach(async () => {
  cli = await testCli();
});
afterEach(() => cli.close());

test("collections list and view", async () => {
  await step(cli, "collections list", {
    out: [
      "c7WuyRt44QJyE3zm4taW\tProduct documentation\t\tedit\tEverything that customers read",
      "cer3z2utja62R25RVbUm\tInside Halden\t\tcomment\tWhat we tell each other",
      "cS7ormSW7G774f2RtAZg\tDrafts\t\tread\t",
      "cC27v54cXpR684GxcEvU\tRobots\tc7WuyRt44QJyE3zm4taW\tedit\tGuides for people who work next to a cart",
      "c9s6gf292CquSUnb9B24\tSoftware\tc7WuyRt44QJyE3zm4taW\tcomment\tHarbor and its API",
      "cxFhGxM3216Qsn5jm8q8\tRetired models\tcC27v54cXpR684GxcEvU\tread\t",
    ],
  });
  await step(cli, "collections list", {
    err: ["6 collections in Halden Robotics"],
    on: TTY,
    out: [
      "TITLE                  PARENT               DEFAULT LEVEL  DESCRIPTION          ID",
      "Product documentation                       edit           Everything that cu…  c7WuyRt44QJyE3zm4taW",
      "Inside Halden                               comment        What we tell each…   cer3z2utja62R25RVbUm",
      "Drafts                                      read                                cS7ormSW7G774f2RtAZg",
      "Robots                 Product documentat…  edit           Guides for people…   cC27v54cXpR684GxcEvU",
      "Software               Product documentat…  comment        Harbor and its API   c9s6gf292CquSUnb9B24",
      "Retired models         Robots               read                                cxFhGxM3216Qsn5jm8q8",
    ],
  });
  await step(cli, "collections list --no-nested --json --fields id,title", {
    out: [
      '[{"id":"c7WuyRt44QJyE3zm4taW","title":"Product documentation"},{"id":"cer3z2utja62R25RVbUm","title":"Inside Halden"},{"id":"cS7ormSW7G774f2RtAZg","title":"Drafts"}]',
    ],
    sent: ["GET /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/collections?limit=1000&nested=false"],
  });
  await step(cli, "collections list --nested --fields title", {
    out: ["Product documentation", "Inside Halden", "Drafts", "Robots", "Software", "Retired models"],
    sent: ["GET /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/collections?limit=1000&nested=true"],
  });
  await step(cli, "collections view c7WuyRt44QJyE3zm4taW", {
    out: [
      "ID\tc7WuyRt44QJyE3zm4taW",
      "Title\tProduct documentation",
      "Parent\t",
      "Default level\tedit",
      "Description\tEverything that customers read",
      "Organization\thR7kQ2mXv9TzLb4WcN8p",
      "Permissions\tview, admin, viewInviteLinks, create",
      "App\thttps://docs.sandbox.invalid/o/hR7kQ2mXv9TzLb4WcN8p/c/c7WuyRt44QJyE3zm4taW",
    ],
  });
  await step(cli, "collections view cC27v54cXpR684GxcEvU", {
    on: TTY,
    out: [
      "Title:          Robots",
      "Parent:         Product documentation",
      "Default level:  edit",
      "Description:    Guides for people who work next to a cart",
      "Organization:   Halden Robotics",
      "Permissions:    view, admin, viewInviteLinks, create",
      "App:            https://docs.sandbox.invalid/o/hR7kQ2mXv9TzLb4WcN8p/c/cC27v54cXpR684GxcEvU",
      "ID:             cC27v54cXpR684GxcEvU",
    ],
  });
  await step(
    cli,
    "collections view https://docs.sandbox.invalid/o/hR7kQ2mXv9TzLb4WcN8p/c/cS7ormSW7G774f2RtAZg --json --fields id,title",
    { out: ['{"id":"cS7ormSW7G774f2RtAZg","title":"Drafts"}'] },
  );
  await step(cli, "collections view c7WuyRt44QJyE3zm4taW nope --fields title", {
    out: ["Product documentation"],
    err: [
      'failed: nope: the service answered 404: collection "nope" not found',
      "docs: 1 ok, 1 failed, 0 unknown, 0 not started",
    ],
    code: 9,
  });
});

test("collections life cycle", async () => {
  await step(cli, "collections create --title Guides --parent c7WuyRt44QJyE3zm4taW", {
    out: [
      "ID\tAAAAAAAAAAAAAAAAAAAB",
      "Title\tGuides",
      "Parent\tc7WuyRt44QJyE3zm4taW",
      "Default level\tedit",
      "Description\t",
      "Organization\thR7kQ2mXv9TzLb4WcN8p",
      "Permissions\tview, admin, viewInviteLinks, create",
      "App\thttps://docs.sandbox.invalid/o/hR7kQ2mXv9TzLb4WcN8p/c/AAAAAAAAAAAAAAAAAAAB",
    ],
    err: ['Created collection "Guides" (AAAAAAAAAAAAAAAAAAAB)'],
    sent: ['POST /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/collections {"title":"Guides","parent":"c7WuyRt44QJyE3zm4taW"}'],
  });
  await step(cli, "collections create --title Notes", {
    on: TTY,
    err: ['✓ Created collection "Notes" (AAAAAAAAAAAAAAAAAAAC)'],
    sent: ['POST /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/collections {"title":"Notes"}'],
  });
  await step(cli, "collections create", {
    err: ["docs: --title is required", "  see: docs collections create --help"],
    code: 2,
    sent: [],
  });
  await step(cli, "collections create", {
    on: { answers: ["", "From a question"], width: 100 },
    err: ['✓ Created collection "From a question" (AAAAAAAAAAAAAAAAAAAD)'],
    sent: ['POST /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/collections {"title":"From a question"}'],
    asked: ["Title of the collection", "Enter a title.", "Title of the collection"],
  });
  await step(
    cli,
    'collections edit AAAAAAAAAAAAAAAAAAAB --description "What it holds" --default-level read --fields description,defaultLevel',
    {
      out: ["Description\tWhat it holds", "Default level\tread"],
      err: ["Changed collection AAAAAAAAAAAAAAAAAAAB"],
      sent: ['PATCH /v1/collections/AAAAAAAAAAAAAAAAAAAB {"description":"What it holds","defaultLevel":"read"}'],
    },
  );
  await step(cli, "collections edit AAAAAAAAAAAAAAAAAAAB", {
    err: [
      "docs: nothing to change: pass at least one of --title, --description, --default-level",
      "  see: docs collections edit --help",
    ],
    code: 2,
    sent: [],
  });
  await step(cli, "collections move AAAAAAAAAAAAAAAAAAAB --parent cS7ormSW7G774f2RtAZg --fields parent", {
    out: ["Parent\tcS7ormSW7G774f2RtAZg"],
    err: ["Moved collection AAAAAAAAAAAAAAAAAAAB"],
    sent: ['POST /v1/collections/AAAAAAAAAAAAAAAAAAAB/move {"parent":"cS7ormSW7G774f2RtAZg"}'],
  });
  await step(cli, "collections move AAAAAAAAAAAAAAAAAAAB --before cS7ormSW7G774f2RtAZg", {
    on: TTY,
    err: ["✓ Moved collection Guides"],
    sent: [
      'POST /v1/collections/AAAAAAAAAAAAAAAAAAAB/move {"position":{"before":{"type":"space","space":"cS7ormSW7G774f2RtAZg"}}}',
    ],
  });
  await step(cli, "collections move AAAAAAAAAAAAAAAAAAAB --parent AAAAAAAAAAAAAAAAAAAB", {
    err: ["docs: the service answered 400: invalid position: a collection cannot be placed below itself"],
    code: 5,
  });
  await step(cli, "collections spaces AAAAAAAAAAAAAAAAAAAB", { on: TTY, err: ["no spaces in this collection"] });
  await step(cli, "collections spaces cC27v54cXpR684GxcEvU", {
    out: [
      "tG4nVx8YqLz2RkWd7JmS\tTern User Guide\tpublic\tlive\t3\t3\tcC27v54cXpR684GxcEvU\t2026-01-06T10:00:00.000Z\t🛒",
      "pWk2T6KHwZU5rjnfRPm5\tTern Benutzerhandbuch\tpublic\tlive\t1\t0\tcC27v54cXpR684GxcEvU\t2025-11-17T10:00:00.000Z\t🛒",
    ],
  });
  await step(cli, "collections spaces cC27v54cXpR684GxcEvU --json --fields id,title", {
    out: [
      '[{"id":"tG4nVx8YqLz2RkWd7JmS","title":"Tern User Guide"},{"id":"pWk2T6KHwZU5rjnfRPm5","title":"Tern Benutzerhandbuch"}]',
    ],
  });
  await step(cli, "collections transfer AAAAAAAAAAAAAAAAAAAB --to-org osAgpp53c2y4hH7jymzf", {
    on: YES,
    err: ["✓ Transferred collection Guides"],
    sent: [
      "GET /v1/collections/AAAAAAAAAAAAAAAAAAAB",
      'POST /v1/collections/AAAAAAAAAAAAAAAAAAAB/transfer {"organization":"osAgpp53c2y4hH7jymzf"}',
    ],
    asked: ['Transfer collection "Guides"? Members of this organization lose access to it and its spaces.'],
  });
  await step(
    cli,
    "collections transfer AAAAAAAAAAAAAAAAAAAB --to-org hR7kQ2mXv9TzLb4WcN8p --confirm Guides --fields organization",
    {
      out: ["Organization\thR7kQ2mXv9TzLb4WcN8p"],
      err: ['Transferred collection "Guides" (AAAAAAAAAAAAAAAAAAAB)'],
      sent: [
        "GET /v1/collections/AAAAAAAAAAAAAAAAAAAB",
        'POST /v1/collections/AAAAAAAAAAAAAAAAAAAB/transfer {"organization":"hR7kQ2mXv9TzLb4WcN8p"}',
      ],
    },
  );
  await step(cli, "collections delete AAAAAAAAAAAAAAAAAAAB --confirm Notes", {
    err: ['docs: --confirm "Notes" is neither the id nor the title of collection AAAAAAAAAAAAAAAAAAAB'],
    code: 2,
    sent: ["GET /v1/collections/AAAAAAAAAAAAAAAAAAAB"],
  });
  await step(cli, "collections delete AAAAAAAAAAAAAAAAAAAB --confirm Guides", {
    err: ['Deleted collection "Guides" (AAAAAAAAAAAAAAAAAAAB)'],
    sent: ["GET /v1/collections/AAAAAAAAAAAAAAAAAAAB", "DELETE /v1/collections/AAAAAAAAAAAAAAAAAAAB"],
  });
  await step(cli, "collections delete AAAAAAAAAAAAAAAAAAAB --confirm Guides", {
    err: ["Already absent: collection AAAAAAAAAAAAAAAAAAAB"],
    sent: [
      "GET /v1/collections/AAAAAAAAAAAAAAAAAAAB",
      "GET /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/collections?limit=1000",
      "GET /v1/orgs/hR7kQ2mXv9TzLb4WcN8p",
    ],
  });
});

test("collections delete: several at once, and what is absent already", async () => {
  await step(cli, "collections delete cxFhGxM3216Qsn5jm8q8 nope c9s6gf292CquSUnb9B24", {
    on: YES,
    err: [
      '✓ Deleted collection "Retired models"',
      "✓ Already absent: collection nope",
      '✓ Deleted collection "Software"',
    ],
    sent: [
      "GET /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/collections?limit=200",
      "GET /v1/collections/cxFhGxM3216Qsn5jm8q8",
      "GET /v1/collections/nope",
      "GET /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/collections?limit=1000",
      "GET /v1/orgs/hR7kQ2mXv9TzLb4WcN8p",
      "GET /v1/collections/c9s6gf292CquSUnb9B24",
      "DELETE /v1/collections/cxFhGxM3216Qsn5jm8q8",
      "DELETE /v1/collections/c9s6gf292CquSUnb9B24",
    ],
    asked: ['Delete 2 collections: "Retired models", "Software"? Its spaces and collections move up to its parent.'],
  });
  await step(cli, "collections delete cxFhGxM3216Qsn5jm8q8 c9s6gf292CquSUnb9B24 --yes", {
    err: [
      "Deleted collection cxFhGxM3216Qsn5jm8q8, if it existed and this token could see it: the service does not say",
      "Deleted collection c9s6gf292CquSUnb9B24, if it existed and this token could see it: the service does not say",
    ],
    sent: ["DELETE /v1/collections/cxFhGxM3216Qsn5jm8q8", "DELETE /v1/collections/c9s6gf292CquSUnb9B24"],
  });
  await step(cli, "collections delete cxFhGxM3216Qsn5jm8q8 cS7ormSW7G774f2RtAZg --yes --must-exist", {
    err: [
      "failed: cxFhGxM3216Qsn5jm8q8: collection cxFhGxM3216Qsn5jm8q8 does not exist",
      'Deleted collection "Drafts" (cS7ormSW7G774f2RtAZg)',
      "docs: 1 ok, 1 failed, 0 unknown, 0 not started",
    ],
    code: 9,
    sent: [
      "GET /v1/collections/cxFhGxM3216Qsn5jm8q8",
      "GET /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/collections?limit=1000",
      "GET /v1/orgs/hR7kQ2mXv9TzLb4WcN8p",
      "GET /v1/collections/cS7ormSW7G774f2RtAZg",
      "DELETE /v1/collections/cS7ormSW7G774f2RtAZg",
    ],
  });
});
