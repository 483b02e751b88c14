import { afterEach, beforeEach, test } from "vitest";
import { type TestCli, testCli } from "../helpers/run.js";
import { step, TTY, YES } from "./step.js";

let cli: TestCli;
beforeEach(async () => {
  cli = await testCli();
});
afterEach(() => cli.close());

test("openapi list and view", async () => {
  await step(cli, "openapi list", {
    out: [
      "harbor-api\tcomplete\tpublic\thttps://harbor.halden-robotics.example/api/v2/openapi.json\t2025-12-22T10:00:00.000Z\t",
      "harbor-events\tcomplete\tprivate\thttps://harbor.halden-robotics.example/events/openapi.json\t2025-12-26T10:00:00.000Z\tFETCH_ERROR",
    ],
  });
  await step(cli, "openapi list", {
    err: ["2 OpenAPI specifications in Halden Robotics", "1 column hidden: Source; -o json has all"],
    on: TTY,
    out: [
      "SLUG           STATE     VISIBILITY  PROCESSED    ERROR",
      "harbor-api     complete  public      24 days ago",
      "harbor-events  failed    private     20 days ago  FETCH_ERROR",
    ],
  });
  await step(cli, "openapi list --json --fields slug,visibility", {
    out: ['[{"slug":"harbor-api","visibility":"public"},{"slug":"harbor-events","visibility":"private"}]'],
  });
  await step(cli, "openapi view harbor-api", {
    out: [
      "Slug\tharbor-api",
      "State\tcomplete",
      "Visibility\tpublic",
      "Source\thttps://harbor.halden-robotics.example/api/v2/openapi.json",
      "Processed\t2025-12-22T10:00:00.000Z",
      "Error\t",
      "ID\tae7mhb6d714p3nyp5Y3p",
      "Last version\tvG4xBS8T6u6B9Y91rS87",
      "Created\t2024-12-11T10:00:00.000Z",
      "Permissions\tview, edit",
      "App\thttps://docs.sandbox.invalid/o/hR7kQ2mXv9TzLb4WcN8p/openapi/harbor-api",
    ],
  });
  await step(cli, "openapi view harbor-events", {
    on: TTY,
    out: [
      "Slug:         harbor-events",
      "State:        failed",
      "Visibility:   private",
      "Source:       https://harbor.halden-robotics.example/events/openapi.json",
      "Processed:    20 days ago",
      "Error:        FETCH_ERROR",
      "Created:      20 days ago",
      "Permissions:  view, edit",
      "App:          https://docs.sandbox.invalid/o/hR7kQ2mXv9TzLb4WcN8p/openapi/harbor-events",
      "ID:           afAf7Xvv5pNP2S2rJSH5",
    ],
  });
});

test("openapi versions, version and content: the latest by default", async () => {
  await step(cli, "openapi versions harbor-api --fields id,createdAt", {
    out: ["vG4xBS8T6u6B9Y91rS87\t2025-12-22T10:00:00.000Z", "v8aWDpo1129BGSAf21ds\t2024-12-11T10:00:00.000Z"],
  });
  await step(cli, "openapi versions harbor-api -L 1 --json --fields id", {
    out: ['[{"id":"vG4xBS8T6u6B9Y91rS87"}]'],
    err: ["there are more items: continue with --page CURSOR"],
  });
  await step(cli, "openapi version harbor-api --fields id", {
    out: ["ID\tvG4xBS8T6u6B9Y91rS87"],
    sent: ["GET /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/openapi/harbor-api/versions/latest"],
  });
  await step(cli, "openapi version harbor-api latest --json --fields id", {
    out: ['{"id":"vG4xBS8T6u6B9Y91rS87"}'],
    sent: ["GET /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/openapi/harbor-api/versions/latest"],
  });
  await step(cli, "openapi version harbor-api v8aWDpo1129BGSAf21ds --fields id", {
    out: ["ID\tv8aWDpo1129BGSAf21ds"],
    sent: ["GET /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/openapi/harbor-api/versions/v8aWDpo1129BGSAf21ds"],
  });
  await step(cli, "openapi content harbor-api --fields filesystem", {
    out: ["Files\topenapi.json"],
    sent: ["GET /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/openapi/harbor-api/versions/latest/content"],
  });
  await step(cli, "openapi content harbor-api v8aWDpo1129BGSAf21ds -q '.filesystem[\"openapi.json\"].info.version'", {
    out: ["2.0.0"],
    sent: ["GET /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/openapi/harbor-api/versions/v8aWDpo1129BGSAf21ds/content"],
  });
  await step(cli, "openapi version harbor-api nope", {
    err: ['docs: the service answered 404: version "nope" not found', "  see: docs openapi list"],
    code: 3,
  });
});

