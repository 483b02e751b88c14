import { defineCommand, defineNoun } from "../cli/command.js";
import { only } from "../cli/flags.js";
import { Failure } from "../errors.js";
import { pastOf } from "./plans/past.js";
import { CONFIRM } from "./plans/shared.js";
import { undoPlan } from "./plans/undo.js";

const undo = defineCommand({
  name: "undo",
  summary: "Undo the last plan that was applied on this machine",
  description:
    "Undoes the latest plan in docs history that is not undone yet, like docs plans undo <file>. Changes made without a plan are not in it.",
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
        throw new Failure("not-found", `the last plan no longer exists: ${past.file}`, {
          hint: "docs history lists the others; docs plans undo <file> undoes one",
        });
      }
      context.out.note(`${past.command || past.file}, applied ${past.at}`);
      return undoPlan(context, past.file, { partial: context.flags.partial === true, confirm: context.flags.confirm });
    }
    throw new Failure("not-found", "there is no plan to undo on this machine");
  },
});

export default defineNoun(undo);
