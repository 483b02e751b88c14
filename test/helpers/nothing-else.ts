/**
 * "Nothing else changed": every GET answer of the service, and every file of the person's folder, before and after.
 * A change of texts shows as another revision of its space or change request.
 *
 *     await onlyChanged(cli, () => cli.out("teams sync teams.csv --yes"), { answers: /\/teams\// });
 */
import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { differences, stateOf } from "../changes/state-of.js";
import type { TestCli } from "./run.js";

export interface MayDiffer {
  /** Addresses whose answers may differ; none unless given. */
  answers?: RegExp;
  /** Paths below the person's folder that may differ, come or go; none unless given. */
  files?: RegExp;
}

type Watched = Pick<TestCli, "sandbox" | "folder">;

/** Does the work, and fails if anything differs that is not named. */
export async function onlyChanged<T>(cli: Watched, work: () => Promise<T>, may: MayDiffer = {}): Promise<T> {
  const answers = await stateOf(cli.sandbox);
  const files = filesBelow(cli.folder);
  const result = await work();
  const changed = differences(answers, await stateOf(cli.sandbox));
  const odd = [
    ...changed.filter((one) => !may.answers?.test(one.split("\n")[0] ?? "")),
    ...changedFiles(files, filesBelow(cli.folder)).filter((path) => !may.files?.test(path)),
  ];
  if (odd.length > 0) throw new Error(`these changed, too:\n${odd.join("\n")}`);
  return result;
}

/** The service's own file is compared by its answers. */
const OWN = /^sandbox\.db/;

/** What each file, folder and link below a folder is: mode, and content or target. */
export function filesBelow(folder: string): Map<string, string> {
  const found = new Map<string, string>();
  const walk = (below: string): void => {
    for (const name of readdirSync(join(folder, below)).sort()) {
      const path = join(below, name);
      if (OWN.test(path)) continue;
      const stats = lstatSync(join(folder, path));
      found.set(path, `${stats.mode.toString(8)} ${contentOf(join(folder, path), stats)}`);
      if (stats.isDirectory()) walk(path);
    }
  };
  walk("");
  return found;
}

function contentOf(path: string, stats: ReturnType<typeof lstatSync>): string {
  if (stats?.isSymbolicLink()) return readlinkSync(path);
  return stats?.isFile() ? createHash("sha256").update(readFileSync(path)).digest("hex") : "";
}

export function changedFiles(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter((path) => before.get(path) !== after.get(path));
}
