/** Deleted spaces: no list of the service has them, so this machine remembers its own deletes. */
import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { useTestCli } from "../helpers/set-ups.js";
import { step } from "./step.js";

const DAY = 24 * 60 * 60 * 1000;
const GUIDE = "tG4nVx8YqLz2RkWd7JmS";
const SAYS =
  "The service lists no deleted spaces: these are the deletions that it confirmed to this machine in the last 7 days";

const cli = useTestCli();

const file = () => join(cli.folder, "deleted-spaces.json");
const deleted = async () => (await cli.json("spaces list --deleted")).map(({ id }: { id: string }) => id);
const copy = async () => (await cli.json("spaces duplicate")).id as string;

test("a delete prints the command that takes it back, with its last day, and is remembered", async () => {
  const id = await copy();
  await step(cli, `spaces delete ${id}`, {
    on: { answers: [true], width: 200 },
    err: [
      '✓ Deleted space "Tern User Guide copy"',
      `  until 2026-01-22 it can be restored with: docs spaces restore ${id}`,
    ],
    asked: [expect.stringContaining("Deleted spaces can be restored for 7 days.")],
  } as Parameters<typeof step>[2]);
  const { stdout, stderr, sent } = await cli.run("spaces list --deleted");
  expect(stdout).toMatch(new RegExp(`^${id}\t[^\t]+\t2026-01-15T10:00:00.000Z\t2026-01-22T10:00:00.000Z\n$`));
  expect([stderr, sent]).toEqual([`${SAYS}\n`, []]);
  expect((statSync(file()).mode & 0o777).toString(8)).toBe("600");
});

test("a delete with --yes reads the space once, and knows its title", async () => {
  const id = await copy();
  const ran = await cli.run(`spaces delete ${id} --yes`);
  expect(ran.sent.map(({ method }) => method)).toEqual(["GET", "DELETE"]);
  expect(ran.stderr).toContain(`docs spaces restore ${id}`);
  expect(await cli.json("spaces list --deleted")).toMatchObject([{ id, title: expect.any(String) }]);
});

test("restored ones and those whose days are over are forgotten", async () => {
  const [first, second] = [await copy(), await copy()];
  await cli.out(`spaces delete ${first} ${second} --yes`);
  expect(await deleted()).toEqual([first, second]);
  await cli.out(`spaces restore ${first}`);
  expect(await deleted()).toEqual([second]);
  cli.advance(6 * DAY);
  // Deleting it again does not make it last longer.
  await cli.run(`spaces delete ${second} --yes`);
  expect(await deleted()).toEqual([second]);
  cli.advance(DAY + 1);
  expect(await deleted()).toEqual([]);
});

test("a dry run and a no remember nothing; another organization's and another service's are not listed", async () => {
  await cli.run(`spaces delete ${GUIDE} --dry-run`);
  await cli.run(`spaces delete ${GUIDE}`, { answers: [false] });
  expect(await deleted()).toEqual([]);
  await cli.run(`spaces delete ${GUIDE}`, { answers: [true] });
  expect(await deleted()).toEqual([GUIDE]);
  const stored = JSON.parse(readFileSync(file(), "utf8"));
  writeFileSync(file(), JSON.stringify({ spaces: [{ ...stored.spaces[0], organization: "oElse" }] }));
  expect(await deleted()).toEqual([]);
  writeFileSync(file(), JSON.stringify({ spaces: [{ ...stored.spaces[0], origin: "https://docs.example.com" }] }));
  expect(await deleted()).toEqual([]);
});

test("a file that is broken or cannot be written does not keep a space from being deleted", async () => {
  writeFileSync(file(), "{broken");
  const [first, second] = [await copy(), await copy()];
  await cli.out(`spaces delete ${first} --yes`);
  expect(await deleted()).toEqual([first]);
  rmSync(file());
  mkdirSync(join(file(), "below"), { recursive: true });
  chmodSync(file(), 0o700);
  const ran = await cli.run(`spaces delete ${second} --yes`);
  expect(ran.code).toBe(0);
  expect(ran.stderr).toContain("could not be written");
});
