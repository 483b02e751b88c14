// Interleaved pairs: the candidate and its reference run in turn, so that whatever slows the machine down affects both.
// hyperfine measures the times if it is installed, otherwise this process does.
import { execFileSync, spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";

const hyperfine = has("hyperfine", ["--version"]);

export const timer = hyperfine ?? `node ${process.version}, spawn to exit`;

function has(program, args) {
  try {
    return execFileSync(program, args, { encoding: "utf8" }).trim();
  } catch {
    return undefined;
  }
}

/**
 * Milliseconds of `count` pairs. A command is `{ argv, input?, output? }`; input and output are paths. Commands with an
 * input are timed by this process, as not every hyperfine supports input.
 */
export async function timePairs(candidate, reference, { count, dir }) {
  const time = hyperfine && !candidate.input && !reference.input ? inHyperfine(dir) : bySpawn;
  const pairs = [];
  // The first pair warms the file system's caches and is not counted. The order alternates.
  for (let number = 0; number <= count; number += 1) {
    const swapped = number % 2 === 1;
    const [first, second] = await time(swapped ? [reference, candidate] : [candidate, reference]);
    if (number > 0) pairs.push(swapped ? { ms: second, referenceMs: first } : { ms: first, referenceMs: second });
  }
  return pairs;
}

const quoted = (word) => `'${word.replaceAll("'", `'\\''`)}'`;

function inHyperfine(dir) {
  const report = join(dir, "hyperfine.json");
  return async (commands) => {
    const times = [];
    for (const { argv, output } of commands) {
      const options = ["-N", "--runs", "1", "--style", "none", "--export-json", report];
      options.push("--output", output ?? "null");
      await finished(spawn("hyperfine", [...options, argv.map(quoted).join(" ")], { stdio: "ignore" }), argv);
      times.push(JSON.parse(readFileSync(report, "utf8")).results[0].times[0] * 1000);
    }
    return times;
  };
}

async function bySpawn(commands) {
  const times = [];
  for (const command of commands) {
    const startedAt = process.hrtime.bigint();
    await run(command);
    times.push(Number(process.hrtime.bigint() - startedAt) / 1e6);
  }
  return times;
}

/** Runs a command to its end. @throws Error unless it exits with 0 */
export async function run({ argv: [program, ...args], input, output, env }) {
  const stdin = input ? openSync(input, "r") : "ignore";
  const stdout = output ? openSync(output, "w") : "ignore";
  try {
    const options = { stdio: [stdin, stdout, "ignore"], env: { ...process.env, ...env } };
    await finished(spawn(program, args, options), [program, ...args]);
  } finally {
    for (const file of [stdin, stdout]) if (typeof file === "number") closeSync(file);
  }
}

function finished(child, argv) {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${argv.join(" ")}: exit code ${code}`));
    });
  });
}
