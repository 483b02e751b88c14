import { afterEach, beforeEach, test } from "vitest";
import { type TestCli, testCli } from "../helpers/run.js";
import { step, TTY } from "./step.js";

let cli: TestCli;
beforeEach(async () => {
  cli = await testCli();
});
afterEach(() => cli.close());

test("cr list: open ones unless a status is given", async () => {
  await step(cli, "cr list", {
    out: [
      "42\tCharge for 60 minutes instead of 75\topen\tJonas Weber\t1\tfalse\t2026-01-14T10:00:00.000Z\tr9WhaExH4YLUx3DvA6q8",
      "43\tTorque for the axle screws\topen\tTomasz Nowak\t1\ttrue\t2026-01-04T10:00:00.000Z\trTh8zX9vuC3MFhHHSeN2",
      "44\tRelease notes: gauge and crossings\topen\tElif Demir\t0\ttrue\t2026-01-02T10:00:00.000Z\trH2Y853Sae939qP28mF7",
    ],
  });
  await step(cli, "cr list", {
    err: ["3 open change requests in Tern User Guide", "1 column hidden: ID; --ids shows it"],
    on: TTY,
    out: [
      "NUMBER  SUBJECT                              STATUS  AUTHOR        COMMENTS  OUTDATED  UPDATED",
      "    42  Charge for 60 minutes instead of 75  open    Jonas Weber          1  no        1 day ago",
      "    43  Torque for the axle screws           open    Tomasz Nowak         1  yes       11 days ago",
      "    44  Release notes: gauge and crossings   open    Elif Demir           0  yes       13 days ago",
    ],
  });
  await step(cli, "cr list", {
    err: [
      "3 open change requests in Tern User Guide",
      "5 columns hidden: Author, Comments, Outdated, Updated, ID; -o json has all, --ids the ID",
    ],
    on: { tty: true, width: 60 },
    out: [
      "NUMBER  SUBJECT                              STATUS",
      "    42  Charge for 60 minutes instead of 75  open",
      "    43  Torque for the axle screws           open",
      "    44  Release notes: gauge and crossings   open",
    ],
  });
  await step(cli, "cr list --status draft --json --fields number,subject,status,outdated", {
    out: ['[{"number":45,"subject":"What to do on wet floors","status":"draft","outdated":false}]'],
  });
  await step(cli, "cr list --contributor u4ZZnH5G9tKzy5NnAxaX --fields number", {
    out: ["42"],
    sent: ["GET /v1/spaces/tG4nVx8YqLz2RkWd7JmS/change-requests?limit=1000&contributor=u4ZZnH5G9tKzy5NnAxaX"],
  });
  await step(cli, "cr list -L 1 --fields number", {
    out: ["42"],
    err: ["there are more items: continue with --page CURSOR"],
    sent: ["GET /v1/spaces/tG4nVx8YqLz2RkWd7JmS/change-requests?limit=1"],
  });
  await step(cli, "cr list --page-size 2 --fields number", {
    out: ["42", "43", "44"],
    sent: [
      "GET /v1/spaces/tG4nVx8YqLz2RkWd7JmS/change-requests?limit=2",
      "GET /v1/spaces/tG4nVx8YqLz2RkWd7JmS/change-requests?limit=2&page=CURSOR",
    ],
  });
  await step(cli, "cr list --contributor uKwTf3rUK6oP3992u85K", {
    on: TTY,
    err: ["no change requests with status open"],
  });
  await step(cli, "cr list --status banana", {
    err: [
      'note: --status "banana" is not a known value (draft, open, archived, merged, all); sending it anyway',
      "docs: the service answered 400: status must be one of draft, open, archived, merged",
    ],
    code: 5,
    sent: ["GET /v1/spaces/tG4nVx8YqLz2RkWd7JmS/change-requests?limit=1000&status=banana"],
  });
});

