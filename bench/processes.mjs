// The servers of a measurement: separate processes, so that their work does not count as the client's.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { ORG } from "./objects.mjs";

export const here = (name) => fileURLToPath(new URL(name, import.meta.url));
export const docs = here("../bin/docs.js");

/** Starts a program that prints a line when it is ready, and then one for each line of input. */
export async function start(argv, { env, stop = (child) => child.stdin.end() } = {}) {
  const child = spawn(process.execPath, argv, { stdio: ["pipe", "pipe", "inherit"], env: { ...process.env, ...env } });
  const exited = new Promise((resolve) => child.once("exit", resolve));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error(`${argv.join(" ")} ended with ${await exited}`);
    return value;
  };
  return {
    pid: child.pid,
    line: await next(),
    ask(line) {
      child.stdin.write(`${line}\n`);
      return next();
    },
    async stop() {
      stop(child);
      await exited;
    },
  };
}

/** Starts the service with prepared answers. */
export const serve = (options = {}) =>
  start([here("server.mjs"), ...Object.entries(options).map(([name, value]) => `--${name}=${value}`)]);

/** Environment of a command that talks to the service at `url`. */
export const underService = (url) => ({ DOCS_BASE_URL: url, DOCS_TOKEN: "benchmark", DOCS_ORG: ORG });
