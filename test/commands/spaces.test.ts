import { afterEach, beforeEach, test } from "vitest";
import { type TestCli, testCli } from "../helpers/run.js";
import { step, TTY, YES } from "./step.js";

let cli: TestCli;
beforeEach(async () => {
  cli = await testCli();
});
afterEach(() => cli.close());

test("spaces list and view", async () => {
  await step(cli, "spaces list", {
    out: [
      "p3sfu86N4L96J7SLYxrq\tWelcome to Halden\tprivate\tlive\t0\t0\t\t2023-04-22T10:00:00.000Z\t🌱",
      "tG4nVx8YqLz2RkWd7JmS\tTern User Guide\tpublic\tlive\t3\t3\tcC27v54cXpR684GxcEvU\t2026-01-06T10:00:00.000Z\t🛒",
      "pWk2T6KHwZU5rjnfRPm5\tTern Benutzerhandbuch\tpublic\tlive\t1\t0\tcC27v54cXpR684GxcEvU\t2025-11-17T10:00:00.000Z\t🛒",
      "pH687TGJrAsS6q4u8VM9\tTern 1 User Guide\tunlisted\tlocked\t0\t0\tcxFhGxM3216Qsn5jm8q8\t2023-01-27T10:00:00.000Z\t",
      "pPP4WDv78L8RNnQG4tYR\tHarbor Fleet Controller\tpublic\tlive\t0\t1\tc9s6gf292CquSUnb9B24\t2023-11-08T10:00:00.000Z\t🗺️",
      "p6XAtCw2ZM66CYe1Dw4C\tHarbor API\tpublic\tlive\t0\t0\tc9s6gf292CquSUnb9B24\t2024-05-06T10:00:00.000Z\t🔌",
      "pV7syPAA4Y8STC95bomz\tEngineering Handbook\tin-collection\tlive\t1\t0\tcer3z2utja62R25RVbUm\t2023-05-02T10:00:00.000Z\t📘",
      "pkNn494pi8HgB36Wxyf8\tField Service Manual\tshare-link\tlive\t0\t0\tcer3z2utja62R25RVbUm\t2024-02-16T10:00:00.000Z\t🔧",
    ],
  });
  await step(cli, "spaces list", {
    err: ["8 spaces in Halden Robotics", "2 columns hidden: Parent, ID; -o json has all, --ids the ID"],
    on: TTY,
    out: [
      "TITLE                       VISIBILITY     EDIT MODE  OPEN CRS  COMMENTS  UPDATED",
      "🌱 Welcome to Halden        private        live              0         0  2 years ago",
      "🛒 Tern User Guide          public         live              3         3  9 days ago",
      "🛒 Tern Benutzerhandbuch    public         live              1         0  1 month ago",
      "Tern 1 User Guide           unlisted       locked            0         0  2 years ago",
      "🗺️ Harbor Fleet Controller  public         live              0         1  2 years ago",
      "🔌 Harbor API               public         live              0         0  1 year ago",
      "📘 Engineering Handbook     in-collection  live              1         0  2 years ago",
      "🔧 Field Service Manual     share-link     live              0         0  1 year ago",
    ],
  });
  await step(cli, "spaces list --json -L 2 --fields id,emoji,title", {
    out: [
      '[{"id":"p3sfu86N4L96J7SLYxrq","emoji":"🌱","title":"Welcome to Halden"},{"id":"tG4nVx8YqLz2RkWd7JmS","emoji":"🛒","title":"Tern User Guide"}]',
    ],
    err: ["there are more items: continue with --page CURSOR"],
  });
  await step(cli, "spaces view", {
    out: [
      "ID\ttG4nVx8YqLz2RkWd7JmS",
      "Title\tTern User Guide",
      "Emoji\t🛒",
      "Visibility\tpublic",
      "Edit mode\tlive",
      "Language\ten",
      "Default level\tread",
      "Organization\thR7kQ2mXv9TzLb4WcN8p",
      "Parent\tcC27v54cXpR684GxcEvU",
      "Revision\tggJ8nit9kHAoyB2V2o3F",
      "Change requests\t46",
      "Open\t3",
      "Draft\t1",
      "Comments\t3",
      "Git sync\t",
      "Created\t2023-01-21T10:00:00.000Z",
      "Updated\t2026-01-06T10:00:00.000Z",
      "Deleted\t",
      "Permissions\tview, access, admin, viewInviteLinks, edit, triggerGitSync, comment, merge, review, installIntegration",
      "App\thttps://docs.sandbox.invalid/o/hR7kQ2mXv9TzLb4WcN8p/s/tG4nVx8YqLz2RkWd7JmS",
      "Published\thttps://docs.halden-robotics.example/robots/tern",
    ],
  });
  await step(cli, "spaces view p6XAtCw2ZM66CYe1Dw4C", {
    on: TTY,
    out: [
      "Title:            Harbor API",
      "Emoji:            🔌",
      "Visibility:       public",
      "Edit mode:        live",
      "Language:         en",
      "Default level:    comment",
      "Organization:     Halden Robotics",
      "Parent:           Software",
      "Revision:         ayNpBURat1Xuz1vUUe9j",
      "Change requests:  2",
      "Open:             0",
      "Draft:            1",
      "Comments:         0",
      "Git sync:         https://git.halden-robotics.example/harbor-api-docs",
      "Created:          1 year ago",
      "Updated:          1 year ago",
      "Permissions:      view, access, admin, viewInviteLinks, edit, triggerGitSync, comment, merge,",
      "                  review, installIntegration",
      "App:              https://docs.sandbox.invalid/o/hR7kQ2mXv9TzLb4WcN8p/s/p6XAtCw2ZM66CYe1Dw4C",
      "Published:        https://docs.halden-robotics.example/developers/api",
      "ID:               p6XAtCw2ZM66CYe1Dw4C",
    ],
  });
  await step(cli, "spaces view --share-key abc --json --fields id", {
    out: ['{"id":"tG4nVx8YqLz2RkWd7JmS"}'],
    sent: ["GET /v1/spaces/tG4nVx8YqLz2RkWd7JmS?shareKey=abc"],
  });
  await step(cli, "spaces view https://docs.sandbox.invalid/v1/spaces/p6XAtCw2ZM66CYe1Dw4C --url", {
    out: ["https://docs.sandbox.invalid/o/hR7kQ2mXv9TzLb4WcN8p/s/p6XAtCw2ZM66CYe1Dw4C"],
  });
});