test("cr view takes a number, #number, an id and addresses, several at once", async () => {
  await step(cli, "cr view 42", {
    out: [
      "Number\t42",
      "Subject\tCharge for 60 minutes instead of 75",
      "Status\topen",
      "Author\tJonas Weber",
      "Outdated\tfalse",
      "Comments\t1",
      "ID\tr9WhaExH4YLUx3DvA6q8",
      "Revision\th6MoZmzD6CVeVy2DYbAs",
      "Created from\tggJ8nit9kHAoyB2V2o3F",
      "Updated from\t",
      "Merged as\t",
      "Created\t2026-01-09T10:00:00.000Z",
      "Updated\t2026-01-14T10:00:00.000Z",
      "App\thttps://docs.sandbox.invalid/o/hR7kQ2mXv9TzLb4WcN8p/s/tG4nVx8YqLz2RkWd7JmS/~/changes/42",
    ],
  });
  await step(cli, "cr view #42", {
    on: TTY,
    out: [
      "Number:        42",
      "Subject:       Charge for 60 minutes instead of 75",
      "Status:        open",
      "Author:        Jonas Weber",
      "Outdated:      no",
      "Comments:      1",
      "Revision:      h6MoZmzD6CVeVy2DYbAs",
      "Created from:  ggJ8nit9kHAoyB2V2o3F",
      "Created:       6 days ago",
      "Updated:       1 day ago",
      "App:           https://docs.sandbox.invalid/o/hR7kQ2mXv9TzLb4WcN8p/s/tG4nVx8YqLz2RkWd7JmS/~/changes/42",
      "ID:            r9WhaExH4YLUx3DvA6q8",
    ],
  });
  await step(
    cli,
    "cr view r9WhaExH4YLUx3DvA6q8 https://docs.sandbox.invalid/o/hR7kQ2mXv9TzLb4WcN8p/s/pV7syPAA4Y8STC95bomz/~/changes/2 --fields number,subject",
    { out: ["42\tCharge for 60 minutes instead of 75", "2\tDay off after on call"] },
  );
  await step(
    cli,
    "cr view https://docs.sandbox.invalid/v1/spaces/pV7syPAA4Y8STC95bomz/change-requests/2 --fields number,status --json",
    { out: ['{"number":2,"status":"open"}'], sent: ["GET /v1/spaces/pV7syPAA4Y8STC95bomz/change-requests/2"] },
  );
  await step(cli, "cr view - --json --fields number,status", {
    on: { stdin: "42\n\n43\n" },
    out: ['[{"number":42,"status":"open"},{"number":43,"status":"open"}]'],
  });
  await step(cli, "cr view 42 --url", {
    out: ["https://docs.sandbox.invalid/o/hR7kQ2mXv9TzLb4WcN8p/s/tG4nVx8YqLz2RkWd7JmS/~/changes/42"],
  });
  await step(cli, "cr view 999", {
    err: ['docs: the service answered 404: change request "999" not found', "  see: docs cr list"],
    code: 3,
  });
  await step(cli, "cr view 42", {
    on: { defaults: {} },
    err: [
      "docs: --space is required when not running interactively",
      "  pass --space ID, set DOCS_SPACE, or store one with: docs config set space ID",
    ],
    code: 2,
    sent: [],
  });
  await step(cli, "cr view --fields number", {
    on: { answers: ["torque"], width: 100 },
    out: ["Number:  43"],
    asked: ["Which change request?", "> Torque for the axle screws · 43 [open]"],
  });
});

