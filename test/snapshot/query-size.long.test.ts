/** Answers that are larger than SQLite can make: the machine needs gigabytes, and seconds, to see that. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { loadSample } from "../../src/sandbox/sample/load.js";
import { SAMPLE } from "../../src/sandbox/sample/tools.js";
import { runQuery } from "../../src/snapshot/query/run.js";
import { testSandbox } from "../helpers/sandbox.js";
import { snapshotOf, temporaryFolder } from "./snapshot-helper.js";

const place = temporaryFolder();
beforeAll(async () => {
  const service = await testSandbox({ load: loadSample });
  await snapshotOf(service, place.file, { organization: SAMPLE.org });
  service.close();
});
afterAll(() => place.remove());

it("a text that is too large is a mistake in a query, in words", async () => {
  const sql = "WITH half(text) AS MATERIALIZED (SELECT printf('%500000001d', 1)) SELECT text || text FROM half";
  await expect(runQuery({ file: place.file, sql, limit: 1 })).rejects.toMatchObject({
    kind: "usage",
    message: "SQL: string or blob too big",
  });
});
