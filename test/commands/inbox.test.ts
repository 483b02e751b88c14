import { describe, expect, test } from "vitest";
import type { Item } from "../../src/commands/open-work/read.js";
import { useTestCli } from "../helpers/set-ups.js";
import { by, change, ME, ORG, organization, PRIYA, SPACES, space } from "./inbox-helper.js";
import { linesOf } from "./step.js";

const cli = useTestCli();

describe("replies", () => {
  const inbox = (replies: object[], comment: object = {}) =>
    cli.json("inbox --mine", {
      intercept: organization({
        [SPACES]: [space({ changeRequestsOpen: 1 })],
        "spaces/s1/change-requests status=open": [change({ comments: 1, createdBy: by(PRIYA) })],
        [`spaces/s1/change-requests/c1/comments status=open authors=${ME}`]: [
          { id: "m1", postedBy: by(ME), replies: replies.length, body: { markdown: "\n\nWhy?\nMore." }, ...comment },
        ],
        "spaces/s1/change-requests/c1/comments/m1/replies": replies,
      }),
    });
  const reply = (who: string, hour: number, text: string) => ({
    id: `r${hour}`,
    postedBy: by(who),
    postedAt: `2026-01-10T0${hour}:00:00Z`,
    body: { markdown: text },
  });

  test("wait while somebody else has the last word, in whatever order they are listed", async () => {
    const [item] = await inbox([reply(PRIYA, 3, "Because."), reply(ME, 2, "Hm."), reply(PRIYA, 1, "No.")]);
    expect(item).toMatchObject({
      group: "replies",
      title: "Why?",
      reason: "answered: Because.",
      author: PRIYA,
      changeRequest: 7,
      comment: "m1",
      at: "2026-01-10T03:00:00Z",
      command: "docs replies list m1 --cr 7 --space s1",
    });
    expect(await inbox([reply(PRIYA, 1, "No."), reply(ME, 2, "Hm.")])).toEqual([]);
  });

  test("to comments of others are not one's own, where a service does not filter", async () => {
    expect(await inbox([reply(PRIYA, 3, "Because.")], { postedBy: by("uOther") })).toEqual([]);
  });

  test("on the content of a space are counted: nobody lists them", async () => {
    const [item] = await cli.json("inbox --mine", {
      intercept: organization({
        [SPACES]: [space({ comments: 1 })],
        [`spaces/s1/comments status=open authors=${ME}`]: [
          { id: "m1", postedBy: by(ME), replies: 2, body: { markdown: "Why?" }, postedAt: "2026-01-10T00:00:00Z" },
          { id: "m2", postedBy: by(ME), replies: 0, body: { markdown: "What?" } },
        ],
      }),
    });
    expect(item).toMatchObject({ group: "replies", title: "Why?", reason: "on the space, 2 replies", author: null });
  });
});

