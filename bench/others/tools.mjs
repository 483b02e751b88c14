// Command-line tools for services, of documentation and of administration, that can be installed and started without an account.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Outside the project, as they are hundreds of megabytes. */
export const FOLDER = process.env.DOCS_BENCH_OTHERS ?? join(tmpdir(), "docs-bench-others");

/**
 * `list`: how the tool is told of a server on this machine, where it has an option or a variable for that, and what it then lists.
 * Those without it know only addresses that are built in, or need an account first: their start is measured alone.
 */
export const TOOLS = [
  { name: "gitbook", package: "@gitbook/cli", version: "0.25.1", bin: "cli.js" },
  { name: "rdme", package: "rdme", version: "10.9.6", bin: "bin/run.js" },
  { name: "redocly", package: "@redocly/cli", version: "2.77.0", bin: "bin/cli.js" },
  {
    name: "vercel",
    package: "vercel",
    version: "59.25.4",
    bin: "dist/vc.js",
    list: { words: (url) => ["--api", url, "--token", "a".repeat(24), "project", "ls", "--json"] },
  },
  {
    name: "heroku",
    package: "heroku",
    version: "11.10.0",
    bin: "bin/run.js",
    list: { words: () => ["apps", "--json"], env: (url) => ({ HEROKU_API_KEY: "benchmark", HEROKU_HOST: url }) },
  },
  { name: "firebase", package: "firebase-tools", version: "15.34.2", bin: "lib/bin/firebase.js" },
  // Of the system: apt-get install gh. It is a native program.
  {
    name: "gh",
    list: { words: (url) => ["api", `${url}/v1/orgs/org/spaces`], env: () => ({ GH_TOKEN: "benchmark" }) },
  },
];

/** Their own ways to say no to telemetry and to looking for updates; what ignores them reaches no network. */
export const QUIET = {
  CI: "1",
  DO_NOT_TRACK: "1",
  DISABLE_TELEMETRY: "1",
  NO_UPDATE_NOTIFIER: "1",
  VERCEL_TELEMETRY_DISABLED: "1",
  REDOCLY_TELEMETRY: "off",
  REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
  HEROKU_SKIP_ANALYTICS: "1",
  HEROKU_DISABLE_AUTOUPDATE: "1",
  FIREBASE_CLI_DISABLE_UPDATE_CHECK: "1",
  GH_NO_UPDATE_NOTIFIER: "1",
  HTTPS_PROXY: "http://127.0.0.1:9",
};

const homeOf = ({ name }) => join(FOLDER, name);
const ofPackage = (tool, path) => join(homeOf(tool), "node_modules", tool.package, path);

/** Each in a folder of its own, so that none changes what another one gets. */
export const installation = (tool) => ({ folder: homeOf(tool), spec: `${tool.package}@${tool.version}` });

/** `{ argv, version }` of a tool that is there; undefined for one that is not. */
export function found(tool) {
  if (tool.package === undefined) return ofSystem(tool.name);
  const bin = ofPackage(tool, tool.bin);
  if (!existsSync(bin)) return undefined;
  const { version } = JSON.parse(readFileSync(ofPackage(tool, "package.json"), "utf8"));
  return { argv: [process.execPath, bin], version };
}

function ofSystem(name) {
  try {
    const said = execFileSync(name, ["--version"], { encoding: "utf8", env: { ...process.env, ...QUIET } });
    return { argv: [name], version: /\d+\.\d+\.\d+/.exec(said)?.[0] };
  } catch {
    return undefined;
  }
}
