/** `--org`, `--space` and `--site` by name, by id and by URL, also where the command itself has no use for them. */
import { describe, expect, test } from "vitest";
import { useTestCli } from "../helpers/set-ups.js";

const cli = useTestCli();

const ORG = "hR7kQ2mXv9TzLb4WcN8p";
const SPACE = "tG4nVx8YqLz2RkWd7JmS";
const SITE = "sD9wPb3HfKc6XnTj1VqZ";

describe("what does not exist is refused, and nothing is changed", () => {
  test.each([
    ["cr list --org Nope", {}, "no organization is called", undefined],
    ["cr close 43 --org Halden", {}, "no organization is called", ORG],
    ["cr list --space Tern", {}, "no space is called", SPACE],
    ["cr list --site Halden", {}, "no site is called", SITE],
    ["cr close 43", { DOCS_ORG: "Haldn Robotics" }, "no organization is called", ORG],
    ["cr close 43", { DOCS_SPACE: "Tern User Guid" }, "no space is called", SPACE],
    ["spaces list", { DOCS_SITE: "Halden Doc s" }, "no site is called", SITE],
  ])("docs %s %j", async (line, env, message, near) => {
    const ran = await cli.run(`${line} --json`, { env });
    expect(ran.code).toBe(3);
    const { error } = JSON.parse(ran.stderr);
    expect(error.message).toContain(message);
    expect(error.near?.map(({ id }: { id: string }) => id) ?? []).toEqual(
      near === undefined ? [] : expect.arrayContaining([near]),
    );
    expect(ran.sent.filter(({ method }) => method !== "GET")).toEqual([]);
  });
});

test("a URL that names the organization by a word refuses nothing", async () => {
  const ran = await cli.run("cr close 43", {
    env: { DOCS_ORG: ORG },
    history: "always",
    rewrite: (body) => JSON.parse(JSON.stringify(body).replaceAll(`/o/${ORG}/s/`, "/o/halden/s/")),
  });
  expect([ran.code, ran.sent.at(-1)?.method]).toEqual([0, "PATCH"]);
  const undone = await cli.run("undo --yes", { env: { DOCS_ORG: ORG }, history: "always" });
  expect([undone.code, undone.stderr]).toEqual([0, expect.stringContaining("Undone")]);
});
