import { afterEach, beforeEach, test } from "vitest";
import { type TestCli, testCli } from "../helpers/run.js";
import { step, TTY, YES } from "./step.js";

let cli: TestCli;
beforeEach(async () => {
  cli = await testCli();
});
afterEach(() => cli.close());

test("sections list", async () => {
  await step(cli, "sections list", {
    out: [
      "ePnY5bz4286QHs81sB1N\tRobots\trobots\ttrue\t\t3\t",
      "e3w5wrLbFu5YnBs1w1Z3\tFleet\tfleet\tfalse\tg9Zk69pwo7ZbFpG91Mm2\t1\t",
      "e9wwZ81xpiN1wVFC1a85\tDevelopers\tdevelopers\tfalse\tg9Zk69pwo7ZbFpG91Mm2\t1\tvisitor.claims.hasFleet || visitor.claims.unsigned.preview",
    ],
  });
  await step(cli, "sections list", {
    err: ["3 sections in Halden Docs"],
    on: TTY,
    out: [
      "TITLE       PATH        DEFAULT  GROUP     SPACES  CONDITION                    ID",
      "Robots      robots      yes                     3                               ePnY5bz4286QHs81sB1N",
      "Fleet       fleet       no       Software       1                               e3w5wrLbFu5YnBs1w1Z3",
      "Developers  developers  no       Software       1  visitor.claims.hasFleet ||…  e9wwZ81xpiN1wVFC1a85",
    ],
  });
  await step(cli, "sections list --share-key k4417hK4FrRVS9ezeUW3 --json --fields id,title", {
    out: [
      '[{"id":"ePnY5bz4286QHs81sB1N","title":"Robots"},{"id":"e3w5wrLbFu5YnBs1w1Z3","title":"Fleet"},{"id":"e9wwZ81xpiN1wVFC1a85","title":"Developers"}]',
    ],
    sent: [
      "GET /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/sites/sD9wPb3HfKc6XnTj1VqZ/sections?limit=1000&shareKey=k4417hK4FrRVS9ezeUW3",
    ],
  });
});

