/** The facts about this machine that a report about a bug needs. No value here is a secret. */
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { errorCode, reasonOf } from "../errors.js";
import { isExecutable } from "./child-process.js";
import { environment } from "./environment.js";
import { cacheDir, configDir, configPath, dataDir, sandboxFile } from "./folders.js";
import { leakReason } from "./secrets.js";

const fs = process.getBuiltinModule("node:fs");

/** The result of one check of this installation. */
export interface Finding {
  check: string;
  status: "ok" | "warning" | "failed" | "skipped";
  detail: string;
  hint?: string;
}

/** Everything that can be checked without the service. */
export async function examine(): Promise<Finding[]> {
  return [
    { check: "version", status: "ok", detail: `docs ${__VERSION__}` },
    { check: "engine", status: "ok", detail: `${engine()}, ${process.platform} ${process.arch}` },
    ...folders(),
    await sqlite(),
    ...proxies(),
    ...variables(),
    safety(),
    completion(),
  ];
}

/** The engine that runs this program. */
function engine(): string {
  const { bun } = process.versions;
  if (bun === undefined) return `Node ${process.version}`;
  return `Bun ${bun}${isExecutable() ? " (executable)" : ""}`;
}

function folders(): Finding[] {
  const { env, platform } = process;
  const config = configDir(env, platform);
  return [
    config === undefined
      ? {
          check: "configuration",
          status: "warning",
          detail: "no folder",
          hint: folderHint("HOME or XDG_CONFIG_HOME", "APPDATA"),
        }
      : place("configuration", configPath(config), { private: true }),
    place("data", dataDir(env, platform)),
    place("cache", cacheDir(env, platform)),
    place("sandbox state", sandboxFile(), { private: true }),
  ];
}

const folderHint = (name: string, onWindows: string): string =>
  `set ${process.platform === "win32" ? onWindows : name}`;

/** Bits of a mode that let others read or write. */
const OTHERS = 0o077;

function place(check: string, path: string | undefined, { private: own = false } = {}): Finding {
  if (path === undefined)
    return { check, status: "warning", detail: "no folder", hint: folderHint("HOME", "LOCALAPPDATA") };
  try {
    const stats = fs.statSync(path);
    const mode = (stats.mode & 0o777).toString(8).padStart(4, "0");
    const detail = process.platform === "win32" ? path : `${path}, mode ${mode}`;
    const uid = process.geteuid?.();
    if (uid !== undefined && stats.uid !== uid) {
      return {
        check,
        status: "failed",
        detail: `${detail}, owned by another user`,
        hint: `chown it to the user ${uid}`,
      };
    }
    if (own && uid !== undefined && (stats.mode & OTHERS) !== 0) {
      return { check, status: "warning", detail: `${detail}: others may read it`, hint: `chmod go= ${path}` };
    }
    fs.accessSync(path, fs.constants.R_OK | fs.constants.W_OK);
    return { check, status: "ok", detail };
  } catch (error) {
    if (errorCode(error) === "ENOENT") return describeAbsentFolder(check, path);
    return { check, status: "failed", detail: `${path}: ${reasonOf(error)}`, hint: "check its owner and mode" };
  }
}

/** The nearest folder that is there has to take it. */
function describeAbsentFolder(check: string, path: string): Finding {
  let folder = dirname(path);
  while (!fs.existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder);
  try {
    fs.accessSync(folder, fs.constants.W_OK | fs.constants.X_OK);
    return { check, status: "ok", detail: `${path}, does not exist yet` };
  } catch (error) {
    const detail = `${path}, does not exist yet: ${folder} cannot be written (${reasonOf(error)})`;
    return { check, status: "failed", detail, hint: "check its owner and mode" };
  }
}

async function sqlite(): Promise<Finding> {
  const { openBinding } = await import("./sqlite.js");
  try {
    const db = openBinding(":memory:");
    const [row] = db.all("SELECT sqlite_version() AS version");
    db.close();
    return { check: "sqlite", status: "ok", detail: `SQLite ${String(row?.version)}` };
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return {
      check: "sqlite",
      status: "failed",
      detail,
      hint: "needed by --sandbox and snapshots: use Node 22.13 or later",
    };
  }
}

