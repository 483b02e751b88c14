import { defineCommand, defineNoun } from "../cli/command.js";
import type { PastPlan } from "../cli/services.js";
import { pastOf } from "./plans/past.js";

const COLUMNS = [
  { header: "Applied", path: "at", as: "time" },
  { header: "State", path: "state", as: "state" },
  { header: "Done", path: "done", as: "number" },
  { header: "Steps", path: "steps", as: "number" },
  { header: "Command", path: "command" },
  { header: "Organization", path: "organization", as: "id", drop: 2 },
  { header: "Service", path: "origin", drop: 3 },
  { header: "File", path: "file", drop: 1 },
  { header: "ID", path: "id", as: "id", drop: 4 },
] as const;

const history = defineCommand({
  name: "history",
  summary: "List the plans that were applied on this machine, newest first",
  description: [
    "The last 50, of all services and organizations. The state is applied, partly, undone, not-done, or gone if the file no longer exists.",
    "docs undo undoes the last one, docs plans undo <file> any of them.",
  ].join("\n"),
  endpoints: [],
  examples: ["docs history", "docs history --json", "docs history -q '.[0].file'"],
  run: async (context) => {
    const service = await context.plans();
    const rows: (PastPlan & { state: string; done: number })[] = [];
    for (const past of await service.past()) rows.push({ ...past, ...(await pastOf(service, past)) });
    if (rows.length === 0) context.out.note("no plan was applied on this machine");
    await context.out.list(rows, { columns: COLUMNS });
  },
});

export default defineNoun(history);
