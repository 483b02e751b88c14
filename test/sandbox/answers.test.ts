import { afterEach, describe, expect, test } from "vitest";
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

  test("R67 what was answered before still takes the token", async () => {
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
