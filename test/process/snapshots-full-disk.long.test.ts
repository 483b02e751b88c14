/** A limit on the size of files reads as a full disk (R37), and the walk goes on where it was once there is room. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { commandOf } from "../helpers/cli.js";
import { home, serve, useServed } from "./served.js";

useServed();

it("a file that may not grow ends a run as a full disk does, and the next one goes on", async () => {
  const { url, token } = await serve();
  const file = join(home.dir, "monday.docs");
  const args = ["--base-url", url, "--org", "hR7kQ2mXv9TzLb4WcN8p", "snapshots", "create", file];
  const env = { ...process.env, HOME: home.dir, DOCS_CONFIG_DIR: join(home.dir, "config"), DOCS_TOKEN: token };
  const create = (blocks: number | "unlimited") =>
    spawnSync("bash", ["-c", `ulimit -f ${blocks}; exec "$@"`, "bash", ...commandOf(...args).flat()], {
      env,
      encoding: "utf8",
    });
  for (const blocks of [60, 200]) {
    const { status, stderr } = create(blocks);
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringMatching(
        /^docs: the disk is full: the snapshot cannot be written\n {2}free some space and run it again/,
      ),
    });
    expect(existsSync(file)).toBe(false);
    expect(existsSync(`${file}.partial-probe`)).toBe(false);
  }
  expect(create("unlimited")).toMatchObject({ status: 0 });
});
