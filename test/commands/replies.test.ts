import { afterEach, beforeEach, test } from "vitest";
import { type TestCli, testCli } from "../helpers/run.js";
import { step, TTY, YES } from "./step.js";

let cli: TestCli;
beforeEach(async () => {
  cli = await testCli();
});
afterEach(() => cli.close());

test("replies list exists under a change request only", async () => {
  await step(cli, "replies list mN9hRc4qVxL6WzTk2BdY", {
    err: ["docs: the service lists replies of change request comments only", "  name the change request with --cr"],
    code: 2,
    sent: [],
  });
  await step(cli, "replies list mV4dLs8xTqH6ZnRb3KwP --cr 42", {
    out: [
      "yB5wZk7vRcN2XpTm9HgQ\tJonas Weber\tNot since March. Old docks get the new power supply with 4.2.\t2026-01-11T10:00:00.000Z",
      "yL3nTx6qJdV8WzKb4RfS\tPriya Raman\tThen it is right. Thank you!\t2026-01-11T22:00:00.000Z",
    ],
  });
  await step(cli, "replies list mV4dLs8xTqH6ZnRb3KwP --cr 42", {
    err: ["2 replies in #42 of Tern User Guide"],
    on: TTY,
    out: [
      "AUTHOR       REPLY                                                  POSTED      ID",
      "Jonas Weber  Not since March. Old docks get the new power supply…   4 days ago  yB5wZk7vRcN2XpTm9HgQ",
      "Priya Raman  Then it is right. Thank you!                           3 days ago  yL3nTx6qJdV8WzKb4RfS",
    ],
  });
  await step(cli, "replies list mV4dLs8xTqH6ZnRb3KwP --cr 42 --format document --json --fields id", {
    out: ['[{"id":"yB5wZk7vRcN2XpTm9HgQ"},{"id":"yL3nTx6qJdV8WzKb4RfS"}]'],
    sent: [
      "GET /v1/spaces/tG4nVx8YqLz2RkWd7JmS/change-requests/42/comments/mV4dLs8xTqH6ZnRb3KwP/replies?limit=1000&format=document",
    ],
  });
});

test("replies life cycle under a space", async () => {
  await step(cli, "replies create mN9hRc4qVxL6WzTk2BdY --body Yes", {
    out: [
      "ID\tAAAAAAAAAAAAAAAAAAAB",
      "Author\tIngrid Solheim",
      "Posted\t2026-01-15T10:00:00.000Z",
      "Edited\t",
      "Reactions\t",
      "Permissions\tview, edit, reply, delete",
      "Reply\tYes",
    ],
    err: ["Created reply AAAAAAAAAAAAAAAAAAAB"],
    sent: ['POST /v1/spaces/tG4nVx8YqLz2RkWd7JmS/comments/mN9hRc4qVxL6WzTk2BdY/replies {"body":{"markdown":"Yes"}}'],
  });
  await step(cli, "replies view mN9hRc4qVxL6WzTk2BdY AAAAAAAAAAAAAAAAAAAB", {
    on: TTY,
    out: [
      "Author:       Ingrid Solheim",
      "Posted:       just now",
      "Permissions:  view, edit, reply, delete",
      "ID:           AAAAAAAAAAAAAAAAAAAB",
      "",
      "Yes",
    ],
  });
  await step(cli, "replies view mN9hRc4qVxL6WzTk2BdY AAAAAAAAAAAAAAAAAAAB --format markdown --fields body.markdown", {
    out: ["Reply\tYes"],
    sent: [
      "GET /v1/spaces/tG4nVx8YqLz2RkWd7JmS/comments/mN9hRc4qVxL6WzTk2BdY/replies/AAAAAAAAAAAAAAAAAAAB?format=markdown",
    ],
  });
  await step(
    cli,
    "replies edit mN9hRc4qVxL6WzTk2BdY AAAAAAAAAAAAAAAAAAAB --body No --add-reaction 👍 --fields body.markdown,reactions",
    {
      out: ["Reply\tNo", "Reactions\t👍 1"],
      err: ["Changed reply AAAAAAAAAAAAAAAAAAAB"],
      sent: [
        'PUT /v1/spaces/tG4nVx8YqLz2RkWd7JmS/comments/mN9hRc4qVxL6WzTk2BdY/replies/AAAAAAAAAAAAAAAAAAAB {"body":{"markdown":"No"},"addedReactions":["👍"]}',
      ],
    },
  );
  await step(cli, "replies edit mN9hRc4qVxL6WzTk2BdY AAAAAAAAAAAAAAAAAAAB --remove-reaction 👍", {
    on: TTY,
    err: ["✓ Changed reply AAAAAAAAAAAAAAAAAAAB"],
    sent: [
      'PUT /v1/spaces/tG4nVx8YqLz2RkWd7JmS/comments/mN9hRc4qVxL6WzTk2BdY/replies/AAAAAAAAAAAAAAAAAAAB {"removedReactions":["👍"]}',
    ],
  });
  await step(cli, "replies edit mN9hRc4qVxL6WzTk2BdY AAAAAAAAAAAAAAAAAAAB --resolved", {
    err: ["docs: --resolved works under a change request only", "  name it with --cr"],
    code: 2,
    sent: [],
  });
  await step(cli, "replies edit mN9hRc4qVxL6WzTk2BdY AAAAAAAAAAAAAAAAAAAB", {
    err: [
      "docs: nothing to change: pass at least one of --body, --add-reaction, --remove-reaction, --resolved",
      "  see: docs replies edit --help",
    ],
    code: 2,
    sent: [],
  });
  await step(cli, "replies delete mN9hRc4qVxL6WzTk2BdY AAAAAAAAAAAAAAAAAAAB", {
    on: YES,
    err: ['✓ Deleted reply "No"'],
    sent: [
      "GET /v1/spaces/tG4nVx8YqLz2RkWd7JmS/comments/mN9hRc4qVxL6WzTk2BdY/replies/AAAAAAAAAAAAAAAAAAAB",
      "DELETE /v1/spaces/tG4nVx8YqLz2RkWd7JmS/comments/mN9hRc4qVxL6WzTk2BdY/replies/AAAAAAAAAAAAAAAAAAAB",
    ],
    asked: ['Delete reply "No"?'],
  });
  await step(cli, "replies delete mN9hRc4qVxL6WzTk2BdY AAAAAAAAAAAAAAAAAAAB --yes", {
    err: ["Deleted reply AAAAAAAAAAAAAAAAAAAB, if it existed and this token could see it: the service does not say"],
    sent: ["DELETE /v1/spaces/tG4nVx8YqLz2RkWd7JmS/comments/mN9hRc4qVxL6WzTk2BdY/replies/AAAAAAAAAAAAAAAAAAAB"],
  });
});

