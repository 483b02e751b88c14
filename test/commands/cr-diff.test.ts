import { expect, test } from "vitest";
import type { Reply, RunOptions, Sent } from "../helpers/run.js";
import { useTestCli } from "../helpers/set-ups.js";
import { linesOf, step } from "./step.js";

const cli = useTestCli();

const SPACE = "/v1/spaces/tG4nVx8YqLz2RkWd7JmS";
const CR = `${SPACE}/change-requests/42`;

/** Pages of both sides, with their Markdown; the rest is the service's own answer. */
const pagesOf = (before: object[], after: object[], cr: object = {}): RunOptions["intercept"] => {
  const texts = new Map<string, string>();
  const tree = (side: string, pages: object[]): object[] =>
    pages.map((page) => {
      const { id, markdown = "", pages: below = [], ...rest } = page as Record<string, never>;
      texts.set(`${side} ${id}`, markdown);
      return { id, ...(rest as object), pages: tree(side, below) };
    });
  const trees = { before: tree("before", before), after: tree("after", after) };
  return ({ path }: Sent): Reply | undefined => {
    const [plain = ""] = path.split("?");
    const side = plain.startsWith(CR) ? "after" : "before";
    const id = /\/content\/page\/(.*)$/.exec(plain)?.[1];
    if (plain.endsWith("/content/pages")) return { status: 200, body: { pages: trees[side] } };
    if (id !== undefined) return { status: 200, body: { id, markdown: texts.get(`${side} ${id}`) } };
    return plain === CR ? { status: 200, body: { number: 42, status: "open", outdated: false, ...cr } } : undefined;
  };
};

/** The same pages on both sides, and what is beside them. */
const contentOf = (before: object, after: object): RunOptions["intercept"] => {
  const pages = pagesOf([], []);
  return (sent) => {
    const body = { [`${SPACE}/content`]: before, [`${CR}/content`]: after }[sent.path.split("?")[0] ?? ""];
    return body ? { status: 200, body } : pages?.(sent);
  };
};

const BEFORE = [
  { id: "p1", title: "One", path: "one", markdown: "same\n" },
  { id: "p2", title: "Two", path: "two", markdown: "a\nb\n", pages: [{ id: "p3", title: "Three", path: "two/three" }] },
  { id: "p4", title: "Four", path: "four", markdown: "gone\n" },
];
const AFTER = [
  { id: "p1", title: "One", path: "one", markdown: "same\n" },
  { id: "p3", title: "Third", path: "three" },
  { id: "p2", title: "Two", path: "second", markdown: "a\nB\n" },
  { id: "p5", title: "Five", path: "five", markdown: "new\n" },
  { id: "p6", title: "Six", path: "six", markdown: "" },
];
const on = { intercept: pagesOf(BEFORE, AFTER) };

test("pages added, removed, moved and changed, as a unified diff", async () => {
  await step(cli, "cr diff 42", {
    on,
    out: [
      "diff --git a/two/three.md b/three.md",
      "rename from two/three.md",
      "rename to three.md",
      'title "Three" -> "Third"',
      "diff --git a/two.md b/second.md",
      "rename from two.md",
      "rename to second.md",
      "--- a/two.md",
      "+++ b/second.md",
      "@@ -1,2 +1,2 @@",
      " a",
      "-b",
      "+B",
      "diff --git a/five.md b/five.md",
      "new page",
      "--- /dev/null",
      "+++ b/five.md",
      "@@ -0,0 +1 @@",
      "+new",
      "diff --git a/six.md b/six.md",
      "new page",
      "diff --git a/four.md b/four.md",
      "deleted page",
      "--- a/four.md",
      "+++ /dev/null",
      "@@ -1 +0,0 @@",
      "-gone",
    ],
  });
});

