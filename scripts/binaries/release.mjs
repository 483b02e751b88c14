// What package managers need to know of a release: its archives, where they will be, and their sums.
import { readFileSync } from "node:fs";
import { join } from "node:path";

const root = new URL("../../", import.meta.url).pathname;

/** `folder`: what `npm run binaries` made. */
export function readRelease(folder) {
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const { name, version, description, license, repository } = manifest;
  const homepage = repository.url.replace(/^git\+|\.git$/g, "");
  const sums = readFileSync(join(folder, "SHA256SUMS"), "utf8");
  return {
    ...{ name, version, license, homepage },
    summary: description.split(": ")[0],
    /** @throws if the platform is missing */
    archive(platform) {
      const file = `docs-${version}-${platform}.tar.gz`;
      const [, sum] = new RegExp(`^([0-9a-f]{64}) {2}${file.replaceAll(".", "\\.")}$`, "m").exec(sums) ?? [];
      if (!sum) throw new Error(`${join(folder, "SHA256SUMS")} has no ${file}: npm run binaries`);
      return { url: `${homepage}/releases/download/v${version}/${file}`, sum, top: file.replace(/\.tar\.gz$/, "") };
    },
  };
}
