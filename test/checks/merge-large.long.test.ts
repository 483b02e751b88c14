/** What a merge may break in a large space: all of it is named, or that not all was read. */
import { expect, test } from "vitest";
import { crVariableMissing } from "../../src/checks/rules/change-requests.js";
import { edit, FILES, inGate, opened } from "./editing.js";
import { SPACE } from "./harness.js";

/** Pages of a space, of which some use a variable. */
const manyPages = (count: number, using: readonly number[]): Record<string, string> => ({
  "README.md": "# Start\n",
  ".gitbook/vars.yaml": "season: winter\nunused: x\n",
  ...Object.fromEntries(
    Array.from({ length: count - 1 }, (_, at) => [
      `p${at}.md`,
      `# Page ${at}\n\n${using.includes(at) ? "{{ space.vars.season }}" : "Text."}\n`,
    ]),
  ),
});

test("R87: every page is named that uses a variable which is removed, and an unused one may go", async () => {
  const using = [3, 299, 310];
  const { org, id } = await opened(manyPages(320, using));
  await edit(org, id, () => ({ variables: {} }));
  expect((await inGate(org, id, crVariableMissing)).messages).toEqual(
    using.map((at) => `p${at} would use space.vars.season, which is not defined`).sort(),
  );
  await edit(org, id, () => ({ variables: { season: "winter" } }));
  expect(await inGate(org, id, crVariableMissing)).toMatchObject({ status: "pass", looked: 1 });
});

test("R87: the number of requests that is announced has the pages that a removed variable asks for", async () => {
  const { org, id } = await opened(manyPages(320, [3]));
  await edit(org, id, () => ({ variables: {} }));
  const { sent, expected } = await org.runAll([crVariableMissing], { space: SPACE, changeRequest: id });
  expect(sent.length).toBeGreaterThan(320);
  expect(Math.abs(sent.length - (expected?.likely ?? 0))).toBeLessThan(10);
});

test("R87: a list of pages that is not whole says so, and has those that the search finds", async () => {
  const { org, id } = await opened(manyPages(320, [310, 315]));
  await edit(org, id, () => ({ variables: {} }));
  const { messages, findings, sent } = await org.run(crVariableMissing);
  expect(messages).toEqual([310, 315].map((at) => `p${at} would use space.vars.season, which is not defined`));
  expect(findings.filter(({ status }) => status === "not-evaluable").map(({ message }) => message)).toEqual([
    "not evaluable: it removes a variable, and 20 more pages may use it",
  ]);
  expect(sent.filter((line) => line.includes("/search?"))).toHaveLength(2);
});

test("R87: more reusable contents than are read are not a pass", async () => {
  const names = Array.from({ length: 101 }, (_, at) => `n${at}`);
  const pages = names.map((name) => [`${name}.md`, `# N\n\n{% include ".gitbook/includes/${name}.md" %}\n`]);
  const contents = names.map((name) => [`.gitbook/includes/${name}.md`, `---\ntitle: ${name}\n---\n\nText.\n`]);
  const { org, id } = await opened({ ...FILES, ...Object.fromEntries([...pages, ...contents]) });
  await org.write({ "other.md": "# Other\n\nSomething.\n" }, { cr: id });
  const ran = await inGate(org, id);
  expect(ran.findings[0]?.message).toContain("more than 100 pages would have to be read");
  expect(ran.sent.filter((path) => /\/content\/page\/\w+\?/.test(path))).toEqual([]);
});
