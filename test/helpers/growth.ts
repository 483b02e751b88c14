/** Time that work takes by its size: never an absolute figure, as no two machines agree on one. */
import { expect } from "vitest";

/** Processor time of this process in milliseconds: what else the machine does is not counted. */
const spent = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** How many times the small size the large one is. */
const TIMES = 8;
/** Linear work takes 8 times the time and some for its garbage, quadratic 64 times: what a busy machine adds is far from either. */
export const MOST = 20;

/**
 * Eight times the size takes at most 20 times the time. Both are done in turns until that holds, as the first rounds also compile the code and
 * collect what others left behind; work that grows faster stays above it in all six.
 * @param size of the larger
 * @param noise milliseconds that mean nothing: garbage of all that the process did before takes as long, whatever the size
 */
export async function expectLinear(work: (size: number) => unknown, size: number, noise = 100): Promise<void> {
  const time = async (amount: number) => {
    const start = spent();
    await work(amount);
    return spent() - start;
  };
  const part = Math.ceil(size / TIMES);
  let [little, whole] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < 6 && (round < 2 || whole > MOST * little + noise); round += 1) {
    little = Math.min(little, await time(part));
    whole = Math.min(whole, await time(size));
  }
  expect(whole, `${little} ms for ${part}, ${whole} ms for ${size}`).toBeLessThanOrEqual(MOST * little + noise);
}
