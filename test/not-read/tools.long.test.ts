/** Not read is not absent: each tool for language models, with each of its reads in turn denied, failing, shortened and empty. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { diffLines } from "../../src/cli/output/text/diff.js";
import { wordOf } from "../../src/mcp/lists.js";
import { createToolbox } from "../../src/mcp/toolbox.js";
import { TOOLS } from "../../src/mcp/tools/index.js";
import type { ToolDependencies } from "../../src/mcp/types.js";
import { type Change, ORG, type Organization, organization, putSpace, SPACE } from "../checks/harness.js";
import { sampleCases } from "../helpers/sample.js";
import { putPeople } from "../sandbox/people-helper.js";
import { endpointAt, faultsOf } from "./faults.js";

const OTHER = "otherSpace0000000001";

/** What a tool answers where it does not know everything. */
const DOUBTS = ["incomplete", "not_readable", "not_read_whole", "teams_incomplete"];

let org: Organization;
let ids: Record<string, string>;

const plain: Change = (_, answer) => answer;

beforeAll(async () => {
  org = await organization((work) => afterAll(work));
  await org.change((context) => {
    putPeople(context);
    putSpace(context, { id: OTHER, title: "Handbook" });
  });
  await org.write({ "README.md": "# Start\n[gone](gone.md) [setup](setup.md)\n", "setup.md": "# Setup\n" });
  await org.send("PUT", `/v1/orgs/${ORG}/teams`, { title: "Crew", members: ["bo1"] });
  org.advance(60_000);
  const crs = `/v1/spaces/${SPACE}/change-requests`;
  const { id } = await org.send("POST", crs, { subject: "Words" });
  org.advance(60_000);
  await org.write({ "setup.md": "# Setup\n\nMore.\n", "new.md": "# New\n" }, { cr: id });
  const { pages } = await org.send("GET", `/v1/spaces/${SPACE}/content/pages`);
  ids = { organizationId: ORG, spaceId: SPACE, changeRequestId: id, userId: "bo1", pageId: pages[0].id };
  org.between(plain);
}, 30_000);

const dependencies = (): ToolDependencies => ({
  client: org.client,
  resolveParams: async (names, given) =>
    Object.fromEntries(names.map((name) => [name, String(given[wordOf(name)] ?? ids[name] ?? "")])),
  idsIn: () => undefined,
  diff: async (before, after) => diffLines(before, after),
  command: (words) => words.join(" "),
  now: () => 0,
});

const call = (name: string, input: object) => createToolbox(TOOLS, dependencies()).call(name, input);

const CALLS: readonly [string, object][] = [
  ["find", { text: "Handbook" }],
  ["find", { text: "nothing of the kind", space: SPACE }],
  ["list", { kind: "space" }],
  ["list", { kind: "space", limit: 1 }],
  ["list", { kind: "page" }],
  ["list", { kind: "member" }],
  ["links", {}],
  ["links", { broken: true }],
  ["read_page", {}],
  ["changes", {}],
  ["explain_access", { member: "bo1" }],
  ["explain_access", { member: "cy1", space: OTHER }],
  ["check", { rules: ["links-broken", "space-orphan"] }],
  ["search", { text: "Setup", space: SPACE }],
  ["api_get", { path: `/v1/orgs/${ORG}/teams` }],
  ["view", { kind: "space", id: SPACE }],
];

/** A finding that lacks where its page is, and what is similar, claims nothing more. */
const withoutHints = (text: string): string =>
  text.replaceAll(/ \(nearest: [^()]*\)/g, "").replaceAll(/"url":"[^"]*"/g, '"url":null');

const chosen = sampleCases("tools not read", CALLS, {
  nameOf: ([name, input]) => `${name} ${JSON.stringify(input)}`,
  few: 4,
  rooms: ["src/mcp"],
});

test.each(chosen)("R87: %s %j states nothing that it has not read", async (name, given) => {
  const input =
    name === "read_page"
      ? { page: ids.pageId, ...given }
      : name === "changes"
        ? { change_request: ids.changeRequestId, ...given }
        : given;
  org.between(plain);
  org.takeSent();
  const whole = await call(name, input);
  expect(whole).toMatchObject({ isError: false });
  const said = JSON.stringify(whole.value.result);
  const claims: string[] = [];
  for (const endpoint of new Set(org.takeSent().map(endpointAt))) {
    for (const [fault, change] of Object.entries(faultsOf(endpoint))) {
      org.between((path, answer) => (endpointAt(path) === endpoint ? change(answer, endpoint.items ?? "") : answer));
      const { value, isError } = await call(name, input);
      // Whatever a tool answers is an object.
      const result = value.result as Record<string, unknown> & { counts?: Record<string, number> };
      if (
        isError ||
        withoutHints(JSON.stringify(result)) === withoutHints(said) ||
        DOUBTS.some((doubt) => doubt in result)
      )
        continue;
      if ((result.counts?.["not-evaluable"] ?? 0) > 0 || "next_cursor" in result) continue;
      if (result.permission_in_space === "unknown") continue;
      claims.push(`${endpoint.path} ${fault}: ${JSON.stringify(result)}`);
    }
  }
  expect(claims).toEqual([]);
});
