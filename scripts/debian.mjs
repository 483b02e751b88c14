// Makes a Debian package of what `npm pack` made: node scripts/debian.mjs <package.tgz> [folder], after `npm ci`. Prints
// the name of the file; the same commit gives the same bytes. SQLite and keyring come along, as Debian's own Node may be
// one without node:sqlite: the package is for the architecture of the machine that makes it.
import { execFileSync } from "node:child_process";
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";

const root = new URL("../", import.meta.url).pathname;
const [tarball, folder = "."] = process.argv.slice(2);
if (!tarball) throw new Error("usage: node scripts/debian.mjs <package.tgz> [folder]");

const run = (command, args, options) => execFileSync(command, args, { encoding: "utf8", cwd: root, ...options }).trim();
const epoch = process.env.SOURCE_DATE_EPOCH ?? run("git", ["log", "-1", "--format=%ct"]);
const { DEBFULLNAME = "The authors of docs", DEBEMAIL = "packages@docs-admin-cli.example" } = process.env;
const maintainer = `${DEBFULLNAME} <${DEBEMAIL}>`;

const stage = await mkdtemp(join(tmpdir(), "docs-deb-"));
try {
  const lib = join(stage, "usr/lib/docs-admin-cli");
  await mkdir(lib, { recursive: true });
  run("tar", ["-xzf", resolve(tarball), "-C", lib, "--strip-components=1"]);
  const manifest = JSON.parse(await readFile(join(lib, "package.json"), "utf8"));
  // Debian sorts 1.0.0~rc.1 before 1.0.0, and 1.0.0-rc.1 after it.
  const version = manifest.version.replace("-", "~");

  await bring(lib);
  await place(lib, version);
  run("chmod", ["-R", "a-x+X,u=rwX,go=rX", stage]);
  // The one file that is executed.
  await chmod(join(lib, "bin/docs.js"), 0o755);
  await control(manifest, version);

  const file = join(resolve(folder), `${manifest.name}_${version}_${architecture()}.deb`);
  // More threads compress to other bytes.
  const env = { ...process.env, SOURCE_DATE_EPOCH: epoch, DPKG_DEB_THREADS_MAX: "1" };
  run("dpkg-deb", ["--build", "--root-owner-group", "-Zxz", stage, file], { env });
  process.stdout.write(`${file}\n`);
} finally {
  await rm(stage, { recursive: true, force: true });
}

function architecture() {
  return run("dpkg", ["--print-architecture"]);
}

/** Copies the packages that are needed at run time, as the lockfile names them, without those for other C libraries. */
async function bring(lib) {
  const installed = run("npm", ["ls", "--omit=dev", "--all", "--parseable"], { stdio: ["ignore", "pipe", "ignore"] });
  const names = installed
    .split("\n")
    .map((path) => path.split("/node_modules/")[1])
    .filter((name) => name && !name.endsWith("-musl"));
  for (const native of [/^@libsql\/linux-/, /^@napi-rs\/keyring-linux-/]) {
    if (!names.some((name) => native.test(name))) throw new Error(`no package like ${native}: run \`npm ci\` first`);
  }
  for (const name of names) {
    await cp(join(root, "node_modules", name), join(lib, "node_modules", name), { recursive: true });
  }
}

/** Puts each file where Debian looks for it. */
async function place(lib, version) {
  const share = join(stage, "usr/share");
  const doc = join(share, "doc/docs-admin-cli");
  const system = {
    "docs.bash": "bash-completion/completions/docs",
    _docs: "zsh/vendor-completions/_docs",
    "docs.fish": "fish/vendor_completions.d/docs.fish",
  };
  for (const [name, path] of Object.entries(system)) {
    await mkdir(join(share, path, ".."), { recursive: true });
    await rename(join(lib, "completions", name), join(share, path));
  }
  await mkdir(join(share, "man/man1"), { recursive: true });
  for (const page of await readdir(join(lib, "dist/man"))) {
    await writeFile(join(share, "man/man1", `${page}.gz`), zipped(await readFile(join(lib, "dist/man", page))));
  }

  await mkdir(doc, { recursive: true });
  const license = await readFile(join(lib, "LICENSE"), "utf8");
  const others =
    "/usr/lib/docs-admin-cli/dist/THIRD-PARTY-LICENSES.txt, and below /usr/lib/docs-admin-cli/node_modules";
  await writeFile(join(doc, "copyright"), `${license}\nLicenses of the packages that come along are in\n${others}.\n`);
  const date = new Date(Number(epoch) * 1000).toUTCString().replace("GMT", "+0000");
  const entry = `docs-admin-cli (${version}) unstable; urgency=medium\n\n  * See NEWS.md.gz.\n\n -- ${maintainer}  ${date}\n`;
  await writeFile(join(doc, "changelog.gz"), zipped(entry));
  await writeFile(join(doc, "NEWS.md.gz"), zipped(await readFile(join(lib, "CHANGELOG.md"))));
  for (const name of ["README.md", "SECURITY.md"]) await rename(join(lib, name), join(doc, name));
  for (const name of ["completions", "dist/man", "LICENSE", "CHANGELOG.md"])
    await rm(join(lib, name), { recursive: true });

  // The Node that the package depends on, not whatever is first in somebody's PATH.
  const bin = join(lib, "bin/docs.js");
  await writeFile(bin, (await readFile(bin, "utf8")).replace(/^#!.*/, "#!/usr/bin/node"));
  await mkdir(join(stage, "usr/bin"));
  await symlink("../lib/docs-admin-cli/bin/docs.js", join(stage, "usr/bin/docs"));
}

async function control({ name, description, engines, repository }, version) {
  const [oldest] = /\d+\.\d+/.exec(engines.node);
  const [synopsis, what] = description.split(": ");
  const [size] = run("du", ["-sk", "--apparent-size", join(stage, "usr")]).split("\t");
  const fields = {
    Package: name,
    Version: version,
    Architecture: architecture(),
    Maintainer: maintainer,
    "Installed-Size": size,
    Depends: `nodejs (>= ${oldest}), libc6, libgcc-s1`,
    Section: "utils",
    Priority: "optional",
    Homepage: repository.url.replace(/^git\+|\.git$/g, ""),
    Description: `${synopsis}\n The command docs administers ${what}.\n It comes with an embedded sandbox of the service.`,
  };
  const folder = join(stage, "DEBIAN");
  await mkdir(folder, { mode: 0o755 });
  const lines = Object.entries(fields).map(([field, value]) => `${field}: ${value}\n`);
  await writeFile(join(folder, "control"), lines.join(""));
  const sums = run("sh", ["-c", "find usr -type f | LC_ALL=C sort | xargs -d '\\n' md5sum"], { cwd: stage });
  await writeFile(join(folder, "md5sums"), `${sums}\n`);
  run("chmod", ["-R", "u=rwX,go=rX", folder]);
}

function zipped(content) {
  return gzipSync(content, { level: 9 });
}
