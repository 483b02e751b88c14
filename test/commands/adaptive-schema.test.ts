import { expect, test } from "vitest";
import { useTestCli } from "../helpers/set-ups.js";

const cli = useTestCli();

test("a schema that is no JSON is refused before anything is sent", async () => {
  const ran = await cli.run("adaptive-schema set --file bad.json", { files: { "bad.json": "{" } });
  // The JSON parser's message differs from one Node to the next.
  expect(ran.stderr).toMatch(/^docs: bad\.json: line 1: not valid JSON\n$/);
  expect({ code: ran.code, sent: ran.sent, stdout: ran.stdout }).toEqual({ code: 2, sent: [], stdout: "" });
});
