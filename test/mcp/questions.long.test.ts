/** Twenty questions that people ask about their documentation, through the tools: answered, or refused with the way in. */
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { changingEndpoints } from "../../src/mcp/tools/endpoints.js";
import { useHome } from "../helpers/home.js";
import { ask, type Loose, useHosts } from "../helpers/mcp-host.js";

const home = useHome();
const connect = useHosts(home);

/** Characters of all answers to one question: about 5,000 tokens. */
const MOST = 20_000;
const MOST_CALLS = 3;

type Call = [tool: string, input: Record<string, unknown> | ((before: Loose) => Record<string, unknown>)];

interface Question {
  question: string;
  calls: Call[];
  /** What the last answer says. */
  says: RegExp;
  /** It cannot be answered: this is why, and what to do instead. */
  refused?: true;
}

const OLD =
  "SELECT s.title, p.path, p.updated_at FROM pages p JOIN spaces s ON s.id = p.space WHERE p.type = 'document' ORDER BY p.updated_at LIMIT 5";

/** Asked of a snapshot. */
const QUESTIONS: Question[] = [
  { question: "what is stale", calls: [["query", { sql: OLD }]], says: /"updated_at":"20\d\d-.*"path":/s },
  { question: "what is broken", calls: [["check", { rules: ["links-broken"] }]], says: /links to harbor-codes\.md/ },
  {
    question: "what is wrong with access",
    calls: [["check", { tag: "access", severity: "warning" }]],
    says: /org-invite-links/,
  },
  {
    question: "who can edit the user guide",
    calls: [
      [
        "query",
        {
          sql: "SELECT m.name, a.permission FROM member_spaces a JOIN members m ON m.id = a.member JOIN spaces s ON s.id = a.space WHERE s.title = 'Tern User Guide' AND a.permission NOT IN ('read', 'comment')",
        },
      ],
    ],
    says: /Mateo/,
  },
  {
    question: "why can Sam read it and not edit it",
    calls: [["explain_access", { member: "sam.whitfield@halden-robotics.example", space: "Tern User Guide" }]],
    says: /"permission_in_space":"read"/,
  },
  {
    question: "who can publish this site",
    calls: [
      ["view", { kind: "site", id: "Halden Docs" }],
      ["list", { kind: "member", filter: { role: "admin" } }],
    ],
    says: /Mateo/,
  },
  {
    question: "where do we write about charging",
    calls: [["search", { text: "charging" }]],
    says: /getting-started\/charging/,
  },
  {
    question: "what does the page about charging say",
    calls: [
      ["find", { text: "Charging" }],
      [
        "read_page",
        ({ found }) => ({
          page: found.find(({ kind }: Loose) => kind === "page").id,
          space: found.find(({ kind }: Loose) => kind === "page").space,
        }),
      ],
    ],
    says: /"text_is":"data from the service.*ring of light/s,
  },
  {
    question: "who links to this page",
    calls: [["links", { page: "error-codes", to: true, space: "Tern User Guide" }]],
    says: /overview/,
  },
  {
    question: "what waits for review",
    calls: [
      [
        "query",
        {
          sql: "SELECT s.title, c.number, c.subject FROM change_requests c JOIN spaces s ON s.id = c.space WHERE c.status = 'open'",
        },
      ],
    ],
    says: /Torque for the axle screws/,
  },
  {
    question: "what does change request 42 change",
    calls: [["changes", { change_request: "42", space: "Tern User Guide" }]],
    says: /getting-started\/charging/,
  },
  {
    question: "is 42 ready to merge",
    calls: [
      ["view", { kind: "change_request", id: "42", space: "Tern User Guide" }],
      ["check", { rules: ["cr-outdated", "cr-unresolved-comments"], space: "Tern User Guide" }],
    ],
    says: /cr-unresolved-comments/,
  },
  {
    question: "what is said in the comments",
    calls: [["list", { kind: "comment", space: "Tern User Guide" }]],
    says: /"items":\[\{/,
  },
  {
    question: "who left, or never came",
    calls: [
      ["query", { sql: "SELECT name, email, last_seen_at FROM members WHERE disabled = 1 OR last_seen_at IS NULL" }],
    ],
    says: /Oliver Brandt/,
  },
  {
    question: "which teams have no second owner",
    calls: [["check", { rules: ["team-one-owner"] }]],
    says: /Field service/,
  },
  {
    question: "which spaces are on no site",
    calls: [["check", { rules: ["space-orphan"] }]],
    says: /Welcome to Halden/,
  },
  {
    question: "how many pages has each space",
    calls: [
      [
        "query",
        {
          sql: "SELECT s.title, count(*) AS pages FROM pages p JOIN spaces s ON s.id = p.space GROUP BY s.id ORDER BY pages DESC",
        },
      ],
    ],
    says: /"pages":16/,
  },
  {
    question: "rename this page in a change request",
    calls: [["api_search", { text: "rename page", changing: true }]],
    says: /"not_possible":"no endpoint changes single pages or files: edit their titles/,
  },
  {
    question: "delete the old change requests",
    calls: [["propose", { steps: [] }]],
    says: /there is no tool \\"propose\\" here.*--allow-plans/s,
    refused: true,
  },
  {
    question: "what did it look like last month",
    calls: [["compare", {}]],
    says: /there is no tool \\"compare\\" here.*--compare OLDER-FILE/,
    refused: true,
  },
];

let file: string;
beforeAll(async () => {
  file = join(home.dir, "s.docs");
  await home.run(["--sandbox", "snapshots", "create", file, "--include", "access"]);
});

describe("twenty questions", () => {
  test("are twenty", () => expect(QUESTIONS).toHaveLength(20));

  test("nothing changes a single page: the answer to renaming one holds", async () => {
    const writing = await changingEndpoints();
    expect(writing.length).toBeGreaterThan(50);
    expect(writing.filter(({ path }) => /\/content\/(page|pages|file|files)\b/.test(path))).toEqual([]);
  });

  test("each takes few calls and little room", async () => {
    const client = await connect(["mcp", "--snapshot", file]);
    for (const { question, calls, says, refused } of QUESTIONS) {
      expect(calls.length).toBeLessThanOrEqual(MOST_CALLS);
      let [size, last]: [number, Awaited<ReturnType<typeof ask>> | undefined] = [0, undefined];
      for (const [tool, input] of calls) {
        last = await ask(client, tool, typeof input === "function" ? input(last?.answer.result) : input);
        size += last.text.length;
      }
      expect([question, last?.text]).toEqual([question, expect.stringMatching(says)]);
      expect([question, last?.isError ?? false]).toEqual([question, refused ?? false]);
      expect([question, Math.max(size, MOST)]).toEqual([question, MOST]);
    }
  });
});
