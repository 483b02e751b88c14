// node bench/others/install.mjs: installs the tools that are compared, without scripts of packages, outside the project.
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { found, installation, TOOLS } from "./tools.mjs";

for (const tool of TOOLS) {
  if (found(tool)?.version === (tool.version ?? found(tool)?.version) && found(tool)) continue;
  if (tool.package === undefined) {
    process.stderr.write(`${tool.name} is not here; on Debian: apt-get install ${tool.name}\n`);
    continue;
  }
  const { folder, spec } = installation(tool);
  process.stderr.write(`${spec} ...\n`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  try {
    execFileSync("npm", ["install", "--prefix", folder, ...quiet, spec], { stdio: ["ignore", "ignore", "inherit"] });
  } catch {
    // The others are compared all the same; the run says what it leaves out.
    process.stderr.write(`${spec} was not installed\n`);
  }
}