const PROXIES = ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy", "NO_PROXY", "no_proxy"];

function proxies(): Finding[] {
  const set = PROXIES.filter((name) => process.env[name]).map(
    (name) => `${name}=${withoutCredentials(process.env[name] ?? "")}`,
  );
  return [{ check: "proxy", status: "ok", detail: set.length > 0 ? set.join(", ") : "none" }];
}

/** An address without the name and password in it, whatever characters they have, and without what follows the host. */
function withoutCredentials(address: string): string {
  const [, scheme = "", rest = ""] = /^([a-z]+:\/\/)?(.*)$/is.exec(address) ?? [];
  const at = rest.lastIndexOf("@");
  const [host = ""] = rest.slice(at + 1).split(/[/?#]/);
  return `${scheme}${at < 0 ? "" : "***@"}${host}`;
}

/** Names alone: some of them hold secrets. */
function variables(): Finding[] {
  const names = Object.keys(environment).filter((name) =>
    /^DOCS_|^NODE_OPTIONS$|^NODE_EXTRA_CA_CERTS$|^BUN_/.test(name),
  );
  return [{ check: "variables", status: "ok", detail: names.length > 0 ? names.sort().join(", ") : "none" }];
}

function safety(): Finding {
  const withheld = leakReason(process.env);
  if (!withheld) return { check: "token safety", status: "ok", detail: "nothing in the environment can leak it" };
  return { check: "token safety", status: "failed", detail: withheld.why, hint: withheld.hint };
}

/** The places of the script, in the README and by package managers. */
const COMPLETIONS: Readonly<Record<string, { files: readonly string[]; hint: string }>> = {
  bash: {
    files: [
      ".bashrc",
      ".bash_profile",
      ".local/share/bash-completion/completions/docs",
      "/usr/share/bash-completion/completions/docs",
      "/etc/bash_completion.d/docs",
    ],
    hint: "add to ~/.bashrc: source <(docs completion bash)",
  },
  zsh: {
    files: [".zshrc", ".zfunc/_docs", "/usr/share/zsh/vendor-completions/_docs", "/usr/share/zsh/site-functions/_docs"],
    hint: 'docs completion zsh > "$' + '{fpath[1]}/_docs"',
  },
  fish: {
    files: [".config/fish/completions/docs.fish", "/usr/share/fish/vendor_completions.d/docs.fish"],
    hint: "docs completion fish > ~/.config/fish/completions/docs.fish",
  },
};

/** The scripts that PowerShell 7 and the PowerShell of Windows run first. Their folder may be elsewhere, as in OneDrive. */
const POWERSHELL = {
  files: ["PowerShell", "WindowsPowerShell"].flatMap((folder) =>
    ["profile.ps1", "Microsoft.PowerShell_profile.ps1"].map((name) => join("Documents", folder, name)),
  ),
  hint: "add to the file that $PROFILE names: docs completion powershell | Out-String | Invoke-Expression",
};

function completion(): Finding {
  const given = (process.env.SHELL ?? "").split(/[\\/]/).pop() ?? "";
  // Git's bash names itself there; PowerShell and cmd do not, and cmd completes nothing.
  const shell = process.platform === "win32" && given === "" ? "powershell" : given.replace(/\.exe$/, "");
  const known = shell === "powershell" ? POWERSHELL : COMPLETIONS[shell];
  if (!known)
    return { check: "completion", status: "skipped", detail: `not checked in the shell ${shell || "(unknown)"}` };
  const found = known.files.map((file) => (file.startsWith("/") ? file : join(homedir(), file))).find(hasScript);
  if (found) return { check: "completion", status: "ok", detail: `${shell}: ${found}` };
  return { check: "completion", status: "warning", detail: `${shell}: not installed`, hint: known.hint };
}

/** A file of its own, or a start-up file that loads the script. */
function hasScript(path: string): boolean {
  try {
    const text = fs.readFileSync(path, "utf8");
    return /(?:^|\/)_?docs(?:\.fish)?$/.test(path) || /\bdocs(?:\.js)? completion\b/.test(text);
  } catch (error) {
    if (errorCode(error) !== undefined) return false;
    throw error;
  }
}
