import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { endpointNamed, pathOf } from "../../src/changes/endpoints.js";
import { UNDO_RULES } from "../../src/changes/inverses/index.js";
import { closeAll } from "../../src/system/signals.js";
import { randomOf } from "../helpers/random.js";
import { type TestCli, testCli } from "../helpers/run.js";
import { sampleCases } from "../helpers/sample.js";
import { shakeAll, wishFor } from "./exact-helper.js";
import { differences, stateOf } from "./state-of.js";

/*
 * Each endpoint that changes something, sent by a command in random organizations: at most one read more than without the
 * history, and where that says "exact", every answer is as before once it is undone.
 */

const SEEDS = Number(process.env.DOCS_SEEDS ?? 2);
const TRIES = 6;

const undone = new Map<string, number>();

/** What is deleted for good goes last: the others need it. */
const NAMES = Object.entries(UNDO_RULES)
  .sort(([, a], [, b]) => Number(b.undo === "exact") - Number(a.undo === "exact"))
  .map(([name]) => name);

const chosen = sampleCases("undo of what was typed", NAMES, {
  nameOf: (name) => name,
  few: 12,
  rooms: ["src/changes/inverses", "src/changes/history", "src/changes/apply"],
});

describe.each(Array.from({ length: SEEDS }, (_, at) => at + 1))("organization %i", (seed) => {
  const random = randomOf(seed * 6007);
  let cli: TestCli;
  let before: Map<string, string>;
  beforeAll(async () => {
    cli = await testCli();
    await shakeAll(cli, random, 40);
    before = await stateOf(cli.sandbox);
  });
  afterAll(async () => {
    await closeAll();
    cli.close();
  });

  it.each(chosen)("the undo of %s restores the state before", async (name) => {
    for (let at = 0; at < TRIES; at++) {
      const endpoint = endpointNamed(name);
      const wish = await wishFor(cli, endpoint, random);
      if (!wish) continue;
      // Parameters of a wish are ids.
      const path = pathOf(endpoint, wish.params as Record<string, string>);
      const file = join(cli.folder, "body.json");
      writeFileSync(file, JSON.stringify(wish.body ?? {}));
      const input = wish.body ? ` --input ${file}` : "";
      const line = `api -X ${endpoint.method} ${path}${input}`;
      const ran = await cli.run(line, { history: "always" });
      await closeAll();
      expect(ran.sent.filter(({ method }) => method === "GET").length, line).toBeLessThanOrEqual(1);
      // Whatever the history lacks, the change itself is not refused for it.
      if (ran.code !== 0) expect(ran.stderr, line).toContain("the service answered");
      const [row] = await cli.json("history");
      if (ran.code !== 0 || row.undo !== "exact" || row.state !== "applied") {
        before = await stateOf(cli.sandbox);
        continue;
      }
      const back = await cli.run("undo --yes --max-removals 100%");
      await closeAll();
      const after = await stateOf(cli.sandbox);
      const odd = [...(back.code === 0 ? [] : [back.stderr]), ...differences(before, after)];
      // What is left over is not found a second time.
      before = after;
      expect(odd, `${line} ${JSON.stringify(wish.body)}`).toEqual([]);
      undone.set(name, (undone.get(name) ?? 0) + 1);
    }
  });
});

it("every rule that may be exact was undone; of a share, half, as not every organization has something to change", () => {
  const rows = chosen.filter((name) => UNDO_RULES[name]?.undo === "exact");
  const missed = rows.filter((name) => !undone.has(name));
  if (chosen.length === NAMES.length) expect(missed).toEqual([]);
  else expect(missed.length, missed.join()).toBeLessThanOrEqual(rows.length / 2);
});
