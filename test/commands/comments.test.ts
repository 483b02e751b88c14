import { afterEach, beforeEach, expect, test } from "vitest";
import { type TestCli, testCli } from "../helpers/run.js";
import { step, TTY, YES } from "./step.js";

let cli: TestCli;
beforeEach(async () => {
  cli = await testCli();
});
afterEach(() => cli.close());

test("comments list: of the space and of a change request", async () => {
  await step(cli, "comments list", {
    out: [
      "mJ7tGf5zKpX3YvQw8RnM\topen\tSam Whitfield\tCan we have the whole guide as one PDF for the hall in Bergen?\t\t0\t2026-01-13T10:00:00.000Z",
      "mN9hRc4qVxL6WzTk2BdY\topen\tCasey Lindqvist\tIs *too far to one side* about weight or about height? In German these are two words.\tLoading\t0\t2026-01-05T10:00:00.000Z",
      "mZk3WvY7dRt5QnBx9JpG\topen\tTomasz Nowak\tThe link behind **fleet controller** leads nowhere.\tError codes\t2\t2025-12-31T10:00:00.000Z",
      "mXr5TbQ2wKz8LpVn4HcJ\tresolved\tGrace Okafor\tA customer asked whether shoes with open heels are allowed. Should we say *closed shoes*?\tSafety\t1\t2025-12-06T10:00:00.000Z",
    ],
  });
  await step(cli, "comments list", {
    err: ["4 comments in Tern User Guide", "1 column hidden: ID; --ids shows it"],
    on: TTY,
    out: [
      "STATUS    AUTHOR           COMMENT                                 PAGE         REPLIES  POSTED",
      "open      Sam Whitfield    Can we have the whole guide as one PD…                     0  2 days ago",
      "open      Casey Lindqvist  Is *too far to one side* about weight…  Loading            0  10 days ago",
      "open      Tomasz Nowak     The link behind **fleet controller**…   Error codes        2  15 days ago",
      "resolved  Grace Okafor     A customer asked whether shoes with o…  Safety             1  1 month ago",
    ],
  });
  await step(cli, "comments list --cr 42", {
    err: ["2 comments in #42 of Tern User Guide", "1 column hidden: ID; --ids shows it"],
    on: TTY,
    out: [
      "STATUS    AUTHOR       COMMENT                                         PAGE      REPLIES  POSTED",
      "open      Aiko Tanaka  Reads well. Please merge before the release o…                  0  1 day ago",
      "resolved  Priya Raman  Sixty minutes hold for the new dock only. Do…   Charging        2  5 days ago",
    ],
  });
  await step(
    cli,
    "comments list --cr 42 --status resolved --order asc --format markdown --page-id XP6omSZeoJsbZDXfvayL --author uijB1jTMgrv82zGKneW6,u4ZZnH5G9tKzy5NnAxaX --json --fields id,status",
    {
      out: ['[{"id":"mV4dLs8xTqH6ZnRb3KwP","status":"resolved"}]'],
      sent: [
        "GET /v1/spaces/tG4nVx8YqLz2RkWd7JmS/change-requests/42/comments?limit=1000&status=resolved&order=asc&format=markdown&targetPage=XP6omSZeoJsbZDXfvayL&authors=uijB1jTMgrv82zGKneW6&authors=u4ZZnH5G9tKzy5NnAxaX",
      ],
    },
  );
  await step(cli, "comments list --status open --author casey --fields id", {
    err: [
      'docs: no member is called "casey"',
      "  did you mean: casey@lindqvist-translations.example · Casey Lindqvist (u63x65N7928Avb2quv13); see: docs members list",
    ],
    code: 3,
    sent: ["GET /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/members?limit=200"],
  });
});

