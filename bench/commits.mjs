// Durable commits and nothing else. Each line of input is a number of commits; the answer is the time per commit in
// milliseconds.
import { createInterface } from "node:readline";
import { commits } from "./durable.mjs";

const [, , path] = process.argv;
const commit = commits(path);

console.log("ready");
createInterface({ input: process.stdin })
  .on("line", (line) => {
    const count = Number(line);
    const startedAt = performance.now();
    for (let number = 0; number < count; number += 1) {
      commit(JSON.stringify({ title: `Title ${number}`, more: "x".repeat(750) }));
    }
    console.log((performance.now() - startedAt) / count);
  })
  .on("close", () => process.exit(0));