test("--stat, --name-only and --json", async () => {
  await step(cli, "cr diff 42 --stat", {
    on,
    out: [
      "changed\tthree\t0\t0\tThird\ttwo/three\tpage",
      "changed\tsecond\t1\t1\tTwo\ttwo\tpage",
      "added\tfive\t1\t0\tFive\t\tpage",
      "added\tsix\t0\t0\tSix\t\tpage",
      "removed\tfour\t0\t1\tFour\t\tpage",
    ],
    err: ["5 pages, 2 lines added, 2 removed"],
  });
  await step(cli, "cr diff 42 --name-only", { on, out: ["three", "second", "five", "six", "four"] });
  await step(cli, "cr diff 42 --json -q '.[] | select(.diff | test(\"gone\")) | .change, .path, .deletions'", {
    on,
    out: ["removed", "four", "1"],
  });
  const stat = await cli.json("cr diff 42 --stat --json", on);
  expect(stat[1]).toEqual({
    kind: "page",
    change: "changed",
    id: "p2",
    title: "Two",
    path: "second",
    from: "two",
    additions: 1,
    deletions: 1,
  });
  await step(cli, "cr diff 42 --stat --name-only", {
    err: ["docs: --stat and --name-only cannot be used together"],
    code: 2,
    sent: [],
  });
  await step(cli, "cr diff 42 --fields change,path", { on, out: expect.arrayContaining(["removed\tfour"]) });
});

test("a page that was only moved is moved", async () => {
  const intercept = pagesOf([{ id: "p1", title: "One", path: "one" }], [{ id: "p1", title: "One", path: "two" }]);
  await step(cli, "cr diff 42 --stat", {
    on: { intercept },
    out: ["moved\ttwo\t0\t0\tOne\tone\tpage"],
    err: ["1 page, 0 lines added, 0 removed"],
  });
});

test("asks for each page once on each side, and not for what is as old on both", async () => {
  const old = { id: "p1", title: "One", path: "one", updatedAt: "2026-01-01T00:00:00Z" };
  const intercept = pagesOf(
    [
      { ...old, markdown: "a" },
      { id: "p2", path: "two", updatedAt: "2026-01-01T00:00:00Z" },
    ],
    [
      { ...old, markdown: "b" },
      { id: "p2", path: "two", updatedAt: "2026-01-02T00:00:00Z" },
    ],
  );
  const query = "?format=markdown&metadata=false&computed=false";
  const first = [
    `GET ${CR}`,
    `GET ${SPACE}/content?computed=false`,
    `GET ${CR}/content?computed=false`,
    `GET ${SPACE}/content/pages?metadata=false&computed=false`,
    `GET ${CR}/content/pages?metadata=false&computed=false`,
  ];
  const ran = await step(cli, "cr diff 42", {
    on: { intercept },
    err: ["no differences: change request 42 has the content of its space"],
  });
  const sent = (paths: Sent[]) => paths.map(({ method, path }) => `${method} ${path}`).sort();
  expect(sent(ran.sent)).toEqual(
    [...first, `GET ${SPACE}/content/page/p2${query}`, `GET ${CR}/content/page/p2${query}`].sort(),
  );
  const all = await cli.run("cr diff 42 --all --name-only", { intercept });
  expect(all.stdout).toBe("one\n");
  expect(all.sent).toHaveLength(9);
});

test("says what is compared where people expect something else", async () => {
  const ran = await cli.run("cr diff 43 --stat");
  expect(linesOf(ran.stderr)[0]).toBe(
    "note: change request 43 is outdated: newer changes of the space appear as removals; update first: docs cr update 43",
  );
  const merged = { intercept: pagesOf([], [], { status: "merged", outdated: true }) };
  await step(cli, "cr diff 42", {
    on: merged,
    err: [
      "docs: what change request 42 changed cannot be read: it is merged, and the service shows no revision from before the merge",
      "  with a snapshot from before the merge: docs --snapshot BEFORE.docs cr diff 42 --space tG4nVx8YqLz2RkWd7JmS",
    ],
    code: 9,
    sent: [`GET ${CR}`],
  });
});

test("a page that is refused ends it: half a diff would be taken for the whole", async () => {
  const ran = await cli.run("cr diff 42", {
    intercept: (sent) =>
      sent.path.includes("/content/page/p3") ? { status: 403, body: { message: "no" } } : on.intercept?.(sent),
  });
  expect(ran).toMatchObject({ code: 4, stdout: "" });
});

