// Many writes to a service that takes 10 ms for each: one at a time, and eight at once.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { docs, serve, underService } from "./processes.mjs";

const COMMENTS = 1000;

export const cases = [
  {
    name: `delete ${COMMENTS.toLocaleString("en")} comments, one after the other`,
    against: "--concurrency 8",
    target: { least: 6 },
    async prepare({ dir }) {
      const server = await serve({ latency: 10 });
      const input = join(dir, "ids");
      writeFileSync(
        input,
        Array.from({ length: COMMENTS }, (_, index) => `comment000000${String(index).padStart(6, "0")}\n`).join(""),
      );
      const remove = (...flags) => ({
        argv: [process.execPath, docs, "comments", "delete", "-", "--yes", "--space", "s1", "--quiet", ...flags],
        input,
      });
      return {
        candidate: remove(),
        reference: remove("--concurrency", "8"),
        environment: underService(server.line),
        stop: server.stop,
      };
    },
  },
];
