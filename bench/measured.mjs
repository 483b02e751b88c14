// Runs a command to its end: time, peak memory and what it wrote.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { here } from "./processes.mjs";

/** `input`: text for standard input. Milliseconds from start to end, megabytes at the peak. */
export async function measured(argv, { env, input = "", dir }) {
  const peak = join(dir, "peak");
  const begun = performance.now();
  const child = spawn(process.execPath, ["-r", here("peak.cjs"), ...argv], {
    env: { ...process.env, ...env, PEAK_TO: peak },
    stdio: ["pipe", "pipe", "pipe"],
  });
  // A command may end before it has read all.
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  const text = { stdout: [], stderr: [] };
  for (const name of ["stdout", "stderr"]) child[name].on("data", (chunk) => text[name].push(chunk));
  const [code] = await once(child, "close");
  const ms = performance.now() - begun;
  const [stdout, stderr] = [text.stdout, text.stderr].map((chunks) => Buffer.concat(chunks).toString());
  return { code, ms, mb: (Number(readFileSync(peak, "utf8")) * 1024) / 1e6, stdout, stderr };
}
