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

/** There is no archive of these, but a line that names one. */
const OTHER_PLATFORMS = ["linux-arm64", "darwin-x64", "darwin-arm64", "windows-x64"];

export const ENGINE_NOTICE = "The executable contains an engine.\n";

export async function createRelease(): Promise<Release> {
  const folder = mkdtempSync(join(tmpdir(), "docs-release-"));
  const [executable] = commandOf();
  const name = `docs-${version}-linux-x64`;
  const made = await archive({ executable, engineNotice: ENGINE_NOTICE, name, folder, epoch: 1_700_000_000, level: 1 });
  await writeSums(folder, [made]);
  for (const platform of OTHER_PLATFORMS) {
    appendFileSync(join(folder, "SHA256SUMS"), `${"1".repeat(64)}  docs-${version}-${platform}.tar.gz\n`);
  }
  return { folder, archive: made, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
