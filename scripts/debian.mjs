// Makes a Debian package of an archive of `npm run binaries`: node scripts/debian.mjs <docs-version-linux-arch.tar.gz> [folder]
// Prints the name of the file; the same archive and commit give the same bytes.
import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { gzipSync } from "node:zlib";

const root = new URL("../", import.meta.url).pathname;
const [archive, folder = "."] = process.argv.slice(2);
const [, plain, processor] = /^docs-(.+)-linux-(x64|arm64)\.tar\.gz$/.exec(basename(archive ?? "")) ?? [];
if (!plain) throw new Error("usage: node scripts/debian.mjs <docs-version-linux-arch.tar.gz> [folder]");

const run = (command, args, options) => execFileSync(command, args, { encoding: "utf8", cwd: root, ...options }).trim();
const epoch = process.env.SOURCE_DATE_EPOCH ?? run("git", ["log", "-1", "--format=%ct"]);
const { DEBFULLNAME = "The authors of docs", DEBEMAIL = "packages@docs-admin-cli.example" } = process.env;
const maintainer = `${DEBFULLNAME} <${DEBEMAIL}>`;
const architecture = { x64: "amd64", arm64: "arm64" }[processor];
// Debian sorts 1.0.0~rc.1 before 1.0.0, and 1.0.0-rc.1 after it.
const version = plain.replace("-", "~");
const manifest = JSON.parse(await readFile(join(root, "package.json"), "utf8"));

const stage = await mkdtemp(join(tmpdir(), "docs-deb-"));
try {
  const from = join(stage, "archive");
  await mkdir(from);
  run("tar", ["-xzf", resolve(archive), "-C", from, "--strip-components=1"]);
  await place(from);
  await rm(from, { recursive: true });
  run("chmod", ["-R", "u=rwX,go=rX", stage]);
  await control();

  const file = join(resolve(folder), `${manifest.name}_${version}_${architecture}.deb`);
  // More threads compress to other bytes.
  const env = { ...process.env, SOURCE_DATE_EPOCH: epoch, DPKG_DEB_THREADS_MAX: "1" };
  // xz would take minutes, for a fifth less.
  run("dpkg-deb", ["--build", "--root-owner-group", "-Zgzip", "-z6", stage, file], { env });
  process.stdout.write(`${file}\n`);
} finally {
  await rm(stage, { recursive: true, force: true });
}

/** Puts each file where Debian looks for it. */
async function place(from) {
  const share = join(stage, "usr/share");
  const doc = join(share, "doc/docs-admin-cli");
  await mkdir(join(stage, "usr/bin"), { recursive: true });
  await rename(join(from, "docs"), join(stage, "usr/bin/docs"));
  const system = {
    "docs.bash": "bash-completion/completions/docs",
    _docs: "zsh/vendor-completions/_docs",
    "docs.fish": "fish/vendor_completions.d/docs.fish",
  };
  for (const [name, path] of Object.entries(system)) {
    await mkdir(join(share, path, ".."), { recursive: true });
    await rename(join(from, "completions", name), join(share, path));
  }
  await mkdir(join(share, "man/man1"), { recursive: true });
  for (const page of await readdir(join(from, "man"))) {
    await writeFile(join(share, "man/man1", `${page}.gz`), zipped(await readFile(join(from, "man", page))));
  }

  await mkdir(doc, { recursive: true });
  const parts = await Promise.all(
    ["LICENSE", "ENGINE.txt", "THIRD-PARTY-LICENSES.txt"].map((name) => readFile(join(from, name), "utf8")),
  );
  await writeFile(join(doc, "copyright"), parts.join(`\n${"-".repeat(78)}\n\n`));
  const date = new Date(Number(epoch) * 1000).toUTCString().replace("GMT", "+0000");
  const entry = `docs-admin-cli (${version}) unstable; urgency=medium\n\n  * See NEWS.md.gz.\n\n -- ${maintainer}  ${date}\n`;
  await writeFile(join(doc, "changelog.gz"), zipped(entry));
  await writeFile(join(doc, "NEWS.md.gz"), zipped(await readFile(join(from, "CHANGELOG.md"))));
  for (const name of ["README.md", "SECURITY.md"]) await rename(join(from, name), join(doc, name));
}

async function control() {
  const { name, description, repository } = manifest;
  const [synopsis, what] = description.split(": ");
  const [size] = run("du", ["-sk", "--apparent-size", join(stage, "usr")]).split("\t");
  const fields = {
    Package: name,
    Version: version,
    Architecture: architecture,
    Maintainer: maintainer,
    "Installed-Size": size,
    Depends: "libc6 (>= 2.17), libgcc-s1",
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