test("spaces view without a target acts on --space", async () => {
  await step(cli, "spaces view --space p6XAtCw2ZM66CYe1Dw4C --fields title", { out: ["Title\tHarbor API"] });
  await step(cli, "spaces view", {
    on: { defaults: {} },
    err: ["docs: the space is missing: pass its id or --space", "  see: docs spaces view --help"],
    code: 2,
    sent: [],
  });
});

test("spaces edit sends the fields that were given, and raw additions", async () => {
  await step(cli, "spaces edit --title Guide --edit-mode locked --language de --fields title,editMode,language", {
    out: ["Title\tGuide", "Edit mode\tlocked", "Language\tde"],
    err: ["Changed space tG4nVx8YqLz2RkWd7JmS"],
    sent: ['PATCH /v1/spaces/tG4nVx8YqLz2RkWd7JmS {"title":"Guide","editMode":"locked","language":"de"}'],
  });
  await step(cli, "spaces edit --emoji 🚚 --default-level comment --dry-run", {
    out: [
      "PATCH https://docs.sandbox.invalid/v1/spaces/tG4nVx8YqLz2RkWd7JmS",
      "{",
      '  "emoji": "🚚",',
      '  "defaultLevel": "comment"',
      "}",
      "",
      "curl -g -X PATCH -H 'accept: */*' -H 'accept-encoding: identity' -H 'user-agent: docs' -H 'content-type: application/json' -H \"Authorization: Bearer $DOCS_TOKEN\" --data-raw '{\"emoji\":\"🚚\",\"defaultLevel\":\"comment\"}' 'https://docs.sandbox.invalid/v1/spaces/tG4nVx8YqLz2RkWd7JmS'",
    ],
    sent: [],
  });
  await step(
    cli,
    "spaces edit --title Guide --field a.b=1 --raw-field c=1 --field d[]=true --query e=f --query e=g --dry-run --json",
    {
      out: [
        '{"method":"PATCH","url":"https://docs.sandbox.invalid/v1/spaces/tG4nVx8YqLz2RkWd7JmS?e=f&e=g","headers":{"accept":"*/*","accept-encoding":"identity","user-agent":"docs","content-type":"application/json"},"body":{"title":"Guide","a":{"b":1},"d":[true],"c":"1"},"curl":"curl -g -X PATCH -H \'accept: */*\' -H \'accept-encoding: identity\' -H \'user-agent: docs\' -H \'content-type: application/json\' -H \\"Authorization: Bearer $DOCS_TOKEN\\" --data-raw \'{\\"title\\":\\"Guide\\",\\"a\\":{\\"b\\":1},\\"d\\":[true],\\"c\\":\\"1\\"}\' \'https://docs.sandbox.invalid/v1/spaces/tG4nVx8YqLz2RkWd7JmS?e=f&e=g\'"}',
      ],
      sent: [],
    },
  );
  await step(cli, "spaces edit", {
    err: [
      "docs: nothing to change: pass at least one of --title, --emoji, --edit-mode, --default-level, --language",
      "  see: docs spaces edit --help",
    ],
    code: 2,
    sent: [],
  });
  await step(cli, "spaces edit --edit-mode frozen", {
    err: ['docs: --edit-mode takes live or locked, not "frozen"'],
    code: 2,
    sent: [],
  });
});

