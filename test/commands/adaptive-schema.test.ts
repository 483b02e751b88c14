import { afterEach, beforeEach, test } from "vitest";
import { type TestCli, testCli } from "../helpers/run.js";
import { step, TTY } from "./step.js";

let cli: TestCli;
beforeEach(async () => {
  cli = await testCli();
});
afterEach(() => cli.close());

test("adaptive-schema view and conditions", async () => {
  await step(cli, "adaptive-schema view --fields updatedAt", { out: ["Updated\t2025-11-26T10:00:00.000Z"] });
  await step(cli, "adaptive-schema view -q '.jsonSchema.properties|keys|join(\" \")'", {
    out: ["hasFleet isPartner unsigned"],
  });
  await step(cli, "adaptive-schema conditions", {
    on: TTY,
    out: [
      "CONDITION                        DESCRIPTION",
      "visitor.claims.isPartner         Sells our carts",
      "visitor.claims.hasFleet          Has more than ten carts",
      "visitor.claims.unsigned.preview  Wants to see what comes next",
    ],
  });
  await step(cli, "adaptive-schema conditions", {
    out: [
      "visitor.claims.isPartner\tSells our carts",
      "visitor.claims.hasFleet\tHas more than ten carts",
      "visitor.claims.unsigned.preview\tWants to see what comes next",
    ],
  });
  await step(cli, "adaptive-schema conditions --json --fields condition", {
    out: [
      '[{"condition":"visitor.claims.isPartner"},{"condition":"visitor.claims.hasFleet"},{"condition":"visitor.claims.unsigned.preview"}]',
    ],
    sent: ["GET /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/sites/sD9wPb3HfKc6XnTj1VqZ/adaptive-schema/template-conditions"],
  });
  await step(cli, "adaptive-schema view --site s37xwST38AhXPnB2Pj9h", {
    err: ["docs: the service answered 404: no visitor attributes schema found for the site"],
    code: 3,
  });
});

test("adaptive-schema set: the schema itself, from a file or standard input", async () => {
  await step(cli, "adaptive-schema set --file -", {
    on: { stdin: '{"type":"object","properties":{"beta":{"type":"boolean"}},"additionalProperties":false}' },
    out: [
      'Schema\t{"type":"object","properties":{"beta":{"type":"boolean"}},"additionalProperties":false}',
      "Updated\t2026-01-15T10:00:00.000Z",
    ],
    err: ["Set the adaptive schema of site sD9wPb3HfKc6XnTj1VqZ"],
    sent: [
      'PUT /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/sites/sD9wPb3HfKc6XnTj1VqZ/adaptive-schema {"jsonSchema":{"type":"object","properties":{"beta":{"type":"boolean"}},"additionalProperties":false}}',
    ],
  });
  await step(cli, "adaptive-schema set --file schema.json", {
    on: { ...TTY, files: { "schema.json": '{"type":"object","properties":{},"additionalProperties":false}' } },
    err: ["✓ Set the adaptive schema of site sD9wPb3HfKc6XnTj1VqZ"],
    sent: [
      'PUT /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/sites/sD9wPb3HfKc6XnTj1VqZ/adaptive-schema {"jsonSchema":{"type":"object","properties":{},"additionalProperties":false}}',
    ],
  });
  await step(cli, "adaptive-schema set --file list.json", {
    on: { files: { "list.json": "[]" } },
    err: ["docs: list.json is not a JSON Schema: it must be an object"],
    code: 2,
    sent: [],
  });
  await step(cli, "adaptive-schema set --file open.json", {
    on: { files: { "open.json": '{"type":"object","properties":{"x":{"type":"wrong"}},"additionalProperties":true}' } },
    err: ["docs: the service answered 400: jsonSchema: additionalProperties must be false"],
    code: 5,
    sent: [
      'PUT /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/sites/sD9wPb3HfKc6XnTj1VqZ/adaptive-schema {"jsonSchema":{"type":"object","properties":{"x":{"type":"wrong"}},"additionalProperties":true}}',
    ],
  });
  await step(cli, "adaptive-schema set", {
    err: ["docs: --file is required", "  see: docs adaptive-schema set --help"],
    code: 2,
    sent: [],
  });
});
