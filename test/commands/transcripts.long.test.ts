import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { replay } from "../helpers/transcript.js";

const folder = new URL("./transcripts-long/", import.meta.url);

/** `vitest -u` writes what the commands do now: read the difference before it is committed. */
test.each(readdirSync(folder))("%s plays again as it is written", async (name) => {
  const { pathname } = new URL(name, folder);
  await expect(await replay(readFileSync(pathname, "utf8"))).toMatchFileSnapshot(pathname);
});