describe("what was not read", () => {
  test("is named, and the rest is shown", async () => {
    const ran = await cli.run("inbox --json", {
      intercept: organization({
        [SPACES]: [space({ comments: 1, changeRequestsOpen: 1 }), space({ id: "s2", title: "Notes", comments: 1 })],
        "spaces/s1/comments status=open": 403,
        "spaces/s1/change-requests status=open": [change({ createdBy: by(ME), comments: 1 })],
        "spaces/s1/change-requests/c1/comments status=open": 403,
        "spaces/s2/comments status=open": [{ id: "m1", postedBy: by(PRIYA), body: { markdown: "Hm." } }],
        [`${ORG.slice(4)}/openapi`]: 403,
      }),
    });
    expect(ran.code).toBe(9);
    expect(JSON.parse(ran.stdout).map(({ title }: Item) => title)).toEqual(["Words", "Hm."]);
    const { error } = JSON.parse(ran.stderr);
    expect(error.refused.map(({ part, kind }: { part: string; kind: string }) => `${part} ${kind}`)).toEqual([
      "specifications forbidden",
      "comments in Guide forbidden",
      "comments on #7 in Guide forbidden",
    ]);
  });

  test("is not called none at a terminal", async () => {
    const intercept = organization({
      [SPACES]: [space({ comments: 1, changeRequestsOpen: 1 })],
      "spaces/s1/comments status=open": [{ id: "m1", postedBy: by(PRIYA), body: { markdown: "Hm." } }],
      "spaces/s1/change-requests status=open": 403,
      [`${ORG.slice(4)}/openapi`]: 403,
    });
    const { stdout, code } = await cli.run("inbox", { intercept, tty: true, width: 80 });
    expect(code).toBe(9);
    expect(linesOf(stdout).filter((line) => /^[A-Z]/.test(line))).toEqual([
      "Your change requests: could not be read in full",
      "Replies to your comments: could not be read in full",
      // There may be more on the change requests.
      "Open comments in spaces that you administer: 1, could not be read in full",
      "Failed specifications and translations: could not be read in full",
    ]);
  });

  test("of the organization leaves an empty inbox to somebody who sees no space", async () => {
    const intercept = organization((key) => (key === SPACES ? [] : 403));
    const { stdout, stderr, code } = await cli.run("inbox", { intercept, tty: true, width: 80 });
    expect([code, linesOf(stdout)[0]]).toEqual([9, "Your change requests: none"]);
    expect(stderr).toContain("2 lists could not be read\n");
  });

  test("fails with its cause where nothing could be read", async () => {
    expect((await cli.run("inbox", { intercept: organization({ [SPACES]: 403 }) })).code).toBe(4);
    const none = organization((key) => (key === SPACES ? [space({ comments: 1 })] : 403));
    expect((await cli.run("inbox", { intercept: none })).code).toBe(4);
  });

  test("ends an outage after five failures", async () => {
    const spaces = Array.from({ length: 40 }, (_, at) => space({ id: `s${at}`, title: `Space ${at}`, comments: 1 }));
    const down = organization((key) => (key === SPACES ? spaces : key.includes("s0/") ? [] : 500));
    const ran = await cli.run("inbox --retries 0", { intercept: down });
    expect(ran.code).toBe(9);
    expect(ran.sent.length).toBeLessThan(16);
    expect(ran.stderr).toMatch(/\n {2}28 not asked, after 5 failures of service or network in a row\n/);
  });

  test("a list with fewer items than are counted is not whole", async () => {
    const ran = await cli.run("inbox", {
      intercept: organization({
        [SPACES]: [space({ object: "space", comments: 3 })],
        "spaces/s1/comments status=open": [],
      }),
    });
    expect(ran.code).toBe(9);
    expect(ran.stderr).toContain("comments in Guide: only 0 of 3 were listed");
  });

  test("spaces that do not say whose they are, and items without an author, are counted", async () => {
    const ran = await cli.run("inbox --author priya.raman@halden-robotics.example", {
      intercept: ({ path }) =>
        path.includes("/members")
          ? undefined
          : organization({
              [SPACES]: [space({ comments: 1, permissions: undefined }), space({ id: "s2", comments: 1 })],
              "spaces/s2/comments status=open": [{ id: "m1", body: { markdown: "Hm." } }],
            })({ method: "GET", path }),
    });
    expect(ran).toMatchObject({ code: 0, stdout: "" });
    expect(linesOf(ran.stderr)).toEqual([
      "note: 1 space does not say whether you administer it: comments of others there are omitted",
      "note: omitted 1 item without a known author",
    ]);
  });
});

