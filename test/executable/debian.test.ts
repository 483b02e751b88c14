/** The Debian package, installed by dpkg into a root of its own, used, removed. */
import { mkdirSync, readFileSync, realpathSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cleanEnv, filesIn, output, type Packed, pack } from "./packed.js";

let packed: Packed;
let deb: string;
const build = (folder: string) => {
  mkdirSync(join(packed.base, folder));
  return output(process.execPath, ["scripts/debian.mjs", packed.tarball, join(packed.base, folder)]).trim();
};
beforeAll(() => {
  packed = pack();
  deb = build("first");
});
afterAll(() => packed.remove());

/** A root in which dpkg believes that this Node and the C library are installed. */
function rootWith(name: string, node: string): string {
  const root = join(packed.base, name);
  for (const folder of ["updates", "info", "triggers"]) {
    mkdirSync(join(root, "var/lib/dpkg", folder), { recursive: true });
  }
  const installed = { nodejs: node, libc6: "2.41-12", "libgcc-s1": "14.2.0-19" };
  const stanzas = Object.entries(installed).map(
    ([of, version]) =>
      `Package: ${of}\nStatus: install ok installed\nMaintainer: -\nArchitecture: ${architecture()}\nVersion: ${version}\nDescription: -\n`,
  );
  writeFileSync(join(root, "var/lib/dpkg/status"), stanzas.join("\n"));
  return root;
}
const architecture = () => output("dpkg", ["--print-architecture"]).trim();
const dpkg = (root: string, ...args: string[]) =>
  output("dpkg", [`--root=${root}`, "--force-not-root", "--log=/dev/null", ...args]);
const ownFiles = (root: string) => filesIn(root).filter((file) => !file.startsWith("var/lib/dpkg/"));

it("says what it is and what it needs", () => {
  const field = (name: string) => output("dpkg-deb", ["--field", deb, name]).trim();
  expect(field("Package")).toBe("docs-admin-cli");
  expect(field("Depends")).toBe("nodejs (>= 20.19), libc6, libgcc-s1");
  expect(field("Description").split("\n")[0]).toBe(
    "Command-line administration for a documentation management service",
  );
  expect(deb).toMatch(/\/docs-admin-cli_\d+\.\d+\.\d+_\w+\.deb$/);
  // SQLite and keyring are most of it: more is a decision, not an accident.
  expect(statSync(deb).size).toBeLessThan(8 * 1024 * 1024);
});

it("is made again byte for byte", () => {
  expect(readFileSync(build("second")).equals(readFileSync(deb))).toBe(true);
});

it("is refused where Node is too old", () => {
  const root = rootWith("old", "18.20.4+dfsg-1~deb12u2");
  expect(() => dpkg(root, "--install", deb)).toThrow(/depends on nodejs \(>= 20\.19\)/);
});

describe("installed with the Node of Debian 13", () => {
  let root: string;
  let env: NodeJS.ProcessEnv;
  const at = (path: string) => join(root, path);
  beforeAll(() => {
    root = rootWith("root", "20.19.2+dfsg-1");
    mkdirSync(join(packed.base, "home"));
    env = cleanEnv(join(packed.base, "home"));
    dpkg(root, "--install", deb);
  });
  // The first line of the command names Debian's Node, which this machine need not have.
  const docs = (...args: string[]) => output(process.execPath, [realpathSync(at("usr/bin/docs")), ...args], { env });

  it("answers, with SQLite on a Node that has none", () => {
    const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
    expect(readFileSync(at("usr/bin/docs"), "utf8").split("\n")[0]).toBe("#!/usr/bin/node");
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
    expect(readFileSync(at("usr/share/doc/docs-admin-cli/copyright"), "utf8")).toContain("MIT License");
    const changes = gunzipSync(readFileSync(at("usr/share/doc/docs-admin-cli/changelog.gz"))).toString();
    expect(changes).toMatch(/^docs-admin-cli \(\d+\.\d+\.\d+\) unstable; urgency=medium\n/);
  });

  it("brings the packages of its own run time, for this C library alone", () => {
    const names = filesIn(at("usr/lib/docs-admin-cli/node_modules")).map((file) =>
      file.replace(/^((?:@[^/]+\/)?[^/]+).*/, "$1"),
    );
    const platform = (name: string) => name.replace(/-linux-.*|(?<=@libsql\/)linux-.*/, "<linux>");
    expect([...new Set(names.map(platform))].sort()).toEqual([
      "@libsql/<linux>",
      "@napi-rs/keyring",
      "@napi-rs/keyring<linux>",
      "@neon-rs/load",
      "detect-libc",
      "libsql",
    ]);
    expect(names.filter((name) => name.endsWith("musl"))).toEqual([]);
  });

  it("is gone when it is removed", () => {
    expect(ownFiles(root).length).toBeGreaterThan(100);
    dpkg(root, "--purge", "docs-admin-cli");
    expect(ownFiles(root)).toEqual([]);
  });
});
