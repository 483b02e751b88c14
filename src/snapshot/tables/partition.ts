/** The folder of one organization and day: it is there whole, or as it was before. */
import { join } from "node:path";
import { errorCode, Failure, usage } from "../../errors.js";
import { isOwn, makePrivateFolder } from "../../system/private-folder.js";

interface Partition {
  /** Folder for files being written; nobody looks for tables there. */
  folder: string;
  /** Puts them in their place. Returns whether that day was there before. */
  finish(): boolean;
  /** Removes what was not finished. */
  close(): void;
}

const TEMPORARY = ".docs-tables-";
/** Codes of a rename that another run was faster than. */
const OVERTAKEN: ReadonlySet<string> = new Set(["ENOENT", "ENOTEMPTY", "EEXIST"]);
const TRIES = 10;
/** Names that may be a part of a path. */
const NAME = /^\w[\w.-]{0,99}$/;

/**
 * @param isOurs says of a file's name whether a run like this one writes it
 * @throws Failure usage for a place that has other things in it, config for somebody else's
 */
export function openPartition(
  root: string,
  { organization, date }: { organization: string; date: string },
  isOurs: (name: string) => boolean,
): Partition {
  const { mkdirSync, mkdtempSync, renameSync, rmSync } = process.getBuiltinModule("node:fs");
  if (![organization, date].every((name) => NAME.test(name)))
    throw new Failure("config", `"${organization}" and "${date}" cannot be names of folders`);
  makePrivateFolder(root);
  ownFolder(root);
  const above = join(root, `organization=${organization}`);
  mkdirSync(above, { recursive: true, mode: 0o700 });
  ownFolder(above);
  const place = join(above, `date=${date}`);
  refuseOthers(place, isOurs);
  // In the same file system, and where no pattern of partitions finds it. For the owner only.
  const work = mkdtempSync(join(root, TEMPORARY));
  const folder = join(work, "new");
  mkdirSync(folder, { mode: 0o700 });
  return {
    folder,
    finish() {
      let wasThere = false;
      // Another run may write the same day between two of these steps: each puts a whole day there, and the last one stays.
      for (let tries = 1; ; tries += 1) {
        try {
          const isThere = refuseOthers(place, isOurs);
          wasThere ||= isThere;
          if (isThere) renameSync(place, join(work, `old-${tries}`));
          renameSync(folder, place);
          return wasThere;
        } catch (error) {
          if (tries === TRIES || !OVERTAKEN.has(errorCode(error) ?? "")) throw error;
        }
      }
    },
    close: () => rmSync(work, { recursive: true, force: true }),
  };
}

/** A link would lead elsewhere. */
function ownFolder(path: string): void {
  const stats = process.getBuiltinModule("node:fs").lstatSync(path);
  if (!stats.isDirectory()) throw usage(`${path} is not a folder`, "name another folder");
  if (!isOwn(stats)) throw new Failure("config", `${path} belongs to another user`, { hint: "name another folder" });
}

/** True if the day is there. @throws Failure usage if anything else is in it */
function refuseOthers(place: string, isOurs: (name: string) => boolean): boolean {
  const { lstatSync, readdirSync } = process.getBuiltinModule("node:fs");
  if (!lstatSync(place, { throwIfNoEntry: false })) return false;
  ownFolder(place);
  const other = readdirSync(place).find((name) => !isOurs(name));
  if (other === undefined) return true;
  throw usage(`${join(place, other)} is not a table, and would be removed`, "move it elsewhere");
}
