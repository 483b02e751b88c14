import { describe, expect, test } from "vitest";
import { useHome } from "../helpers/home.js";
import { sampleCases } from "../helpers/sample.js";
import { type Attempt, against } from "./attempt.js";
import { NAMES, SUBJECTS } from "./commands.js";
import { CLASS, type End, LOOKUPS, SIGNALS } from "./signals.js";

const home = useHome();

/** What an attempt has to show. */
const shown = ({ sent, looked, others, code, outcome }: Attempt) => ({ sent, looked, others, code, outcome });

const rows = Object.entries(SIGNALS).flatMap(([signal, { fault, ends, but, looked, lost }]) =>
  NAMES.filter((name) => !(lost && CLASS[name] === 2)).map((name) => {
    const [sent, code, outcome]: End = but?.[name] ?? ends[CLASS[name]];
    return { signal, name, fault, expected: { sent, looked: looked?.[name] ?? 0, others: [], code, outcome } };
  }),
);

describe.concurrent("R1 R10 each class of requests meets each signal", () => {
  const chosen = sampleCases("classes and signals", rows, {
    nameOf: ({ name, signal }) => `${name}: ${signal}`,
    few: 30,
    rooms: ["src/http"],
  });
  test.each(chosen)("$name: $signal", async ({ name, fault, expected }) => {
    const attempt = await against(home, SUBJECTS[name], fault);
    expect(shown(attempt), attempt.stderr).toEqual(expected);
    if (expected.code !== 0) expect(attempt.stdout).toBe("");
  });
});

const lookups = Object.entries(SIGNALS).flatMap(([signal, { fault, lost }]) =>
  lost
    ? (["merge", "move"] as const).flatMap((name) =>
        (["applied", "missing", "failing"] as const).map((found) => {
          const end = { ...(found === "missing" ? LOOKUPS.missing[lost] : LOOKUPS[found]) };
          // A read that is redirected is not repeated.
          if (found === "failing" && signal === "303") end.looked = 1;
          return { signal, name, fault, found, end };
        }),
      )
    : [],
);

describe.concurrent("R1 R11 a lost change of state is sent once and looked up", () => {
  const chosen = sampleCases("lookups", lookups, {
    nameOf: ({ name, signal, found }) => `${name}: ${signal}, ${found}`,
    few: 10,
    rooms: ["src/http"],
  });
  test.each(chosen)("$name: $signal, the lookup finds it $found", async ({ name, fault, found, end }) => {
    const subject = SUBJECTS[name];
    const lookup = found === "failing" ? undefined : subject[found];
    const attempt = await against(home, subject, fault, lookup);
    expect(shown(attempt), attempt.stderr).toEqual({ sent: 1, others: [], ...end });
    if (found === "applied")
      expect(attempt.stderr).toMatch(/^note: the answer was lost .* but the service shows the change$/m);
  });
});
