// Servers of a measurement: started as processes of their own, so that their work is not the client's.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

export const here = (name) => fileURLToPath(new URL(name, import.meta.url));
export const docs = here("../bin/docs.js");

/** Starts a program that prints a first line when it is ready. */
export async function start(argv, { env, stop = (child) => child.stdin.end() } = {}) {
  const child = spawn(process.execPath, argv, {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, ...env },
  });
  const exited = new Promise((resolve) => child.once("exit", resolve));
  const line = await new Promise((resolve, reject) => {
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (chunk) => {
      text += chunk;
      if (text.includes("\n")) resolve(text.slice(0, text.indexOf("\n")));
    });
    exited.then((code) => reject(new Error(`${argv[0]} ended with ${code}`)));
  });
  return {
    line,
    async stop() {
      stop(child);
      await exited;
    },
  };
}

/** The static service. */
export const serve = (options = {}) =>
  start([here("server.mjs"), ...Object.entries(options).map(([name, value]) => `--${name}=${value}`)]);

/** Environment of a command that talks to the service at `url`. */
export const underService = (url) => ({ DOCS_BASE_URL: url, DOCS_TOKEN: "benchmark", DOCS_ORG: "org" });
