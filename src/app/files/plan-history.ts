/** Plans that were applied on this machine: a list, and the plans that have no file of their own. Private and bounded. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import type { PastPlan, PlanService } from "../../cli/services.js";
import { makePrivateFolder } from "../../private-folder.js";
import { isObject } from "../../shared/values.js";
import { readText } from "../cache/cache-files.js";
import { withoutSecrets } from "../secrets.js";
import { writeNew } from "./new-file.js";
import { replaceFile } from "./replace-file.js";

const MOST = 50;

export interface Place {
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
