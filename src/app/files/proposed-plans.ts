/** Plans that programs propose, each in a private file until a person has looked at it. */
import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { errorCode, Failure, reasonOf, usage } from "../../errors.js";
import { makePrivateFolder } from "../../private-folder.js";
import type { DataPlace } from "./history.js";
import { writeNew } from "./write-file.js";

/** Proposals that wait in one folder: as many as a person can look at. */
const MOST_WAITING = 100;
const PROPOSED = /^proposed-[\w.-]+\.plan$/;

/**
 * A plan that a program proposes, in a new private file.
 * @param folder default: where plans without a file are
 * @returns the file; that of the same plan, where it waits already
 */
export function keepProposed(
  { dir, now }: DataPlace,
  { id, text, folder }: { id: string; text: string; folder: string | undefined },
): string {
  const own = folder === undefined ? dir && join(dir, "plans") : resolve(folder);
  if (own === undefined) throw usage("there is no folder for plans", "pass --plans-in FOLDER");
  try {
    if (folder === undefined) makePrivateFolder(own);
    const waiting = readdirSync(own).filter((name) => PROPOSED.test(name) && !existsSync(join(own, `${name}.state`)));
    const same = waiting.find((name) => name.endsWith(`-${id}.plan`));
    if (same !== undefined) return join(own, same);
    if (waiting.length >= MOST_WAITING) {
      throw usage(`${waiting.length} proposed plans are waiting in ${own}`, "apply or delete some of them first");
    }
    const file = join(own, `proposed-${new Date(now()).toISOString().replaceAll(":", "-")}-${id}.plan`);
    writeNew(file, text);
    return file;
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    throw new Failure("io", `cannot write a plan to ${own}: ${reasonOf(error)}`, { cause: error });
  }
}
