/** R94: an answer about another thing than was asked is never shown, planned with, deleted or edited: for each kind of thing. */

import { expect, test } from "vitest";
import { requests } from "../endpoints/all.js";
import type { WireRow } from "../endpoints/row.js";
import type { Reply, Sent } from "../helpers/run.js";
import { useTestCli } from "../helpers/set-ups.js";
import { operationOf, PERSON, split } from "./helper.js";

const cli = useTestCli();

const all: WireRow[] = Object.values(requests).flat();
const OTHER = { id: "zz9", slug: "zz9", number: 99, user: { id: "zz9" }, site: { id: "zz9" }, organization: "zz9" };

/** Fields of the rows' own answers, as those of another thing. */
const asOther = (answer: object): object =>
  Object.fromEntries(
    Object.entries(answer).map(([name, value]) => [
      name,
      Object.hasOwn(OTHER, name) ? Reflect.get(OTHER, name) : value,
    ]),
  );

/** Things that are read by an id at the end of their path. */
const isOfOne = (row: WireRow): boolean => {
  const { method, path } = split(row.sent);
  return method === "GET" && /\{\w+\}$/.test(operationOf(row).path) && !/versions\/latest$/.test(path);
};

const answerWith =
  (reply: (request: Sent) => object | undefined) =>
  (request: Sent): Reply => ({ status: 200, body: reply(request) ?? { count: 0, items: [] } });

test.each(all.filter(isOfOne).map((row) => ({ line: row.line, row })))("$line", async ({ line, row }) => {
  const { answer = {} } = row;
  const ran = await cli.run(`${line} --json`, { ...PERSON, intercept: answerWith(() => asOther(answer)) });
  expect([ran.code, ran.stdout]).toEqual([10, ""]);
  expect(JSON.parse(ran.stderr).error.message).toContain("the service answered with another ");
});

const deletions = all.filter(({ line, sent }) => sent.startsWith("DELETE ") && !line.startsWith("orgs delete-invite"));

test.each(deletions.map((row) => ({ line: row.line, row })))("$line: nothing is sent", async ({ line, row }) => {
  const { path } = split(row.sent);
  const other = { ...OTHER, organization: { id: "zz9" } };
  const isAt = ({ path: at }: Sent) => at.split("?")[0] === path;
  const intercept = answerWith((request) => (isAt(request) ? other : { count: 1, items: [other] }));
  const ran = await cli.run(`${line} --json`, { ...PERSON, intercept });
  expect(ran.sent.filter(({ method }) => method !== "GET")).toEqual([]);
  expect([3, 9, 10]).toContain(ran.code);
});

const edits = all.filter(
  ({ line, sent, answer }) => /^(?:PATCH|PUT) /.test(sent) && answer !== undefined && /\w+ edit /.test(line),
);

test.each(edits.map((row) => ({ line: row.line, row })))(
  "$line: what was answered is not passed off as it",
  async ({ line, row }) => {
    const { answer = {} } = row;
    const intercept = answerWith(() => asOther(answer));
    const ran = await cli.run(`${line} --json`, { ...PERSON, intercept });
    expect([7, 10]).toContain(ran.code);
    expect(ran.stdout).not.toContain("zz9");
  },
);

/** Things in lists are looked for by their ids there, so that another one is none. */
const planned = [...edits, ...deletions].filter(
  ({ line }) => !/^(?:section|share-link|site-space|section-group)s? /.test(line),
);

test.each(planned.map((row) => ({ line: row.line.replace(" --yes", ""), row })))(
  "$line --plan: is no step",
  async ({ line, row }) => {
    const file = `${cli.folder}/other.plan`;
    const { path } = split(row.sent);
    const intercept = answerWith(({ path: at }) =>
      at.split("?")[0] === path ? asOther(row.answer ?? OTHER) : undefined,
    );
    const ran = await cli.run(`${line} --plan ${file} --json`, { ...PERSON, intercept });
    expect([3, 9, 10]).toContain(ran.code);
    expect(ran.sent.filter(({ method }) => method !== "GET")).toEqual([]);
    expect(ran.stdout).not.toContain("zz9");
  },
);
