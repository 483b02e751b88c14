// Writes what hosts see of the tools of `docs mcp`, so that listing them loads none.
import { writeFile } from "node:fs/promises";

/** Writes `tools.json` into the folder `dir`. */
export async function writeTools(dir, { tools, toolbox }) {
  await writeFile(new URL("tools.json", dir), JSON.stringify(tools.TOOLS.map(toolbox.describeTool)));
}
