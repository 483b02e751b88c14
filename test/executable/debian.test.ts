/** The Debian package with the executable, installed by dpkg into a root of its own, used, removed. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cleanEnv, filesIn, output } from "../installation/packed.js";
import { createRelease, ENGINE_NOTICE, type Release, version } from "./release.js";

let base: string;
let release: Release;
let deb: string;
const build = (folder: string) => {
  mkdirSync(join(base, folder));
  return output(process.execPath, ["scripts/debian.mjs", release.archive, join(base, folder)]).trim();
};
beforeAll(async () => {
  base = mkdtempSync(join(tmpdir(), "docs-debian-"));
  release = await createRelease();
  deb = build("first");
}, 400_000);
afterAll(() => {
  release.remove();
  rmSync(base, { recursive: true, force: true });
});

/** A root in which dpkg believes that the C library is installed, and nothing else. */
function rootWith(name: string, libc: string): string {
  const root = join(base, name);
  for (const folder of ["updates", "info", "triggers"]) {
    mkdirSync(join(root, "var/lib/dpkg", folder), { recursive: true });
  }
  const stanzas = Object.entries({ libc6: libc, "libgcc-s1": "14.2.0-19" }).map(
    ([of, its]) =>
      `Package: ${of}\nStatus: install ok installed\nMaintainer: -\nArchitecture: amd64\nVersion: ${its}\nDescription: -\n`,
  );
  writeFileSync(join(root, "var/lib/dpkg/status"), stanzas.join("\n"));
  return root;
}
const dpkg = (root: string, ...args: string[]) =>
  output("dpkg", [`--root=${root}`, "--force-not-root", "--log=/dev/null", ...args]);
const ownFiles = (root: string) => filesIn(root).filter((file) => !file.startsWith("var/lib/dpkg/"));

it("says what it is, and needs no Node", () => {
  const field = (name: string) => output("dpkg-deb", ["--field", deb, name]).trim();
  expect(field("Package")).toBe("docs-admin-cli");
  expect(field("Architecture")).toBe("amd64");
  expect(field("Depends")).toBe("libc6 (>= 2.17), libgcc-s1");
  expect(field("Description").split("\n")[0]).toBe(
    "Command-line administration for a documentation management service",
  );
  expect(deb).toMatch(/\/docs-admin-cli_\d+\.\d+\.\d+_amd64\.deb$/);
  // The engine is nearly all of it: more is a decision, not an accident.
  expect(statSync(deb).size).toBeLessThan(70 * 1024 * 1024);
});

it("is made again byte for byte", () => {
  expect(readFileSync(build("second")).equals(readFileSync(deb))).toBe(true);
});

it("is refused where the C library is too old", () => {
  const root = rootWith("old", "2.13-38");
  expect(() => dpkg(root, "--install", deb)).toThrow(/depends on libc6 \(>= 2\.17\)/);
});

describe("installed where there is no Node", () => {
  let root: string;
  let env: NodeJS.ProcessEnv;
  const at = (path: string) => join(root, path);
  beforeAll(() => {
    root = rootWith("root", "2.41-12");
    mkdirSync(join(base, "home"));
    env = cleanEnv(join(base, "home"));
    dpkg(root, "--install", deb);
  });
  const docs = (...args: string[]) => output(at("usr/bin/docs"), args, { env: { ...env, PATH: "/nowhere" } });

  it("answers", () => {
    expect(statSync(at("usr/bin/docs")).mode & 0o777).toBe(0o755);
    expect(docs("--version")).toBe(`${version}\n`);
    expect(JSON.parse(docs("--sandbox", "cr", "view", "42", "--json"))).toMatchObject({ number: 42 });
  });

  it("has manual pages, completion and licenses where Debian looks for them", () => {
    const manEnv = { ...env, MANPATH: at("usr/share/man") };
    expect(output("man", ["docs"], { env: manEnv })).toContain("docs - administer documentation");
    expect(output("man", ["docs-cr"], { env: manEnv })).toContain("docs-cr - ");
    for (const [path, source] of [
      ["bash-completion/completions/docs", "completions/docs.bash"],
      ["zsh/vendor-completions/_docs", "completions/_docs"],
      ["fish/vendor_completions.d/docs.fish", "completions/docs.fish"],
      ["doc/docs-admin-cli/README.md", "README.md"],
    ] as const) {
      expect(readFileSync(at(`usr/share/${path}`), "utf8")).toBe(readFileSync(source, "utf8"));
    }
    const copyright = readFileSync(at("usr/share/doc/docs-admin-cli/copyright"), "utf8");
    for (const part of ["MIT License", ENGINE_NOTICE, "commander "]) expect(copyright).toContain(part);
    const changes = gunzipSync(readFileSync(at("usr/share/doc/docs-admin-cli/changelog.gz"))).toString();
    expect(changes).toMatch(/^docs-admin-cli \(\d+\.\d+\.\d+\) unstable; urgency=medium\n/);
  });

  it("is gone when it is removed", () => {
    expect(ownFiles(root).length).toBeGreaterThan(50);
    dpkg(root, "--purge", "docs-admin-cli");
    expect(ownFiles(root)).toEqual([]);
  });
});
