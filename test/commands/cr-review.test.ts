import { describe, expect, test } from "vitest";
import { CANCEL } from "../helpers/prompts.js";
import type { Reply, RunOptions, Sent } from "../helpers/run.js";
import { useTestCli } from "../helpers/set-ups.js";
import { linesOf, requestLine, step } from "./step.js";

const cli = useTestCli();

const CR = "/v1/spaces/tG4nVx8YqLz2RkWd7JmS/change-requests";
const KEYS = "npdcrokmq";

const review = (cr: number, answers: readonly unknown[], more: RunOptions = {}) =>
  cli.run(`cr review ${cr}`, { answers, width: 60, ...more });

const writes = (sent: readonly Sent[]) => sent.filter(({ method }) => method !== "GET").map(requestLine);

describe("without a terminal", () => {
  const err = [
    "docs: cr review shows one page after the other: it needs a terminal",
    "  elsewhere: docs cr diff 42, docs cr view --comments 42, docs cr check 42, docs comments create --cr 42, docs cr merge 42",
  ];

  test("names the commands to use", async () => {
    await step(cli, "cr review 42", { err, code: 2, sent: [] });
  });

  test("a program or --no-input is asked nothing, either", async () => {
    expect(await cli.run("cr review 42 --json", { tty: true })).toMatchObject({ code: 2, stdout: "", sent: [] });
    await step(cli, "cr review 42 --no-input", { on: { tty: true }, err, code: 2, sent: [] });
  });
});

