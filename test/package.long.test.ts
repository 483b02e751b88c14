/** R61, R62: what is published, and where the lockfile's packages come from. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

interface Packed {
  files: { path: string }[];
  /** Bytes: of the archive, and of what it holds. */
  size: number;
  unpackedSize: number;
  entryCount: number;
}

const MIB = 1024 * 1024;
/** A version, and nothing else; the last part is how one of them numbers its builds. */
const EXACT = /^\d+\.\d+\.\d+(?:-r\.\d+)?$/;

const manifest = JSON.parse(readFileSync("package.json", "utf8")) as Record<string, Record<string, string>>;

describe("the published package", () => {
  it("R61 holds the command, the bundle, the licenses and nothing of the workshop", () => {
    const text = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
      encoding: "utf8",
      stdio: "pipe",
    });
    const [packed] = JSON.parse(text.slice(text.indexOf("["))) as Packed[];
    const paths = packed?.files.map((file) => file.path) ?? [];
    // Everybody who installs it pays for what is added: more than this is a decision, not an accident.
    expect(packed?.size).toBeLessThan(3 * MIB);
    expect(packed?.unpackedSize).toBeLessThan(9 * MIB);
    expect(packed?.entryCount).toBeLessThan(650);
    for (const wanted of [
      "bin/docs.js",
      "dist/main.cjs",
      "dist/jq.wasm",
      "dist/THIRD-PARTY-LICENSES.txt",
      "README.md",
      "SECURITY.md",
      "LICENSE",
    ]) {
      expect(paths).toContain(wanted);
    }
    expect(
      paths.filter(
        (path) => !/^(bin|dist|completions)\/|^(README|CHANGELOG|SECURITY)\.md$|^LICENSE$|^package\.json$/.test(path),
      ),
    ).toEqual([]);
  });

  it("R61 needs nothing beside itself but the SQLite binding, and runs no script of ours when it is installed", () => {
    expect(manifest.dependencies).toBeUndefined();
    expect(manifest.optionalDependencies).toEqual({ "@napi-rs/keyring": "2.1.2", libsql: "0.5.29" });
    expect(Object.keys(manifest.scripts ?? {}).filter((name) => /^(pre|post)?install$/.test(name))).toEqual([]);
  });

  it("names each manual page, so that `man docs` works after an installation", () => {
    expect(manifest.man).toEqual(readdirSync("dist/man").map((page) => `./dist/man/${page}`));
  });

  it("goes by a name that is nobody else's", () => {
    // Both belong to other people in the registry: `npx` would run their programs.
    expect(["docs", "docs-cli"]).not.toContain(manifest.name);
    expect(manifest.bin).toEqual({ docs: "bin/docs.js" });
  });

  it("R61 ships the license of each bundled package", () => {
    const texts = readFileSync("dist/THIRD-PARTY-LICENSES.txt", "utf8");
    for (const name of [
      "commander",
      "zod",
      "chalk",
      "ora",
      "yaml",
      "marked",
      "undici",
      "jq-web",
      "string-width",
      "diff",
      "hyparquet-writer",
    ]) {
      expect(texts).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(`, "m"));
    }
  });

  it("R62 the lockfile has exact versions of registry packages, without download addresses", () => {
    const lock = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
      packages: Record<string, { resolved?: string; version?: string; link?: boolean }>;
    };
    const entries = Object.entries(lock.packages).filter(([path]) => path !== "");
    expect(entries.length).toBeGreaterThan(50);
    expect(entries.filter(([, entry]) => entry.resolved !== undefined || entry.link)).toEqual([]);
    expect(entries.filter(([, entry]) => !/^\d+\.\d+\.\d+/.test(entry.version ?? ""))).toEqual([]);
    const ranges = Object.entries({ ...manifest.devDependencies, ...manifest.optionalDependencies });
    expect(ranges.filter(([name, range]) => name !== "@types/node" && !EXACT.test(range))).toEqual([]);
  });
});
