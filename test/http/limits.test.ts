/** Limits that a request goes out with, and those of what comes back. */
import { describe, expect, it } from "vitest";
import { nextCursor } from "../../src/http/cursor.js";
import { signalOf } from "../../src/http/errors.js";
import { json, scripted } from "./support.js";

describe("limits", () => {
  it("R9 a raw call may be any operation: it gets the time of a slow one", async () => {
    const { client, requests } = scripted([json(200, {})]);
    await client.raw({ method: "POST", path: "/v1/spaces/s1/duplicate" });
    expect(requests[0]?.limits).toMatchObject({ connect: 10_000, firstByte: 120_000, attempt: 150_000 });
  });

  it("R22 a cursor is measured in bytes, as it goes out", () => {
    expect(nextCursor({ page: "\u00e9".repeat(4096) })).toBe("\u00e9".repeat(4096));
    expect(() => nextCursor({ page: "\u00e9".repeat(4097) })).toThrow("longer than 8192 bytes");
  });

  it.each([
    [500, "lost"],
    [599, "lost"],
    [600, "lost"],
    [999, "lost"],
    [501, "final"],
    [507, "final"],
    [404, "final"],
  ])("R1 %i says %s", (status, signal) => {
    expect(signalOf(json(status, {}), 0)).toBe(signal);
  });
});
