/** R57, R77, R90: titles that attack a reader or a CI service pass through every command of the registry. */
import { describe, expect, test } from "vitest";
import { CASES, damageOf, WAYS } from "./every-command.js";

describe.each(Object.keys(WAYS))("%s", (way) => {
  test.each(CASES.filter((one) => one.way === way))("docs $line.line", async (one) => {
    expect(await damageOf(one)).toEqual({});
  });
});