describe("reading", () => {
  test("begins with the whole, then page by page, rendered or raw, and sends nothing", async () => {
    const ran = await review(42, ["n", "d", "d", "n", "p", "p", "q"]);
    expect(ran).toMatchObject({ code: 0, questions: Array(7).fill(KEYS) });
    expect(writes(ran.sent)).toEqual([]);
    const lines = linesOf(ran.stdout);
    expect(lines.slice(0, 9)).toEqual([
      "#42 Charge for 60 minutes instead of 75",
      "open, Jonas Weber, 1 day ago",
      "up to date with its space",
      "1 page changed:",
      "  1. ~ Charging (getting-started/charging)  +2 -2",
      "",
      "Other open comments: 1",
      "  Aiko Tanaka, 1 day ago",
      "    Reads well. Please merge before the release on Friday.",
    ]);
    expect(lines.slice(9, 12)).toEqual([
      "[1/1] ~ Charging (getting-started/charging)  +2 -2",
      "@@ -1,13 +1,14 @@",
      "-The dock charges an empty battery in 75 minutes. You may",
    ]);
    // Raw, and rendered again; at both ends it stays.
    expect(lines.filter((line) => line.startsWith("diff --git"))).toHaveLength(1);
    expect(lines.filter((line) => line.startsWith("[1/1]"))).toHaveLength(3);
    expect(lines.filter((line) => line.startsWith("#42"))).toHaveLength(2);
    expect(linesOf(ran.stderr)).toEqual(["this is the last page", "this is the beginning"]);
  });

  test("fits 60 columns when rendered", async () => {
    const ran = await review(43, ["n", "q"]);
    expect(linesOf(ran.stdout).filter((line) => line.length > 60)).toEqual([]);
    expect(ran.stdout).toContain("behind its space");
    expect(ran.stdout).toContain("Open comments on this page: 1\n  Grace Okafor, 11 days ago, on Wheels\n");
  });

  test("names what it changes beside the pages", async () => {
    const intercept = ({ path }: Sent): Reply | undefined => {
      const isOwn = path.startsWith(CR);
      const reusableContents = [{ id: "c1", title: "Safety" }];
      const body = { id: `${isOwn}`, variables: { edition: isOwn ? "4" : "3" }, reusableContents };
      return /\/content\?/.test(path) ? { status: 200, body } : undefined;
    };
    const ran = await review(42, ["q"], { intercept });
    expect(linesOf(ran.stdout).slice(4, 9)).toEqual([
      "  1. ~ Charging (getting-started/charging)  +2 -2",
      "Beside the pages:",
      "  ~ variable edition",
      '  ? the text of "Safety": the service does not show whether…',
      "  ? files: the service does not show whether it differs",
    ]);
  });

  test("says why a merged one cannot be reviewed", async () => {
    expect(await review(41, ["q"])).toMatchObject({ code: 9, stdout: "", questions: [] });
  });

  test("nothing of the service reaches the terminal", async () => {
    const evil = "\u001b[2J\u0007\u202eA";
    const intercept = ({ path }: Sent): Reply | undefined => {
      const [plain = ""] = path.split("?");
      const page = { id: "p1", title: evil, path: `a\n${evil}`, markdown: `# ${evil}\n\n\`\`\`\n+x\u001b[1m\n\`\`\`` };
      if (plain.endsWith("/content/pages")) return { status: 200, body: { pages: plain.startsWith(CR) ? [page] : [] } };
      if (plain.includes("/content/page/")) return { status: 200, body: page };
      if (plain.endsWith("/content")) {
        const variables = plain.startsWith(CR) ? { [evil]: evil } : {};
        return { status: 200, body: { id: plain, variables, files: [], reusableContents: [] } };
      }
      if (plain.endsWith("/comments")) {
        const comment = { id: "m1", postedBy: { displayName: evil }, body: { markdown: evil }, target: { page } };
        return { status: 200, body: { items: [comment] } };
      }
      return plain === `${CR}/42` ? { status: 200, body: { number: 42, subject: evil, status: evil } } : undefined;
    };
    const ran = await review(42, ["n", "d", "r", false, "q"], { intercept, color: true });
    expect(ran.code).toBe(0);
    const plain = (ran.stdout + ran.stderr).replace(/\u001b\[\d+m/g, "");
    expect(plain).not.toMatch(/[\u001b\u0007\u202e\r]/);
  });
});

describe("what is sent is what was asked for", () => {
  test("a comment on the page, by the command of its own", async () => {
    const ran = await review(42, ["c", " ", "n", "c", "Fine.", "q"]);
    expect(writes(ran.sent)).toEqual([
      `POST ${CR}/42/comments {"page":"${await pageOf("charging")}","body":{"markdown":"Fine."}}`,
    ]);
    expect(linesOf(ran.stderr)).toEqual(["nothing was sent", "✓ Created comment c3"]);
    expect(ran.questions).toContain("Comment on Charging (leave empty to skip; . opens the editor)");
  });

  test("a comment on the whole, from the editor", async () => {
    const ran = await review(42, ["c", ".", "Two\nlines", "q"]);
    expect(writes(ran.sent)).toEqual([`POST ${CR}/42/comments {"body":{"markdown":"Two\\nlines"}}`]);
  });

  test("the one comment of a screen is resolved after a question", async () => {
    const ran = await review(43, ["r", "n", "r", false, "r", true, "r", "q"]);
    expect(writes(ran.sent)).toEqual([`PUT ${CR}/43/comments/mQ8bXt3kZrV7LwNp6GcH {"resolved":true}`]);
    expect(linesOf(ran.stderr)).toEqual([
      "no open comments here",
      "nothing was sent",
      '✓ Resolved comment "Is it 8 Nm for the rear wheels too?"',
      "no open comments here",
    ]);
    expect(ran.questions).toContain('Resolve "Is it 8 Nm for the rear wheels too?" by Grace Okafor?');
  });

  test("of several the chosen one is", async () => {
    await cli.run("cr comment 42 --body Second");
    const ran = await review(42, ["r", "second", "q"]);
    expect(ran.questions).toContain('> "Second" by Ingrid Solheim');
    expect(writes(ran.sent)).toEqual([expect.stringMatching(/^PUT .*\/comments\/\w+ \{"resolved":true\}$/)]);
  });

  test("a change request that is behind its space is updated, after a question, and shown anew", async () => {
    const keys = "npdcrokumq";
    const ran = await review(43, ["u", false, "u", true, "q"]);
    expect(ran.questions).toEqual([
      ...[keys, "Update change request 43 with the content of its space?"],
      ...[keys, "Update change request 43 with the content of its space?", KEYS],
    ]);
    expect(writes(ran.sent)).toEqual([`POST ${CR}/43/update`]);
    expect(ran.stderr).toContain("nothing was sent\n");
    const lines = linesOf(ran.stdout);
    expect(lines[2]).toBe("behind its space: newer changes there appear as removals");
    expect(lines.slice(lines.lastIndexOf("#43 Torque for the axle screws"))[2]).toBe("up to date with its space");
  });

  test("a merge asks, says what is lost, and ends the review", async () => {
    const ran = await review(42, ["m", false, "m", true]);
    expect(writes(ran.sent)).toEqual([`POST ${CR}/42/merge`]);
    expect(ran.questions.filter((question) => question.startsWith("Merge change request 42"))).toHaveLength(2);
    expect(ran.questions[1]).toContain("A merge cannot be undone; ");
    expect(linesOf(ran.stderr)).toEqual(["canceled: nothing was changed", expect.stringContaining("✓ Merged #42")]);
  });

  test("a change request that was changed meanwhile is read again, and not merged", async () => {
    let reads = 0;
    const ran = await review(42, ["m", "q"], {
      rewrite: (body) => {
        if (typeof body !== "object" || body === null || !("object" in body)) return body;
        if (body.object !== "change-request") return body;
        reads += 1;
        return { ...body, revision: `r${reads}` };
      },
    });
    expect(writes(ran.sent)).toEqual([]);
    expect(ran.stderr).toContain("change request 42 was changed meanwhile: reading it again; nothing was merged");
    expect(linesOf(ran.stdout).filter((line) => line.startsWith("#42"))).toHaveLength(2);
  });

  test("the check and the app are as with their commands", async () => {
    const ran = await review(42, ["k", "o", "q"]);
    expect(ran.code).toBe(0);
    expect(ran.stdout).toContain("cr-unresolved-comments");
    expect(ran.opened).toEqual([expect.stringMatching(/\/~\/changes\/42$/)]);
    expect(writes(ran.sent)).toEqual([]);
  });

  test("all of it is in the history, to be undone", async () => {
    await review(43, ["n", "r", true, "c", "Hm.", "q"], { history: "always" });
    const [entry] = await cli.json("history list");
    expect(entry).toMatchObject({ steps: 2 });
  });
});

describe("what fails", () => {
  const failing =
    (end: string, status: number): RunOptions["intercept"] =>
    ({ method, path }) =>
      method !== "GET" && path.endsWith(end) ? { status, body: { error: { message: "no" } } } : undefined;

  test("is said, and the review goes on", async () => {
    const ran = await review(42, ["c", "Fine.", "m", true, "n", "q"], { intercept: failing("", 403) });
    expect(ran.code).toBe(0);
    expect(ran.stderr.match(/refused|403/g)?.length).toBeGreaterThan(1);
    expect(ran.stdout).toContain("[1/1]");
  });

  test("a refused token ends it", async () => {
    expect(await review(42, ["c", "Fine."], { intercept: failing("/comments", 401) })).toMatchObject({ code: 4 });
  });

  test("a write whose answer is lost ends it, and says so", async () => {
    const ran = await review(42, ["c", "Fine."], { intercept: failing("/comments", 500) });
    expect(ran.code).toBe(7);
  });

  test("Ctrl-C ends it at a key, and at a question", async () => {
    expect(await review(42, ["n", CANCEL])).toMatchObject({ code: 130 });
    const ran = await review(42, ["n", "c", CANCEL]);
    expect(ran.code).toBe(130);
    expect(writes(ran.sent)).toEqual([]);
  });
});

async function pageOf(slug: string): Promise<string> {
  const pages = await cli.json("pages list --cr 42");
  const flat = (all: { id: string; slug: string; pages?: [] }[]): { id: string; slug: string }[] =>
    all.flatMap((page) => [page, ...flat(page.pages ?? [])]);
  return flat(pages).find((page) => page.slug === slug)?.id ?? "";
}
