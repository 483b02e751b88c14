/** R91: an outcome in the error of every command that writes, whatever is refused. */
import { expect, test } from "vitest";
import { useTestCli } from "../helpers/set-ups.js";
import { LINES } from "./json-lines.js";

const cli = useTestCli();

const files = { "schema.json": '{"type":"object","properties":{},"additionalProperties":false}' };

/** Its requests show that it writes; pings and searches are no changes. */
const isWrite = async (line: string): Promise<boolean> => {
  const { stdout } = await cli.run(`${line} --dry-run --json`, { files });
  return /"method":"(POST|PUT|PATCH|DELETE)"/.test(stdout) && !/^orgs (ping|search)/.test(line);
};

test.each([403, 500])("all reads and writes are answered with %i", async (status) => {
  const body = { error: { code: status, message: "no" } };
  const without: string[] = [];
  let writes = 0;
  for (const { line } of LINES) {
    if (!(await isWrite(line))) continue;
    writes += 1;
    const { stderr } = await cli.run(`${line} --json`, { files, intercept: () => ({ status, body }) });
    const last = stderr.trimEnd().split("\n").at(-1) ?? "";
    const { outcome } = last.startsWith("{") ? JSON.parse(last).error : { outcome: last };
    if (!["not_applied", "unknown"].includes(outcome)) without.push(`${line}: ${outcome}`);
  }
  expect(without).toEqual([]);
  expect(writes).toBeGreaterThan(60);
});