test("replies with --cr use the change request's endpoints", async () => {
  await step(cli, "replies create mC6yKp2nWvB9RxZt5JqD --cr 42 --body Done", {
    on: TTY,
    err: ["✓ Created reply AAAAAAAAAAAAAAAAAAAB"],
    sent: [
      'POST /v1/spaces/tG4nVx8YqLz2RkWd7JmS/change-requests/42/comments/mC6yKp2nWvB9RxZt5JqD/replies {"body":{"markdown":"Done"}}',
    ],
  });
  await step(cli, "replies view mC6yKp2nWvB9RxZt5JqD AAAAAAAAAAAAAAAAAAAB --cr 42 --fields body.markdown", {
    out: ["Reply\tDone"],
    sent: [
      "GET /v1/spaces/tG4nVx8YqLz2RkWd7JmS/change-requests/42/comments/mC6yKp2nWvB9RxZt5JqD/replies/AAAAAAAAAAAAAAAAAAAB",
    ],
  });
  await step(cli, "replies edit mC6yKp2nWvB9RxZt5JqD AAAAAAAAAAAAAAAAAAAB --cr 42 --resolved --fields id", {
    out: ["ID\tAAAAAAAAAAAAAAAAAAAB"],
    err: ["Changed reply AAAAAAAAAAAAAAAAAAAB"],
    sent: [
      'PUT /v1/spaces/tG4nVx8YqLz2RkWd7JmS/change-requests/42/comments/mC6yKp2nWvB9RxZt5JqD/replies/AAAAAAAAAAAAAAAAAAAB {"resolved":true}',
    ],
  });
  await step(cli, "comments view mC6yKp2nWvB9RxZt5JqD --cr 42 --fields status,replies", {
    out: ["Status\tresolved", "Replies\t1"],
  });
  await step(cli, "replies edit mC6yKp2nWvB9RxZt5JqD AAAAAAAAAAAAAAAAAAAB --cr 42 --no-resolved --fields id", {
    out: ["ID\tAAAAAAAAAAAAAAAAAAAB"],
    err: ["Changed reply AAAAAAAAAAAAAAAAAAAB"],
    sent: [
      'PUT /v1/spaces/tG4nVx8YqLz2RkWd7JmS/change-requests/42/comments/mC6yKp2nWvB9RxZt5JqD/replies/AAAAAAAAAAAAAAAAAAAB {"resolved":false}',
    ],
  });
  await step(cli, "comments view mC6yKp2nWvB9RxZt5JqD --cr 42 --fields status", { out: ["Status\topen"] });
  await step(cli, "replies delete mC6yKp2nWvB9RxZt5JqD AAAAAAAAAAAAAAAAAAAB --cr 42 --yes", {
    err: ["Deleted reply AAAAAAAAAAAAAAAAAAAB, if it existed and this token could see it: the service does not say"],
    sent: [
      "DELETE /v1/spaces/tG4nVx8YqLz2RkWd7JmS/change-requests/42/comments/mC6yKp2nWvB9RxZt5JqD/replies/AAAAAAAAAAAAAAAAAAAB",
    ],
  });
});
