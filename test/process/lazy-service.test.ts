import { expect, it } from "vitest";
import { lazyService } from "../../src/app/lazy-service.js";

it("a service is loaded by its first call, once, and can be awaited itself", async () => {
  const loads: string[] = [];
  const service = lazyService(async (flags: string) => {
    loads.push(flags);
    return { double: async (number: number) => number * 2 };
  })("flags");
  const awaited = await Promise.resolve(service);
  expect(loads).toEqual([]);
  expect([await awaited.double(2), await service.double(3)]).toEqual([4, 6]);
  expect(loads).toEqual(["flags"]);
});
