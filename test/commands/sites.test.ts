import { afterEach, beforeEach, test } from "vitest";
import { type TestCli, testCli } from "../helpers/run.js";
import { step, TTY, YES } from "./step.js";

let cli: TestCli;
beforeEach(async () => {
  cli = await testCli();
});
afterEach(() => cli.close());

test("sites list: the published filter has three states", async () => {
  await step(cli, "sites list", {
    out: [
      "sD9wPb3HfKc6XnTj1VqZ\tHalden Docs\tpublic\ttrue\tbasic\t5\thttps://docs.halden-robotics.example/",
      "s37xwST38AhXPnB2Pj9h\tField Service\tshare-link\tfalse\tbasic\t1\t",
    ],
  });
  await step(cli, "sites list", {
    err: ["2 sites in Halden Robotics", "1 column hidden: ID; --ids shows it"],
    on: TTY,
    out: [
      "TITLE          VISIBILITY  PUBLISHED  TYPE   SPACES  URL",
      "Halden Docs    public      yes        basic       5  https://docs.halden-robotics.example/",
      "Field Service  share-link  no         basic       1",
    ],
  });
  await step(cli, "sites list --published --fields id", {
    out: ["sD9wPb3HfKc6XnTj1VqZ"],
    sent: ["GET /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/sites?limit=1000&published=true"],
  });
  await step(cli, "sites list --no-published --fields id", {
    out: ["s37xwST38AhXPnB2Pj9h"],
    sent: ["GET /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/sites?limit=1000&published=false"],
  });
  await step(cli, "sites list --containing-space pkNn494pi8HgB36Wxyf8 --title field --json --fields title", {
    out: ['[{"title":"Field Service"}]'],
    sent: ["GET /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/sites?limit=1000&space=pkNn494pi8HgB36Wxyf8&title=field"],
  });
});

test("sites view", async () => {
  await step(cli, "sites view", {
    out: [
      "ID\tsD9wPb3HfKc6XnTj1VqZ",
      "Title\tHalden Docs",
      "Visibility\tpublic",
      "Published\ttrue",
      "Type\tbasic",
      "Spaces\t5",
      "URL\thttps://docs.halden-robotics.example/",
      "Hostname\tdocs.halden-robotics.example",
      "Basename\tdocs",
      "Proxy\t",
      "Adaptive content\ttrue",
      "Agents\tincluded",
      "Ads\tdisabled",
      "Created\t2023-11-27T10:00:00.000Z",
      "App\thttps://docs.sandbox.invalid/o/hR7kQ2mXv9TzLb4WcN8p/sites/sD9wPb3HfKc6XnTj1VqZ",
    ],
  });
  await step(cli, "sites view", {
    on: TTY,
    out: [
      "Title:             Halden Docs",
      "Visibility:        public",
      "Published:         yes",
      "Type:              basic",
      "Spaces:            5",
      "URL:               https://docs.halden-robotics.example/",
      "Hostname:          docs.halden-robotics.example",
      "Basename:          docs",
      "Adaptive content:  yes",
      "Agents:            included",
      "Ads:               disabled",
      "Created:           2 years ago",
      "App:               https://docs.sandbox.invalid/o/hR7kQ2mXv9TzLb4WcN8p/sites/sD9wPb3HfKc6XnTj1VqZ",
      "ID:                sD9wPb3HfKc6XnTj1VqZ",
    ],
  });
  await step(cli, "sites view s37xwST38AhXPnB2Pj9h --json --fields id,published", {
    out: ['{"id":"s37xwST38AhXPnB2Pj9h","published":false}'],
  });
  await step(cli, "sites view https://docs.sandbox.invalid/o/hR7kQ2mXv9TzLb4WcN8p/sites/s37xwST38AhXPnB2Pj9h --url", {
    out: ["https://docs.sandbox.invalid/o/hR7kQ2mXv9TzLb4WcN8p/sites/s37xwST38AhXPnB2Pj9h"],
  });
});

