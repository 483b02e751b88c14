import { existsSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { useHome } from "../helpers/home.js";

const home = useHome();
beforeAll(async () => {
  expect((await home.run(["--sandbox", "snapshots", "create", "monday.docs", "--exclude", "saml"])).code).toBe(0);
});

it("asks before it replaces what is there", async () => {
  expect(await home.run(["sandbox", "load", "monday.docs"])).toMatchObject({
    code: 2,
    stderr: "docs: confirmation is required when not running interactively\n  pass --yes\n",
  });
  expect(await home.run(["sandbox", "load", "monday.docs", "--dry-run"])).toMatchObject({
    code: 0,
    stdout: "would replace everything in the sandbox with a copy of monday.docs\n",
  });
  expect((await home.run(["sandbox", "load", "nope.docs", "--yes"])).code).toBe(2);
  expect(JSON.parse((await home.run(["sandbox", "status", "--json"])).stdout).loaded).toBeUndefined();
});

it("loads a copy, keeps the state before, and says where it came from", async () => {
  expect((await home.run(["--sandbox", "spaces", "edit", "tG4nVx8YqLz2RkWd7JmS", "--title", "Mine"])).code).toBe(0);
  const ran = await home.run(["sandbox", "load", "monday.docs", "--yes", "--json"]);
  expect(ran.code).toBe(0);
  const { kept, organization, caller, counts } = JSON.parse(ran.stdout);
  expect([organization, caller.name, counts.space]).toEqual(["Halden Robotics", "Ingrid Solheim", 8]);
  expect(existsSync(kept)).toBe(true);
  const title = await home.run(["--sandbox", "spaces", "view", "tG4nVx8YqLz2RkWd7JmS", "-q", ".title"]);
  expect(title.stdout).toBe("Tern User Guide\n");
  const { loaded } = JSON.parse((await home.run(["sandbox", "status", "--json"])).stdout);
  expect(loaded).toMatchObject({ from: join(home.dir, "monday.docs"), organization: "Halden Robotics" });
  // The defaults of the snapshot, and what the service would do.
  expect(await home.run(["--sandbox", "cr", "merge", "42"])).toMatchObject({ code: 0 });
  expect((await home.run(["sandbox", "reset", "--yes"])).code).toBe(0);
  expect(JSON.parse((await home.run(["sandbox", "status", "--json"])).stdout).loaded).toBeUndefined();
});