test("cr life cycle: create, edit, merge, merge again", async () => {
  await step(cli, 'cr create --subject "New words"', {
    out: [
      "Number\t47",
      "Subject\tNew words",
      "Status\tdraft",
      "Author\tIngrid Solheim",
      "Outdated\tfalse",
      "Comments\t0",
      "ID\tAAAAAAAAAAAAAAAAAAAB",
      "Revision\tAAAAAAAAAAAAAAAAAAAC",
      "Created from\tggJ8nit9kHAoyB2V2o3F",
      "Updated from\t",
      "Merged as\t",
      "Created\t2026-01-15T10:00:00.000Z",
      "Updated\t2026-01-15T10:00:00.000Z",
      "App\thttps://docs.sandbox.invalid/o/hR7kQ2mXv9TzLb4WcN8p/s/tG4nVx8YqLz2RkWd7JmS/~/changes/47",
    ],
    err: ["Created change request 47 (draft)"],
    sent: ['POST /v1/spaces/tG4nVx8YqLz2RkWd7JmS/change-requests {"subject":"New words"}'],
  });
  await step(cli, "cr create", {
    on: { ...TTY, answers: [""] },
    asked: ["Subject (optional)"],
    err: ["✓ Created change request 48 (draft)"],
    sent: ["POST /v1/spaces/tG4nVx8YqLz2RkWd7JmS/change-requests {}"],
  });
  await step(cli, "cr create --agent-task task1 --json --fields number,status", {
    out: ['{"number":49,"status":"draft"}'],
    err: ["Created change request 49 (draft)"],
    sent: ['POST /v1/spaces/tG4nVx8YqLz2RkWd7JmS/change-requests {"agentTaskId":"task1"}'],
  });
  await step(cli, 'cr edit 47 --subject "Other words" --status open', {
    on: TTY,
    err: ["✓ Changed change request #47 Other words"],
    sent: ['PATCH /v1/spaces/tG4nVx8YqLz2RkWd7JmS/change-requests/47 {"subject":"Other words","status":"open"}'],
  });
  await step(cli, "cr edit 47 48 --status archived --fields number,status", {
    out: ["47\tarchived", "48\tarchived"],
    err: ["Changed change request 47", "Changed change request 48"],
    sent: [
      'PATCH /v1/spaces/tG4nVx8YqLz2RkWd7JmS/change-requests/47 {"status":"archived"}',
      'PATCH /v1/spaces/tG4nVx8YqLz2RkWd7JmS/change-requests/48 {"status":"archived"}',
    ],
  });
  await step(cli, "cr edit 47", {
    err: ["docs: nothing to change: pass at least one of --subject, --status", "  see: docs cr edit --help"],
    code: 2,
    sent: [],
  });
  await step(cli, "cr edit 47 --status merged", {
    err: [
      'note: --status "merged" is not a known value (draft, open, archived); sending it anyway',
      "docs: the service answered 400: status must be one of draft, open, archived",
    ],
    code: 5,
    sent: ['PATCH /v1/spaces/tG4nVx8YqLz2RkWd7JmS/change-requests/47 {"status":"merged"}'],
  });
  await step(cli, "cr merge 42", {
    out: ["Revision\tAAAAAAAAAAAAAAAAAAAH", "Result\tmerge"],
    err: ["Merged change request 42 into revision AAAAAAAAAAAAAAAAAAAH"],
    sent: ["POST /v1/spaces/tG4nVx8YqLz2RkWd7JmS/change-requests/42/merge"],
  });
  await step(cli, "cr merge 42", {
    err: ["docs: change request 42 is already merged", "  it became revision AAAAAAAAAAAAAAAAAAAH"],
    code: 5,
    sent: [
      "POST /v1/spaces/tG4nVx8YqLz2RkWd7JmS/change-requests/42/merge",
      "GET /v1/spaces/tG4nVx8YqLz2RkWd7JmS/change-requests/42",
    ],
  });
  await step(cli, "cr merge 42", {
    on: TTY,
    err: ["docs: change request 42 is already merged", "  it became revision AAAAAAAAAAAAAAAAAAAH"],
    code: 5,
  });
  await step(cli, "cr merge 42 --json", {
    err: [
      '{"error":{"kind":"conflict","message":"change request 42 is already merged","hint":"it became revision AAAAAAAAAAAAAAAAAAAH","status":409,"outcome":"not_applied","method":"POST","path":"/v1/spaces/tG4nVx8YqLz2RkWd7JmS/change-requests/42/merge","sentAt":"2026-01-15T10:00:00.000Z"}}',
    ],
    code: 5,
  });
  await step(cli, "cr merge 43", {
    on: TTY,
    err: ["✓ Merged change request #43 Torque for the axle screws into Tern User Guide"],
  });
  await step(cli, "cr view 43 --fields status,revisionMerged", {
    out: ["Status\tmerged", "Merged as\tAAAAAAAAAAAAAAAAAAAI"],
  });
  await step(cli, "cr update 43", {
    err: ["docs: change request 43 is already merged", "  it became revision AAAAAAAAAAAAAAAAAAAI"],
    code: 5,
  });
});

