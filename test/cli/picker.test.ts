/** A picker shows what is there at once and fetches the rest when it is wanted. */
import { describe, expect, test } from "vitest";
import type { Ask, Choice, Find, Remark } from "../../src/cli/ask/ask.js";
import { pickFrom } from "../../src/cli/ask/picker.js";
import { space } from "../../src/cli/kinds.js";
import { Failure } from "../../src/errors.js";
import type { Client } from "../../src/http/types.js";

/** Pages of 60 spaces: the last one of page 2 is called "needle". */
function clientOf(pages: number, asked: number[]): Client {
  async function* list() {
    for (let page = 0; page < pages; page++) {
      asked.push(page);
      yield {
        items: Array.from({ length: 60 }, (_, at) => ({
          id: `p${page}n${at}`,
          title: page === 2 && at === 59 ? "needle \u001b[31m" : `Space ${page}.${at}`,
          visibility: "public",
        })),
      };
    }
  }
  // Only lists are asked for here.
  return { list: () => ({ pages: list }) } as unknown as Client;
}

function asking(answer: (find: Find<unknown>) => Promise<unknown>): Ask {
  // Other questions are not asked by a picker.
  return { available: true, pick: (_message: string, find: Find<unknown>) => answer(find) } as unknown as Ask;
}

const names = (found: readonly (Choice<unknown> | Remark)[]) => found.map(({ name }) => name);
const where = async () => ({ organizationId: "o" });

describe("a picker", () => {
  test("asks for one page, and for more only when what is typed has few matches", async () => {
    const asked: number[] = [];
    const client = clientOf(4, asked);
    const picked = pickFrom(
      space,
      asking(async (find) => {
        expect(asked).toEqual([0]);
        const first = await find("");
        expect(names(first).slice(0, 2)).toEqual(["Space 0.0 [public]", "Space 0.1 [public]"]);
        expect(first.at(-1)).toEqual({ name: "…", disabled: "(more: type to search)" });
        expect(asked).toEqual([0]);
        expect(names(await find("space 0.")).length).toBeGreaterThan(50);
        expect(asked).toEqual([0]);
        const found = await find("NEEDLE");
        expect(names(found)).toEqual(["needle \\x1b[31m [public]"]);
        expect(asked).toEqual([0, 1, 2, 3]);
        return (found[0] as Choice<string>).value;
      }),
      async () => client,
      where,
    );
    expect(await picked).toBe("p2n59");
  });

  test("tells things of one title apart by their ids, finds any by its id, and shows all ids when asked", async () => {
    const items = ["Drafts", "Drafts", "Guides"].map((title, at) => ({ id: `p${at}`, title }));
    // Only lists are asked for here.
    const client = {
      list: () => ({
        pages: async function* () {
          yield { items };
        },
      }),
    } as unknown as Client;
    const seen: string[][] = [];
    const ask = asking(async (find) => {
      for (const term of ["", "p2"]) seen.push(names(await find(term)));
      return "p2";
    });
    const learned: string[] = [];
    await pickFrom(space, ask, async () => client, where, { learned: (...one) => learned.push(one.join()) });
    expect(seen).toEqual([["Drafts (p0)", "Drafts (p1)", "Guides"], ["Guides"]]);
    expect(learned).toEqual(["p2,Guides"]);
    await pickFrom(space, ask, async () => client, where, { ids: true });
    expect(seen.at(-1)).toEqual(["Guides (p2)"]);
  });

  test("stops looking when more was typed meanwhile", async () => {
    const asked: number[] = [];
    const client = clientOf(9, asked);
    const ask = asking(async (find) => {
      const typing = AbortSignal.abort();
      await find("needle", typing);
      return "x";
    });
    await pickFrom(space, ask, async () => client, where);
    expect(asked).toEqual([0]);
  });

  test("with nothing to choose from, and when the list is refused, nothing is asked", async () => {
    const never = asking(() => Promise.reject(new Error("asked")));
    await expect(pickFrom(space, never, async () => clientOf(0, []), where)).rejects.toThrow(
      "there is no space to choose from",
    );
    const refused = new Failure("forbidden", "the service answered 403");
    // As above.
    const client = {
      list: () => ({
        // biome-ignore lint/correctness/useYield: it fails before its first page
        pages: async function* () {
          throw refused;
        },
      }),
    } as unknown as Client;
    await expect(pickFrom(space, never, async () => client, where)).rejects.toBe(refused);
  });
});