test("comments life cycle on a space", async () => {
  await step(cli, 'comments create --body "Hello **you**" --page-id VRzPFXWE6YaDDdpwosnD', {
    out: [
      "ID\tAAAAAAAAAAAAAAAAAAAB",
      "Status\topen",
      "Author\tIngrid Solheim",
      "Posted\t2026-01-15T10:00:00.000Z",
      "Edited\t",
      "Page\tBattery",
      "Replies\t0",
      "Reactions\t",
      "Resolved\t",
      "Resolved by\t",
      "Permissions\tview, edit, reply, delete",
      "Comment\tHello **you**",
    ],
    err: ["Created comment AAAAAAAAAAAAAAAAAAAB"],
    sent: [
      'POST /v1/spaces/tG4nVx8YqLz2RkWd7JmS/comments {"page":"VRzPFXWE6YaDDdpwosnD","body":{"markdown":"Hello **you**"}}',
    ],
  });
  await step(cli, "comments view AAAAAAAAAAAAAAAAAAAB", {
    on: TTY,
    out: [
      "Status:       open",
      "Author:       Ingrid Solheim",
      "Posted:       just now",
      "Page:         Battery",
      "Replies:      0",
      "Permissions:  view, edit, reply, delete",
      "ID:           AAAAAAAAAAAAAAAAAAAB",
      "",
      "Hello you",
    ],
  });
  await step(cli, 'comments edit AAAAAAAAAAAAAAAAAAAB --body "Other words" --fields body.markdown', {
    out: ["Comment\tOther words"],
    err: ["Changed comment AAAAAAAAAAAAAAAAAAAB"],
    sent: ['PUT /v1/spaces/tG4nVx8YqLz2RkWd7JmS/comments/AAAAAAAAAAAAAAAAAAAB {"body":{"markdown":"Other words"}}'],
  });
  await step(cli, "comments resolve AAAAAAAAAAAAAAAAAAAB --fields status,resolvedBy", {
    out: ["Status\tresolved", "Resolved by\tIngrid Solheim"],
    err: ["Resolved comment AAAAAAAAAAAAAAAAAAAB"],
    sent: ['PUT /v1/spaces/tG4nVx8YqLz2RkWd7JmS/comments/AAAAAAAAAAAAAAAAAAAB {"resolved":true}'],
  });
  await step(cli, "comments reopen AAAAAAAAAAAAAAAAAAAB", {
    on: TTY,
    err: ["✓ Reopened comment AAAAAAAAAAAAAAAAAAAB"],
    sent: ['PUT /v1/spaces/tG4nVx8YqLz2RkWd7JmS/comments/AAAAAAAAAAAAAAAAAAAB {"resolved":false}'],
  });
  await step(cli, "comments react AAAAAAAAAAAAAAAAAAAB --add 👍,🎉 --add 👀 --fields reactions", {
    out: ["Reactions\t👍 1, 🎉 1, 👀 1"],
    err: ["Changed reactions of comment AAAAAAAAAAAAAAAAAAAB"],
    sent: ['PUT /v1/spaces/tG4nVx8YqLz2RkWd7JmS/comments/AAAAAAAAAAAAAAAAAAAB {"addedReactions":["👍","🎉","👀"]}'],
  });
  await step(cli, "comments react AAAAAAAAAAAAAAAAAAAB --remove 👍 --json --fields reactions.emoji", {
    out: ['{"reactions":[{"emoji":"🎉"},{"emoji":"👀"}]}'],
    err: ["Changed reactions of comment AAAAAAAAAAAAAAAAAAAB"],
    sent: ['PUT /v1/spaces/tG4nVx8YqLz2RkWd7JmS/comments/AAAAAAAAAAAAAAAAAAAB {"removedReactions":["👍"]}'],
  });
  await step(cli, "comments react AAAAAAAAAAAAAAAAAAAB", {
    err: ["docs: nothing to change: pass at least one of --add, --remove", "  see: docs comments react --help"],
    code: 2,
    sent: [],
  });
  await step(cli, "comments delete AAAAAAAAAAAAAAAAAAAB", {
    err: ["docs: confirmation is required when not running interactively", "  pass --yes, or --confirm ID-OR-TITLE"],
    code: 2,
    sent: [],
  });
  await step(cli, "comments delete AAAAAAAAAAAAAAAAAAAB", {
    on: YES,
    err: ['✓ Deleted comment "Other words"'],
    sent: [
      "GET /v1/spaces/tG4nVx8YqLz2RkWd7JmS/comments/AAAAAAAAAAAAAAAAAAAB",
      "DELETE /v1/spaces/tG4nVx8YqLz2RkWd7JmS/comments/AAAAAAAAAAAAAAAAAAAB",
    ],
    asked: ['Delete comment "Other words"?'],
  });
  await step(cli, "comments delete AAAAAAAAAAAAAAAAAAAB --yes", {
    err: ["Deleted comment AAAAAAAAAAAAAAAAAAAB, if it existed and this token could see it: the service does not say"],
    sent: ["DELETE /v1/spaces/tG4nVx8YqLz2RkWd7JmS/comments/AAAAAAAAAAAAAAAAAAAB"],
  });
});

