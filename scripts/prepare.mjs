// Runs after `npm ci` in a checkout (never when the published package is installed): builds, and links the command so
// that `npx docs` finds it without installing this package a second time.
import { chmod, mkdir, rm, symlink } from "node:fs/promises";

const root = new URL("../", import.meta.url);
await import("./build.mjs");
await chmod(new URL("bin/docs.js", root), 0o755);
if (process.platform !== "win32") {
  await mkdir(new URL("node_modules/.bin/", root), { recursive: true });
  const link = new URL("node_modules/.bin/docs", root);
  await rm(link, { force: true });
  await symlink("../../bin/docs.js", link);
}
