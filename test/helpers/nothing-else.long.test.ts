import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { SAMPLE } from "../../src/sandbox/sample/tools.js";
import { onlyChanged } from "./nothing-else.js";
import { useTestCli } from "./set-ups.js";

const cli = useTestCli();

const rename = () => cli.out(`spaces edit ${SAMPLE.space} --title Other`);

it("notices an answer that nobody named, and lets a named one pass", async () => {
  await expect(onlyChanged(cli, rename)).rejects.toThrow(SAMPLE.space);
  await onlyChanged(cli, () => cli.out(`spaces edit ${SAMPLE.space} --title Third`), { answers: /^\/v1\// });
  await onlyChanged(cli, () => cli.out("spaces list"));
});

it("notices a text that changed", async () => {
  const merged = () => cli.out("cr merge 42");
  const may = { answers: /\/change-requests/ };
  await expect(onlyChanged(cli, merged, may)).rejects.toThrow(`/v1/spaces/${SAMPLE.space}`);
});

it("notices files that come, go, or change in content or mode, and links", async () => {
  const file = join(cli.folder, "mine.plan");
  const wrote = async (text: string) => writeFileSync(file, text, { mode: 0o600 });
  await expect(onlyChanged(cli, () => wrote("a"))).rejects.toThrow("mine.plan");
  await expect(onlyChanged(cli, () => wrote("b"))).rejects.toThrow("mine.plan");
  await expect(onlyChanged(cli, async () => chmodSync(file, 0o644))).rejects.toThrow("mine.plan");
  await onlyChanged(cli, () => wrote("b"));
  mkdirSync(join(cli.folder, "deep"));
  await expect(onlyChanged(cli, async () => symlinkSync(file, join(cli.folder, "deep/link")))).rejects.toThrow(
    "deep/link",
  );
  await onlyChanged(cli, () => wrote("c"), { files: /^mine\.plan$/ });
});
