import { defineCommand, defineNoun, word } from "../cli/command.js";
import { historiesHelp } from "../resources/histories.js";
import { viewsHelp } from "../resources/views.js";
import { importLazily } from "../shared/import-lazily.js";
import { create } from "./snapshots/create.js";
import { diffWith } from "./snapshots/diff.js";
import { exportTo, tables } from "./snapshots/export.js";
import { forget, list } from "./snapshots/generations.js";
import { log } from "./snapshots/log.js";
import { query, questions } from "./snapshots/query.js";
import { restore } from "./snapshots/restore.js";
import { FACTS, isObjects, partsFor, refuseGaps, SNAPSHOT_FIELDS } from "./snapshots/shared.js";
import { verify } from "./snapshots/verify.js";

const snapshots = importLazily(() => import("../snapshot/engine.js"));

const view = defineCommand({
  name: "view",
  summary: "Show what a snapshot contains, and what it lacks",
  description:
    "Shows its organization, when it was read, and each part with its state: complete, partial, denied, unsettled (it changed\nwhile it was read), not-asked, or unreadable (no endpoint returns it). JSON is one object. Exit 9: parts could not be read.",
  endpoints: [],
  args: { file: word("a snapshot", "snapshot") },
  answer: SNAPSHOT_FIELDS,
  examples: [
    "docs snapshots view monday.docs",
    "docs snapshots view monday.docs --json",
    "docs snapshots view monday.docs -q '.parts[] | select(.state == \"denied\")'",
  ],
  run: async ({ args, out }) => {
    const found = await snapshots.view(args.file);
    if (isObjects(out.format)) await out.item(found);
    else {
      if (out.format === "table") await out.item(found, { columns: FACTS });
      await out.list(found.parts, { columns: partsFor(out.format) });
    }
    refuseGaps(found);
  },
});

export default {
  ...defineNoun(create, list, view, forget, verify, log, query, tables, exportTo, restore, diffWith(create.uses ?? [])),
  more: `Example queries for docs snapshots query\n${questions()}\n\nIts views, each with its columns:\n\n${viewsHelp()}\n\nViews of the past, over all generations of the file:\n\n${historiesHelp()}`,
};
