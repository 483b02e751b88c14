/** Time that work takes by its size: never an absolute figure, as no two machines agree on one. */
import { expect } from "vitest";

/** Processor time of this process in milliseconds: what else the machine does is not counted. */
const spent = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const MOST = 3;

/**
 * Twice the size takes at most 3 times the time: linear work takes 2, quadratic 4. Both are done in turns until that holds, as the first rounds also
 * compile the code and collect what others left behind; work that grows faster stays above it in all six.
 * @param noise milliseconds that mean nothing, for work that takes hardly any time unless it grows faster
 */
export async function expectLinear(work: (size: number) => unknown, size: number, noise = 0): Promise<void> {
  const time = async (amount: number) => {
    const start = spent();
    await work(amount);
    return spent() - start;
  };
  let [once, twice] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < 6 && (round < 2 || twice > MOST * once + noise); round += 1) {
    once = Math.min(once, await time(size));
    twice = Math.min(twice, await time(2 * size));
  }
  expect(twice, `${once} ms for ${size}, ${twice} ms for ${2 * size}`).toBeLessThanOrEqual(MOST * once + noise);
}
