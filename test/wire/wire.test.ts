import { describe, it } from "vitest";
import { useNock } from "../helpers/nock.js";
import { check } from "./helper.js";
import { rows } from "./rows.js";

useNock();

describe.each(Object.entries(rows))("%s", (_, ofResource) => {
  it.each(ofResource.map((row) => [row.sent, JSON.stringify(row.body) ?? "no body", row] as const))(
    "%s, %s",
    async (_sent, _body, row) => check(row),
  );
});
