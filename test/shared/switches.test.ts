import { expect, it } from "vitest";
import { isOn, oddVariables } from "../../src/shared/switches.js";

it.each(["1", "true", "TRUE", "yes", "on", "2", " "])("%j turns something on", (value) => {
  expect(isOn(value)).toBe(true);
});

it.each([undefined, "", "0", "false", "False", "no", "NO", "off"])("%j does not", (value) => {
  expect(isOn(value)).toBe(false);
});

it("names what is neither yes nor no, and what is no width", () => {
  expect(oddVariables({ DOCS_DEBUG: "maybe", DOCS_FORCE_TTY: "wide", NO_COLOR: "maybe" })).toEqual([
    'DOCS_DEBUG="maybe" counts as yes: DOCS_DEBUG=0 turns it off',
    'DOCS_FORCE_TTY="wide" is no width: it takes columns (100) or a part (80%)',
  ]);
  const usual = { DOCS_DEBUG: "2", DOCS_ACCESSIBLE: "True", DOCS_PROMPT_DISABLED: "", DOCS_COMPLETE_REMOTE: "off" };
  expect(oddVariables({ ...usual, DOCS_FORCE_TTY: "80%" })).toEqual([]);
  for (const width of ["100", "true", "", "0"]) expect(oddVariables({ DOCS_FORCE_TTY: width })).toEqual([]);
});
