/** An id that a list answers for a name goes nowhere unless it is one: neither into a path nor into a body. */
import { describe, expect, it } from "vitest";
import type { RunOptions } from "../../helpers/run.js";
import { useTestCli } from "../../helpers/set-ups.js";

const cli = useTestCli();

const SPACE = "tG4nVx8YqLz2RkWd7JmS";
const HOSTILE = ["../../v1/orgs", "..", "a/b", "a?b=c", "a#b", "a b", "a\nb", "", "%2e%2e"];

/** By what a name stands for: the line, and where the name is set otherwise. */
const LINES: [role: string, line: string, more?: RunOptions][] = [
  ["the target", 'spaces view "Tern User Guide"'],
  ["the target of a write", 'spaces edit "Tern User Guide" --title New --yes'],
  ["one of several", 'spaces view "Tern User Guide" "Gripper SDK"'],
  ["words without quotes", "spaces view Tern User Guide"],
  ["a context", 'cr list --space "Tern User Guide"'],
  ["a setting", "cr list", { env: { DOCS_SPACE: "Tern User Guide" } }],
  ["a value in the body", `spaces move ${SPACE} --parent "Inside Halden"`],
  ["a person", "members view jonas.weber@halden-robotics.example"],
];

/** Whether the line names the item. */
const isNamed = (item: object): boolean => /Tern User Guide|Inside Halden|jonas\.weber/.test(JSON.stringify(item));

describe.each(LINES)("%s", (_, line, more = {}) => {
  it.each(HOSTILE)("%j is refused as an id", async (id) => {
    let listed = 0;
    const rewrite = (body: unknown): unknown => {
      const { items } = (typeof body === "object" && body !== null ? body : {}) as { items?: object[] };
      if (!items) return body;
      listed += 1;
      return {
        ...(body as object),
        items: items.map((item, at) => ({ ...item, id: isNamed(item) ? id : `other-${at}` })),
      };
    };
    const { code, stderr, sent, stdout } = await cli.run(line, { ...more, rewrite });
    expect(listed).toBeGreaterThan(0);
    expect([code, stdout]).toEqual([10, ""]);
    expect(stderr).toContain("the service sent an id that no request can use");
    // Lists only.
    expect(
      sent.filter(({ method, path }) => method !== "GET" || !/\/(?:spaces|collections|members)\?/.test(path)),
    ).toEqual([]);
  });
});
