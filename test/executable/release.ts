/** A folder as `npm run binaries` leaves it: the archive of the executable that is tested, and the sums of all. */
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { archive, writeSums } from "../../scripts/binaries/archive.mjs";
import { commandOf } from "../helpers/cli.js";

export const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };

export interface Release {
  folder: string;
  /** Of this machine. */
  archive: string;
  remove(): void;
}

/** By platform: there is no archive of these, but a line that names one. */
export const OTHER_SUMS = {
  "linux-arm64": "1".repeat(64),
  "darwin-x64": "2".repeat(64),
  "darwin-arm64": "3".repeat(64),
  "windows-x64": "4".repeat(64),
};

export const ENGINE_NOTICE = "The executable contains an engine.\n";

export async function createRelease(): Promise<Release> {
  const folder = mkdtempSync(join(tmpdir(), "docs-release-"));
  const [executable] = commandOf();
  const name = `docs-${version}-linux-x64`;
  const made = await archive({ executable, engineNotice: ENGINE_NOTICE, name, folder, epoch: 1_700_000_000, level: 1 });
  await writeSums(folder, [made]);
  for (const [platform, sum] of Object.entries(OTHER_SUMS)) {
    appendFileSync(join(folder, "SHA256SUMS"), `${sum}  docs-${version}-${platform}.tar.gz\n`);
  }
  return { folder, archive: made, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
