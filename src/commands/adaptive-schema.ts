import {
  getSiteAdaptiveSchema,
  listSiteTemplateConditions,
  setSiteAdaptiveSchema,
} from "../catalog/adaptive-schema.js";
import { parseJson } from "../cli/argv/request-additions.js";
import { defineCommand, defineNoun } from "../cli/command.js";
import { text } from "../cli/flags.js";
import { usage } from "../errors.js";
import { notJson } from "../shared/json-position.js";

const DETAILS = [
  { header: "Schema", path: "jsonSchema", value: (item: { jsonSchema?: unknown }) => JSON.stringify(item.jsonSchema) },
  { header: "Updated", path: "updatedAt", as: "time" },
] as const;

const view = defineCommand({
  name: "view",
  summary: "Show the visitor attributes that a site uses",
  endpoints: [getSiteAdaptiveSchema],
  within: ["org", "site"],
  examples: [
    "docs adaptive-schema view",
    "docs adaptive-schema view -q .jsonSchema > schema.json",
    "docs adaptive-schema view --site SITE --json",
  ],
  run: async ({ scope, api, out }) =>
    out.item(await api.call(getSiteAdaptiveSchema, { params: scope }), { columns: DETAILS }),
});

function parseSchema(json: string, path: string): Record<string, unknown> {
  let schema: unknown;
  try {
    schema = parseJson(json, path);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw usage(notJson(path, json));
  }
  if (typeof schema !== "object" || schema === null || Array.isArray(schema)) {
    throw usage(`${path} is not a JSON Schema: it must be an object`);
  }
  // A JSON object.
  return schema as Record<string, unknown>;
}

const set = defineCommand({
  name: "set",
  summary: "Set the visitor attributes that a site uses, as a JSON Schema",
  endpoints: [setSiteAdaptiveSchema],
  within: ["org", "site"],
  flags: {
    file: text({ describe: "file with the JSON Schema; - reads standard input", value: "path", required: true }),
  },
  examples: [
    "docs adaptive-schema set --file schema.json",
    "generate-schema | docs adaptive-schema set --file -",
    "docs adaptive-schema set --file schema.json --dry-run",
  ],
  run: async ({ scope, flags, files, api, out }) => {
    const path = flags.file ?? "-";
    const jsonSchema = flags.file === undefined ? undefined : parseSchema(await files.read(path), path);
    // The service says what a visitor schema may hold; its answer names what is wrong.
    const body = { jsonSchema };
    const place = { id: scope.siteId, label: scope.siteId, params: scope };
    await out.each([place], ({ params }) => api.call(setSiteAdaptiveSchema, { params, body }), {
      columns: DETAILS,
      lookUp: "title",
      done: ({ label }) => `Set the adaptive schema of site ${label}`,
    });
  },
});

const conditions = defineCommand({
  name: "conditions",
  summary: "List conditions that the schema makes possible in content",
  endpoints: [listSiteTemplateConditions],
  within: ["org", "site"],
  examples: [
    "docs adaptive-schema conditions",
    "docs adaptive-schema conditions -q '.[].condition'",
    "docs adaptive-schema conditions --site SITE --json",
  ],
  run: ({ scope, api, out }) =>
    out.list(api.list(listSiteTemplateConditions, { params: scope }), {
      columns: [
        { header: "Condition", path: "condition" },
        { header: "Description", path: "description" },
      ],
      empty: "no conditions",
    }),
});

export default defineNoun(view, set, conditions);