test("spaces life cycle: delete, delete again, restore, restore again", async () => {
  await step(cli, "spaces delete pkNn494pi8HgB36Wxyf8", {
    err: ["docs: confirmation is required when not running interactively", "  pass --yes, or --confirm ID-OR-TITLE"],
    code: 2,
    sent: [],
  });
  await step(cli, "spaces delete pkNn494pi8HgB36Wxyf8", {
    on: YES,
    err: [
      '✓ Deleted space "Field Service Manual"',
      "  until 2026-01-22 it can be restored with: docs spaces restore pkNn494pi8HgB36Wxyf8",
    ],
    sent: ["GET /v1/spaces/pkNn494pi8HgB36Wxyf8", "DELETE /v1/spaces/pkNn494pi8HgB36Wxyf8"],
    asked: ['Delete space "Field Service Manual"? It can be restored for 7 days.'],
  });
  await step(cli, "spaces delete pkNn494pi8HgB36Wxyf8", {
    on: YES,
    err: ["✓ Already absent: space pkNn494pi8HgB36Wxyf8"],
    sent: [
      "GET /v1/spaces/pkNn494pi8HgB36Wxyf8",
      "GET /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/spaces?limit=1000",
      "GET /v1/orgs/hR7kQ2mXv9TzLb4WcN8p",
    ],
  });
  await step(cli, "spaces delete pkNn494pi8HgB36Wxyf8 --yes", {
    err: [
      "Deleted space pkNn494pi8HgB36Wxyf8, if it existed and this token could see it: the service does not say",
      "  if so, until 2026-01-22 it can be restored with: docs spaces restore pkNn494pi8HgB36Wxyf8",
    ],
    sent: ["DELETE /v1/spaces/pkNn494pi8HgB36Wxyf8"],
  });
  await step(cli, "spaces delete pkNn494pi8HgB36Wxyf8 --yes --must-exist", {
    err: ["docs: space pkNn494pi8HgB36Wxyf8 does not exist", "  see: docs spaces list"],
    code: 3,
    sent: [
      "GET /v1/spaces/pkNn494pi8HgB36Wxyf8",
      "GET /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/spaces?limit=1000",
      "GET /v1/orgs/hR7kQ2mXv9TzLb4WcN8p",
    ],
  });
  await step(cli, 'spaces delete tG4nVx8YqLz2RkWd7JmS --confirm "Some other"', {
    err: ['docs: --confirm "Some other" is neither the id nor the title of space tG4nVx8YqLz2RkWd7JmS'],
    code: 2,
    sent: ["GET /v1/spaces/tG4nVx8YqLz2RkWd7JmS"],
  });
  await step(cli, 'spaces delete tG4nVx8YqLz2RkWd7JmS --confirm "Tern User Guide" --dry-run', {
    out: [
      "DELETE https://docs.sandbox.invalid/v1/spaces/tG4nVx8YqLz2RkWd7JmS",
      "",
      "curl -g -X DELETE -H 'accept: */*' -H 'accept-encoding: identity' -H 'user-agent: docs' -H \"Authorization: Bearer $DOCS_TOKEN\" 'https://docs.sandbox.invalid/v1/spaces/tG4nVx8YqLz2RkWd7JmS'",
    ],
    sent: [],
  });
  await step(cli, "spaces view pkNn494pi8HgB36Wxyf8", {
    err: ['docs: the service answered 404: space "pkNn494pi8HgB36Wxyf8" not found', "  see: docs spaces list"],
    code: 3,
  });
  await step(cli, "spaces restore pkNn494pi8HgB36Wxyf8", {
    on: TTY,
    err: ['✓ Restored space "Field Service Manual" (pkNn494pi8HgB36Wxyf8)'],
  });
  await step(cli, "spaces restore pkNn494pi8HgB36Wxyf8", {
    err: ['docs: the service answered 409: space "pkNn494pi8HgB36Wxyf8" is not deleted'],
    code: 5,
  });
});