test("sites commands without a target act on --site", async () => {
  await step(cli, "sites view --site s37xwST38AhXPnB2Pj9h --fields title", {
    out: ["Title\tField Service"],
    sent: ["GET /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/sites/s37xwST38AhXPnB2Pj9h"],
  });
  await step(cli, "sites publish", {
    on: { defaults: { org: "hR7kQ2mXv9TzLb4WcN8p" } },
    err: ["docs: the site is missing: pass its id or --site", "  see: docs sites publish --help"],
    code: 2,
    sent: [],
  });
  await step(cli, "sites publish", {
    on: { answers: ["field", true], defaults: { org: "hR7kQ2mXv9TzLb4WcN8p" }, width: 100 },
    err: ["✓ Published site Field Service"],
    asked: [
      "Which site?",
      "> Field Service [share-link]",
      `Publish site "Field Service"? This cannot be undone: the service's interface cannot unpublish a site.`,
    ],
  });
});

test("sites life cycle", async () => {
  await step(
    cli,
    "sites create --title Help --type premium --visibility unlisted --spaces tG4nVx8YqLz2RkWd7JmS,p6XAtCw2ZM66CYe1Dw4C --fields title,type,visibility,siteSpaces",
    {
      out: ["Title\tHelp", "Type\tpremium", "Visibility\tunlisted", "Spaces\t2"],
      err: ['Created site "Help" (AAAAAAAAAAAAAAAAAAAB)'],
      sent: [
        'POST /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/sites {"title":"Help","type":"premium","visibility":"unlisted","spaces":["tG4nVx8YqLz2RkWd7JmS","p6XAtCw2ZM66CYe1Dw4C"]}',
      ],
    },
  );
  await step(cli, "sites create --title Draft --new-space", {
    on: TTY,
    err: ['✓ Created site "Draft" (AAAAAAAAAAAAAAAAAAAE)'],
    sent: ['POST /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/sites {"title":"Draft","newSpace":true}'],
  });
  await step(cli, "sites create", {
    err: ["docs: --title is required", "  see: docs sites create --help"],
    code: 2,
    sent: [],
  });
  await step(
    cli,
    'sites edit --title "Help center" --agents-context excluded --basename help-center --fields title,agentsContext,basename',
    {
      out: ["Title\tHelp center", "Agents\texcluded", "Basename\thelp-center"],
      err: ["Changed site sD9wPb3HfKc6XnTj1VqZ"],
      sent: [
        'PATCH /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/sites/sD9wPb3HfKc6XnTj1VqZ {"title":"Help center","basename":"help-center","agentsContext":"excluded"}',
      ],
    },
  );
  await step(cli, "sites edit --adaptive-content --dry-run", {
    out: [
      "PATCH https://docs.sandbox.invalid/v1/orgs/hR7kQ2mXv9TzLb4WcN8p/sites/sD9wPb3HfKc6XnTj1VqZ",
      "{",
      '  "adaptiveContent": {',
      '    "enabled": true',
      "  }",
      "}",
      "",
      "curl -g -X PATCH -H 'accept: */*' -H 'accept-encoding: identity' -H 'user-agent: docs' -H 'content-type: application/json' -H \"Authorization: Bearer $DOCS_TOKEN\" --data-raw '{\"adaptiveContent\":{\"enabled\":true}}' 'https://docs.sandbox.invalid/v1/orgs/hR7kQ2mXv9TzLb4WcN8p/sites/sD9wPb3HfKc6XnTj1VqZ'",
    ],
    sent: [],
  });
  await step(
    cli,
    "sites edit --no-adaptive-content --no-proxy --default-site-section e3w5wrLbFu5YnBs1w1Z3 --fields adaptiveContent.enabled",
    {
      out: ["Adaptive content\tfalse"],
      err: ["Changed site sD9wPb3HfKc6XnTj1VqZ"],
      sent: [
        'PATCH /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/sites/sD9wPb3HfKc6XnTj1VqZ {"defaultSiteSection":"e3w5wrLbFu5YnBs1w1Z3","proxy":null,"adaptiveContent":{"enabled":false}}',
      ],
    },
  );
  await step(cli, "sites edit --proxy company.com/docs --fields proxy.target", {
    out: ["Proxy\thttps://docs.halden-robotics.example"],
    err: ["Changed site sD9wPb3HfKc6XnTj1VqZ"],
    sent: ['PATCH /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/sites/sD9wPb3HfKc6XnTj1VqZ {"proxy":"company.com/docs"}'],
  });
  await step(cli, "sites edit --proxy https://company.com/docs", {
    err: [
      'docs: --proxy has a format that the service does not accept: "https://company.com/docs"',
      "  address that serves it through a proxy: company.com/docs",
    ],
    code: 2,
    sent: [],
  });
  await step(cli, "sites edit", {
    err: [
      "docs: nothing to change: pass at least one of --title, --visibility, --basename, --agents-context, --default-site-space, --default-site-section, --proxy, --adaptive-content",
      "  see: docs sites edit --help",
    ],
    code: 2,
    sent: [],
  });
  await step(cli, "sites publish s37xwST38AhXPnB2Pj9h", {
    on: TTY,
    err: ["✓ Published site Field Service"],
    sent: ["POST /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/sites/s37xwST38AhXPnB2Pj9h/publish"],
  });
  await step(cli, "sites publish s37xwST38AhXPnB2Pj9h sD9wPb3HfKc6XnTj1VqZ --fields title,published", {
    out: ["Field Service\ttrue", "Help center\ttrue"],
    err: ["Published site s37xwST38AhXPnB2Pj9h", "Published site sD9wPb3HfKc6XnTj1VqZ at https://company.com/docs/"],
    sent: [
      "POST /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/sites/s37xwST38AhXPnB2Pj9h/publish",
      "POST /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/sites/sD9wPb3HfKc6XnTj1VqZ/publish",
    ],
  });
  await step(cli, "sites delete s37xwST38AhXPnB2Pj9h", {
    err: ["docs: confirmation is required when not running interactively", "  pass --yes, or --confirm ID-OR-TITLE"],
    code: 2,
    sent: [],
  });
  await step(cli, "sites delete s37xwST38AhXPnB2Pj9h", {
    on: YES,
    err: ['✓ Deleted site "Field Service"'],
    sent: [
      "GET /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/sites/s37xwST38AhXPnB2Pj9h",
      "DELETE /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/sites/s37xwST38AhXPnB2Pj9h",
    ],
    asked: [
      'Delete site "Field Service"? Its sections, share links and address are lost; its spaces stay. This cannot be undone: its addresses, design and parts cannot be restored.',
    ],
  });
  await step(cli, "sites delete s37xwST38AhXPnB2Pj9h --yes", {
    err: ["Deleted site s37xwST38AhXPnB2Pj9h, if it existed and this token could see it: the service does not say"],
    sent: ["DELETE /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/sites/s37xwST38AhXPnB2Pj9h"],
  });
});

