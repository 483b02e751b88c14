import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { replay } from "../helpers/transcript.js";

const folder = new URL("./transcripts/", import.meta.url);

/** `vitest -u` writes what the commands do now: read the difference before it is committed. */
test.each(readdirSync(folder))("%s plays again as it is written", async (name) => {
  const { pathname } = new URL(name, folder);
  await expect(await replay(readFileSync(pathname, "utf8"))).toMatchFileSnapshot(pathname);
});

test("an answer that no command asks for is left out, and so differs", async () => {
  const asked = "> GET /v1/spaces/s1\n< 404 {}";
  const lines = ["$ docs spaces view s1 -q .id", "> GET /v1/spaces/s1", "! docs: the service answered 404: not found"];
  const command = [...lines, "!   see: docs spaces list", "exit 3"].join("\n");
  const unasked = "> GET /v1/spaces/s2\n< 200 {}";
  const played = await replay(`# a title\n${asked}\n${unasked}\n\n${command}\n< 200 {}\n`);
  expect(played).toBe(`# a title\n${asked}\n\n${command}\n`);
});
