import { defineCommand, defineNoun } from "../cli/command.js";
import { only } from "../cli/flags.js";
import { Failure } from "../errors.js";
import { pastOf } from "./plans/past.js";
import { CONFIRM } from "./plans/shared.js";
import { undoPlan } from "./plans/undo.js";

const undo = defineCommand({
  name: "undo",
  summary: "Take back the last plan that was applied on this machine",
  description:
    "The last one of docs history that is not undone, as docs plans undo <file> does. What was sent without a plan is not in it.",
  endpoints: [],
  composite: true,
  flags: { partial: only("go on although some steps cannot be undone"), confirm: CONFIRM },
  asks: true,
  unbounded: true,
  examples: ["docs undo", "docs undo --dry-run", "docs undo --partial --yes"],
  run: async (context) => {
    const service = await context.plans();
    for (const past of await service.past()) {
      const { state } = await pastOf(service, past);
      if (state === "undone" || state === "not-done") continue;
      if (state === "gone") {
        throw new Failure("not-found", `the last plan is no longer there: ${past.file}`, {
          hint: "docs history lists the others; docs plans undo <file> takes one back",
        });
      }
      context.out.note(`${past.command || past.file}, applied ${past.at}`);
      return undoPlan(context, past.file, { partial: context.flags.partial === true, confirm: context.flags.confirm });
    }
    throw new Failure("not-found", "no plan was applied on this machine that could be undone");
  },
});

export default defineNoun(undo);
