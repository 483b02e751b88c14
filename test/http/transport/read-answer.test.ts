import { describe, expect, it } from "vitest";
import { createPending, readAnswer } from "../../../src/http/transport/node.js";
import type { WireRequest, WireResponse } from "../../../src/http/types.js";

const limits = { connect: 1000, firstByte: 1000, idle: 1000, attempt: 1000, maxBody: 10, maxError: 4 };

interface Given {
  status?: number;
  headers?: Record<string, string | string[] | undefined>;
  method?: string;
  parts: string[];
}

/** An answer as a transport tells of it, and how often the transport was stopped. */
async function read({ status = 200, headers = {}, method = "GET", parts }: Given) {
  const wire: WireRequest = { method, url: "https://api.example.com/v1/x?secret=1", headers: {}, limits };
  let stops = 0;
  const response = await new Promise<WireResponse>((resolve, reject) => {
    const pending = createPending(wire, resolve, reject, { sent: () => true, cancel: () => {} });
    const stop = () => {
      stops += 1;
    };
    const reader = readAnswer(wire, pending, { status, headers, stop });
    for (const part of parts) reader.add(Buffer.from(part));
    reader.finish();
    // A connection closes after its answer, too.
    reader.cut();
  });
  return { ...response, body: Buffer.from(response.body).toString(), stops };
}

describe("answers over any transport", () => {
  it("R35 must be as long as they say, whatever the platform found", async () => {
    const body = async (length: string | undefined, given: Partial<Given> = {}) =>
      (await read({ headers: { "Content-Length": length }, parts: ["abc"], ...given })).body;
    expect(await body("3")).toBe("abc");
    expect((await read({ parts: ["abc"] })).body).toBe("abc");
    for (const length of ["4", "2", "x"]) {
      await expect(body(length)).rejects.toThrow(
        "api.example.com: the body of the answer (200) was cut off after 3 bytes",
      );
    }
    expect(await body("9", { method: "HEAD", parts: [] })).toBe("");
    expect(await body("9", { status: 304, parts: [] })).toBe("");
  });

  it("R32 take their cap exactly, and no byte more", async () => {
    expect(await read({ parts: ["01234", "56789"] })).toMatchObject({ body: "0123456789", stops: 0 });
    await expect(read({ parts: ["01234", "56789", "a"] })).rejects.toThrow(
      "api.example.com: the answer is larger than 10 bytes",
    );
    const long = { status: 400, headers: { "content-length": "9" }, parts: ["012345678"] };
    expect(await read(long)).toMatchObject({ body: "0123", stops: 1 });
    expect(await read({ status: 500, parts: ["012", "345", "678"] })).toMatchObject({ body: "0123", stops: 1 });
  });

  it("join repeated headers and lower their names", async () => {
    const headers = { "Set-Cookie": ["a=1", "b=2"], "X-One": "1", gone: undefined };
    expect((await read({ headers, parts: [] })).headers).toEqual({ "set-cookie": "a=1, b=2", "x-one": "1", gone: "" });
  });
});
