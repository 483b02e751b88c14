import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createRevision, setSpaceRevision } from "../../src/sandbox/content/revisions.js";
import type { PageInput } from "../../src/sandbox/content/types.js";
import { loadSample } from "../../src/sandbox/sample/load.js";
import { compareSnapshots } from "../../src/snapshot/compare/compare.js";
import { KINDS } from "../../src/snapshot/compare/kinds.js";
import type { Change } from "../../src/snapshot/compare/things.js";
import { ROWS } from "../../src/snapshot/file/store-answer.js";
import { ORG, OTHER_ORG, SPACE, type TestSandbox, testSandbox } from "../helpers/sandbox.js";
import { refusal, snapshotOf, temporaryFolder, transportOf } from "./snapshot-helper.js";

const HALDEN = "hR7kQ2mXv9TzLb4WcN8p";
const GUIDE = "tG4nVx8YqLz2RkWd7JmS";

let service: TestSandbox;
let place: ReturnType<typeof temporaryFolder>;
let first: string;
let second: string;
beforeEach(() => {
  place = temporaryFolder();
  first = `${place.file}.1`;
  second = `${place.file}.2`;
});
afterEach(() => {
  service?.close();
  place.remove();
});

/** A change as one line. */
const line = ({ kind, change, title, place: where, path, from, fields }: Change) =>
  [
    `${kind} ${change}`,
    title,
    where,
    kind === "pages" ? path : "",
    from === undefined ? "" : `from ${from}`,
    fields
      .map(({ name, before, after }) =>
        name === "text" ? name : `${name}: ${JSON.stringify(before)} -> ${JSON.stringify(after)}`,
      )
      .join(", "),
  ]
    .filter((part) => part !== "")
    .join(" | ");

const compared = (options = {}) => compareSnapshots(first, second, options).changes.map(line);

it("knows every kind of row that a snapshot has", () => {
  const known = new Set(KINDS.map(({ rows }) => rows));
  const left = Object.values(ROWS)
    .map(({ kind }) => kind)
    .filter((kind) => !known.has(kind));
  // The content of a version of a specification does not change.
  expect(left).toEqual(["openapi-content"]);
});

describe("pages", () => {
  const TREE: PageInput[] = [
    { id: "pA", title: "Start", markdown: "one\ntwo\nthree\n" },
    {
      id: "pB",
      title: "Guide",
      markdown: "",
      pages: [
        { id: "pC", title: "Inner", markdown: "inner" },
        { id: "pD", title: "Last", markdown: "last" },
      ],
    },
    { id: "pE", title: "Gone", markdown: "gone" },
  ];
  const put = (pages: PageInput[]) =>
    service.change((context) =>
      setSpaceRevision(context, SPACE, createRevision(context, { space: SPACE, type: "edits", pages })),
    );
  const change = async (pages: PageInput[]) => {
    await put(TREE);
    await snapshotOf(service, first, { organization: ORG });
    await put(pages);
    await snapshotOf(service, second, { organization: ORG });
  };
  beforeEach(async () => {
    service = await testSandbox();
  });

  it("that are the same are none", async () => {
    await change(TREE);
    expect(compared()).toEqual([]);
  });

  it("come, go, move, and get other titles and texts", async () => {
    const [start, guide] = TREE as [PageInput, PageInput];
    await change([
      { ...start, markdown: "one\n2\nthree\n", description: "Begin here" },
      {
        ...guide,
        title: "Manual",
        slug: "manual",
        pages: [{ id: "pC", title: "Inside", slug: "inner", markdown: "inner" }],
      },
      { id: "pD", title: "Last", markdown: "last" },
      { id: "pF", title: "New", markdown: "new" },
    ]);
    expect(compared()).toEqual([
      'pages changed | Start | Guide | start | description: "" -> "Begin here", text',
      'pages renamed | Manual | Guide | manual | slug: "guide" -> "manual", title: "Guide" -> "Manual"',
      'pages renamed | Inside | Guide | manual/inner | title: "Inner" -> "Inside"',
      "pages moved | Last | Guide | last | from guide/last",
      "pages added | New | Guide | new",
      "pages removed | Gone | Guide | gone",
    ]);
    const texts = compareSnapshots(first, second, { texts: true }).changes.flatMap(({ texts: both }) => both ?? []);
    expect(texts).toEqual([{ before: "one\ntwo\nthree\n", after: "one\n2\nthree\n" }]);
  });

  it("in another order are one change", async () => {
    const [start, guide, gone] = TREE as [PageInput, PageInput, PageInput];
    await change([guide, start, gone]);
    expect(compared()).toEqual([
      'pages moved | Guide | Guide | order: ["Start","Guide","Gone"] -> ["Guide","Start","Gone"]',
    ]);
  });

  it("that were not read are not gone", async () => {
    await put(TREE);
    await snapshotOf(service, first, { organization: ORG });
    const { transport } = transportOf(service, (path) =>
      path.includes("/content") ? refusal(403, "not for you") : undefined,
    );
    await snapshotOf(service, second, { organization: ORG }, transport);
    const { changes, gaps } = compareSnapshots(first, second);
    expect(changes).toEqual([]);
    expect(gaps).toContainEqual({
      kind: "pages",
      side: "after",
      state: "denied",
      reason: expect.stringContaining("not for you"),
      scopes: 1,
    });
    expect(compareSnapshots(second, first).changes).toEqual([]);
  });
});

