// Lists what is inside an executable, as CycloneDX: the engine with its libraries, the packages in dist/, the keyring.
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const root = new URL("../../", import.meta.url).pathname;

/** What process.versions of the engine has that is no library of it. */
const NO_LIBRARY = new Set(["node", "bun", "v8", "uv", "napi", "modules", "openssl", "unicode", "typescript", "zig"]);

export async function describeContents({ compiler, platform, engine, keyring, sum, epoch }) {
  const { name, version, license } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  const libraries = await librariesOf(compiler);
  const application = { type: "application", name, version, licenses: [{ license: { id: license } }] };
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.5",
    version: 1,
    metadata: {
      timestamp: new Date(epoch * 1000).toISOString(),
      component: { ...application, "bom-ref": "docs", hashes: [{ alg: "SHA-256", content: sum }] },
      properties: [{ name: "platform", value: platform }],
    },
    components: [{ ...npm(engine, "MIT"), components: libraries }, npm(keyring, "MIT"), ...(await bundled())],
  };
}

/** A component that came from the registry. `integrity`: as lockfiles write it. */
function npm({ name, version, integrity }, license) {
  const content = integrity && Buffer.from(integrity.replace(/^sha512-/, ""), "base64").toString("hex");
  return {
    type: "library",
    name,
    version,
    purl: `pkg:npm/${name.replace("@", "%40")}@${version}`,
    licenses: [/ (?:AND|OR) /.test(license) ? { expression: license } : { license: { id: license } }],
    ...(content && { hashes: [{ alg: "SHA-512", content }] }),
  };
}

/** The engine names its libraries itself, some of them by commit. */
async function librariesOf(compiler) {
  const { stdout } = await run(compiler, ["-e", "console.log(JSON.stringify(process.versions))"]);
  const versions = Object.entries(JSON.parse(stdout)).filter(([name]) => !NO_LIBRARY.has(name));
  return versions.map(([name, version]) => ({ type: "library", name, version }));
}

/** The packages of which something is in dist/, with the sums that the lockfile has of them. */
async function bundled() {
  const chunks = JSON.parse(await readFile(join(root, "node_modules/.dist-chunks.json"), "utf8"));
  const { packages } = JSON.parse(await readFile(join(root, "package-lock.json"), "utf8"));
  const places = Object.values(chunks).flatMap((files) =>
    files.flatMap((file) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []),
  );
  return [...new Set(places)].sort().map((place) => {
    const { version, integrity, license } = packages[place];
    return npm({ name: place.split("node_modules/").pop(), version, integrity }, license);
  });
}
