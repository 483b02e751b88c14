import { expect, it } from "vitest";
import { isOn } from "../../src/shared/switches.js";

it.each(["1", "true", "TRUE", "yes", "on", "2", " "])("%j turns something on", (value) => {
  expect(isOn(value)).toBe(true);
});

it.each([undefined, "", "0", "false", "False", "no", "NO", "off"])("%j does not", (value) => {
  expect(isOn(value)).toBe(false);
});
