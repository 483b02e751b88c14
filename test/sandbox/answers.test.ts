import { afterEach, describe, expect, test } from "vitest";
import { createAnswers } from "../../src/sandbox/answers.js";
import { ORG, putOrganization, type TestSandbox, testSandbox } from "../helpers/sandbox.js";

const boxes: TestSandbox[] = [];
afterEach(() => {
  for (const box of boxes.splice(0)) box.close();
});

async function open(options: Parameters<typeof testSandbox>[0] = {}): Promise<TestSandbox> {
  const box = await testSandbox({ local: false, ...options });
  boxes.push(box);
  return box;
}

const PATH = `/v1/orgs/${ORG}`;

describe("answers of a served sandbox", () => {
  test("a write of its own shows in the next read", async () => {
    const box = await open();
    expect((await box.call("GET", PATH)).json.title).toBe("Harbor");
    expect((await box.call("GET", PATH)).json.title).toBe("Harbor");
    expect((await box.call("PATCH", PATH, { title: "Quay" })).status).toBe(200);
    expect((await box.call("GET", PATH)).json.title).toBe("Quay");
    await box.change((context) => putOrganization(context, "third", "Third"));
    expect((await box.call("GET", "/v1/orgs")).json.count).toBe(3);
  });

  test("R71 what another process writes shows in the next read", async () => {
    const box = await open();
    const other = await open({ file: box.file });
    expect((await box.call("GET", PATH)).json.title).toBe("Harbor");
    expect((await box.call("GET", "/v1/orgs")).json.count).toBe(2);
    expect((await other.call("PATCH", PATH, { title: "Pier" })).status).toBe(200);
    expect((await box.call("GET", PATH)).json.title).toBe("Pier");
    await other.change((context) => putOrganization(context, "third", "Third"));
    expect((await box.call("GET", "/v1/orgs")).json.count).toBe(3);
  });

  test("R67 a kept answer is for those with the token only", async () => {
    const box = await open();
    expect((await box.call("GET", PATH)).status).toBe(200);
    expect((await box.call("GET", PATH, undefined, { authorization: "Bearer wrong" })).status).toBe(401);
    expect((await box.call("GET", PATH, undefined, { authorization: "" })).status).toBe(401);
  });

  test("reads during a write wait for it", async () => {
    const box = await open();
    await box.call("GET", PATH);
    const [, read] = await Promise.all([box.call("PATCH", PATH, { title: "Quay" }), box.call("GET", PATH)]);
    expect(read?.json.title).toBe("Quay");
  });
});

describe("what is kept", () => {
  const answer = (size: number) => ({ status: 200, headers: {}, body: new Uint8Array(size) });

  test("as long as the version stays, until something is written", () => {
    let version = 1;
    const answers = createAnswers(() => version);
    const keep = () => {
      answers.begin();
      answers.keep("a", answer(3));
    };
    keep();
    expect(answers.find("a")?.body).toHaveLength(3);
    expect(answers.find("b")).toBeUndefined();
    version = 2;
    expect(answers.find("a")).toBeUndefined();
    keep();
    answers.clear();
    expect(answers.find("a")).toBeUndefined();
  });

  test("no answer that depends on the time", () => {
    const answers = createAnswers(() => 1);
    answers.begin();
    answers.spoil();
    answers.keep("a", answer(3));
    answers.begin();
    answers.keep("b", answer(3));
    expect([answers.find("a"), answers.find("b")?.status]).toEqual([undefined, 200]);
  });

  test("16 MiB at most; the oldest go first", () => {
    const answers = createAnswers(() => 1);
    answers.begin();
    for (const key of ["a", "b", "c", "d"]) answers.keep(key, answer(5 * 1024 * 1024));
    answers.keep("all", answer(17 * 1024 * 1024));
    expect(["a", "b", "c", "d", "all"].map((key) => answers.find(key)?.status)).toEqual([
      undefined,
      200,
      200,
      200,
      undefined,
    ]);
  });
});