test("spaces delete --confirm takes the id or the title, of one target", async () => {
  await step(cli, 'spaces delete pkNn494pi8HgB36Wxyf8 --confirm "Field Service Manual"', {
    err: [
      'Deleted space "Field Service Manual" (pkNn494pi8HgB36Wxyf8)',
      "  until 2026-01-22 it can be restored with: docs spaces restore pkNn494pi8HgB36Wxyf8",
    ],
    sent: ["GET /v1/spaces/pkNn494pi8HgB36Wxyf8", "DELETE /v1/spaces/pkNn494pi8HgB36Wxyf8"],
  });
  await step(cli, "spaces delete p3sfu86N4L96J7SLYxrq --confirm p3sfu86N4L96J7SLYxrq", {
    err: [
      'Deleted space "Welcome to Halden" (p3sfu86N4L96J7SLYxrq)',
      "  until 2026-01-22 it can be restored with: docs spaces restore p3sfu86N4L96J7SLYxrq",
    ],
    sent: ["GET /v1/spaces/p3sfu86N4L96J7SLYxrq", "DELETE /v1/spaces/p3sfu86N4L96J7SLYxrq"],
  });
  await step(cli, "spaces delete tG4nVx8YqLz2RkWd7JmS pH687TGJrAsS6q4u8VM9 --confirm a", {
    err: ["docs: --confirm names one target: pass --yes for several"],
    code: 2,
    sent: [],
  });
});