test("sections life cycle: null for what is taken away", async () => {
  await step(cli, 'sections create --content pkNn494pi8HgB36Wxyf8 --title "Field service" --icon wrench', {
    out: [
      "ID\tAAAAAAAAAAAAAAAAAAAB",
      "Title\tField service",
      "Path\tfield-service",
      "Default\tfalse",
      "Group\t",
      "Spaces\t1",
      "Condition\t",
      "Icon\twrench",
      "Description\t",
      "URL\thttps://docs.halden-robotics.example/field-service",
    ],
    err: ['Created section "Field service" (AAAAAAAAAAAAAAAAAAAB)'],
    sent: [
      'POST /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/sites/sD9wPb3HfKc6XnTj1VqZ/sections {"title":"Field service","icon":"wrench","spaceId":"pkNn494pi8HgB36Wxyf8"}',
    ],
  });
  await step(cli, "sections create --content p3sfu86N4L96J7SLYxrq --no-title --no-icon", {
    on: TTY,
    err: ['✓ Created section "Welcome to Halden" (AAAAAAAAAAAAAAAAAAAD)'],
    sent: [
      'POST /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/sites/sD9wPb3HfKc6XnTj1VqZ/sections {"title":null,"icon":null,"spaceId":"p3sfu86N4L96J7SLYxrq"}',
    ],
  });
  await step(cli, "sections create", {
    err: ["docs: --content is required", "  see: docs sections create --help"],
    code: 2,
    sent: [],
  });
  await step(
    cli,
    "sections edit ePnY5bz4286QHs81sB1N --condition visitor.claims.isPartner --icon robot --description Carts --path carts --fields path,condition,icon,description",
    {
      out: ["Path\tcarts", "Condition\tvisitor.claims.isPartner", "Icon\trobot", "Description\tCarts"],
      err: ["Changed section ePnY5bz4286QHs81sB1N"],
      sent: [
        'PATCH /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/sites/sD9wPb3HfKc6XnTj1VqZ/sections/ePnY5bz4286QHs81sB1N {"path":"carts","condition":"visitor.claims.isPartner","icon":"robot","description":"Carts"}',
      ],
    },
  );
  await step(
    cli,
    "sections edit ePnY5bz4286QHs81sB1N e3w5wrLbFu5YnBs1w1Z3 --no-condition --no-icon --no-description --fields id,condition,icon,description",
    {
      out: ["ePnY5bz4286QHs81sB1N\t\t\t", "e3w5wrLbFu5YnBs1w1Z3\t\t\t"],
      err: ["Changed section ePnY5bz4286QHs81sB1N", "Changed section e3w5wrLbFu5YnBs1w1Z3"],
      sent: [
        'PATCH /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/sites/sD9wPb3HfKc6XnTj1VqZ/sections/ePnY5bz4286QHs81sB1N {"condition":null,"icon":null,"description":null}',
        'PATCH /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/sites/sD9wPb3HfKc6XnTj1VqZ/sections/e3w5wrLbFu5YnBs1w1Z3 {"condition":null,"icon":null,"description":null}',
      ],
    },
  );
  await step(cli, "sections edit ePnY5bz4286QHs81sB1N --default-site-space w3t2772867dpfQ9GJ11v --dry-run", {
    out: [
      "PATCH https://docs.sandbox.invalid/v1/orgs/hR7kQ2mXv9TzLb4WcN8p/sites/sD9wPb3HfKc6XnTj1VqZ/sections/ePnY5bz4286QHs81sB1N",
      "{",
      '  "defaultSiteSpace": "w3t2772867dpfQ9GJ11v"',
      "}",
      "",
      "curl -g -X PATCH -H 'accept: */*' -H 'accept-encoding: identity' -H 'user-agent: docs' -H 'content-type: application/json' -H \"Authorization: Bearer $DOCS_TOKEN\" --data-raw '{\"defaultSiteSpace\":\"w3t2772867dpfQ9GJ11v\"}' 'https://docs.sandbox.invalid/v1/orgs/hR7kQ2mXv9TzLb4WcN8p/sites/sD9wPb3HfKc6XnTj1VqZ/sections/ePnY5bz4286QHs81sB1N'",
    ],
    sent: [],
  });
  await step(cli, "sections edit ePnY5bz4286QHs81sB1N --title x", {
    err: ["docs: --title takes at least 2 characters, got 1"],
    code: 2,
    sent: [],
  });
  await step(cli, 'sections edit ePnY5bz4286QHs81sB1N --condition ""', {
    err: ["docs: --condition takes at least 1 character, got 0"],
    code: 2,
    sent: [],
  });
  await step(cli, "sections edit ePnY5bz4286QHs81sB1N", {
    err: [
      "docs: nothing to change: pass at least one of --title, --path, --default-site-space, --condition, --icon, --description",
      "  see: docs sections edit --help",
    ],
    code: 2,
    sent: [],
  });
  await step(cli, "sections delete e9wwZ81xpiN1wVFC1a85", {
    on: YES,
    err: ['✓ Deleted section "Developers"'],
    sent: [
      "GET /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/sites/sD9wPb3HfKc6XnTj1VqZ/sections?limit=1000",
      "DELETE /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/sites/sD9wPb3HfKc6XnTj1VqZ/sections/e9wwZ81xpiN1wVFC1a85",
    ],
    asked: ['Delete section "Developers"? Its site spaces are removed from the site.'],
  });
  await step(cli, "sections delete e9wwZ81xpiN1wVFC1a85 --yes", {
    err: ["Deleted section e9wwZ81xpiN1wVFC1a85, if it existed and this token could see it: the service does not say"],
    sent: ["DELETE /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/sites/sD9wPb3HfKc6XnTj1VqZ/sections/e9wwZ81xpiN1wVFC1a85"],
  });
  await step(cli, "sections delete e9wwZ81xpiN1wVFC1a85", {
    on: YES,
    err: ["✓ Already absent: section e9wwZ81xpiN1wVFC1a85"],
    sent: [
      "GET /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/sites/sD9wPb3HfKc6XnTj1VqZ/sections?limit=1000",
      "GET /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/sites/sD9wPb3HfKc6XnTj1VqZ/sections?limit=1000",
    ],
  });
});

