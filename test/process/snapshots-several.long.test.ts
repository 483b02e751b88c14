/** Several snapshots at once answer what each of them answers alone. */
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { useHome } from "../helpers/home.js";

type Row = Record<string, string>;

const home = useHome();
beforeAll(async () => {
  expect((await home.run(["--sandbox", "snapshots", "create", "all", "--all-orgs"])).code).toBe(0);
});

const files = (): string[] => readdirSync(join(home.dir, "all")).map((name) => join("all", name));

it("checks find in each what they find in it alone", async () => {
  const { code, stdout } = await home.run(["checks", "run", "--snapshots", "all", "--json"]);
  const rows: Row[] = JSON.parse(stdout);
  const plain = (some: readonly Row[]) =>
    some.map(({ rule, status, message, fingerprint }) => ({ rule, status, message, fingerprint }));
  expect([code, files().length > 1]).toEqual([11, true]);
  for (const file of files()) {
    const [{ id } = { id: "" }] = JSON.parse(
      (await home.run(["snapshots", "query", file, "SELECT id FROM organization", "--json"])).stdout,
    );
    const alone = JSON.parse((await home.run(["--snapshot", file, "checks", "run", "--json"])).stdout);
    expect(alone.length).toBeGreaterThan(10);
    expect(plain(rows.filter(({ organization }) => organization === id))).toEqual(plain(alone));
  }
});

it("an empty folder is no snapshot", async () => {
  mkdirSync(join(home.dir, "empty"));
  expect(await home.run(["checks", "run", "--snapshots", "empty"])).toMatchObject({ code: 2, stdout: "" });
});
