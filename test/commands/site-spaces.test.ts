import { afterEach, beforeEach, test } from "vitest";
import { type TestCli, testCli } from "../helpers/run.js";
import { step, TTY, YES } from "./step.js";

let cli: TestCli;
beforeEach(async () => {
  cli = await testCli();
});
afterEach(() => cli.close());

test("site-spaces list: the default filter has three states", async () => {
  await step(cli, "site-spaces list", {
    out: [
      "wK753MQjk728HC5r1Zw6\tTern User Guide\ttern\ttrue\tePnY5bz4286QHs81sB1N\ttG4nVx8YqLz2RkWd7JmS\t\thttps://docs.halden-robotics.example/robots/tern",
      "w3t2772867dpfQ9GJ11v\tTern Benutzerhandbuch\ttern-de\tfalse\tePnY5bz4286QHs81sB1N\tpWk2T6KHwZU5rjnfRPm5\t\thttps://docs.halden-robotics.example/robots/tern-de",
      "w5w5ukJs4omN22u4893H\tTern 1 User Guide\ttern-1\tfalse\tePnY5bz4286QHs81sB1N\tpH687TGJrAsS6q4u8VM9\tvisitor.claims.isPartner\thttps://docs.halden-robotics.example/robots/tern-1",
      "wir2P2d974594vcR291F\tHarbor Fleet Controller\tharbor\ttrue\te3w5wrLbFu5YnBs1w1Z3\tpPP4WDv78L8RNnQG4tYR\t\thttps://docs.halden-robotics.example/fleet/harbor",
      "wg657D3U7XBG3Sp6pXhW\tHarbor API\tapi\ttrue\te9wwZ81xpiN1wVFC1a85\tp6XAtCw2ZM66CYe1Dw4C\t\thttps://docs.halden-robotics.example/developers/api",
    ],
  });
  await step(cli, "site-spaces list", {
    err: ["5 site spaces in Halden Docs", "2 columns hidden: URL, ID; -o json has all, --ids the ID"],
    on: TTY,
    out: [
      "TITLE                    PATH     DEFAULT  SECTION     SPACE                   CONDITION",
      "Tern User Guide          tern     yes      Robots      Tern User Guide",
      "Tern Benutzerhandbuch    tern-de  no       Robots      Tern Benutzerhandbuch",
      "Tern 1 User Guide        tern-1   no       Robots      Tern 1 User Guide       visitor.claims.isPar…",
      "Harbor Fleet Controller  harbor   yes      Fleet       Harbor Fleet Controll…",
      "Harbor API               api      yes      Developers  Harbor API",
    ],
  });
  await step(cli, "site-spaces list --default --fields title", {
    out: ["Tern User Guide"],
    sent: ["GET /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/sites/sD9wPb3HfKc6XnTj1VqZ/site-spaces?limit=1000&default=true"],
  });
  await step(cli, "site-spaces list --no-default --fields title", {
    out: ["Tern Benutzerhandbuch", "Tern 1 User Guide", "Harbor Fleet Controller", "Harbor API"],
    sent: ["GET /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/sites/sD9wPb3HfKc6XnTj1VqZ/site-spaces?limit=1000&default=false"],
  });
  await step(cli, "site-spaces list --share-key k4417hK4FrRVS9ezeUW3 --json -L 1 --fields id", {
    out: ['[{"id":"wK753MQjk728HC5r1Zw6"}]'],
    err: ["there are more items: continue with --page CURSOR"],
    sent: [
      "GET /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/sites/sD9wPb3HfKc6XnTj1VqZ/site-spaces?limit=1&shareKey=k4417hK4FrRVS9ezeUW3",
    ],
  });
});