test("sections move works and notes on standard error that it is deprecated", async () => {
  await step(cli, "sections move e9wwZ81xpiN1wVFC1a85 --before ePnY5bz4286QHs81sB1N --fields title", {
    out: ["Title\tDevelopers"],
    err: ["note: the service calls this operation deprecated; it still works", "Moved section e9wwZ81xpiN1wVFC1a85"],
    sent: [
      'POST /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/sites/sD9wPb3HfKc6XnTj1VqZ/sections/e9wwZ81xpiN1wVFC1a85/move {"position":{"before":{"type":"site-section","siteSection":"ePnY5bz4286QHs81sB1N"}}}',
    ],
  });
  await step(cli, "sections move e9wwZ81xpiN1wVFC1a85 --after ePnY5bz4286QHs81sB1N", {
    on: TTY,
    err: ["note: the service calls this operation deprecated; it still works", "✓ Moved section Developers"],
    sent: [
      'POST /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/sites/sD9wPb3HfKc6XnTj1VqZ/sections/e9wwZ81xpiN1wVFC1a85/move {"position":{"after":{"type":"site-section","siteSection":"ePnY5bz4286QHs81sB1N"}}}',
    ],
  });
  await step(cli, "sections move e9wwZ81xpiN1wVFC1a85 --before ePnY5bz4286QHs81sB1N --json --fields id", {
    out: ['{"id":"e9wwZ81xpiN1wVFC1a85"}'],
    err: ["note: the service calls this operation deprecated; it still works", "Moved section e9wwZ81xpiN1wVFC1a85"],
  });
  await step(cli, "sections move e9wwZ81xpiN1wVFC1a85", {
    err: ["docs: nothing to change: pass at least one of --before, --after", "  see: docs sections move --help"],
    code: 2,
    sent: [],
  });
});

test("section-groups list", async () => {
  await step(cli, "section-groups list", { out: ["g9Zk69pwo7ZbFpG91Mm2\tSoftware\tlaptop\tFleet, Developers"] });
  await step(cli, "section-groups list", {
    err: ["1 section group in Halden Docs"],
    on: TTY,
    out: ["TITLE     ICON    SECTIONS           ID", "Software  laptop  Fleet, Developers  g9Zk69pwo7ZbFpG91Mm2"],
  });
  await step(cli, "section-groups list --json --fields id,title,sections.title", {
    out: ['[{"id":"g9Zk69pwo7ZbFpG91Mm2","title":"Software","sections":[{"title":"Fleet"},{"title":"Developers"}]}]'],
  });
});

