/** Lists that titles are looked up in: one for each place, read once, with everything on the way to the one that is meant. */
import { describe, expect, test } from "vitest";
import { team } from "../../src/cli/kinds.js";
import { createFinder } from "../../src/cli/targets/title-lookup.js";
import type { Client } from "../../src/http/types.js";

function finder(teams: Record<string, string[]>) {
  const read: string[] = [];
  const list = (_: unknown, { params }: { params: { organizationId: string } }) => ({
    async *pages() {
      read.push(params.organizationId);
      for (const title of teams[params.organizationId] ?? []) yield { items: [{ id: `${title}-id`, title }] };
    },
  });
  // Nothing but lists is asked for.
  const client = { list } as unknown as Client;
  const where = async (_: unknown, known: Record<string, string>) => ({ organizationId: known.organizationId ?? "" });
  return { ...createFinder({ client: async () => client, where, dryRun: false }), read };
}

describe("lists of titles", () => {
  test("one organization's list is not used for another", async () => {
    const { find, read } = finder({ one: ["Docs"], two: ["Guides"] });
    expect(await find(team, "Docs", { organizationId: "one" })).toBe("Docs-id");
    expect(await find(team, "Guides", { organizationId: "two" })).toBe("Guides-id");
    await expect(find(team, "Docs", { organizationId: "two" })).rejects.toMatchObject({ kind: "not-found" });
    expect(read).toEqual(["one", "two"]);
  });

  test("all pages of a list are looked through", async () => {
    const { find, tryFind } = finder({ one: ["a", "b", "c"] });
    expect(await find(team, "c", { organizationId: "one" })).toBe("c-id");
    expect(await tryFind(team, "B", { organizationId: "one" })).toBe("b-id");
    expect(await tryFind(team, "d", { organizationId: "one" })).toBeUndefined();
  });

  test("ten of many candidates are named, all are told to scripts", async () => {
    const { find } = finder({ one: [...Array(12).fill("Docs"), "Other"] });
    const failure: unknown = await find(team, "docs", { organizationId: "one" }).catch((error) => error);
    const { message, details } = failure as { message: string; details: { candidates: unknown[] } };
    const lines = message.split("\n");
    expect([lines[0], lines.length, lines.at(-1)]).toEqual(['12 teams are called "docs"', 12, "and 2 more"]);
    expect(details.candidates).toHaveLength(12);
    await expect(finder({ one: Array(10).fill("Docs") }).find(team, "docs", { organizationId: "one" })).rejects.toThrow(
      /Docs-id {2}Docs$/,
    );
  });
});