describe("things of an organization", () => {
  beforeEach(async () => {
    service = await testSandbox({ load: loadSample });
    await snapshotOf(service, first, { organization: HALDEN, include: ["access", "share-keys"], spaces: [GUIDE] });
  });
  const then = async (...calls: [method: string, path: string, body?: object][]) => {
    for (const [method, path, body] of calls) {
      const { status, text } = await service.call(method, path, body);
      expect(status, `${method} ${path}: ${text}`).toBeLessThan(300);
    }
    await snapshotOf(service, second, { organization: HALDEN, include: ["access", "share-keys"], spaces: [GUIDE] });
  };
  const listed = async (path: string) => (await service.call("GET", `/v1/${path}`)).json.items;

  it("are the same where nothing happened", async () => {
    await then();
    expect(compared()).toEqual([]);
  });

  it("are told by their titles, with what changed", async () => {
    const [member] = (await listed(`orgs/${HALDEN}/members?search=priya`)) ?? [];
    const [site] = await listed(`orgs/${HALDEN}/sites`);
    const [comment] = await listed(`spaces/${GUIDE}/comments?status=open`);
    await then(
      ["PATCH", `/v1/spaces/${GUIDE}`, { title: "Tern Guide", emoji: "1f600" }],
      ["PATCH", `/v1/orgs/${HALDEN}/members/${member.id}`, { role: "read" }],
      ["PATCH", `/v1/orgs/${HALDEN}/sites/${site.id}`, { title: "Docs of Halden" }],
      ["PUT", `/v1/orgs/${HALDEN}/teams`, { title: "Robots" }],
      ["DELETE", `/v1/spaces/${GUIDE}/comments/${comment.id}`],
      ["PATCH", `/v1/spaces/${GUIDE}/change-requests/42`, { status: "archived" }],
    );
    const lines = compared({ only: ["members", "teams", "spaces", "sites", "comments", "change-requests"] });
    expect(lines).toContain(`members changed | ${member.user.displayName} | role: "${member.role}" -> "read"`);
    expect(lines).toContain("teams added | Robots");
    expect(lines.find((one) => one.startsWith("spaces"))).toMatch(
      /^spaces renamed \| Tern Guide \| emoji: .* -> "1f600", title: "Tern User Guide" -> "Tern Guide"$/,
    );
    expect(lines.find((one) => one.startsWith("sites"))).toContain(`title: "${site.title}" -> "Docs of Halden"`);
    expect(lines.find((one) => one.startsWith("comments"))).toMatch(/^comments removed \| .+ \| Tern User Guide$/);
    expect(lines.find((one) => one.startsWith("change-requests"))).toMatch(
      /^change-requests changed \| #42 .+ \| Tern Guide \| status: "open" -> "archived"$/,
    );
    expect(lines.length).toBe(6);
  });

  it("that nobody could list are not gone", async () => {
    const { transport } = transportOf(service, (path) =>
      /\/(members|sites|teams)\?/.test(path) ? refusal(403, "no") : undefined,
    );
    await snapshotOf(service, second, { organization: HALDEN, exclude: ["comments"], spaces: [GUIDE] }, transport);
    const { changes, gaps } = compareSnapshots(first, second);
    expect(changes).toEqual([]);
    expect(new Set(gaps.map(({ kind }) => kind))).toEqual(
      new Set([
        "members",
        "teams",
        "access",
        "pages",
        "change-requests",
        "comments",
        "replies",
        "sites",
        "share-links",
      ]),
    );
  });

  it("of a new space are not told one by one", async () => {
    await then(["POST", `/v1/spaces/${GUIDE}/duplicate`]);
    expect(compared({ only: ["spaces", "pages", "comments", "change-requests"] })).toEqual([
      expect.stringMatching(/^spaces added \| .*Tern User Guide/),
    ]);
  });

  it("of another organization are refused, unless that is meant", async () => {
    service.close();
    service = await testSandbox();
    await snapshotOf(service, second, { organization: OTHER_ORG });
    expect(() => compareSnapshots(first, second)).toThrow(/different organizations/);
    const { changes } = compareSnapshots(first, second, { any: true });
    expect(changes.filter(({ change, kind }) => change === "removed" && kind === "spaces").length).toBe(8);
  });
});
