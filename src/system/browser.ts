import { Failure, reasonOf } from "../errors.js";
import { maskUrl } from "../shared/secret-places.js";
import { commandWords, findStart } from "./programs.js";

/** Opens a URL in the browser; never through a shell. */
export async function browse(url: string): Promise<void> {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  if (!address || !["http:", "https:"].includes(address.protocol)) {
    throw new Failure("refused", `not a web address: ${maskUrl(url)}`);
  }
  if (address.hostname.endsWith(".invalid")) {
    throw new Failure("not-found", `the sandbox has no app: ${maskUrl(url)} does not exist`, {
      hint: "to print an address, pass --url instead of --web",
    });
  }
  const { spawn } = process.getBuiltinModule("node:child_process");
  const command = browserCommand(address.href);
  const fail = (why: string): Failure =>
    new Failure("io", `cannot start ${command[0]}: ${why}`, {
      hint: "choose one with docs config set browser, or print the address: pass --url instead of --web",
    });
  const start = findStart(command, process.env);
  if (start === undefined) throw fail("no such program");
  await new Promise<void>((resolve, reject) => {
    const child = spawn(start.file, start.args, { stdio: "ignore", detached: true, ...start.options });
    child.once("error", (error) => reject(fail(reasonOf(error))));
    child.once("spawn", () => {
      child.unref();
      resolve();
    });
  });
}

function browserCommand(url: string): [string, ...string[]] {
  const [chosen, ...args] = commandWords(process.env.DOCS_BROWSER ?? "") ?? [];
  if (chosen !== undefined) return [chosen, ...args, url];
  if (process.env.BROWSER) return [process.env.BROWSER, url];
  if (process.platform === "darwin") return ["open", url];
  if (process.platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler", url];
  return ["xdg-open", url];
}
