/** Builds dist/ before the tests unless it is up to date: child-process tests run what people install. */
import { execFileSync } from "node:child_process";
import { isBuilt } from "../../scripts/build-stamp.mjs";

export default function setup(): void {
  if (!isBuilt()) execFileSync(process.execPath, ["scripts/build.mjs"], { stdio: "inherit" });
}
