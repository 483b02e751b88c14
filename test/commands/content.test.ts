import { afterEach, beforeEach, test } from "vitest";
import { type TestCli, testCli } from "../helpers/run.js";
import { step, TTY } from "./step.js";

let cli: TestCli;
beforeEach(async () => {
  cli = await testCli();
});
afterEach(() => cli.close());

test("content view: of the space and of a change request", async () => {
  await step(cli, "content view", {
    out: [
      "Revision\tggJ8nit9kHAoyB2V2o3F",
      "Type\tmerge",
      "Parents\tvuqQ8xLtcshC2x4C56Jg, q3KeVZbLAHf6CZxsS4FY",
      "Pages\t16",
      "Files\t2",
      "Created\t2026-01-06T10:00:00.000Z",
      "App\thttps://docs.sandbox.invalid/o/hR7kQ2mXv9TzLb4WcN8p/s/tG4nVx8YqLz2RkWd7JmS",
    ],
  });
  await step(cli, "content view", {
    on: TTY,
    out: [
      "Revision:  ggJ8nit9kHAoyB2V2o3F",
      "Type:      merge",
      "Parents:   vuqQ8xLtcshC2x4C56Jg, q3KeVZbLAHf6CZxsS4FY",
      "Pages:     16",
      "Files:     2",
      "Created:   9 days ago",
      "App:       https://docs.sandbox.invalid/o/hR7kQ2mXv9TzLb4WcN8p/s/tG4nVx8YqLz2RkWd7JmS",
    ],
  });
  await step(cli, "content view --cr 42 --no-metadata --no-computed --fields id,type", {
    out: ["Revision\th6MoZmzD6CVeVy2DYbAs", "Type\tedits"],
    sent: ["GET /v1/spaces/tG4nVx8YqLz2RkWd7JmS/change-requests/42/content?metadata=false&computed=false"],
  });
  await step(cli, "content view --metadata -q '.pages[0].title'", {
    out: ["Overview"],
    sent: ["GET /v1/spaces/tG4nVx8YqLz2RkWd7JmS/content?metadata=true"],
  });
});

test("content apply-template prints nothing: the service answers 204", async () => {
  await step(cli, "content apply-template product-docs", {
    err: ["Applied template product-docs to space tG4nVx8YqLz2RkWd7JmS"],
    sent: ['POST /v1/spaces/tG4nVx8YqLz2RkWd7JmS/content/template {"id":"product-docs"}'],
  });
  await step(cli, "content apply-template product-docs --json", {
    err: ["Applied template product-docs to space tG4nVx8YqLz2RkWd7JmS"],
    sent: ['POST /v1/spaces/tG4nVx8YqLz2RkWd7JmS/content/template {"id":"product-docs"}'],
  });
  await step(cli, "content apply-template nope", {
    err: [
      'docs: the service answered 404: template "nope" not found: there are product-docs, api-reference, knowledge-base',
    ],
    code: 3,
    sent: ['POST /v1/spaces/tG4nVx8YqLz2RkWd7JmS/content/template {"id":"nope"}'],
  });
  await step(
    cli,
    "content apply-template product-docs --ref logo=file:fT6kXw2NbRz9QmVd4LhG --ref api=openapi:harbor-api --dry-run",
    {
      out: [
        "POST https://docs.sandbox.invalid/v1/spaces/tG4nVx8YqLz2RkWd7JmS/content/template",
        "{",
        '  "id": "product-docs",',
        '  "params": {',
        '    "contentRefs": {',
        '      "logo": {',
        '        "kind": "file",',
        '        "file": "fT6kXw2NbRz9QmVd4LhG"',
        "      },",
        '      "api": {',
        '        "kind": "openapi",',
        '        "spec": "harbor-api"',
        "      }",
        "    }",
        "  }",
        "}",
        "",
        'curl -g -X POST -H \'accept: */*\' -H \'accept-encoding: identity\' -H \'user-agent: docs\' -H \'content-type: application/json\' -H "Authorization: Bearer $DOCS_TOKEN" --data-raw \'{"id":"product-docs","params":{"contentRefs":{"logo":{"kind":"file","file":"fT6kXw2NbRz9QmVd4LhG"},"api":{"kind":"openapi","spec":"harbor-api"}}}}\' \'https://docs.sandbox.invalid/v1/spaces/tG4nVx8YqLz2RkWd7JmS/content/template\'',
      ],
      sent: [],
    },
  );
  await step(cli, "content apply-template product-docs --ref logo=nope", {
    err: ['docs: --ref takes name=file:ID or name=openapi:ID, not "logo=nope"'],
    code: 2,
    sent: [],
  });
});

