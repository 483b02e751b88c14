import { describe, expect, it } from "vitest";
import { collect, flatHeaders } from "../../../src/http/transport/collect.js";
import type { WireRequest } from "../../../src/http/types.js";

const limits = { connect: 1, firstByte: 1, idle: 1, attempt: 1, maxBody: 10, maxError: 4 };
const wire = (method = "GET"): WireRequest => ({
  method,
  url: "https://api.example.com/v1/x?secret=1",
  headers: {},
  limits,
});

function body(status: number, length: string | undefined, text: string, method?: string): string {
  const collector = collect(wire(method), status, length === undefined ? {} : { "content-length": length });
  collector.add(Buffer.from(text));
  return Buffer.from(collector.finish().body).toString();
}

describe("bodies of any transport", () => {
  it("R35 must be as long as they say, whatever the platform found", () => {
    expect(body(200, "3", "abc")).toBe("abc");
    expect(body(200, undefined, "abc")).toBe("abc");
    for (const length of ["4", "2", "x"]) {
      expect(() => body(200, length, "abc")).toThrow(
        "api.example.com: the body of the answer (200) was cut off after 3 bytes",
      );
    }
    expect(body(200, "9", "", "HEAD")).toBe("");
    expect(body(304, "9", "")).toBe("");
  });

  it("R32 take their cap exactly, and no byte more", () => {
    expect(body(200, undefined, "0123456789")).toBe("0123456789");
    expect(() => body(200, undefined, "0123456789a")).toThrow("api.example.com: the answer is larger than 10 bytes");
    expect(body(400, "9", "012345678")).toBe("0123");
    const collector = collect(wire(), 500, {});
    const heard = ["012", "345", "678"].map((part) => collector.add(Buffer.from(part)));
    expect(heard.slice(0, 2)).toEqual(["more", "enough"]);
    expect(Buffer.from(collector.finish().body).toString()).toBe("0123");
  });

  it("join repeated headers and lower their names", () => {
    expect(flatHeaders({ "Set-Cookie": ["a=1", "b=2"], "X-One": "1", gone: undefined })).toEqual({
      "set-cookie": "a=1, b=2",
      "x-one": "1",
      gone: "",
    });
  });
});