test("comments on change requests wait for an administrator, too; for anyone else, only answers do", async () => {
  const comment = { id: "m1", postedBy: by(PRIYA), postedAt: "2026-01-10T00:00:00Z", body: { markdown: "Why?" } };
  const inbox = (admin: boolean, filter: string) =>
    cli.json("inbox", {
      intercept: organization({
        [SPACES]: [space({ changeRequestsOpen: 1, permissions: { admin } })],
        "spaces/s1/change-requests status=open": [change({ comments: 1, createdBy: by(PRIYA) })],
        [`spaces/s1/change-requests/c1/comments status=open${filter}`]: [comment],
      }),
    });
  expect(await inbox(true, "")).toMatchObject([
    {
      group: "comments",
      title: "Why?",
      reason: "on change request #7",
      changeRequest: 7,
      comment: "m1",
      at: "2026-01-10T00:00:00Z",
      command: "docs comments view m1 --cr 7 --space s1",
    },
  ]);
  // A service that does not know the filter answers with those of others.
  expect(await inbox(false, ` authors=${ME}`)).toEqual([]);
});

test("open comments are counted in one way: inbox, status and overview have the same number", async () => {
  const change = { id: "c1", number: 7, subject: "Words", status: "open", comments: 2 };
  const onChange = [1, 2].map((id) => ({ id: `n${id}`, postedBy: by(PRIYA) }));
  const intercept = organization({
    [SPACES]: [space({ comments: 3, changeRequestsOpen: 1 })],
    "spaces/s1/change-requests status=open": [change],
    "spaces/s1/comments status=open": [1, 2, 3].map((id) => ({ id: `m${id}`, postedBy: by(PRIYA) })),
    "spaces/s1/change-requests/c1/comments status=open": onChange,
  });
  const shown = async (line: string) => (await cli.run(line, { intercept, tty: true, width: 80 })).stdout;
  expect(await shown("inbox")).toContain("Open comments in spaces that you administer: 5\n");
  expect(await shown("status")).toContain("Open comments: 5\n");
  expect(await shown("orgs overview")).toContain("Open comments: 5 ");
});

test("comments on spaces that one does not administer are no one's business here; failures that one may not mend neither", async () => {
  const found = await cli.json("inbox", {
    intercept: organization({
      [SPACES]: [space({ comments: 1, permissions: { admin: false } })],
      "spaces/s1/comments status=open": [{ id: "m1", postedBy: by(PRIYA) }],
      [`spaces/s1/comments status=open authors=${ME}`]: [{ id: "m1", postedBy: by(PRIYA) }],
      [`${ORG.slice(4)}/openapi`]: [
        { id: "o1", slug: "mine", lastProcessErrorCode: "FETCH_ERROR", permissions: { edit: true } },
        { id: "o2", slug: "theirs", lastProcessErrorCode: "FETCH_ERROR", permissions: { edit: false } },
        { id: "o3", slug: "fine" },
      ],
      [`${ORG.slice(4)}/translations`]: [
        { id: "t1", language: "fr", status: "failed" },
        { id: "t2", language: "de", status: "completed" },
      ],
    }),
  });
  expect(found.map(({ title, reason }: Item) => `${title} ${reason}`)).toEqual([
    "mine specification: FETCH_ERROR",
    "fr translation: failed",
  ]);
});

test("nothing of the service reaches the terminal", async () => {
  const evil = "\u001b[2J\u0007\u202eA\nB";
  const ran = await cli.run("inbox", {
    tty: true,
    width: 60,
    color: true,
    intercept: organization({
      [SPACES]: [space({ title: evil, comments: 1, changeRequestsOpen: 1 })],
      "spaces/s1/change-requests status=open": [change({ subject: evil, createdBy: by(ME, evil), comments: 1 })],
      "spaces/s1/comments status=open": [{ id: "m1", postedBy: by(PRIYA, evil), body: { markdown: evil } }],
    }),
  });
  const plain = ran.stdout.replace(/\u001b\[\d+m/g, "");
  expect(plain).not.toMatch(/[\u001b\u0007\u202e\r]/);
  expect(linesOf(plain).filter((line) => line.startsWith("B"))).toEqual([]);
});
