/** `docs inbox --watch`. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Item } from "../../src/commands/inbox/items.js";
import { changesBetween, merge, pauseAfter, type SeenItems } from "../../src/commands/inbox/watch.js";
import { Failure } from "../../src/errors.js";
import { type TestCli, testCli } from "../helpers/run.js";
import { type Answer, by, organization, PRIYA, SPACES, space } from "./inbox-helper.js";
import { linesOf, step } from "./step.js";

let cli: TestCli;
beforeEach(async () => {
  cli = await testCli();
});
afterEach(() => cli.close());

describe("--watch", () => {
  const item = (title: string, more: Partial<Item> = {}): Item => ({
    ...{ group: "comments", title, reason: "on the space", author: null, authorId: null },
    ...{ space: { id: "s1", title: "Guide" }, changeRequest: null, comment: title, at: null, url: null, command: "" },
    ...more,
  });
  const seen = (parts: Record<string, Item[]>, unread: string[] = [], before: SeenItems = new Map()): SeenItems =>
    merge(before, {
      parts: new Map(Object.entries(parts)),
      unread: unread.map((part) => ({ part, kind: "service", status: 500, message: "no" })),
    });

  test("tells what is new, changed and gone, once", () => {
    const first = seen({ a: [item("one"), item("two")] });
    const second = seen({ a: [item("two", { reason: "2 replies" }), item("three")] }, [], first);
    const told = changesBetween(first, second).map(({ change: what, item: { title } }) => `${what} ${title}`);
    expect(told.sort()).toEqual(["changed two", "gone one", "new three"]);
    expect(changesBetween(second, second)).toEqual([]);
  });

  test("what could not be read is not gone, and not new when it is read again", () => {
    const first = seen({ a: [item("one")], b: [item("two")] });
    const second = seen({ a: [item("one")] }, ["b"], first);
    expect(changesBetween(first, second)).toEqual([]);
    expect(changesBetween(second, seen({ a: [item("one")], b: [item("two")] }, [], second))).toEqual([]);
    expect(changesBetween(second, seen({ a: [item("one")], b: [] }, [], second))).toMatchObject([{ change: "gone" }]);
  });

  test("waits longer after each failure, up to 15 minutes, and as long as it is asked to", () => {
    const down = new Failure("service", "down");
    expect([0, 1, 2, 3, 9].map((failures) => pauseAfter(60, failures, down))).toEqual([60, 120, 240, 480, 900]);
    expect(pauseAfter(3600, 2, down)).toBe(3600);
    const limited = new Failure("rate-limited", "wait", { details: { retryAfterSeconds: 1800 } });
    expect(pauseAfter(60, 1, limited)).toBe(1800);
  });

  /** Each reading of the list of spaces begins the next one of `readings`; after the last the token is refused. */
  const over = (readings: readonly Readonly<Record<string, Answer>>[]) => {
    let at = -1;
    return organization((key) => {
      if (key === SPACES) at += 1;
      return readings[at] === undefined ? 401 : readings[at]?.[key];
    });
  };
  const comment = (id: string) => ({ id, postedBy: by(PRIYA), body: { markdown: `Comment ${id}` } });
  const with_ = (...comments: object[]) => ({
    [SPACES]: [space({ comments: comments.length })],
    "spaces/s1/comments status=open": comments,
  });

  test("shows everything once and then what changed; a failure that does not pass ends it", async () => {
    const ran = await cli.run("inbox --watch --interval 30", {
      tty: true,
      width: 80,
      intercept: over([with_(comment("m1")), with_(comment("m1")), with_(comment("m1"), comment("m2")), with_()]),
    });
    expect(ran.code).toBe(4);
    const about = `    ${PRIYA} · Guide · on the space`;
    const lines = (id: string) => [`  Comment ${id}`, about, `    docs comments view ${id} --space s1`];
    expect(linesOf(ran.stdout)).toEqual([
      "Your change requests: none",
      "",
      "Replies to your comments: none",
      "",
      "Open comments on spaces that you administer: 1",
      ...lines("m1"),
      "",
      "Failed specifications and translations: none",
      ...["new:", ...lines("m2")],
      ...["gone:", ...lines("m1"), "gone:", ...lines("m2")],
    ]);
    expect(ran.stderr).toContain("refreshing every 30 s; press Ctrl-C to stop");
  });

  test("an outage is said, waited for and over; one object for each change", async () => {
    const ran = await cli.run("inbox --watch --json --retries 0", {
      intercept: over([
        with_(comment("m1")),
        { [SPACES]: 500 },
        { [SPACES]: 503 },
        with_(comment("m1"), comment("m2")),
      ]),
    });
    const rows = linesOf(ran.stdout).map((line) => JSON.parse(line));
    expect(rows.map(({ change: what, title }) => `${what} ${title}`)).toEqual(["new Comment m1", "new Comment m2"]);
    expect(linesOf(ran.stderr)).toEqual([
      expect.stringMatching(/^could not be read: .*; trying again in 2 min$/),
      expect.stringMatching(/^could not be read: .*; trying again in 4 min$/),
      "reading again",
      expect.stringContaining('"unauthorized"'),
    ]);
  });

  test("a part that is refused is said once, and what it had is not gone", async () => {
    const refused = { [SPACES]: [space({ comments: 1 })], "spaces/s1/comments status=open": 403 };
    const ran = await cli.run("inbox --watch -o tsv --fields change,title", {
      intercept: over([with_(comment("m1")), refused, refused, with_(comment("m1"))]),
    });
    expect(linesOf(ran.stdout)).toEqual(["new\tComment m1"]);
    expect(ran.stderr.match(/comments in Guide/g)).toHaveLength(1);
  });

  test("is for a service and for formats without a frame", async () => {
    await step(cli, "inbox --interval 60", { err: ["docs: --interval needs --watch"], code: 2, sent: [] });
    await step(cli, "inbox --watch -o csv", {
      err: ["docs: --watch cannot be combined with -o csv", "  pass -o tsv or -o jsonl"],
      code: 2,
      sent: [],
    });
  });
});