test("spaces duplicate, move and transfer", async () => {
  await step(cli, "spaces duplicate", {
    on: TTY,
    err: ['✓ Duplicated space Tern User Guide as "Tern User Guide copy" (AAAAAAAAAAAAAAAAAAAB)'],
    sent: ["GET /v1/spaces/tG4nVx8YqLz2RkWd7JmS", "POST /v1/spaces/tG4nVx8YqLz2RkWd7JmS/duplicate"],
  });
  await step(cli, "spaces duplicate p6XAtCw2ZM66CYe1Dw4C --fields id,title,parent", {
    out: ["ID\tAAAAAAAAAAAAAAAAAAAD", "Title\tHarbor API copy", "Parent\tc9s6gf292CquSUnb9B24"],
    err: ['Duplicated space p6XAtCw2ZM66CYe1Dw4C as "Harbor API copy" (AAAAAAAAAAAAAAAAAAAD)'],
  });
  await step(cli, "spaces move pPP4WDv78L8RNnQG4tYR --parent c7WuyRt44QJyE3zm4taW --fields parent", {
    out: ["Parent\tc7WuyRt44QJyE3zm4taW"],
    err: ["Moved space pPP4WDv78L8RNnQG4tYR"],
    sent: ['POST /v1/spaces/pPP4WDv78L8RNnQG4tYR/move {"parent":"c7WuyRt44QJyE3zm4taW"}'],
  });
  await step(cli, "spaces move pPP4WDv78L8RNnQG4tYR --parent c7WuyRt44QJyE3zm4taW", {
    err: ["docs: the service answered 409: operation would not result in any update"],
    code: 5,
    sent: ['POST /v1/spaces/pPP4WDv78L8RNnQG4tYR/move {"parent":"c7WuyRt44QJyE3zm4taW"}'],
  });
  await step(cli, "spaces move pPP4WDv78L8RNnQG4tYR --before p6XAtCw2ZM66CYe1Dw4C --fields parent", {
    out: ["Parent\tc9s6gf292CquSUnb9B24"],
    err: ["Moved space pPP4WDv78L8RNnQG4tYR"],
    sent: [
      'POST /v1/spaces/pPP4WDv78L8RNnQG4tYR/move {"position":{"before":{"type":"space","space":"p6XAtCw2ZM66CYe1Dw4C"}}}',
    ],
  });
  await step(cli, "spaces move pPP4WDv78L8RNnQG4tYR --after https://docs.sandbox.invalid/o/x/c/cS7ormSW7G774f2RtAZg", {
    on: TTY,
    err: ["✓ Moved space Harbor Fleet Controller"],
    sent: [
      'POST /v1/spaces/pPP4WDv78L8RNnQG4tYR/move {"position":{"after":{"type":"space","space":"cS7ormSW7G774f2RtAZg"}}}',
    ],
  });
  await step(cli, "spaces move pPP4WDv78L8RNnQG4tYR --before tG4nVx8YqLz2RkWd7JmS --after pH687TGJrAsS6q4u8VM9", {
    err: ["docs: --before and --after cannot be used together"],
    code: 2,
    sent: [],
  });
  await step(cli, "spaces move pPP4WDv78L8RNnQG4tYR", {
    err: [
      "docs: nothing to change: pass at least one of --parent, --before, --after",
      "  see: docs spaces move --help",
    ],
    code: 2,
    sent: [],
  });
  await step(cli, "spaces transfer p3sfu86N4L96J7SLYxrq --to-org osAgpp53c2y4hH7jymzf", {
    err: ["docs: confirmation is required when not running interactively", "  pass --yes, or --confirm ID-OR-TITLE"],
    code: 2,
    sent: [],
  });
  await step(cli, "spaces transfer p3sfu86N4L96J7SLYxrq --to-org osAgpp53c2y4hH7jymzf", {
    on: YES,
    err: ["✓ Transferred space Welcome to Halden"],
    sent: [
      "GET /v1/spaces/p3sfu86N4L96J7SLYxrq",
      'POST /v1/spaces/p3sfu86N4L96J7SLYxrq/transfer {"organization":"osAgpp53c2y4hH7jymzf"}',
    ],
    asked: ['Transfer space "Welcome to Halden"? Members of this organization lose access to it.'],
  });
  await step(
    cli,
    "spaces transfer p3sfu86N4L96J7SLYxrq --to-org hR7kQ2mXv9TzLb4WcN8p --to-collection cS7ormSW7G774f2RtAZg --yes --fields id,organization,parent",
    {
      out: ["ID\tp3sfu86N4L96J7SLYxrq", "Organization\thR7kQ2mXv9TzLb4WcN8p", "Parent\tcS7ormSW7G774f2RtAZg"],
      err: ["Transferred space p3sfu86N4L96J7SLYxrq"],
      sent: [
        'POST /v1/spaces/p3sfu86N4L96J7SLYxrq/transfer {"organization":"hR7kQ2mXv9TzLb4WcN8p","collection":"cS7ormSW7G774f2RtAZg"}',
      ],
    },
  );
  await step(cli, "spaces transfer p3sfu86N4L96J7SLYxrq --yes", {
    err: [
      "docs: nothing to change: pass at least one of --to-org, --to-collection",
      "  see: docs spaces transfer --help",
    ],
    code: 2,
    sent: [],
  });
  await step(cli, "spaces transfer tG4nVx8YqLz2RkWd7JmS --to-org osAgpp53c2y4hH7jymzf --yes", {
    err: ['docs: the service answered 412: the space cannot be moved: a site shows space "tG4nVx8YqLz2RkWd7JmS"'],
    code: 5,
  });
  await step(cli, "spaces transfer nope --to-org osAgpp53c2y4hH7jymzf --yes", {
    err: ['docs: the service answered 404: space "nope" not found', "  see: docs spaces list"],
    code: 3,
  });
});

