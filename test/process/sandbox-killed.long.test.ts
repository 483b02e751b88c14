import { expect, test } from "vitest";
import { randomOf, SEED } from "../helpers/random.js";
import { sampleCount } from "../helpers/sample.js";
import { create, home, serve, useServed } from "./served.js";
import { later, until } from "./service.js";

useServed();

const ROUNDS = sampleCount(10, 3, ["src/sandbox/store", "src/sandbox/wire"]);

test(`R71 kill -9 while writers are at work, again and again: restart works, every answered write is there (seed ${SEED})`, async () => {
  const answered: string[] = [];
  const random = randomOf(SEED);
  for (let round = 0; round < ROUNDS; round++) {
    const served = await serve();
    let done = 0;
    const writer = async (name: number) => {
      for (let count = 0; ; count++) {
        const subject = `round ${round} writer ${name} number ${count}`;
        try {
          const response = await create(served, subject);
          // What came too slowly was refused: on a busy machine it may.
          if (response.status === 408) continue;
          if (response.status !== 201) throw new Error(`status ${response.status}`);
          await response.text();
        } catch (error) {
          // The connection is gone with the server; an answer with another status is a failure of the test.
          if (error instanceof Error && error.message.startsWith("status")) throw error;
          return;
        }
        answered.push(subject);
        done += 1;
      }
    };
    const writers = [1, 2, 3, 4].map(writer);
    await until(() => done >= 12);
    await later(random(25));
    served.kill("SIGKILL");
    await Promise.all(writers);
    expect(await served.end).toMatchObject({
      code: null,
      signal: "SIGKILL",
      stderr: expect.not.stringContaining("rror"),
    });
  }
  const served = await serve();
  const list = await home.run(["--sandbox", "cr", "list", "--status", "draft", "--json"]);
  const found = JSON.parse(list.stdout) as { subject: string; number: number }[];
  const names = new Set(found.map(({ subject }) => subject));
  expect(answered.filter((subject) => !names.has(subject))).toEqual([]);
  // No number was given twice, and what was killed on its way left nothing but whole change requests.
  expect(new Set(found.map(({ number }) => number)).size).toBe(found.length);
  const orphans = found.filter(({ subject }) => subject.startsWith("round") && !answered.includes(subject));
  expect(orphans.length).toBeLessThanOrEqual(4 * ROUNDS);
  expect((await create(served, "and on")).status).toBe(201);
}, 600_000);
