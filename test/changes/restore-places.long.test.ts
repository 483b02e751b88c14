/** A restore puts spaces and collections back into their places, each step after the one that it rests on. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import type { Plan } from "../../src/changes/types.js";
import { SAMPLE } from "../../src/sandbox/sample/tools.js";
import { closeAll } from "../../src/system/signals.js";
import { type TestCli, testCli } from "../helpers/run.js";
import { useOnce } from "../helpers/set-ups.js";
import { snapshotOf } from "../snapshot/snapshot-helper.js";

const [GUIDE, HANDBUCH, RETIRED_GUIDE, MANUAL] = [
  SAMPLE.space,
  "pWk2T6KHwZU5rjnfRPm5",
  "pH687TGJrAsS6q4u8VM9",
  "pkNn494pi8HgB36Wxyf8",
];
const [PRODUCT, INSIDE, DRAFTS, ROBOTS, SOFTWARE, RETIRED] = [
  "c7WuyRt44QJyE3zm4taW",
  "cer3z2utja62R25RVbUm",
  "cS7ormSW7G774f2RtAZg",
  "cC27v54cXpR684GxcEvU",
  "c9s6gf292CquSUnb9B24",
  "cxFhGxM3216Qsn5jm8q8",
];

const past = useOnce(() => testCli());
let snapshot: string;
beforeAll(async () => {
  snapshot = join(past.folder, "monday.docs");
  await snapshotOf(past, snapshot, { organization: SAMPLE.org, exclude: ["content", "comments", "change-requests"] });
  past.sandbox.close();
});

const places = async ({ json }: TestCli) => {
  const [spaces, collections] = [await json("spaces list"), await json("collections list")];
  return [...spaces, ...collections].map(({ id, parent }: { id: string; parent?: string }) => `${parent} ${id}`);
};

it.each<[string, string[], string[]]>([
  ["two orders", [`spaces move ${HANDBUCH} --before ${GUIDE}`, `collections move ${DRAFTS} --before ${PRODUCT}`], []],
  [
    "the order of three",
    [`spaces move ${RETIRED_GUIDE} --before ${GUIDE}`, `spaces move ${MANUAL} --before ${HANDBUCH}`],
    [],
  ],
  [
    "the only one of a collection, and the last of another",
    [`spaces move ${RETIRED_GUIDE} --parent ${DRAFTS}`, `spaces move ${MANUAL} --parent ${DRAFTS}`],
    [RETIRED, "after"],
  ],
  [
    "a nest of collections",
    [
      `collections move ${RETIRED} --parent ${INSIDE}`,
      `collections move ${ROBOTS} --after ${DRAFTS}`,
      `collections move ${SOFTWARE} --before ${ROBOTS}`,
    ],
    [PRODUCT],
  ],
])("places are as they were, or it is said why not: %s", async (_, moves, words) => {
  const cli = await testCli(past.folder);
  try {
    const before = await places(cli);
    for (const line of moves) await cli.out(line);
    expect(await places(cli)).not.toEqual(before);
    const plan = join(cli.folder, "back.plan");
    const line = `snapshots restore ${snapshot} --settings --only collections,spaces`;
    expect(await cli.run(`${line} --plan ${plan}`)).toMatchObject({ code: 0 });
    const { steps, left }: Plan = JSON.parse(readFileSync(plan, "utf8"));
    expect([steps.length, left]).toEqual([moves.length, []]);
    for (const word of words) expect(JSON.stringify(steps)).toContain(word);
    expect(await cli.run(`plans apply ${plan} --yes`)).toMatchObject({ code: 0 });
    expect(await places(cli)).toEqual(before);
    await closeAll();
    expect(await cli.run(`${line} --yes`)).toMatchObject({ stderr: expect.stringContaining("Nothing to do") });
  } finally {
    await closeAll();
    cli.close();
  }
});