test("cr merge and update: conflicts end with 5 and the next step", async () => {
  await step(cli, "cr merge 44", {
    err: [
      "docs: change request 44 was not merged: it conflicts with the main content",
      "  resolve the conflicts in the app: docs cr view 44 --web",
    ],
    code: 5,
    sent: ["POST /v1/spaces/tG4nVx8YqLz2RkWd7JmS/change-requests/44/merge"],
  });
  await step(cli, "cr merge 44 --json", {
    err: [
      '{"error":{"kind":"conflict","message":"change request 44 was not merged: it conflicts with the main content","hint":"resolve the conflicts in the app: docs cr view 44 --web","outcome":"not_applied"}}',
    ],
    code: 5,
  });
  await step(cli, "cr update 44", {
    err: [
      "docs: change request 44 was not updated: it conflicts with the main content",
      "  resolve the conflicts in the app: docs cr view 44 --web",
    ],
    code: 5,
  });
  await step(cli, "cr update 44 --space tG4nVx8YqLz2RkWd7JmS", {
    err: [
      "docs: change request 44 was not updated: it conflicts with the main content",
      "  resolve the conflicts in the app: docs cr view 44 --space tG4nVx8YqLz2RkWd7JmS --web",
    ],
    code: 5,
  });
  await step(cli, "cr update 44", {
    on: TTY,
    err: [
      "docs: change request 44 was not updated: it conflicts with the main content",
      "  resolve the conflicts in the app: docs cr view 44 --web",
    ],
    code: 5,
  });
  await step(cli, "cr merge 42 44 --json", {
    out: [
      '[{"target":"42","revision":"AAAAAAAAAAAAAAAAAAAB","result":"merge"},{"target":"44","error":{"kind":"conflict","message":"change request 44 was not merged: it conflicts with the main content","hint":"resolve the conflicts in the app: docs cr view 44 --web","outcome":"not_applied"}}]',
    ],
    err: [
      '{"error":{"kind":"partial","message":"1 ok, 1 failed, 0 unknown, 0 not started","outcome":"applied","ok":1,"failed":1,"unknown":0,"notStarted":0,"failures":[{"target":"44","kind":"conflict","message":"change request 44 was not merged: it conflicts with the main content","hint":"resolve the conflicts in the app: docs cr view 44 --web","outcome":"not_applied"}],"notes":["Merged change request 42 into revision AAAAAAAAAAAAAAAAAAAB"]}}',
    ],
    code: 9,
  });
});

test("cr update pulls the main content in", async () => {
  await step(cli, "cr view 43 --fields outdated", { out: ["Outdated\ttrue"] });
  await step(cli, "cr update 43", {
    out: ["Revision\tAAAAAAAAAAAAAAAAAAAB", "Result\tupdate"],
    err: ["Updated change request 43 to revision AAAAAAAAAAAAAAAAAAAB"],
    sent: ["POST /v1/spaces/tG4nVx8YqLz2RkWd7JmS/change-requests/43/update"],
  });
  await step(cli, "cr view 43 --fields outdated", { out: ["Outdated\tfalse"] });
  await step(cli, "cr update 43", {
    on: TTY,
    err: ["✓ Updated change request #43 Torque for the axle screws to revision AAAAAAAAAAAAAAAAAAAB"],
  });
  await step(cli, "cr update 43 --json", {
    out: ['{"revision":"AAAAAAAAAAAAAAAAAAAB","result":"update"}'],
    err: ["Updated change request 43 to revision AAAAAAAAAAAAAAAAAAAB"],
  });
});

test("cr merge --dry-run shows each request as text and as JSON, and sends nothing", async () => {
  await step(cli, "cr merge 42 43 --dry-run", {
    out: [
      "POST https://docs.sandbox.invalid/v1/spaces/tG4nVx8YqLz2RkWd7JmS/change-requests/42/merge",
      "",
      "curl -g -X POST -H 'accept: */*' -H 'accept-encoding: identity' -H 'user-agent: docs' -H \"Authorization: Bearer $DOCS_TOKEN\" 'https://docs.sandbox.invalid/v1/spaces/tG4nVx8YqLz2RkWd7JmS/change-requests/42/merge'",
      "POST https://docs.sandbox.invalid/v1/spaces/tG4nVx8YqLz2RkWd7JmS/change-requests/43/merge",
      "",
      "curl -g -X POST -H 'accept: */*' -H 'accept-encoding: identity' -H 'user-agent: docs' -H \"Authorization: Bearer $DOCS_TOKEN\" 'https://docs.sandbox.invalid/v1/spaces/tG4nVx8YqLz2RkWd7JmS/change-requests/43/merge'",
    ],
    sent: [],
  });
  await step(cli, "cr merge 42 --dry-run --json", {
    out: [
      '{"method":"POST","url":"https://docs.sandbox.invalid/v1/spaces/tG4nVx8YqLz2RkWd7JmS/change-requests/42/merge","headers":{"accept":"*/*","accept-encoding":"identity","user-agent":"docs"},"curl":"curl -g -X POST -H \'accept: */*\' -H \'accept-encoding: identity\' -H \'user-agent: docs\' -H \\"Authorization: Bearer $DOCS_TOKEN\\" \'https://docs.sandbox.invalid/v1/spaces/tG4nVx8YqLz2RkWd7JmS/change-requests/42/merge\'"}',
    ],
    sent: [],
  });
  await step(cli, 'cr edit 42 --subject "It\'s" --field count=2 --raw-field text=2 --query x=y --dry-run', {
    out: [
      "PATCH https://docs.sandbox.invalid/v1/spaces/tG4nVx8YqLz2RkWd7JmS/change-requests/42?x=y",
      "{",
      '  "subject": "It\'s",',
      '  "count": 2,',
      '  "text": "2"',
      "}",
      "",
      "curl -g -X PATCH -H 'accept: */*' -H 'accept-encoding: identity' -H 'user-agent: docs' -H 'content-type: application/json' -H \"Authorization: Bearer $DOCS_TOKEN\" --data-raw '{\"subject\":\"It'\\''s\",\"count\":2,\"text\":\"2\"}' 'https://docs.sandbox.invalid/v1/spaces/tG4nVx8YqLz2RkWd7JmS/change-requests/42?x=y'",
    ],
    sent: [],
  });
  await step(cli, "cr list -L 5 --status draft --dry-run", {
    out: [
      "GET https://docs.sandbox.invalid/v1/spaces/tG4nVx8YqLz2RkWd7JmS/change-requests?limit=5&status=draft",
      "",
      "curl -g -X GET -H 'accept: */*' -H 'accept-encoding: identity' -H 'user-agent: docs' -H \"Authorization: Bearer $DOCS_TOKEN\" 'https://docs.sandbox.invalid/v1/spaces/tG4nVx8YqLz2RkWd7JmS/change-requests?limit=5&status=draft'",
    ],
    sent: [],
  });
});

