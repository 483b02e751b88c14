/** Plans that a program proposes: new private files, as many as a person can look at. */
import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { errorCode, Failure, reasonOf, usage } from "../../errors.js";
import { makePrivateFolder } from "../../private-folder.js";
import { writeNew } from "./new-file.js";
import type { Place } from "./plan-history.js";

/** Proposals that wait in one folder. */
const MOST_WAITING = 100;
const PROPOSED = /^proposed-[\w.-]+\.plan$/;

/** @param folder default: where plans without a file are. @returns the file; that of the same plan, where it waits already */
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
