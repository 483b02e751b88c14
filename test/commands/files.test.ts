import { expect, test } from "vitest";
import { REFERENCE_COLUMNS } from "../../src/commands/shared.js";

test("files backlinks: the revision by its id, also where a service answers all of it", () => {
  const column = REFERENCE_COLUMNS.find(({ header }) => header === "Revision");
  for (const revision of ["r1", { object: "revision", id: "r1" }]) {
    expect(column?.value?.({ versionContext: { type: "revision", revision } })).toBe("r1");
  }
});
