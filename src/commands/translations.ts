import {
  createTranslation,
  deleteTranslation,
  getTranslation,
  listTranslations,
  updateTranslation,
} from "../catalog/translations.js";
import { asDocument, asText } from "../cli/argv/instruction-document.js";
import { defineCommand, defineNoun, many } from "../cli/command.js";
import { body, text } from "../cli/flags.js";
import { translation } from "../cli/kinds.js";
import type { Column } from "../cli/output/types.js";
import { WAIT_FLAGS, waitFor } from "../cli/run/wait.js";
import { Failure } from "../errors.js";
import { plainVerbs } from "./plain-verbs.js";

const COLUMNS: readonly Column[] = [
  { header: "ID", path: "id", as: "id" },
  { header: "Language", path: "language" },
  { header: "Status", path: "status", as: "state" },
  { header: "Source", path: "source.space", as: "id", names: "spaceId" },
  { header: "Result", path: "result.space", as: "id", names: "spaceId", drop: 2 },
  { header: "Updated", path: "updatedAt", as: "time", drop: 1 },
];

const DETAILS: readonly Column[] = [
  ...COLUMNS,
  { header: "Source language", path: "source.language" },
  { header: "Pages", path: "stats.totalPages", as: "number" },
  { header: "Words", path: "stats.totalWords", as: "number" },
  { header: "Runs", path: "stats.runs", as: "number" },
  { header: "Created", path: "createdAt", as: "time" },
  { header: "Permissions", path: "permissions" },
];

const INSTRUCTIONS = text({
  describe: "instructions for translators: text, Markdown or a document as JSON",
  value: "text",
  file: true,
  editor: true,
});

const verbs = plainVerbs({ kind: translation, columns: COLUMNS, details: DETAILS, read: getTranslation });

const list = verbs.list(listTranslations, {
  summary: "List the translations of an organization",
  empty: "no translations",
  examples: ["docs translations list", "docs translations list --json", "docs translations list -q '.[].language'"],
});

const view = verbs.view(getTranslation, {
  summary: "Show translations",
  examples: [
    "docs translations view TRANSLATION",
    "docs translations view TRANSLATION --json",
    "docs translations view TRANSLATION -q .status",
  ],
});

const create = defineCommand({
  name: "create",
  summary: "Translate a space into another language",
  endpoints: [createTranslation],
  within: ["org"],
  flags: {
    sourceSpace: text({ describe: "space to translate", value: "space", id: "spaceId", required: true }),
    sourceLanguage: text({ describe: "language of the source", value: "language" }),
    ...body(createTranslation, { language: { describe: "language to translate into", required: true } }),
    instructions: INSTRUCTIONS,
    ...WAIT_FLAGS,
  },
  unbounded: true,
  examples: [
    "docs translations create --source-space SPACE --language de",
    "docs translations create --source-space SPACE --source-language en --language ja --instructions-file style.md --wait",
    'docs translations create --source-space SPACE --language fr --instructions "Say tu." --json',
  ],
  run: async (context) => {
    const { scope, flags, body, api, out, next } = context;
    const { sourceSpace, sourceLanguage, instructions } = flags;
    let made = await api.call(createTranslation, {
      params: scope,
      body: {
        ...body,
        ...(sourceSpace !== undefined && {
          source: { space: sourceSpace, ...(sourceLanguage !== undefined && { language: sourceLanguage }) },
        }),
        ...(instructions !== undefined && { instructions: asDocument(instructions) }),
      },
    });
    if (flags.wait) {
      const params = { ...scope, translationId: made.id ?? "" };
      made = await waitFor(
        context,
        made,
        {
          what: `translation ${made.id}`,
          done: "created",
          look: next(`translations view ${made.id}`),
          read: () => api.call(getTranslation, { params }),
          settled: (value) => {
            if (/fail|error/i.test(value.status ?? "")) {
              return new Failure("refused", `translation ${value.id} ended as ${value.status}`);
            }
            return value.status === "completed" || undefined;
          },
          state: (value) => value.status ?? "unknown",
        },
        flags.waitTimeout,
      );
    }
    await out.result(made, {
      columns: DETAILS,
      done: `${out.made("Created translation", made.id)} into ${made.language ?? "an unknown language"} (${made.status ?? "status unknown"})`,
    });
  },
});

const edit = defineCommand({
  name: "edit",
  summary: "Replace the instructions of translations",
  endpoints: [updateTranslation],
  args: { translation: many(translation) },
  flags: { instructions: INSTRUCTIONS },
  needsField: true,
  offeredFields: ["instructions"],
  present: async ({
    args: {
      translation: [only, ...others],
    },
    api,
  }) => {
    if (!only || others.length > 0) return undefined;
    const { instructions } = await api.call(getTranslation, { params: only.params });
    return instructions ? asText(instructions) : undefined;
  },
  examples: [
    'docs translations edit TRANSLATION --instructions "Keep product names in English."',
    "docs translations edit TRANSLATION --instructions-file style.md",
    "docs translations edit TRANSLATION --instructions - < style.md",
  ],
  run: ({ args, flags, api, out }) => {
    const change = flags.instructions === undefined ? {} : { instructions: asDocument(flags.instructions) };
    return out.each(args.translation, ({ params }) => api.call(updateTranslation, { params, body: change }), {
      columns: DETAILS,
      changes: "translation",
    });
  },
});

const remove = verbs.remove(deleteTranslation, {
  summary: "Delete translations",
  examples: [
    "docs translations delete TRANSLATION",
    "docs translations delete TRANSLATION --yes",
    "docs translations delete a b --yes",
  ],
});

export default defineNoun(list, view, create, edit, remove);