test("site-spaces life cycle", async () => {
  await step(cli, "site-spaces add --content pkNn494pi8HgB36Wxyf8", {
    out: [
      "ID\tAAAAAAAAAAAAAAAAAAAB",
      "Title\tField Service Manual",
      "Path\tfield-service-manual",
      "Default\tfalse",
      "Section\tePnY5bz4286QHs81sB1N",
      "Space\tpkNn494pi8HgB36Wxyf8",
      "Condition\t",
      "URL\thttps://docs.halden-robotics.example/robots/field-service-manual",
    ],
    err: ["Linked space pkNn494pi8HgB36Wxyf8 as site space AAAAAAAAAAAAAAAAAAAB"],
    sent: [
      'POST /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/sites/sD9wPb3HfKc6XnTj1VqZ/site-spaces {"spaceId":"pkNn494pi8HgB36Wxyf8"}',
    ],
  });
  await step(cli, "site-spaces add --content p3sfu86N4L96J7SLYxrq --section e3w5wrLbFu5YnBs1w1Z3", {
    on: TTY,
    err: ["✓ Linked space p3sfu86N4L96J7SLYxrq as site space AAAAAAAAAAAAAAAAAAAC"],
    sent: [
      'POST /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/sites/sD9wPb3HfKc6XnTj1VqZ/site-spaces {"spaceId":"p3sfu86N4L96J7SLYxrq","sectionId":"e3w5wrLbFu5YnBs1w1Z3"}',
    ],
  });
  await step(cli, "site-spaces add", {
    err: ["docs: --content is required", "  see: docs site-spaces add --help"],
    code: 2,
    sent: [],
  });
  await step(
    cli,
    "site-spaces edit wK753MQjk728HC5r1Zw6 --path v2 --condition visitor.claims.isPartner --fields path,condition",
    {
      out: ["Path\tv2", "Condition\tvisitor.claims.isPartner"],
      err: ["Changed site space wK753MQjk728HC5r1Zw6"],
      sent: [
        'PATCH /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/sites/sD9wPb3HfKc6XnTj1VqZ/site-spaces/wK753MQjk728HC5r1Zw6 {"path":"v2","condition":"visitor.claims.isPartner"}',
      ],
    },
  );
  await step(cli, "site-spaces edit wK753MQjk728HC5r1Zw6 --no-condition --fields condition", {
    out: ["Condition\t"],
    err: ["Changed site space wK753MQjk728HC5r1Zw6"],
    sent: [
      'PATCH /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/sites/sD9wPb3HfKc6XnTj1VqZ/site-spaces/wK753MQjk728HC5r1Zw6 {"condition":null}',
    ],
  });
  await step(cli, "site-spaces edit wK753MQjk728HC5r1Zw6 --content pV7syPAA4Y8STC95bomz --fields title,space.id", {
    out: ["Title\tEngineering Handbook", "Space\tpV7syPAA4Y8STC95bomz"],
    err: ["Changed site space wK753MQjk728HC5r1Zw6"],
    sent: [
      'PATCH /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/sites/sD9wPb3HfKc6XnTj1VqZ/site-spaces/wK753MQjk728HC5r1Zw6 {"spaceId":"pV7syPAA4Y8STC95bomz"}',
    ],
  });
  await step(cli, "site-spaces edit wK753MQjk728HC5r1Zw6", {
    err: [
      "docs: nothing to change: pass at least one of --path, --condition, --content",
      "  see: docs site-spaces edit --help",
    ],
    code: 2,
    sent: [],
  });
  await step(cli, "site-spaces move w5w5ukJs4omN22u4893H --before wK753MQjk728HC5r1Zw6 --fields title", {
    out: ["Title\tTern 1 User Guide"],
    err: ["Moved site space w5w5ukJs4omN22u4893H"],
    sent: [
      'POST /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/sites/sD9wPb3HfKc6XnTj1VqZ/site-spaces/w5w5ukJs4omN22u4893H/move {"position":{"before":{"type":"site-space","siteSpace":"wK753MQjk728HC5r1Zw6"}}}',
    ],
  });
  await step(cli, "site-spaces move wK753MQjk728HC5r1Zw6 --after w3t2772867dpfQ9GJ11v", {
    on: TTY,
    err: ["✓ Moved site space Engineering Handbook"],
    sent: [
      'POST /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/sites/sD9wPb3HfKc6XnTj1VqZ/site-spaces/wK753MQjk728HC5r1Zw6/move {"position":{"after":{"type":"site-space","siteSpace":"w3t2772867dpfQ9GJ11v"}}}',
    ],
  });
  await step(cli, "site-spaces delete w3t2772867dpfQ9GJ11v", {
    on: YES,
    err: ['✓ Deleted site space "Tern Benutzerhandbuch"'],
    sent: [
      "GET /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/sites/sD9wPb3HfKc6XnTj1VqZ/site-spaces?limit=1000",
      "DELETE /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/sites/sD9wPb3HfKc6XnTj1VqZ/site-spaces/w3t2772867dpfQ9GJ11v",
    ],
    asked: ['Delete site space "Tern Benutzerhandbuch"? The space itself stays.'],
  });
  await step(cli, "site-spaces delete w3t2772867dpfQ9GJ11v --yes", {
    err: [
      "Deleted site space w3t2772867dpfQ9GJ11v, if it existed and this token could see it: the service does not say",
    ],
    sent: ["DELETE /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/sites/sD9wPb3HfKc6XnTj1VqZ/site-spaces/w3t2772867dpfQ9GJ11v"],
  });
});
