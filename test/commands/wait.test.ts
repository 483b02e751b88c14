import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { useTestCli } from "../helpers/set-ups.js";
import { step } from "./step.js";

const cli = useTestCli();

test("openapi publish --wait reads until the specification is complete", async () => {
  const file = join(cli.folder, "pets.json");
  const document = { openapi: "3.1.0", info: { title: "Pets", version: "1.0.0" }, paths: {} };
  writeFileSync(file, JSON.stringify(document));
  await step(cli, `openapi publish pets --source-url ${pathToFileURL(file)} --wait --fields slug,processingState`, {
    out: ["Slug\tpets", "State\tcomplete"],
    err: ["Published specification pets (complete)"],
  });
  const version = await cli.json("openapi content pets -q .filesystem");
  expect(Object.keys(version)).toEqual(["pets.json"]);
});
