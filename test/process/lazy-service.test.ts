import { expect, it } from "vitest";
import { lazyService } from "../../src/app/services.js";

it("a service is loaded by its first call, once, and can be awaited itself", async () => {
  let loads = 0;
  const service = lazyService<{ double(number: number): Promise<number> }>({ double: true }, async () => {
    loads += 1;
    return { double: async (number) => number * 2 };
  });
  const awaited = await Promise.resolve(service);
  expect([loads, Object.keys(awaited)]).toEqual([0, ["double"]]);
  expect([await awaited.double(2), await service.double(3)]).toEqual([4, 6]);
  expect(loads).toBe(1);
});