test("pages list: rows when piped, a tree on a terminal, nested in JSON", async () => {
  await step(cli, "pages list", {
    out: [
      "Overview\tr4Tni3kiTjrsPSygasV8\toverview\tdocument\t2023-01-21T10:00:00.000Z\t👋",
      "Getting started\tc8FmmbkXbJBbbbX5u72N\tgetting-started\tdocument\t2023-01-21T10:00:00.000Z\t🚀",
      "Unpacking\tVEbDUyoRmNUsURUUifXf\tgetting-started/unpacking\tdocument\t2023-01-21T10:00:00.000Z\t",
      "Charging\tXP6omSZeoJsbZDXfvayL\tgetting-started/charging\tdocument\t2023-01-21T10:00:00.000Z\t",
      "Your first route\tsrSYyGQy6m9HqRVYty4x\tgetting-started/first-route\tdocument\t2023-01-21T10:00:00.000Z\t",
      "Every day\tWP2G7n9TD64QbnBfLozz\tevery-day\tdocument\t2023-01-21T10:00:00.000Z\t📦",
      "Daily check\tnf1RS92Pw91PPByuThq7\tevery-day/daily-check\tdocument\t2023-01-21T10:00:00.000Z\t",
      "Loading\tytKT6Eooy5PhEwV2C898\tevery-day/loading\tdocument\t2023-01-21T10:00:00.000Z\t",
      "Floor markers\tV651UfW4SF6E18EASN8v\tevery-day/floor-markers\tdocument\t2023-01-21T10:00:00.000Z\t",
      "Maintenance\teARwbugyNbcaX41fEkTx\tmaintenance\tdocument\t2023-01-21T10:00:00.000Z\t🔧",
      "Wheels\tQqYhXjDL5wUyPcwTZgib\tmaintenance/wheels\tdocument\t2023-01-21T10:00:00.000Z\t",
      "Battery\tVRzPFXWE6YaDDdpwosnD\tmaintenance/battery\tdocument\t2023-01-21T10:00:00.000Z\t",
      "Spare parts\tbGhwvzcFq1DSU9D2zNxt\tmaintenance/spare-parts\tdocument\t2023-01-21T10:00:00.000Z\t",
      "Error codes\teTyCVVwoJRojSKSiHQew\terror-codes\tdocument\t2023-01-21T10:00:00.000Z\t🚨",
      "Safety\thADS2AaL6ufnuJeszkya\tsafety\tdocument\t2023-01-21T10:00:00.000Z\t⚠️",
      "Release notes\tcUzZ91FSYBTxR8vX8PBA\trelease-notes\tdocument\t2023-01-21T10:00:00.000Z\t",
    ],
  });
  await step(cli, "pages list", {
    err: ["16 pages in Tern User Guide"],
    on: TTY,
    out: [
      "TITLE                PATH                         TYPE      UPDATED      ID",
      "👋 Overview          overview                     document  2 years ago  r4Tni3kiTjrsPSygasV8",
      "🚀 Getting started   getting-started              document  2 years ago  c8FmmbkXbJBbbbX5u72N",
      "├─ Unpacking         getting-started/unpacking    document  2 years ago  VEbDUyoRmNUsURUUifXf",
      "├─ Charging          getting-started/charging     document  2 years ago  XP6omSZeoJsbZDXfvayL",
      "└─ Your first route  getting-started/first-route  document  2 years ago  srSYyGQy6m9HqRVYty4x",
      "📦 Every day         every-day                    document  2 years ago  WP2G7n9TD64QbnBfLozz",
      "├─ Daily check       every-day/daily-check        document  2 years ago  nf1RS92Pw91PPByuThq7",
      "├─ Loading           every-day/loading            document  2 years ago  ytKT6Eooy5PhEwV2C898",
      "└─ Floor markers     every-day/floor-markers      document  2 years ago  V651UfW4SF6E18EASN8v",
      "🔧 Maintenance       maintenance                  document  2 years ago  eARwbugyNbcaX41fEkTx",
      "├─ Wheels            maintenance/wheels           document  2 years ago  QqYhXjDL5wUyPcwTZgib",
      "├─ Battery           maintenance/battery          document  2 years ago  VRzPFXWE6YaDDdpwosnD",
      "└─ Spare parts       maintenance/spare-parts      document  2 years ago  bGhwvzcFq1DSU9D2zNxt",
      "🚨 Error codes       error-codes                  document  2 years ago  eTyCVVwoJRojSKSiHQew",
      "⚠️ Safety            safety                       document  2 years ago  hADS2AaL6ufnuJeszkya",
      "Release notes        release-notes                document  2 years ago  cUzZ91FSYBTxR8vX8PBA",
    ],
  });
  await step(cli, "pages list --cr 42 --no-metadata --no-computed -q '[.[]|.title,(.pages//[]|length)]|join(\" \")'", {
    out: ["Overview 0 Getting started 3 Every day 3 Maintenance 3 Error codes 0 Safety 0 Release notes 0"],
    sent: ["GET /v1/spaces/tG4nVx8YqLz2RkWd7JmS/change-requests/42/content/pages?metadata=false&computed=false"],
  });
  await step(cli, "pages list --json -q 'type'", { out: ["array"] });
});

