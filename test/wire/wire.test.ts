import { describe, expect, it } from "vitest";
import { endpoints } from "../../src/catalog/index.js";
import { requests } from "../endpoints/all.js";
import { useNock } from "../helpers/nock.js";
import { testCli } from "../helpers/run.js";
import { useOnce } from "../helpers/set-ups.js";
import { check, operationOf } from "./helper.js";

useNock();

const cli = useOnce(() => testCli());

describe.each(Object.entries(requests))("%s", (_, ofResource) => {
  it.each(ofResource.map((row) => [row.line, row] as const))("docs %s", async (_line, row) => {
    await check(cli, row);
    // The embedded service answers with the status of the catalog.
    const statuses = ofResource.filter((other) => operationOf(other) === operationOf(row)).map(({ status }) => status);
    expect(statuses).toContain(endpoints[operationOf(row).id]?.status);
  });
});
