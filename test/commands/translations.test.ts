import { afterEach, beforeEach, test } from "vitest";
import { type TestCli, testCli } from "../helpers/run.js";
import { step, TTY, YES } from "./step.js";

let cli: TestCli;
beforeEach(async () => {
  cli = await testCli();
});
afterEach(() => cli.close());

test("translations list and view", async () => {
  await step(cli, "translations list", {
    out: ["lkEDBVz72E62zj22Hd4M\tde\tcompleted\ttG4nVx8YqLz2RkWd7JmS\tpWk2T6KHwZU5rjnfRPm5\t2025-12-22T10:00:00.000Z"],
  });
  await step(cli, "translations list", {
    err: ["1 translation in Halden Robotics"],
    on: TTY,
    out: [
      "LANGUAGE  STATUS     SOURCE           RESULT                 UPDATED      ID",
      "de        completed  Tern User Guide  Tern Benutzerhandbuch  24 days ago  lkEDBVz72E62zj22Hd4M",
    ],
  });
  await step(cli, "translations list --json --fields id,language,status", {
    out: ['[{"id":"lkEDBVz72E62zj22Hd4M","language":"de","status":"completed"}]'],
  });
  await step(cli, "translations view lkEDBVz72E62zj22Hd4M", {
    out: [
      "ID\tlkEDBVz72E62zj22Hd4M",
      "Language\tde",
      "Status\tcompleted",
      "Source\ttG4nVx8YqLz2RkWd7JmS",
      "Result\tpWk2T6KHwZU5rjnfRPm5",
      "Updated\t2025-12-22T10:00:00.000Z",
      "Source language\ten",
      "Pages\t4",
      "Words\t148",
      "Runs\t2",
      "Created\t2025-11-16T10:00:00.000Z",
      "Permissions\tview, edit",
    ],
  });
  await step(cli, "translations view lkEDBVz72E62zj22Hd4M", {
    on: TTY,
    out: [
      "Language:         de",
      "Status:           completed",
      "Source:           Tern User Guide",
      "Result:           Tern Benutzerhandbuch",
      "Updated:          24 days ago",
      "Source language:  en",
      "Pages:            4",
      "Words:            148",
      "Runs:             2",
      "Created:          2 months ago",
      "Permissions:      view, edit",
      "ID:               lkEDBVz72E62zj22Hd4M",
    ],
  });
});

test("translations life cycle: instructions are a document", async () => {
  await step(
    cli,
    'translations create --source-space tG4nVx8YqLz2RkWd7JmS --source-language en --language fr --instructions "Be brief." --fields language,status,source.language',
    {
      out: ["Language\tfr", "Status\tpending", "Source language\ten"],
      err: ["Created translation AAAAAAAAAAAAAAAAAAAB into fr (pending)"],
      sent: [
        'POST /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/translations {"language":"fr","source":{"space":"tG4nVx8YqLz2RkWd7JmS","language":"en"},"instructions":{"object":"document","data":{"schemaVersion":2},"nodes":[{"object":"block","type":"paragraph","isVoid":false,"data":{},"nodes":[{"object":"text","leaves":[{"object":"leaf","text":"Be brief.","marks":[]}]}]}]}}',
      ],
    },
  );
  await step(
    cli,
    "translations create --source-space https://docs.sandbox.invalid/o/hR7kQ2mXv9TzLb4WcN8p/s/p6XAtCw2ZM66CYe1Dw4C --language ja",
    {
      on: TTY,
      err: ["✓ Created translation AAAAAAAAAAAAAAAAAAAC into ja (pending)"],
      sent: [
        'POST /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/translations {"language":"ja","source":{"space":"p6XAtCw2ZM66CYe1Dw4C"}}',
      ],
    },
  );
  await step(cli, "translations create --source-space tG4nVx8YqLz2RkWd7JmS", {
    err: ["docs: --language is required", "  see: docs translations create --help"],
    code: 2,
    sent: [],
  });
  await step(cli, "translations create --source-space tG4nVx8YqLz2RkWd7JmS --language tlh --dry-run", {
    out: [
      "POST https://docs.sandbox.invalid/v1/orgs/hR7kQ2mXv9TzLb4WcN8p/translations",
      "{",
      '  "language": "tlh",',
      '  "source": {',
      '    "space": "tG4nVx8YqLz2RkWd7JmS"',
      "  }",
      "}",
      "",
      "curl -g -X POST -H 'accept: */*' -H 'accept-encoding: identity' -H 'user-agent: docs' -H 'content-type: application/json' -H \"Authorization: Bearer $DOCS_TOKEN\" --data-raw '{\"language\":\"tlh\",\"source\":{\"space\":\"tG4nVx8YqLz2RkWd7JmS\"}}' 'https://docs.sandbox.invalid/v1/orgs/hR7kQ2mXv9TzLb4WcN8p/translations'",
    ],
    err: ['note: --language "tlh" is not a known value (see --help); sending it anyway'],
    sent: [],
  });
  await step(cli, "translations edit lkEDBVz72E62zj22Hd4M --instructions - --fields id", {
    on: { stdin: "One\n\nTwo\n" },
    out: ["ID\tlkEDBVz72E62zj22Hd4M"],
    err: ["Changed translation lkEDBVz72E62zj22Hd4M"],
    sent: [
      'PUT /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/translations/lkEDBVz72E62zj22Hd4M {"instructions":{"object":"document","data":{"schemaVersion":2},"nodes":[{"object":"block","type":"paragraph","isVoid":false,"data":{},"nodes":[{"object":"text","leaves":[{"object":"leaf","text":"One","marks":[]}]}]},{"object":"block","type":"paragraph","isVoid":false,"data":{},"nodes":[{"object":"text","leaves":[{"object":"leaf","text":"Two","marks":[]}]}]}]}}',
    ],
  });
  await step(cli, "translations edit lkEDBVz72E62zj22Hd4M --instructions-file style.json --fields id", {
    on: { files: { "style.json": '{"object":"document","data":{"schemaVersion":2},"nodes":[]}' } },
    out: ["ID\tlkEDBVz72E62zj22Hd4M"],
    err: ["Changed translation lkEDBVz72E62zj22Hd4M"],
    sent: [
      'PUT /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/translations/lkEDBVz72E62zj22Hd4M {"instructions":{"object":"document","data":{"schemaVersion":2},"nodes":[]}}',
    ],
  });
  await step(cli, "translations edit lkEDBVz72E62zj22Hd4M --instructions-file style.json", {
    on: { files: { "style.json": '{"a":1}' } },
    err: ['docs: the JSON is not a document: it needs "object": "document"'],
    code: 2,
    sent: [],
  });
  await step(cli, "translations edit lkEDBVz72E62zj22Hd4M", {
    err: ["docs: nothing to change: pass --instructions", "  see: docs translations edit --help"],
    code: 2,
    sent: [],
  });
  await step(cli, "translations delete lkEDBVz72E62zj22Hd4M", {
    on: YES,
    err: ['✓ Deleted translation "de"'],
    sent: [
      "GET /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/translations/lkEDBVz72E62zj22Hd4M",
      "DELETE /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/translations/lkEDBVz72E62zj22Hd4M",
    ],
    asked: ['Delete translation "de"?'],
  });
  await step(cli, "translations delete lkEDBVz72E62zj22Hd4M --yes", {
    err: [
      "Deleted translation lkEDBVz72E62zj22Hd4M, if it existed and this token could see it: the service does not say",
    ],
    sent: ["DELETE /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/translations/lkEDBVz72E62zj22Hd4M"],
  });
});