test("comments delete asks with the first line, and shows that there is more", async () => {
  const question = async (body: string): Promise<string[]> => {
    const { id } = await cli.json("comments create --body -", { stdin: body });
    return (await cli.run(`comments delete ${id}`, { answers: [false] })).questions;
  };
  expect(await question("Short")).toEqual(['Delete comment "Short"?']);
  expect(await question("First\n\nsecond")).toEqual(['Delete comment "First…"?']);
  const long = Array(20).fill("word").join(" ");
  expect(await question(long)).toEqual([`Delete comment "${long.slice(0, 59)}…"?`]);
  const id = (await cli.out("comments list -q .[0].id")).trim();
  expect((await cli.run(`comments delete ${id} --confirm "${long}"`)).code).toBe(0);
});

test("comments with --cr use the change request's endpoints", async () => {
  await step(cli, "comments create --cr 42 --body Fine", {
    on: TTY,
    err: ["✓ Created comment AAAAAAAAAAAAAAAAAAAB"],
    sent: ['POST /v1/spaces/tG4nVx8YqLz2RkWd7JmS/change-requests/42/comments {"body":{"markdown":"Fine"}}'],
  });
  await step(cli, "comments view AAAAAAAAAAAAAAAAAAAB --cr 42 --format markdown --fields body.markdown,status", {
    out: ["Comment\tFine", "Status\topen"],
    sent: ["GET /v1/spaces/tG4nVx8YqLz2RkWd7JmS/change-requests/42/comments/AAAAAAAAAAAAAAAAAAAB?format=markdown"],
  });
  await step(cli, "comments edit AAAAAAAAAAAAAAAAAAAB --cr 42 --body Better --fields body.markdown", {
    out: ["Comment\tBetter"],
    err: ["Changed comment AAAAAAAAAAAAAAAAAAAB"],
    sent: [
      'PUT /v1/spaces/tG4nVx8YqLz2RkWd7JmS/change-requests/42/comments/AAAAAAAAAAAAAAAAAAAB {"body":{"markdown":"Better"}}',
    ],
  });
  await step(cli, "comments resolve AAAAAAAAAAAAAAAAAAAB --cr 42 --fields status", {
    out: ["Status\tresolved"],
    err: ["Resolved comment AAAAAAAAAAAAAAAAAAAB"],
    sent: ['PUT /v1/spaces/tG4nVx8YqLz2RkWd7JmS/change-requests/42/comments/AAAAAAAAAAAAAAAAAAAB {"resolved":true}'],
  });
  await step(cli, "comments reopen AAAAAAAAAAAAAAAAAAAB --cr 42 --fields status", {
    out: ["Status\topen"],
    err: ["Reopened comment AAAAAAAAAAAAAAAAAAAB"],
    sent: ['PUT /v1/spaces/tG4nVx8YqLz2RkWd7JmS/change-requests/42/comments/AAAAAAAAAAAAAAAAAAAB {"resolved":false}'],
  });
  await step(cli, "comments react AAAAAAAAAAAAAAAAAAAB --cr 42 --add 👍 --fields reactions", {
    out: ["Reactions\t👍 1"],
    err: ["Changed reactions of comment AAAAAAAAAAAAAAAAAAAB"],
    sent: [
      'PUT /v1/spaces/tG4nVx8YqLz2RkWd7JmS/change-requests/42/comments/AAAAAAAAAAAAAAAAAAAB {"addedReactions":["👍"]}',
    ],
  });
  await step(cli, "comments delete AAAAAAAAAAAAAAAAAAAB --cr 42 --confirm Better", {
    err: ['Deleted comment "Better" (AAAAAAAAAAAAAAAAAAAB)'],
    sent: [
      "GET /v1/spaces/tG4nVx8YqLz2RkWd7JmS/change-requests/42/comments/AAAAAAAAAAAAAAAAAAAB",
      "DELETE /v1/spaces/tG4nVx8YqLz2RkWd7JmS/change-requests/42/comments/AAAAAAAAAAAAAAAAAAAB",
    ],
  });
});