test("pages view: labelled lines, and the text alone with --format markdown", async () => {
  await step(cli, "pages view QqYhXjDL5wUyPcwTZgib", {
    out: [
      "ID\tQqYhXjDL5wUyPcwTZgib",
      "Title\tWheels",
      "Description\t",
      "Path\tmaintenance/wheels",
      "Type\tdocument",
      "Hidden\tfalse",
      "Created\t2023-01-21T10:00:00.000Z",
      "Updated\t2023-01-21T10:00:00.000Z",
      "App\thttps://docs.sandbox.invalid/o/hR7kQ2mXv9TzLb4WcN8p/s/tG4nVx8YqLz2RkWd7JmS/maintenance/wheels",
      "Text\tLay the cart on its left side, on a blanket, with the main switch off.\\n\\n1. Pull threads and tape out of the axles. A hooked needle works well.\\n2. Wash the tread with warm water. No solvents: they make the rubber hard.\\n3. Turn each wheel by hand. It should run freely and without noise.\\n\\nReplace a wheel when the groove in the middle is gone. This is usually after 4,000 km.\\n",
    ],
  });
  await step(cli, "pages view QqYhXjDL5wUyPcwTZgib", {
    on: TTY,
    out: [
      "Title:    Wheels",
      "Path:     maintenance/wheels",
      "Type:     document",
      "Hidden:   no",
      "Created:  2 years ago",
      "Updated:  2 years ago",
      "App:      https://docs.sandbox.invalid/o/hR7kQ2mXv9TzLb4WcN8p/s/tG4nVx8YqLz2RkWd7JmS/maintenance/wheels",
      "ID:       QqYhXjDL5wUyPcwTZgib",
      "",
      "Lay the cart on its left side, on a blanket, with the main switch off.",
      "",
      "1. Pull threads and tape out of the axles. A hooked needle works well.",
      "2. Wash the tread with warm water. No solvents: they make the rubber hard.",
      "3. Turn each wheel by hand. It should run freely and without noise.",
      "",
      "Replace a wheel when the groove in the middle is gone. This is usually after 4,000 km.",
    ],
  });
  await step(cli, "pages view QqYhXjDL5wUyPcwTZgib --format markdown", {
    out: [
      "Lay the cart on its left side, on a blanket, with the main switch off.",
      "",
      "1. Pull threads and tape out of the axles. A hooked needle works well.",
      "2. Wash the tread with warm water. No solvents: they make the rubber hard.",
      "3. Turn each wheel by hand. It should run freely and without noise.",
      "",
      "Replace a wheel when the groove in the middle is gone. This is usually after 4,000 km.",
    ],
    sent: ["GET /v1/spaces/tG4nVx8YqLz2RkWd7JmS/content/page/QqYhXjDL5wUyPcwTZgib?format=markdown"],
  });
  await step(cli, "pages view QqYhXjDL5wUyPcwTZgib --format markdown", {
    on: { tty: true, width: 60 },
    out: [
      "Lay the cart on its left side, on a blanket, with the main",
      "switch off.",
      "",
      "1. Pull threads and tape out of the axles. A hooked needle",
      "   works well.",
      "2. Wash the tread with warm water. No solvents: they make",
      "   the rubber hard.",
      "3. Turn each wheel by hand. It should run freely and without",
      "   noise.",
      "",
      "Replace a wheel when the groove in the middle is gone. This",
      "is usually after 4,000 km.",
    ],
  });
  await step(cli, "pages view QqYhXjDL5wUyPcwTZgib --cr 43 --format markdown --evaluated", {
    out: [
      "Lay the cart on its left side, on a blanket, with the main switch off.",
      "",
      "1. Pull threads and tape out of the axles. A hooked needle works well.",
      "2. Wash the tread with warm water. No solvents: they make the rubber hard.",
      "3. Turn each wheel by hand. It should run freely and without noise.",
      "",
      "Replace a wheel when the groove in the middle is gone. This is usually after 4,000 km. Tighten the axle screws to 8 Nm.",
    ],
    sent: [
      "GET /v1/spaces/tG4nVx8YqLz2RkWd7JmS/change-requests/43/content/page/QqYhXjDL5wUyPcwTZgib?format=markdown&evaluated=true",
    ],
  });
  await step(cli, "pages view QqYhXjDL5wUyPcwTZgib VRzPFXWE6YaDDdpwosnD --fields title,path", {
    out: ["Wheels\tmaintenance/wheels", "Battery\tmaintenance/battery"],
  });
  await step(cli, "pages view QqYhXjDL5wUyPcwTZgib --format markdown --json --fields title", {
    out: ['{"title":"Wheels"}'],
  });
  await step(cli, "pages view QqYhXjDL5wUyPcwTZgib --no-evaluated --no-metadata --no-computed --fields id", {
    out: ["ID\tQqYhXjDL5wUyPcwTZgib"],
    sent: [
      "GET /v1/spaces/tG4nVx8YqLz2RkWd7JmS/content/page/QqYhXjDL5wUyPcwTZgib?evaluated=false&metadata=false&computed=false",
    ],
  });
  await step(cli, "pages view nope", {
    err: ['docs: no page is called "nope"', "  see: docs pages list"],
    code: 3,
  });
  await step(cli, "pages view", {
    err: ["docs: the page is missing: pass its id", "  see: docs pages view --help"],
    code: 2,
    sent: [],
  });
});

