import type { Stats } from "node:fs";
import { afterAll, expect, it } from "vitest";
import { refuseForeignOwner } from "../../src/config/read.js";
import { scratch } from "./place.js";

const box = scratch();
afterAll(box.remove);

const [ME, OTHER, ROOT] = [1000, 1001, 0];

it.each([
  ["read", "mine", ME, ME, true],
  ["read", "root's", ROOT, ME, true],
  ["read", "another's", OTHER, ME, false],
  ["write", "mine", ME, ME, true],
  ["write", "root's", ROOT, ME, false],
  ["write", "another's", OTHER, ME, false],
  ["read", "mine, as root", ROOT, ROOT, true],
  ["read", "another's, as root", OTHER, ROOT, false],
  ["write", "mine, as root", ROOT, ROOT, true],
  ["write", "another's, as root", OTHER, ROOT, false],
  // A platform without owners.
  ["read", "anyone's", OTHER, undefined, true],
  ["write", "anyone's", OTHER, undefined, true],
] as const)("R53 %s what is %s", (access, _, owner, uid, isAllowed) => {
  // The owner is all that is asked of the file system.
  const stats = { uid: owner } as Stats;
  const attempt = () => refuseForeignOwner("config.json", stats, { ...box.place, uid }, access);
  if (isAllowed) expect(attempt).not.toThrow();
  else expect(attempt).toThrow(`config.json belongs to another user (user id ${owner}, you are ${uid})`);
});
