import nock from "nock";
import { afterAll, afterEach, beforeAll, describe, it } from "vitest";
import { check } from "./helper.js";
import { rows } from "./rows.js";

beforeAll(() => nock.disableNetConnect());
afterEach(() => nock.cleanAll());
afterAll(() => {
  nock.enableNetConnect();
  nock.restore();
});

describe.each(Object.entries(rows))("%s", (_, ofResource) => {
  it.each(ofResource.map((row) => [row.sent, JSON.stringify(row.body) ?? "no body", row] as const))(
    "%s, %s",
    async (_sent, _body, row) => check(row),
  );
});
