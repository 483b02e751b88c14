/** Nights of one file with faults, forty in a whole run: the history says what was there, and nothing that was not seen. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { loadSample } from "../../src/sandbox/sample/load.js";
import { writeWithout } from "../../src/snapshot/file/generations/forget.js";
import { runQuery } from "../../src/snapshot/query/run.js";
import { sampleCount } from "../helpers/sample.js";
import { type TestSandbox, testSandbox } from "../helpers/sandbox.js";
import { type Next, playNights, random } from "./history-nights.js";
import { ABOVE, type Expected, historyOf, type Night } from "./history-truth.js";
import { temporaryFolder } from "./snapshot-helper.js";

/** Other edits with DOCS_SEED. */
const SEED = Number(process.env.DOCS_SEED ?? 20_263);
const NIGHTS = Number(process.env.DOCS_NIGHTS ?? sampleCount(40, 12, ["src/snapshot/file"]));

let service: TestSandbox;
const place = temporaryFolder();
beforeAll(async () => {
  service = await testSandbox({ load: loadSample });
});
afterAll(() => {
  service.close();
  place.remove();
});

const KEYS: Readonly<Record<string, readonly string[]>> = {
  team_members: ["team", "member"],
  member_spaces: ["member", "space"],
  share_links: ["site", "id"],
  change_requests: ["space", "id"],
  pages: ["space", "id"],
};

/** The rows of a view in the form of those that are expected. */
async function found(file: string, kind: string, columns: readonly string[]): Promise<Expected[]> {
  const { rows } = await runQuery({ file, sql: `SELECT * FROM ${kind}_history`, limit: 1_000_000 });
  return rows.map((row) => ({
    key: (KEYS[kind] ?? ["id"]).map((name) => row[name]).join(" "),
    values: Object.fromEntries(columns.map((name) => [name, row[name]])),
    from: String(row.valid_from),
    to: row.valid_to as string | null,
    notBefore: row.not_before as string | null,
    lastSeen: String(row.last_seen),
    began: String(row.began),
    ended: row.ended as string | null,
  }));
}

const sorted = (rows: readonly Expected[]) => [...rows].sort((a, b) => (a.key + a.from < b.key + b.from ? -1 : 1));

it(`knows what the nights showed (seed ${SEED})`, { timeout: 900_000 }, async () => {
  const { nights, numbers, met } = await playNights(service, place.file, { nights: NIGHTS, next: random(SEED) });
  if (NIGHTS >= 40) expect(met.size).toBe(9);
  const [all, believed] = [historyOf(nights, false), historyOf(nights, true)];
  for (const kind of Object.keys(ABOVE)) {
    const columns = Object.keys(all[kind]?.[0]?.values ?? {});
    const others = sorted(believed[kind] ?? []);
    const rows = sorted(await found(place.file, kind, columns));
    const expected = sorted(all[kind] ?? []).map(
      ({ key, values, from, to, notBefore, lastSeen, began, ended }, at): Expected => {
        const isOther = rows[at]?.lastSeen === others[at]?.lastSeen;
        const isAfterOther = rows[at]?.notBefore === others[at]?.notBefore;
        return {
          ...{ key, values, from, to, began, ended },
          notBefore: isAfterOther ? (others[at]?.notBefore ?? null) : notBefore,
          lastSeen: isOther ? (others[at]?.lastSeen ?? "") : lastSeen,
        };
      },
    );
    expect(rows, kind).toEqual(expected);
    if (NIGHTS >= 40)
      // Not all that ends is gone, and not all that goes comes back: without any, nothing was proved.
      expect(
        expected.some(({ to }) => to !== null),
        kind,
      ).toBe(true);
  }
  await expectSound(nights, numbers, random(SEED));
  expect(numbers.length).toBeGreaterThan(NIGHTS / 2);
});

/** Whichever generations are forgotten: what the others say was so. */
async function expectSound(nights: readonly Night[], numbers: readonly number[], next: Next): Promise<void> {
  const less = `${place.file}.less`;
  const forgotten = new Set(numbers.slice(0, -1).filter(() => next(2) === 0));
  writeWithout(place.file, less, forgotten);
  const at = (time: string | null) => nights.find(({ ended }) => ended === time);
  for (const kind of Object.keys(ABOVE)) {
    const [sample] = nights.flatMap(({ truth }) => [...(truth[kind]?.values() ?? [])]);
    const rows = await found(less, kind, Object.keys(sample?.values ?? {}));
    expect(rows.length).toBeGreaterThan(0);
    for (const { key, values, from, to, notBefore, lastSeen } of rows) {
      const valuesAt = (time: string | null) => at(time)?.truth[kind]?.get(key)?.values;
      expect([valuesAt(from), valuesAt(lastSeen)], `${kind} ${key}`).toEqual([values, values]);
      if (to !== null) expect(valuesAt(to), `${kind} ${key}`).not.toEqual(values);
      if (notBefore !== null) expect(valuesAt(notBefore), `${kind} ${key}`).not.toEqual(values);
    }
  }
}
