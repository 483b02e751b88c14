/** `docs help --json`: all that a program needs to know about commands, in little. */
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { helpFor } from "../../src/cli/help/help.js";
import { NOUNS } from "../../src/commands/index.js";

const text = z.string().check(z.minLength(1));
const flag = z.strictObject({
  type: z.optional(z.enum(["boolean", "switch", "number", "list"])),
  values: z.optional(z.array(text).check(z.minLength(1))),
  other: z.optional(z.literal(true)),
  required: z.optional(z.literal(true)),
  nullable: z.optional(z.literal(true)),
  file: z.optional(z.literal(true)),
  short: z.optional(z.string().check(z.regex(/^\w$/))),
  summary: z.optional(text),
});
const flags = z.optional(z.record(z.string().check(z.regex(/^[a-z][a-z-]*$/)), flag));
const command = z.strictObject({
  summary: z.optional(text),
  usage: z.optional(z.string().check(z.regex(/^docs /))),
  description: z.optional(text),
  aliases: z.optional(z.array(text)),
  args: z.optional(z.array(z.string().check(z.regex(/^(<[\w.-]+>|\[[\w.-]+\])$/)))),
  flags,
  endpoints: z.optional(z.array(z.string().check(z.regex(/^(GET|POST|PUT|PATCH|DELETE) \/v1\//)))),
  examples: z.optional(z.array(text)),
});
const noun = z.strictObject({
  summary: text,
  aliases: z.optional(z.array(text)),
  verbs: z.record(z.string(), command),
});
const tree = z.strictObject({
  nouns: z.record(text, noun),
  flags,
  exitCodes: z.record(z.string(), text),
});

const read = async (...words: string[]) => {
  const printed = await helpFor(words, NOUNS, true);
  return { printed, tree: z.parse(tree, JSON.parse(printed)) };
};

describe("help as JSON", () => {
  it("is the tree of all commands, of at most 60 KB", async () => {
    const { printed, tree } = await read();
    expect(Buffer.byteLength(printed)).toBeLessThanOrEqual(60_000);
    expect(Object.keys(tree.nouns)).toEqual(NOUNS.map(({ name }) => name));
    expect(tree.nouns.cr?.verbs.merge?.endpoints).toEqual([
      "POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/merge",
    ]);
    expect(tree.nouns.undo?.verbs).toHaveProperty([""]);
    expect(tree.nouns.members?.verbs.edit?.flags?.role?.values).toContain("admin");
    expect(tree.flags).toMatchObject({ json: { type: "switch" }, output: { short: "o" } });
    expect(tree.exitCodes).toHaveProperty("7");
  });

  it.each(NOUNS.map(({ name }) => name))("of %s is at most 6 KB", async (name) => {
    const { printed, tree } = await read(name);
    expect(Buffer.byteLength(printed)).toBeLessThanOrEqual(6_000);
    expect(Object.keys(tree.nouns)).toEqual([name]);
    expect(tree.flags).toBeUndefined();
  });

  it("of every verb tells all of it", async () => {
    for (const entry of NOUNS.filter(({ direct }) => !direct)) {
      const { default: module } = await entry.load();
      for (const { name, examples, summary } of module.commands) {
        const found = (await read(entry.name, name)).tree.nouns[entry.name]?.verbs;
        expect(found).toEqual({ [name]: expect.objectContaining({ summary, examples }) });
        const summaries = Object.values(found?.[name]?.flags ?? {}).map((one) => one.summary);
        expect(summaries.every((one) => one !== undefined)).toBe(true);
      }
    }
  });

  it("takes aliases, and refuses what is no command", async () => {
    expect((await read("change-requests", "merge")).tree).toEqual((await read("cr", "merge")).tree);
    await expect(helpFor(["cr", "nope"], NOUNS, true)).rejects.toMatchObject({ kind: "usage" });
  });
});
