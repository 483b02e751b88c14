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
import { madeLine } from "./shared.js";

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

const list = defineCommand({
  name: "list",
  summary: "List the translations of an organization",
  endpoints: [listTranslations],
  within: ["org"],
  paged: true,
  examples: ["docs translations list", "docs translations list --json", "docs translations list -q '.[].language'"],
  run: ({ scope, query, api, out }) =>
    out.list(api.list(listTranslations, { params: scope, query }), { columns: COLUMNS, empty: "no translations" }),
});

const view = defineCommand({
  name: "view",
  summary: "Show translations",
  endpoints: [getTranslation],
  args: { translation: many(translation) },
  examples: [
    "docs translations view TRANSLATION",
    "docs translations view TRANSLATION --json",
    "docs translations view TRANSLATION -q .status",
  ],
  run: ({ args, api, show }) =>
    show(args.translation, ({ params }) => api.call(getTranslation, { params }), { columns: DETAILS }),
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
      done: `${madeLine("Created translation", made.id)} into ${made.language ?? "an unknown language"} (${made.status ?? "status unknown"})`,
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

const remove = defineCommand({
  name: "delete",
  summary: "Delete translations",
  endpoints: [deleteTranslation],
  args: { translation: many(translation) },
  destructive: true,
  examples: [
    "docs translations delete TRANSLATION",
    "docs translations delete TRANSLATION --yes",
    "docs translations delete a b --yes",
  ],
  run: ({ args, api, remove }) =>
    remove(args.translation, {
      what: "translation",
      read: ({ params }) => api.call(getTranslation, { params }),
      title: (item) => (typeof item.language === "string" ? item.language : undefined),
      send: ({ params }, options) => api.call(deleteTranslation, { params }, options),
    }),
});

export default defineNoun(list, view, create, edit, remove);