test("cr pdf prints the address alone; --page is a page of the content", async () => {
  await step(cli, "cr pdf 42", {
    out: ["https://docs.sandbox.invalid/pdf/h6MoZmzD6CVeVy2DYbAs/all.pdf?key=UNGPhfWxv69pOrsQkbDxSu"],
    sent: ["GET /v1/spaces/tG4nVx8YqLz2RkWd7JmS/change-requests/42/pdf"],
  });
  await step(cli, "cr pdf 42", {
    on: TTY,
    out: ["https://docs.sandbox.invalid/pdf/h6MoZmzD6CVeVy2DYbAs/all.pdf?key=UNGPhfWxv69pOrsQkbDxSu"],
  });
  await step(cli, "cr pdf 42 --page VRzPFXWE6YaDDdpwosnD --only --json", {
    out: [
      '{"url":"https://docs.sandbox.invalid/pdf/h6MoZmzD6CVeVy2DYbAs/page-VRzPFXWE6YaDDdpwosnD.pdf?key=MwCJ0B9XFGuZTaAp83DSxj"}',
    ],
    sent: ["GET /v1/spaces/tG4nVx8YqLz2RkWd7JmS/change-requests/42/pdf?page=VRzPFXWE6YaDDdpwosnD&only=true"],
  });
});

test("cr commenters", async () => {
  await step(cli, "cr commenters 42", {
    out: [
      "uijB1jTMgrv82zGKneW6\tPriya Raman\tpriya.raman@halden-robotics.example\treview\tfalse\t1\t2023-07-09T10:00:00.000Z\t2026-01-14T10:00:00.000Z",
      "u4ZZnH5G9tKzy5NnAxaX\tJonas Weber\tjonas.weber@halden-robotics.example\tedit\tfalse\t2\t2023-08-29T10:00:00.000Z\t2026-01-14T22:00:00.000Z",
      "uHosc9Bt3Cghxy16F4UK\tAiko Tanaka\taiko.tanaka@halden-robotics.example\tcreate\tfalse\t1\t2023-01-06T10:00:00.000Z\t2026-01-15T05:00:00.000Z",
    ],
  });
  await step(cli, "cr commenters 42", {
    err: ["1 column hidden: ID; --ids shows it"],
    on: TTY,
    out: [
      "NAME         EMAIL                                ROLE    SSO  TEAMS  JOINED       LAST SEEN",
      "Priya Raman  priya.raman@halden-robotics.example  review  no       1  2 years ago  1 day ago",
      "Jonas Weber  jonas.weber@halden-robotics.example  edit    no       2  2 years ago  12 hours ago",
      "Aiko Tanaka  aiko.tanaka@halden-robotics.example  create  no       1  3 years ago  5 hours ago",
    ],
  });
  await step(cli, "cr commenters 42 --json --fields id,user.displayName", {
    out: [
      '[{"id":"uijB1jTMgrv82zGKneW6","user":{"displayName":"Priya Raman"}},{"id":"u4ZZnH5G9tKzy5NnAxaX","user":{"displayName":"Jonas Weber"}},{"id":"uHosc9Bt3Cghxy16F4UK","user":{"displayName":"Aiko Tanaka"}}]',
    ],
  });
  await step(cli, "cr commenters 44", { on: TTY, err: ["no comments yet"] });
});
