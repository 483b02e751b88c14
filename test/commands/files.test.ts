import { afterEach, beforeEach, expect, test } from "vitest";
import { REFERENCE_COLUMNS } from "../../src/commands/shared.js";
import { type TestCli, testCli } from "../helpers/run.js";
import { step, TTY } from "./step.js";

let cli: TestCli;
beforeEach(async () => {
  cli = await testCli();
});
afterEach(() => cli.close());

test("files list and view", async () => {
  await step(cli, "files list", {
    out: [
      "fT6kXw2NbRz9QmVd4LhG\ttern-at-dock.svg\timage/svg+xml\t550",
      "fB3pZq8YcJx5KtWn7RmD\tsafety-card.txt\ttext/plain\t179",
    ],
  });
  await step(cli, "files list", {
    err: ["2 files in Tern User Guide"],
    on: TTY,
    out: [
      "NAME              TYPE           SIZE  ID",
      "tern-at-dock.svg  image/svg+xml   550  fT6kXw2NbRz9QmVd4LhG",
      "safety-card.txt   text/plain      179  fB3pZq8YcJx5KtWn7RmD",
    ],
  });
  await step(cli, "files list --json", {
    out: [
      '[{"id":"fT6kXw2NbRz9QmVd4LhG","name":"tern-at-dock.svg","contentType":"image/svg+xml","downloadURL":"https://docs.sandbox.invalid/files/bb277b411c6abee58d9db9e3ea10d0431b2fc0e0960bb9fcd6891b06b64ace38/tern-at-dock.svg","size":550,"dimensions":{"width":640,"height":420}},{"id":"fB3pZq8YcJx5KtWn7RmD","name":"safety-card.txt","contentType":"text/plain","downloadURL":"https://docs.sandbox.invalid/files/f4ee159c8481c78538de0903f007ce86dcfcffde2a6d51ef55ee676ae4fa31ed/safety-card.txt","size":179}]',
    ],
  });
  await step(cli, "files list --cr 42 --no-metadata --no-computed --fields name", {
    out: ["tern-at-dock.svg", "safety-card.txt"],
    sent: [
      "GET /v1/spaces/tG4nVx8YqLz2RkWd7JmS/change-requests/42/content/files?limit=1000&metadata=false&computed=false",
    ],
  });
  await step(cli, "files view fT6kXw2NbRz9QmVd4LhG", {
    out: [
      "ID\tfT6kXw2NbRz9QmVd4LhG",
      "Name\ttern-at-dock.svg",
      "Type\timage/svg+xml",
      "Size\t550",
      "Width\t640",
      "Height\t420",
      "URL\thttps://docs.sandbox.invalid/files/bb277b411c6abee58d9db9e3ea10d0431b2fc0e0960bb9fcd6891b06b64ace38/tern-at-dock.svg",
    ],
  });
  await step(cli, "files view fB3pZq8YcJx5KtWn7RmD", {
    on: TTY,
    out: [
      "Name:  safety-card.txt",
      "Type:  text/plain",
      "Size:  179",
      "URL:   https://docs.sandbox.invalid/files/f4ee159c8481c78538de0903f007ce86dcfcffde2a6d51ef55ee676ae4fa31ed/safety-card.txt",
      "ID:    fB3pZq8YcJx5KtWn7RmD",
    ],
  });
  await step(cli, "files view fT6kXw2NbRz9QmVd4LhG fB3pZq8YcJx5KtWn7RmD --cr 42 --fields name,size", {
    out: ["tern-at-dock.svg\t550", "safety-card.txt\t179"],
  });
  await step(cli, "files view fT6kXw2NbRz9QmVd4LhG --url", {
    out: [
      "https://docs.sandbox.invalid/files/bb277b411c6abee58d9db9e3ea10d0431b2fc0e0960bb9fcd6891b06b64ace38/tern-at-dock.svg",
    ],
  });
  await step(cli, "files view nope --json", {
    err: ['{"error":{"kind":"not-found","message":"no file is called \\"nope\\"","hint":"see: docs files list"}}'],
    code: 3,
  });
});

test("files backlinks: the revision by its id, also where a service answers all of it", () => {
  const column = REFERENCE_COLUMNS.find(({ header }) => header === "Revision");
  for (const revision of ["r1", { object: "revision", id: "r1" }]) {
    expect(column?.value?.({ versionContext: { type: "revision", revision } })).toBe("r1");
  }
});

test("files backlinks", async () => {
  await step(cli, "files backlinks fT6kXw2NbRz9QmVd4LhG", {
    out: ["page\tOverview\toverview\tTern User Guide\tggJ8nit9kHAoyB2V2o3F"],
  });
  await step(cli, "files backlinks fT6kXw2NbRz9QmVd4LhG --cr 42", {
    on: TTY,
    out: [
      "KIND  TITLE     PATH      SPACE            REVISION",
      "page  Overview  overview  Tern User Guide  h6MoZmzD6CVeVy2DYbAs",
    ],
  });
  await step(cli, "files backlinks fT6kXw2NbRz9QmVd4LhG --json -q '.[].page.path'", { out: ["overview"] });
});
