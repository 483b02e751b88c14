/** Lists that titles are looked up in: one for each place, read once, with everything on the way to the one that is meant. */
import { describe, expect, test } from "vitest";
import { team } from "../../../src/cli/kinds.js";
import { createFinder } from "../../../src/cli/targets/find.js";
import type { Client } from "../../../src/http/types.js";

function finder(teams: Record<string, string[]>) {
  const read: string[] = [];
  const list = (_: unknown, { params }: { params: { organizationId: string } }) => ({
    async *pages() {
      read.push(params.organizationId);
      const titles = teams[params.organizationId] ?? [];
      for (const [at, title] of titles.entries()) yield { items: [{ id: `${title}-${at}`, title }] };
    },
  });
  // Nothing but lists is asked for.
  const client = { list } as unknown as Client;
  const where = async (_: unknown, known: Record<string, string>) => ({ organizationId: known.organizationId ?? "" });
  const options = { client: async () => client, deletedSpaces: async () => [], listCommand: () => undefined };
  const { find, missing } = createFinder(options, where);
  const idOf = async (name: string, organizationId = "one") => (await find([team], name, { organizationId }))?.id;
  return { idOf, missing, read };
}

describe("lists of titles", () => {
  test("one organization's list is not used for another", async () => {
    const { idOf, read } = finder({ one: ["Docs"], two: ["Guides"] });
    expect(await idOf("Docs", "one")).toBe("Docs-0");
    expect(await idOf("Guides", "two")).toBe("Guides-0");
    expect(await idOf("Docs", "two")).toBeUndefined();
    expect(read).toEqual(["one", "two"]);
  });

  test("a list is read once for names that are looked up at the same time", async () => {
    const { idOf, read } = finder({ one: ["a", "b"] });
    expect(await Promise.all([idOf("a"), idOf("b"), idOf("c")])).toEqual(["a-0", "b-1", undefined]);
    expect(read).toEqual(["one"]);
  });

  test("all pages of a list are looked through", async () => {
    const { idOf } = finder({ one: ["a", "b", "c"] });
    expect(await idOf("c")).toBe("c-2");
    expect(await idOf("B")).toBe("b-1");
    expect(await idOf("d")).toBeUndefined();
  });

  test("ten of many candidates are named, all are told to scripts", async () => {
    const { idOf } = finder({ one: [...Array(12).fill("Docs"), "Other"] });
    const failure: unknown = await idOf("docs").catch((error: unknown) => error);
    const { message, details } = failure as { message: string; details: { candidates: unknown[] } };
    const lines = message.split("\n");
    expect([lines[0], lines.length, lines.at(-1)]).toEqual(['12 teams are called "docs"', 12, "and 2 more"]);
    expect(details.candidates).toHaveLength(12);
    await expect(finder({ one: Array(10).fill("Docs") }).idOf("docs")).rejects.toThrow(/Docs-9 {2}Docs$/);
  });
});