test("colors on a terminal; nothing of the service reaches it, and no text passes for a head", async () => {
  const hostile = { id: "p1", title: "\u001b]0;x\u0007", path: "a\ndiff --git a/b b/b\u001b[2J" };
  const intercept = pagesOf(
    [{ ...hostile, markdown: "x\n" }],
    [{ ...hostile, title: "\u202eT", markdown: "diff --git a/evil b/evil\n\u001b[2J\r\n" }],
  );
  const ran = await cli.run("cr diff 42", { tty: true, width: 80, color: true, intercept });
  const plain = ran.stdout.replace(/\u001b\[\d+m/g, "");
  expect(plain).not.toMatch(/[\u001b\u0007\u202e\r]/);
  expect(linesOf(plain).filter((line) => line.startsWith("diff "))).toHaveLength(1);
  expect(ran.stdout).toContain("\u001b[32m+diff --git a/evil b/evil\u001b[39m");
});

const empty = { files: [], reusableContents: [], variables: {} };

test("variables with their values, versions of reusable contents and files", async () => {
  const warranty = (oid: string) => [
    { id: "c1", title: "Warranty", git: { oid, path: ".gitbook/includes/warranty.md" } },
  ];
  const kept = { id: "f2", name: "kept.png", size: 84 };
  const intercept = contentOf(
    {
      id: "r1",
      variables: { edition: "3", gone: "x", same: "s" },
      reusableContents: warranty("aa1"),
      files: [{ id: "f1", name: "board.png", size: 84 }, kept],
    },
    {
      id: "r2",
      variables: { edition: "4", same: "s" },
      reusableContents: warranty("bb2"),
      files: [{ id: "f1", name: "plan.png", size: 85 }, kept, { id: "f3", name: "new.png", size: 1 }],
    },
  );
  await step(cli, "cr diff 42", {
    on: { intercept },
    out: [
      "diff --git a/variables/edition b/variables/edition",
      'variable "edition"',
      "--- a/variables/edition",
      "+++ b/variables/edition",
      "@@ -1 +1 @@",
      "-3",
      "+4",
      "diff --git a/variables/gone b/variables/gone",
      'variable "gone"',
      "deleted variable",
      "--- a/variables/gone",
      "+++ /dev/null",
      "@@ -1 +0,0 @@",
      "-x",
      "diff --git a/.gitbook/includes/warranty.md b/.gitbook/includes/warranty.md",
      'reusable content "Warranty"',
      'version "aa1" -> "bb2"',
      "diff --git a/board.png b/plan.png",
      'file "plan.png"',
      "rename from board.png",
      "rename to plan.png",
      'title "board.png" -> "plan.png"',
      'version "84 bytes" -> "85 bytes"',
      "diff --git a/new.png b/new.png",
      'file "new.png"',
      "new file",
    ],
  });
  await step(cli, "cr diff 42 --stat", {
    on: { intercept },
    out: [
      "changed\tvariables/edition\t1\t1\tedition\t\tvariable",
      "removed\tvariables/gone\t0\t1\tgone\t\tvariable",
      "changed\t.gitbook/includes/warranty.md\t0\t0\tWarranty\t\treusable-content",
      "changed\tplan.png\t0\t0\tplan.png\tboard.png\tfile",
      "added\tnew.png\t0\t0\tnew.png\t\tfile",
    ],
    err: ["2 variables, 1 reusable content, 2 files, 1 line added, 2 removed"],
  });
});

test.each([
  ["no list of variables", { ...empty, variables: undefined }, "variables"],
  [
    "reusable contents without a version",
    { ...empty, reusableContents: ["A", "B", "C", "D"].map((title) => ({ id: title, title })) },
    'the text of "A", the text of "B", the text of "C", 1 more',
  ],
])("%s: there may be differences", async (_, content, words) => {
  await step(cli, "cr diff 42", {
    on: { intercept: contentOf({ ...content, id: "r1" }, { ...content, id: "r2" }) },
    err: [`note: the service does not show whether these differ: ${words}`],
  });
});

test("a change request that has the revision of its space has its texts, too", async () => {
  const content = { ...empty, id: "r1", reusableContents: [{ id: "A", title: "A" }] };
  await step(cli, "cr diff 42", {
    on: { intercept: contentOf(content, content) },
    err: ["no differences: change request 42 has the content of its space"],
  });
});
