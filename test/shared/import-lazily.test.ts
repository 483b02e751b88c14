import { expect, it } from "vitest";
import { importLazily } from "../../src/shared/import-lazily.js";

it("a module is loaded by the first call of its functions, once, and can be awaited itself", async () => {
  let loads = 0;
  const numbers = importLazily(async () => {
    loads += 1;
    return { double: (number: number) => number * 2 };
  });
  const awaited = await Promise.resolve(numbers);
  expect(loads).toBe(0);
  expect([await awaited.double(2), await numbers.double(3)]).toEqual([4, 6]);
  expect(loads).toBe(1);
});

it("a function that a module does not have is refused by its name", async () => {
  const numbers: object = importLazily(async () => ({}));
  const halve: unknown = Reflect.get(numbers, "halve");
  await expect(typeof halve === "function" ? halve() : undefined).rejects.toThrow("there is no function halve");
});