test("section-groups life cycle", async () => {
  await step(cli, "section-groups create --title Products --icon box --sections ePnY5bz4286QHs81sB1N", {
    out: ["ID\tAAAAAAAAAAAAAAAAAAAB", "Title\tProducts", "Icon\tbox", "Sections\tRobots"],
    err: ['Created section group "Products" (AAAAAAAAAAAAAAAAAAAB)'],
    sent: [
      'POST /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/sites/sD9wPb3HfKc6XnTj1VqZ/section-groups {"title":"Products","icon":"box","sections":["ePnY5bz4286QHs81sB1N"]}',
    ],
  });
  await step(cli, "section-groups create --title Empty", {
    on: TTY,
    err: ['✓ Created section group "Empty" (AAAAAAAAAAAAAAAAAAAC)'],
    sent: ['POST /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/sites/sD9wPb3HfKc6XnTj1VqZ/section-groups {"title":"Empty"}'],
  });
  await step(cli, "section-groups create", {
    err: ["docs: --title is required", "  see: docs section-groups create --help"],
    code: 2,
    sent: [],
  });
  await step(cli, "section-groups edit g9Zk69pwo7ZbFpG91Mm2 --title Programs --fields title,icon", {
    out: ["Title\tPrograms", "Icon\tlaptop"],
    err: ["Changed section group g9Zk69pwo7ZbFpG91Mm2"],
    sent: [
      'PATCH /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/sites/sD9wPb3HfKc6XnTj1VqZ/section-groups/g9Zk69pwo7ZbFpG91Mm2 {"title":"Programs"}',
    ],
  });
  await step(cli, "section-groups edit g9Zk69pwo7ZbFpG91Mm2", {
    err: ["docs: nothing to change: pass at least one of --title, --icon", "  see: docs section-groups edit --help"],
    code: 2,
    sent: [],
  });
  await step(cli, "section-groups add g9Zk69pwo7ZbFpG91Mm2 ePnY5bz4286QHs81sB1N --fields sections", {
    out: ["Sections\tFleet, Developers, Robots"],
    err: ["Added section ePnY5bz4286QHs81sB1N to group g9Zk69pwo7ZbFpG91Mm2"],
    sent: [
      'POST /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/sites/sD9wPb3HfKc6XnTj1VqZ/section-groups/g9Zk69pwo7ZbFpG91Mm2/sections {"sectionId":"ePnY5bz4286QHs81sB1N"}',
    ],
  });
  await step(cli, "section-groups add g9Zk69pwo7ZbFpG91Mm2 ePnY5bz4286QHs81sB1N nope", {
    on: TTY,
    err: [
      "✓ Added section ePnY5bz4286QHs81sB1N to group g9Zk69pwo7ZbFpG91Mm2",
      'failed: nope: the service answered 404: section "nope" not found',
      "docs: 1 ok, 1 failed, 0 unknown, 0 not started",
    ],
    code: 9,
    sent: [
      "GET /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/sites/sD9wPb3HfKc6XnTj1VqZ/sections?limit=200",
      'POST /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/sites/sD9wPb3HfKc6XnTj1VqZ/section-groups/g9Zk69pwo7ZbFpG91Mm2/sections {"sectionId":"ePnY5bz4286QHs81sB1N"}',
      'POST /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/sites/sD9wPb3HfKc6XnTj1VqZ/section-groups/g9Zk69pwo7ZbFpG91Mm2/sections {"sectionId":"nope"}',
    ],
  });
  await step(cli, "section-groups remove g9Zk69pwo7ZbFpG91Mm2 ePnY5bz4286QHs81sB1N", {
    err: [
      "Took section ePnY5bz4286QHs81sB1N out of group g9Zk69pwo7ZbFpG91Mm2, if it was in it and this token could see it: the service does not say",
    ],
    sent: [
      "DELETE /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/sites/sD9wPb3HfKc6XnTj1VqZ/section-groups/g9Zk69pwo7ZbFpG91Mm2/sections/ePnY5bz4286QHs81sB1N",
    ],
  });
  await step(cli, "section-groups remove g9Zk69pwo7ZbFpG91Mm2 ePnY5bz4286QHs81sB1N", {
    on: TTY,
    err: [
      "✓ Took section ePnY5bz4286QHs81sB1N out of group g9Zk69pwo7ZbFpG91Mm2, if it was in it and this token could see it: the service does not say",
    ],
    sent: [
      "DELETE /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/sites/sD9wPb3HfKc6XnTj1VqZ/section-groups/g9Zk69pwo7ZbFpG91Mm2/sections/ePnY5bz4286QHs81sB1N",
    ],
  });
  await step(cli, "section-groups move AAAAAAAAAAAAAAAAAAAB --before g9Zk69pwo7ZbFpG91Mm2 --fields title", {
    out: ["Title\tProducts"],
    err: ["Moved section group AAAAAAAAAAAAAAAAAAAB"],
    sent: [
      'POST /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/sites/sD9wPb3HfKc6XnTj1VqZ/section-groups/AAAAAAAAAAAAAAAAAAAB/move {"position":{"before":{"type":"site-section","id":"g9Zk69pwo7ZbFpG91Mm2"}}}',
    ],
  });
  await step(
    cli,
    "section-groups move AAAAAAAAAAAAAAAAAAAB --before ePnY5bz4286QHs81sB1N --after g9Zk69pwo7ZbFpG91Mm2",
    {
      err: ["docs: --before and --after cannot be used together"],
      code: 2,
      sent: [],
    },
  );
  await step(cli, "section-groups delete g9Zk69pwo7ZbFpG91Mm2", {
    on: YES,
    err: ['✓ Deleted section group "Programs"'],
    sent: [
      "GET /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/sites/sD9wPb3HfKc6XnTj1VqZ/section-groups?limit=1000",
      "DELETE /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/sites/sD9wPb3HfKc6XnTj1VqZ/section-groups/g9Zk69pwo7ZbFpG91Mm2",
    ],
    asked: ['Delete section group "Programs"? Its sections stay on the site.'],
  });
  await step(cli, "section-groups delete g9Zk69pwo7ZbFpG91Mm2 --yes", {
    err: [
      "Deleted section group g9Zk69pwo7ZbFpG91Mm2, if it existed and this token could see it: the service does not say",
    ],
    sent: ["DELETE /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/sites/sD9wPb3HfKc6XnTj1VqZ/section-groups/g9Zk69pwo7ZbFpG91Mm2"],
  });
});