test("openapi life cycle", async () => {
  await step(
    cli,
    "openapi create pets --source-url https://pets.example/openapi.yaml --fields slug,processingState,visibility",
    {
      out: ["Slug\tpets", "State\tpending", "Visibility\tprivate"],
      err: ["Created specification pets (pending)"],
      sent: [
        'POST /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/openapi {"slug":"pets","source":{"url":"https://pets.example/openapi.yaml"}}',
      ],
    },
  );
  await step(cli, "openapi create cats --source-url https://pets.example/cats.yaml", {
    on: TTY,
    err: ["✓ Created specification cats (pending)"],
    sent: [
      'POST /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/openapi {"slug":"cats","source":{"url":"https://pets.example/cats.yaml"}}',
    ],
  });
  await step(cli, 'openapi create "Pets!" --source-url https://pets.example/openapi.yaml', {
    err: ['docs: "Pets!" is not a valid slug: use lower case letters, digits and single hyphens between them'],
    code: 2,
    sent: [],
  });
  await step(cli, "openapi create dogs", {
    err: ["docs: --source-url is required", "  see: docs openapi create --help"],
    code: 2,
    sent: [],
  });
  await step(cli, 'openapi publish "a--b" --source-url https://pets.example/openapi.yaml', {
    err: ['docs: "a--b" is not a valid slug: use lower case letters, digits and single hyphens between them'],
    code: 2,
    sent: [],
  });
  await step(cli, "openapi publish dogs --source-url https://pets.example/dogs.yaml", {
    on: TTY,
    err: ["✓ Published specification dogs (pending)"],
    sent: ['PUT /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/openapi/dogs {"source":{"url":"https://pets.example/dogs.yaml"}}'],
  });
  await step(cli, "openapi edit harbor-events harbor-api --visibility public --fields slug,visibility", {
    out: ["harbor-events\tpublic", "harbor-api\tpublic"],
    err: ["Changed specification harbor-events", "Changed specification harbor-api"],
    sent: [
      'PATCH /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/openapi/harbor-events {"visibility":"public"}',
      'PATCH /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/openapi/harbor-api {"visibility":"public"}',
    ],
  });
  await step(cli, "openapi edit harbor-api --visibility everybody", {
    err: ['docs: --visibility takes private or public, not "everybody"'],
    code: 2,
    sent: [],
  });
  await step(cli, "openapi edit harbor-api", {
    err: ["docs: nothing to change: pass --visibility", "  see: docs openapi edit --help"],
    code: 2,
    sent: [],
  });
  await step(cli, "openapi delete harbor-api", {
    err: ["docs: confirmation is required when not running interactively", "  pass --yes, or --confirm ID-OR-TITLE"],
    code: 2,
    sent: [],
  });
  await step(cli, "openapi delete harbor-api", {
    on: YES,
    err: ["✓ Deleted specification harbor-api"],
    sent: [
      "GET /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/openapi/harbor-api",
      "DELETE /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/openapi/harbor-api",
    ],
    asked: ["Delete specification harbor-api? All its versions are lost."],
  });
  await step(cli, "openapi delete harbor-events --confirm harbor-events", {
    err: ["Deleted specification harbor-events"],
    sent: [
      "GET /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/openapi/harbor-events",
      "DELETE /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/openapi/harbor-events",
    ],
  });
  await step(cli, "openapi delete harbor-api --yes", {
    err: ["Deleted specification harbor-api, if it existed and this token could see it: the service does not say"],
    sent: ["DELETE /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/openapi/harbor-api"],
  });
});
