import { describe, expect, test } from "vitest";
import { useTestCli } from "../helpers/set-ups.js";
import { by, change, ME, organization, PRIYA, SPACES, space } from "./inbox-helper.js";
import { linesOf } from "./step.js";

const cli = useTestCli();

test("replies on the content of a space are counted: nobody lists them", async () => {
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

describe("what was not read", () => {
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
