/** Which generations stay. */
import { describe, expect, it } from "vitest";
import { chooseKept, type KeepPolicy } from "../../src/shared/snapshots/generation-names.js";

const made = (id: number, ended: string, state = "complete", isAccepted = false) => ({ id, ended, state, isAccepted });
/** One at 2 and one at 14 o'clock of each of so many days, the last of which is Wednesday, 2026-11-25. */
const nights = (days: number) =>
  Array.from({ length: days * 2 }, (_, at) => {
    const time = Date.UTC(2026, 10, 25, at % 2 === 0 ? 2 : 14) - (days - 1 - Math.floor(at / 2)) * 86_400_000;
    return made(at + 1, new Date(time).toISOString());
  });
const kept = (generations: ReturnType<typeof nights>, policy: KeepPolicy) =>
  chooseKept(generations, policy).flatMap(({ id, reasons }) => (reasons.length > 0 ? [id] : []));

describe("of the generations stay", () => {
  it.each<[string, KeepPolicy, number[]]>([
    ["the newest", { last: 3 }, [18, 19, 20]],
    ["the newest of each day", { daily: 3 }, [16, 18, 20]],
    // Weeks begin on Monday: the 23rd is one.
    ["the newest of each week", { weekly: 2 }, [14, 20]],
    ["those of any rule", { last: 1, daily: 2, weekly: 3 }, [14, 18, 20]],
    ["all there are", { daily: 100 }, [2, 4, 6, 8, 10, 12, 14, 16, 18, 20]],
  ])("%s", (_what, policy, ids) => {
    expect(kept(nights(10), policy)).toEqual(ids);
  });

  it("the newest of each month", () => {
    const months = ["2026-08-31", "2026-09-01", "2026-09-30", "2026-10-01", "2026-11-01"];
    const all = months.map((day, at) => made(at + 1, `${day}T02:00:00.000Z`));
    expect(kept(all, { monthly: 3 })).toEqual([3, 4, 5]);
  });

  it("the latest, and what the next is compared with, whatever the rules are", () => {
    const all = nights(3);
    const partial = all.map((one) => (one.id > 2 ? { ...one, state: "partial" } : one));
    expect(
      chooseKept(partial, { last: 1 }).flatMap(({ id, reasons }) => (reasons.length > 0 ? [[id, reasons]] : [])),
    ).toEqual([
      [2, ["last complete"]],
      [6, ["latest", "last"]],
    ]);
    const accepted = partial.map((one) => (one.id === 4 ? { ...one, isAccepted: true } : one));
    expect(kept(accepted, { last: 1 })).toEqual([4, 6]);
  });

  it("suspect ones after the latest, and no others", () => {
    const all = [...nights(2), made(5, "2026-11-26T02:00:00.000Z", "suspect")];
    const suspect = all.map((one) => (one.id === 3 ? { ...one, state: "suspect" } : one));
    expect(kept(suspect, { last: 10 })).toEqual([1, 2, 4, 5]);
  });
});