test("pages links and backlinks", async () => {
  await step(cli, "pages links XP6omSZeoJsbZDXfvayL", {
    out: ["ok\tgetting-started/charging\terror-codes\treference"],
  });
  await step(cli, "pages links XP6omSZeoJsbZDXfvayL --cr 42", {
    on: TTY,
    out: [
      "STATUS  PAGE                      TARGET       RELATION",
      "ok      getting-started/charging  error-codes  reference",
    ],
  });
  await step(cli, "pages links eTyCVVwoJRojSKSiHQew --broken", {
    out: ["broken\terror-codes\tharbor-codes.md\treference"],
  });
  await step(cli, "pages links eTyCVVwoJRojSKSiHQew --stats", {
    out: ["Total\t3", "Broken\t1"],
    sent: ["GET /v1/spaces/tG4nVx8YqLz2RkWd7JmS/content/page/eTyCVVwoJRojSKSiHQew/links?limit=1000"],
  });
  await step(cli, "pages links eTyCVVwoJRojSKSiHQew --cr 42 --stats --json", {
    out: ['{"total":3,"broken":{"total":1,"changeRequest":0}}'],
    sent: ["GET /v1/spaces/tG4nVx8YqLz2RkWd7JmS/change-requests/42/content/page/eTyCVVwoJRojSKSiHQew/links?limit=1000"],
  });
  await step(cli, "pages backlinks XP6omSZeoJsbZDXfvayL", {
    out: [
      "page\tGetting started\tgetting-started\tTern User Guide\tggJ8nit9kHAoyB2V2o3F",
      "page\tError codes\terror-codes\tTern User Guide\tggJ8nit9kHAoyB2V2o3F",
    ],
  });
  await step(cli, "pages backlinks XP6omSZeoJsbZDXfvayL", {
    on: TTY,
    out: [
      "KIND  TITLE            PATH             SPACE            REVISION",
      "page  Getting started  getting-started  Tern User Guide  ggJ8nit9kHAoyB2V2o3F",
      "page  Error codes      error-codes      Tern User Guide  ggJ8nit9kHAoyB2V2o3F",
    ],
  });
  await step(cli, "pages backlinks XP6omSZeoJsbZDXfvayL -q '.[].page.path'", {
    out: ["getting-started", "error-codes"],
  });
  await step(cli, "pages backlinks XP6omSZeoJsbZDXfvayL --cr 42", {
    err: ["docs: unknown flag --cr", "  see: docs pages backlinks --help"],
    code: 2,
    sent: [],
  });
});
