// Peak memory of a list, many pages against few: it must not grow with the length of the list.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { figure } from "./figures.mjs";
import { run } from "./pairs.mjs";
import { docs, here, serve, underService } from "./processes.mjs";

const FORMATS = [
  ["--json", ["--json"], 110],
  ["-o jsonl", ["-o", "jsonl"], 110],
  ["-o csv --fields id,title", ["-o", "csv", "--fields", "id,title"], 110],
  ["-o tsv", ["-o", "tsv"], 130],
  ["-o yaml", ["-o", "yaml"], 130],
];

export const cases = FORMATS.map(([title, words, most]) => ({
  name: `peak memory, 100,000 objects, ${title}`,
  against: "10,000 objects",
  target: { under: most },
  async measure({ dir, count }) {
    const [many, few] = [await serve({ pages: 100, size: 1000 }), await serve({ pages: 10, size: 1000 })];
    try {
      const pairs = [];
      for (let number = 0; number < count; number += 1) {
        pairs.push({ value: await peak(many, words, dir), reference: await peak(few, words, dir) });
      }
      return figure(this, pairs, "MB");
    } finally {
      await Promise.all([many.stop(), few.stop()]);
    }
  },
}));

/** Peak memory of a list, in MB. */
async function peak(server, words, dir) {
  const told = join(dir, "peak");
  const env = { ...underService(server.line), PEAK_TO: told };
  const argv = [process.execPath, "--require", here("peak.cjs"), docs, "spaces", "list", ...words];
  await run({ argv, output: join(dir, "list"), env });
  return Number(readFileSync(told, "utf8")) / 1024;
}
