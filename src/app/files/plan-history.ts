/** Plans on this machine: a list of those that were applied, those without a file, and proposed ones. Private and bounded. */

import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import type { PastPlan, PlanService } from "../../cli/services.js";
import { errorCode, Failure, reasonOf, usage } from "../../errors.js";
import { makePrivateFolder } from "../../private-folder.js";
import { isObject } from "../../shared/values.js";
import { readText } from "../cache/cache-files.js";
import { withoutSecrets } from "../secrets.js";
import { replaceFile, writeNew } from "./write-file.js";

const MOST = 50;

interface Place {
  /** Folder of data that must last; undefined: nothing is remembered. */
  dir: string | undefined;
  now: () => number;
}

export function planHistory({ dir, now }: Place): Pick<PlanService, "past" | "remember"> {
  const folder = dir === undefined ? undefined : join(dir, "plans");
  const list = folder === undefined ? undefined : join(folder, "history.json");
  const read = (): PastPlan[] => storedIn(list === undefined ? undefined : readText(list));
  return {
    past: async () => read(),
    async remember(plan, source) {
      const at = new Date(now()).toISOString();
      if (folder) makePrivateFolder(folder);
      // Without a folder the plan lasts as long as the temporary one.
      const own = join(
        folder ?? mkdtempSync(join(tmpdir(), "docs-plan-")),
        `${at.replaceAll(":", "-")}-${plan.id}.plan`,
      );
      const file = "file" in source ? resolve(source.file) : own;
      if ("text" in source) writeNew(file, withoutSecrets(source.text));
      if (!list || !folder) return file;
      const all = [{ ...plan, at, file }, ...read().filter((one) => one.file !== file)];
      for (const old of all.slice(MOST)) forget(old, folder);
      replaceFile(list, withoutSecrets(`${JSON.stringify({ version: 1, plans: all.slice(0, MOST) })}\n`));
      return file;
    },
  };
}

/** Only what this program put into its own folder is deleted. */
function forget({ file }: PastPlan, folder: string): void {
  if (dirname(file) !== folder || !/^[\w.-]+\.plan$/.test(basename(file))) return;
  for (const end of ["", ".state", ".undo", ".undo.state"]) rmSync(file + end, { force: true });
}

/** A file that is not ours, or broken, holds nothing: it is written anew. */
function storedIn(text: string | undefined): PastPlan[] {
  try {
    const value: unknown = JSON.parse(text ?? "{}");
    const plans = isObject(value) && Array.isArray(value.plans) ? value.plans : [];
    return plans.filter(isPast);
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

const isPast = (value: unknown): value is PastPlan =>
  isObject(value) &&
  ["at", "id", "file", "command", "origin", "organization"].every((name) => typeof value[name] === "string") &&
  typeof value.steps === "number";

/** Proposals that wait in one folder: as many as a person can look at. */
const MOST_WAITING = 100;
const PROPOSED = /^proposed-[\w.-]+\.plan$/;

/**
 * A plan that a program proposes, in a new private file.
 * @param folder default: where plans without a file are
 * @returns the file; that of the same plan, where it waits already
 */
export function keepProposed(
  { dir, now }: Place,
  { id, text, folder }: { id: string; text: string; folder: string | undefined },
): string {
  const own = folder === undefined ? dir && join(dir, "plans") : resolve(folder);
  if (own === undefined) throw usage("there is no folder for plans", "pass --plans-in <folder>");
  try {
    if (folder === undefined) makePrivateFolder(own);
    const waiting = readdirSync(own).filter((name) => PROPOSED.test(name) && !existsSync(join(own, `${name}.state`)));
    const same = waiting.find((name) => name.endsWith(`-${id}.plan`));
    if (same !== undefined) return join(own, same);
    if (waiting.length >= MOST_WAITING) {
      throw usage(`${waiting.length} proposed plans wait in ${own}`, "apply or delete some of them first");
    }
    const file = join(own, `proposed-${new Date(now()).toISOString().replaceAll(":", "-")}-${id}.plan`);
    writeNew(file, text);
    return file;
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    throw new Failure("io", `cannot write a plan to ${own}: ${reasonOf(error)}`, { cause: error });
  }
}
