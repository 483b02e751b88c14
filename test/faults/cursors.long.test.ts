/** Lists that do not end, or end in the wrong way. */
import { describe, expect, test } from "vitest";
import { answer, type Fault, faultServer, reset } from "../helpers/fault-server.js";
import { useHome } from "../helpers/home.js";
import { environment } from "./attempt.js";

const home = useHome();

const page = (next: unknown, ...ids: string[]) =>
  answer(200, { items: ids.map((id) => ({ object: "organization", id })), next });
const to = (cursor: string, ...ids: string[]) => page({ page: cursor }, ...ids);

async function list(script: readonly Fault[], args: readonly string[] = ["--json"]) {
  const server = await faultServer(script);
  try {
    const ran = await home.run(["orgs", "list", "--retries", "0", ...args], { env: environment(server.url) });
    const pages = server.requests.map(({ head }) => /[?&]page=([^& ]*)/.exec(head)?.[1]);
    // The error is the last line; it is JSON when JSON was asked for.
    const last = ran.stderr.trimEnd().split("\n").at(-1) ?? "";
    return { ...ran, pages, error: last.startsWith("{") ? JSON.parse(last).error : undefined };
  } finally {
    await server.close();
  }
}

describe("R24 a cursor that comes again", () => {
  test("A, A", async () => {
    const ran = await list([to("A", "o1"), to("A", "o2")]);
    expect(ran).toMatchObject({ code: 10, pages: [undefined, "A"] });
    expect(ran.error).toMatchObject({ kind: "invalid-answer", itemsPrinted: 2, nextPage: "A" });
    expect(ran.error.message).toBe("the list does not end: the service repeated a cursor");
  });

  test("A, B, A", async () => {
    const ran = await list([to("A", "o1"), to("B", "o2"), to("A", "o3")]);
    expect(ran).toMatchObject({ code: 10, pages: [undefined, "A", "B"] });
  });

  test("the one that was given counts", async () => {
    const ran = await list([to("A", "o1"), to("B", "o2")], ["--json", "--page", "B"]);
    expect(ran).toMatchObject({ code: 10, pages: ["B", "A"] });
  });

  test("a long one, seen before, is known again", async () => {
    const long = "x".repeat(8_192);
    const ran = await list([to(long, "o1"), to(`${long.slice(1)}y`, "o2"), to(long, "o3")]);
    expect(ran.code).toBe(10);
    expect(ran.pages).toHaveLength(3);
  });
});

describe("R22 R25 R26 other lists without end or sense", () => {
  test("a cursor of more than 8 KiB", async () => {
    const ran = await list([to("x".repeat(8_193), "o1")]);
    expect(ran).toMatchObject({ code: 10, pages: [undefined] });
    expect(ran.stderr).toContain("longer than 8192 bytes");
  });

  test("empty pages: ten in a row end it, nine do not", async () => {
    let count = 0;
    const empty: Fault = (socket, request) => {
      count += 1;
      to(`c${count}`)(socket, request);
    };
    const ran = await list([empty]);
    expect(ran.code).toBe(10);
    expect(ran.pages).toHaveLength(10);
    expect(ran.stderr).toContain("10 empty pages in a row");
    const nine = Array.from({ length: 9 }, (_, at) => to(`d${at}`));
    const whole = await list([...nine, page({}, "o1")], ["-q", ".[].id"]);
    expect(whole).toMatchObject({ code: 0, stdout: "o1\n" });
  });

  test.each([
    ["a next that is text", "https://x.example/2"],
    ["a next that is a list", []],
    ["a next that is true", true],
    ["a page that is a number", { page: 2 }],
    ["a page that is an object", { page: {} }],
    ["a page that is false", { page: false }],
  ])("refuses %s", async (_, next) => {
    const ran = await list([page(next, "o1")]);
    expect(ran).toMatchObject({ code: 10, stdout: "", pages: [undefined] });
  });

  test.each([
    ["an object", { items: {} }],
    ["null", { items: null }],
    ["absent", {}],
    ["text", { items: "none" }],
    ["a list of lists", { items: [[1]] }],
    ["a list of text", { items: ["o1"] }],
    ["a list with null", { items: [null] }],
  ])("items that are %s", async (_, body) => {
    expect(await list([answer(200, body)])).toMatchObject({ code: 10, stdout: "", pages: [undefined] });
  });

  test.each([[null], [{}], [{ page: null }], [{ page: "" }], [undefined]])("R21 next %j is the end", async (next) => {
    expect(await list([page(next, "o1")], ["-q", ".[].id"])).toMatchObject({ code: 0, stdout: "o1\n" });
  });

  test.each([[-1], ["many"], [1e300], [{}], [0]])("R26 a count of %j is not trusted", async (count) => {
    const body = { items: [{ object: "organization", id: "o1" }], count };
    expect(await list([answer(200, body)], ["-q", ".[].id"])).toMatchObject({ code: 0, stdout: "o1\n" });
  });
});

describe("R28 a list that breaks", () => {
  const SCRIPT = [to("A", "o1", "o2"), to("B", "o3"), reset];

  test("jsonl keeps whole lines, and the error says where to go on", async () => {
    const ran = await list(SCRIPT, ["-o", "jsonl"]);
    expect(ran).toMatchObject({ code: 6, pages: [undefined, "A", "B"] });
    expect(ran.stdout.split("\n").map((line) => (line === "" ? "" : JSON.parse(line).id))).toEqual([
      "o1",
      "o2",
      "o3",
      "",
    ]);
    expect(ran.error).toMatchObject({ kind: "network", itemsPrinted: 3, nextPage: "B" });
  });

  test("json is left open, so that nobody takes it for whole", async () => {
    const ran = await list(SCRIPT);
    expect(ran.code).toBe(6);
    expect(ran.stdout).toContain('"o3"');
    expect(() => JSON.parse(ran.stdout)).toThrow(SyntaxError);
  });

  test("csv and tsv keep whole rows", async () => {
    for (const format of ["csv", "tsv"]) {
      const ran = await list(SCRIPT, ["-o", format, "--fields", "id"]);
      expect(ran.code).toBe(6);
      expect(ran.stdout.replaceAll("\r", "").split("\n").slice(-4)).toEqual(["o1", "o2", "o3", ""]);
    }
  });

  test.each([400, 404, 410])("a cursor that answers %i is no longer valid", async (status) => {
    const ran = await list([to("A", "o1"), answer(status, { error: { message: "gone" } })]);
    expect(ran.code).toBe(status === 400 ? 5 : 3);
    expect(ran.error).toMatchObject({ itemsPrinted: 1, nextPage: "A", status });
    expect(ran.error.message).toBe(`cursor no longer valid: the service answered ${status}: gone`);
  });
});