test("sites published", async () => {
  await step(cli, "sites published", {
    out: [
      "Site\tHalden Docs",
      "Visibility\tpublic",
      "URL\thttps://docs.halden-robotics.example/",
      "Structure\tsections",
      "Sections\tRobots, Fleet, Developers",
      "Title\tHalden Docs",
    ],
  });
  await step(cli, "sites published", {
    on: TTY,
    out: [
      "Site:        Halden Docs",
      "Visibility:  public",
      "URL:         https://docs.halden-robotics.example/",
      "Structure:   sections",
      "Sections:    Robots, Fleet, Developers",
      "Title:       Halden Docs",
    ],
  });
  await step(cli, "sites published --share-key k4417hK4FrRVS9ezeUW3 -q .site.id", {
    out: ["sD9wPb3HfKc6XnTj1VqZ"],
    sent: ["GET /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/sites/sD9wPb3HfKc6XnTj1VqZ/published?shareKey=k4417hK4FrRVS9ezeUW3"],
  });
  await step(cli, "sites published s37xwST38AhXPnB2Pj9h", {
    err: ['docs: the service answered 404: site "s37xwST38AhXPnB2Pj9h" is not published', "  see: docs sites list"],
    code: 3,
  });
});

test("share-links", async () => {
  await step(cli, "share-links list", {
    out: [
      "k4417hK4FrRVS9ezeUW3\tPartners\ttrue\t2025-03-11T10:00:00.000Z\thttps://docs.halden-robotics.example/?shareKey=k4417hK4FrRVS9ezeUW3",
      "kT8m3Ayo7AsEcx39N9Qj\tPress, trade fair\tfalse\t2025-12-02T10:00:00.000Z\thttps://docs.halden-robotics.example/?shareKey=kT8m3Ayo7AsEcx39N9Qj",
    ],
  });
  await step(cli, "share-links list", {
    err: ["2 share links in Halden Docs", "2 columns hidden: Created, ID; -o json has all, --ids the ID"],
    on: TTY,
    out: [
      "NAME               ACTIVE  URL",
      "Partners           yes     https://docs.halden-robotics.example/?shareKey=k4417hK4FrRVS9ezeUW3",
      "Press, trade fair  no      https://docs.halden-robotics.example/?shareKey=kT8m3Ayo7AsEcx39N9Qj",
    ],
  });
  await step(cli, "share-links list --json --fields name,active", {
    out: ['[{"name":"Partners","active":true},{"name":"Press, trade fair","active":false}]'],
  });
  await step(cli, "share-links create --name Reviewers --fields name,active", {
    out: ["Name\tReviewers", "Active\ttrue"],
    err: ['Created share link "Reviewers" (AAAAAAAAAAAAAAAAAAAB)'],
    sent: ['POST /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/sites/sD9wPb3HfKc6XnTj1VqZ/share-links {"name":"Reviewers"}'],
  });
  await step(cli, "share-links create --name Guests", {
    on: TTY,
    out: [
      "Name:     Guests",
      "Active:   yes",
      "Created:  just now",
      "URL:      https://docs.halden-robotics.example/?shareKey=AAAAAAAAAAAAAAAAAAAC",
      "ID:       AAAAAAAAAAAAAAAAAAAC",
    ],
    err: ['✓ Created share link "Guests" (AAAAAAAAAAAAAAAAAAAC)'],
    sent: ['POST /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/sites/sD9wPb3HfKc6XnTj1VqZ/share-links {"name":"Guests"}'],
  });
  await step(cli, "share-links create", {
    err: ["docs: --name is required", "  see: docs share-links create --help"],
    code: 2,
    sent: [],
  });
  await step(cli, "share-links edit k4417hK4FrRVS9ezeUW3 --no-active --name Old --fields name,active", {
    out: ["Name\tOld", "Active\tfalse"],
    err: ["Changed share link k4417hK4FrRVS9ezeUW3"],
    sent: [
      'PATCH /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/sites/sD9wPb3HfKc6XnTj1VqZ/share-links/k4417hK4FrRVS9ezeUW3 {"name":"Old","active":false}',
    ],
  });
  await step(cli, "share-links edit k4417hK4FrRVS9ezeUW3 --active", {
    on: TTY,
    err: ["✓ Changed share link k4417hK4FrRVS9ezeUW3"],
    sent: [
      'PATCH /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/sites/sD9wPb3HfKc6XnTj1VqZ/share-links/k4417hK4FrRVS9ezeUW3 {"active":true}',
    ],
  });
  await step(cli, "share-links edit k4417hK4FrRVS9ezeUW3", {
    err: ["docs: nothing to change: pass at least one of --name, --active", "  see: docs share-links edit --help"],
    code: 2,
    sent: [],
  });
  await step(cli, "share-links delete k4417hK4FrRVS9ezeUW3", {
    on: YES,
    err: ['✓ Deleted share link "Old"'],
    sent: [
      "GET /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/sites/sD9wPb3HfKc6XnTj1VqZ/share-links?limit=1000",
      "DELETE /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/sites/sD9wPb3HfKc6XnTj1VqZ/share-links/k4417hK4FrRVS9ezeUW3",
    ],
    asked: [
      'Delete share link "Old"? It no longer opens the site. This cannot be undone: a new link has another address.',
    ],
  });
  await step(cli, 'share-links delete kT8m3Ayo7AsEcx39N9Qj --confirm "Press, trade fair"', {
    err: ['Deleted share link "Press, trade fair" (kT8m3Ayo7AsEcx39N9Qj)'],
    sent: [
      "GET /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/sites/sD9wPb3HfKc6XnTj1VqZ/share-links?limit=1000",
      "DELETE /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/sites/sD9wPb3HfKc6XnTj1VqZ/share-links/kT8m3Ayo7AsEcx39N9Qj",
    ],
  });
  await step(cli, "share-links delete k4417hK4FrRVS9ezeUW3 --yes", {
    err: [
      "Deleted share link k4417hK4FrRVS9ezeUW3, if it existed and this token could see it: the service does not say",
    ],
    sent: ["DELETE /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/sites/sD9wPb3HfKc6XnTj1VqZ/share-links/k4417hK4FrRVS9ezeUW3"],
  });
});
