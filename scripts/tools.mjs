// Writes what hosts see of the tools of `docs mcp`, so that listing them loads none.
import { writeFile } from "node:fs/promises";
import { loadDefinitions } from "./definitions.mjs";

/** Writes `tools.json` into the folder `dir`. */
export async function writeTools(dir) {
  const { tools, toolbox } = await loadDefinitions({ tools: "src/mcp/tools/index.ts", toolbox: "src/mcp/toolbox.ts" });
  await writeFile(new URL("tools.json", dir), JSON.stringify(tools.TOOLS.map(toolbox.listed)));
}
