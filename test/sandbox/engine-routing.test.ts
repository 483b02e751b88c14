import { expect, test } from "vitest";
import { endpoints } from "../../src/catalog/index.js";
import { route } from "../../src/sandbox/service.js";

test.each(Object.entries(endpoints))("%s routes to itself and has a handler", async (id, endpoint) => {
  const path = endpoint.path.replace(/\{(\w+)\}/g, "id-of-$1");
  const match = await route(endpoint.method, path);
  expect(match.id).toBe(id);
  expect(match.params).toEqual(
    Object.fromEntries([...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, `id-of-${name}`])),
  );
  expect(typeof match.handler).toBe("function");
});
