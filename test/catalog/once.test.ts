/** A command looks into few of the hundreds of schemas, and making one costs: none is made before it is asked for. */
import { afterAll, beforeEach, expect, it, vi } from "vitest";
import * as z from "zod/mini";

const made: string[] = [];

vi.mock("zod/mini", async (original) => {
  const real = await original<Record<string, unknown>>();
  const watched = Object.entries(real).map(([name, value]) => [
    name,
    typeof value !== "function"
      ? value
      : (...given: unknown[]) => {
          made.push(name);
          return value(...given);
        },
  ]);
  return Object.fromEntries(watched);
});

// Another test or file of this worker may have loaded the catalog; none may get what is made here.
beforeEach(() => {
  vi.resetModules();
  made.length = 0;
});
afterAll(() => void vi.resetModules());

it("loading the whole catalog makes no schema", async () => {
  const { endpoints } = await import("../../src/catalog/index.js");
  expect(made).toEqual([]);
  endpoints.moveSpace?.body?.();
  expect(made).toContain("object");
});

it("a schema is made once, however often it is asked for", async () => {
  const { endpoint } = await import("../../src/catalog/endpoint.js");
  const body = vi.fn(() => z.object({ a: z.string() }));
  const one = endpoint({ method: "POST", path: "/v1/a", summary: "a", body, retry: "unsafe" });
  expect(body).not.toHaveBeenCalled();
  expect(one.body?.()).toBe(one.body?.());
  expect(body).toHaveBeenCalledTimes(1);
});