test("comments create: text from standard input, a file or the editor", async () => {
  await step(cli, "comments create --body - --fields body.markdown", {
    on: { stdin: "From a pipe\n" },
    out: ["Comment\tFrom a pipe\\n"],
    err: ["Created comment AAAAAAAAAAAAAAAAAAAB"],
    sent: ['POST /v1/spaces/tG4nVx8YqLz2RkWd7JmS/comments {"body":{"markdown":"From a pipe\\n"}}'],
  });
  await step(cli, "comments create --body-file note.md --fields body.markdown", {
    on: { files: { "note.md": "From a file\n" } },
    out: ["Comment\tFrom a file\\n"],
    err: ["Created comment AAAAAAAAAAAAAAAAAAAC"],
    sent: ['POST /v1/spaces/tG4nVx8YqLz2RkWd7JmS/comments {"body":{"markdown":"From a file\\n"}}'],
  });
  await step(cli, "comments create --fields body.markdown", {
    on: { answers: ["From the editor"], width: 100 },
    out: ["From the editor"],
    err: ["✓ Created comment AAAAAAAAAAAAAAAAAAAD"],
    sent: ['POST /v1/spaces/tG4nVx8YqLz2RkWd7JmS/comments {"body":{"markdown":"From the editor"}}'],
    asked: ["Text as Markdown"],
  });
  await step(cli, "comments create", {
    err: ["docs: --body is required", "  see: docs comments create --help"],
    code: 2,
    sent: [],
  });
  await step(cli, "comments create --body x --table-record r", {
    err: ["docs: --table-record and --table-definition must be used together: a cell has a row and a column"],
    code: 2,
    sent: [],
  });
  await step(cli, "comments create --body x --table-record r --table-definition d --node n --dry-run", {
    out: [
      "POST https://docs.sandbox.invalid/v1/spaces/tG4nVx8YqLz2RkWd7JmS/comments",
      "{",
      '  "node": "n",',
      '  "body": {',
      '    "markdown": "x"',
      "  },",
      '  "tableCell": {',
      '    "record": "r",',
      '    "definition": "d"',
      "  }",
      "}",
      "",
      'curl -g -X POST -H \'accept: */*\' -H \'accept-encoding: identity\' -H \'user-agent: docs\' -H \'content-type: application/json\' -H "Authorization: Bearer $DOCS_TOKEN" --data-raw \'{"node":"n","body":{"markdown":"x"},"tableCell":{"record":"r","definition":"d"}}\' \'https://docs.sandbox.invalid/v1/spaces/tG4nVx8YqLz2RkWd7JmS/comments\'',
    ],
    sent: [],
  });
});

test("comments resolve takes several, also from standard input", async () => {
  await step(cli, "comments resolve - --fields id,status", {
    on: { stdin: "mN9hRc4qVxL6WzTk2BdY\n\nnope\nmZk3WvY7dRt5QnBx9JpG\n" },
    out: ["mN9hRc4qVxL6WzTk2BdY\tresolved", "mZk3WvY7dRt5QnBx9JpG\tresolved"],
    err: [
      "Resolved comment mN9hRc4qVxL6WzTk2BdY",
      'failed: nope: the service answered 404: comment "nope" not found',
      "Resolved comment mZk3WvY7dRt5QnBx9JpG",
      "docs: 2 ok, 1 failed, 0 unknown, 0 not started",
    ],
    code: 9,
    sent: [
      'PUT /v1/spaces/tG4nVx8YqLz2RkWd7JmS/comments/mN9hRc4qVxL6WzTk2BdY {"resolved":true}',
      'PUT /v1/spaces/tG4nVx8YqLz2RkWd7JmS/comments/nope {"resolved":true}',
      'PUT /v1/spaces/tG4nVx8YqLz2RkWd7JmS/comments/mZk3WvY7dRt5QnBx9JpG {"resolved":true}',
    ],
  });
  await step(cli, "comments resolve mN9hRc4qVxL6WzTk2BdY mZk3WvY7dRt5QnBx9JpG", {
    on: TTY,
    err: ["✓ Resolved comment mN9hRc4qVxL6WzTk2BdY", "✓ Resolved comment mZk3WvY7dRt5QnBx9JpG"],
  });
});
