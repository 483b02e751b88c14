import { existsSync, readFileSync } from "node:fs";
import type { ToolServer } from "../../cli/machine-services.js";

/** What the build wrote beside the bundle; undefined for sources. */
export function listedTools(): ToolServer["tools"] | undefined {
  const file = new URL("./tools.json", import.meta.url);
  // Written by scripts/tools.mjs from these types.
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as ToolServer["tools"]) : undefined;
}