test("spaces search", async () => {
  await step(cli, "spaces search battery", {
    on: TTY,
    out: [
      "TITLE          PATH                      SECTIONS               ID",
      "Battery        maintenance/battery       Battery, Replacing it  VRzPFXWE6YaDDdpwosnD",
      "Charging       getting-started/charging  Charging               XP6omSZeoJsbZDXfvayL",
      "Release notes  release-notes             4.2                    cUzZ91FSYBTxR8vX8PBA",
      "Maintenance    maintenance               Maintenance            eARwbugyNbcaX41fEkTx",
      "Spare parts    maintenance/spare-parts   Spare parts            bGhwvzcFq1DSU9D2zNxt",
      "Overview       overview                  Overview               r4Tni3kiTjrsPSygasV8",
    ],
  });
  await step(cli, "spaces search battery --json -L 1 --fields id,path", {
    out: ['[{"id":"VRzPFXWE6YaDDdpwosnD","path":"maintenance/battery"}]'],
    err: ["there are more items: continue with --page CURSOR"],
  });
});

test("spaces links: the list, the broken ones, the counts", async () => {
  await step(cli, "spaces links", {
    out: [
      "ok\toverview\ttern-at-dock.svg\treference",
      "ok\toverview, getting-started\tgetting-started/unpacking\treference",
      "ok\toverview, every-day, release-notes\tevery-day/daily-check\treference",
      "ok\toverview, getting-started/charging\terror-codes\treference",
      "ok\tgetting-started, error-codes\tgetting-started/charging\treference",
      "ok\tgetting-started\tgetting-started/first-route\treference",
      "ok\tgetting-started/unpacking, maintenance, maintenance/battery\tmaintenance/spare-parts\treference",
      "ok\tgetting-started/first-route, release-notes\tevery-day/floor-markers\treference",
      "ok\tevery-day, error-codes\tevery-day/loading\treference",
      "ok\tevery-day/floor-markers, maintenance\tmaintenance/wheels\treference",
      "broken\tevery-day/floor-markers\tevery-day/print-markers.md\treference",
      "ok\tmaintenance\tmaintenance/battery\treference",
      "ok\tmaintenance/spare-parts\thttps://docs.halden-robotics.example/field-service\treference",
      "broken\terror-codes\tharbor-codes.md\treference",
    ],
  });
  await step(cli, "spaces links --broken", {
    on: TTY,
    out: [
      "STATUS  PAGE                     TARGET                      RELATION",
      "broken  every-day/floor-markers  every-day/print-markers.md  reference",
      "broken  error-codes              harbor-codes.md             reference",
    ],
  });
  await step(cli, "spaces links --broken --json -q '.[].targetReference.path'", {
    out: ["every-day/print-markers.md", "harbor-codes.md"],
  });
  await step(cli, "spaces links --stats", { out: ["Total\t14", "Broken\t2"] });
  await step(cli, "spaces links --stats", { on: TTY, out: ["Total:   14", "Broken:  2"] });
  await step(cli, "spaces links --stats --json", { out: ['{"total":14,"broken":{"total":2,"changeRequest":0}}'] });
});
