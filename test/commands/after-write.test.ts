/** R80: a write that was done is reported as done, whatever fails after it. */
import { describe, expect, test } from "vitest";
import type { Sent } from "../helpers/run.js";
import { useTestCli } from "../helpers/set-ups.js";
import { linesOf, requestLine, step } from "./step.js";

const ORG = "hR7kQ2mXv9TzLb4WcN8p";
const SPACE = "tG4nVx8YqLz2RkWd7JmS";
const OBJECT = "--jq: Cannot index object with number";

const cli = useTestCli();

const errorIn = (stderr: string) => JSON.parse(linesOf(stderr).at(-1) ?? "").error;

describe("a filter that fails after a write", () => {
  test("what was created is said first, exit 1", async () => {
    const ran = await step(cli, "cr create --subject x -q '.[0].number'", {
      err: ["Created #47 x (draft)", `docs: ${OBJECT}`],
      code: 1,
      sent: [`POST /v1/spaces/${SPACE}/change-requests {"subject":"x"}`],
    });
    expect(ran.sent).toHaveLength(1);
    expect(await cli.out("cr view 47 -q .subject")).toBe("x\n");
  });

  test("the JSON error says that it was applied", async () => {
    const ran = await cli.run("cr create --subject x -q '.[0].number' -o json --quiet");
    expect(ran).toMatchObject({ code: 1, stdout: "" });
    expect(linesOf(ran.stderr)).toHaveLength(1);
    expect(errorIn(ran.stderr)).toEqual({
      kind: "after-write",
      message: OBJECT,
      outcome: "applied",
      done: ["Created #47 x (draft)"],
    });
  });

  test("of one of several possible targets alike", async () => {
    await step(cli, "cr merge 42 -q '.revision[0]'", {
      err: [expect.stringMatching(/^Merged #42 /), "docs: --jq: Cannot index string with number"],
      code: 1,
    });
    expect(await cli.out("cr view 42 -q .status")).toBe("merged\n");
  });

  test("a command without words names its request's summary", async () => {
    await step(cli, "share-links create --name Partners -q '.[0]'", {
      err: ["Done: Create a share link", `docs: ${OBJECT}`],
      code: 1,
    });
    await step(cli, `api -X PATCH /v1/spaces/${SPACE}?a=1 -f title=New -q '.[0]'`, {
      err: [`Done: PATCH /v1/spaces/${SPACE}`, `docs: ${OBJECT}`],
      code: 1,
    });
  });

  test("a read that fails so changed nothing: exit 2", async () => {
    await step(cli, "cr view 42 -q '.[0]'", { err: [`docs: ${OBJECT}`], code: 2 });
    await step(cli, `api /v1/spaces/${SPACE} -q '.[0]'`, { err: [`docs: ${OBJECT}`], code: 2 });
  });

  test.each([".[", "nonsense(1)", ". |"])("%j is no filter: refused before anything is sent", async (filter) => {
    const ran = await cli.run(`cr create --subject x -q '${filter}'`);
    expect(ran.stderr).toMatch(/^docs: --jq: /);
    expect([ran.code, ran.sent, ran.stdout]).toEqual([2, [], ""]);
  });

  test("what was refused or is not known keeps its own exit code", async () => {
    const refused = (request: Sent) => (request.method === "POST" ? { status: 422, body: {} } : undefined);
    const ran = await cli.run("cr create --subject x -q '.[0]' -o json", { intercept: refused });
    expect(ran.code).toBe(5);
    expect(errorIn(ran.stderr)).toMatchObject({ kind: "refused", outcome: "not_applied" });
  });
});

describe("several targets", () => {
  test("the run ends, and says how far it came", async () => {
    const ran = await cli.run(
      "spaces edit p3sfu86N4L96J7SLYxrq pkNn494pi8HgB36Wxyf8 --title New -q '.[].title[0]' -o json",
    );
    expect(ran).toMatchObject({ code: 1, stdout: "" });
    expect(linesOf(ran.stderr)).toHaveLength(1);
    expect(errorIn(ran.stderr)).toMatchObject({
      kind: "after-write",
      message: "--jq: Cannot index string with number; 1 ok, 0 failed, 0 unknown, 1 not started",
      outcome: "applied",
      ...{ ok: 1, failed: 0, unknown: 0, notStarted: 1 },
      done: ["Changed space p3sfu86N4L96J7SLYxrq"],
    });
    expect(ran.sent.map(requestLine)).toEqual(['PATCH /v1/spaces/p3sfu86N4L96J7SLYxrq {"title":"New"}']);
  });
});

describe("--wait whose polls fail", () => {
  const SPEC = `/v1/orgs/${ORG}/openapi/pets`;
  const TRANSLATIONS = `/v1/orgs/${ORG}/translations`;
  /** Reads of `path` are refused or fail. */
  const reads = (path: string, status: number) => (request: Sent) =>
    request.method === "GET" && request.path.startsWith(path) ? { status, body: { message: "no" } } : undefined;

  test.each([500, 403, 404])("openapi publish: %d leaves it published, exit 8", async (status) => {
    const line = "openapi publish pets --source-url https://pets.example/a.yaml --wait -o json";
    const ran = await cli.run(line, { intercept: reads(SPEC, status) });
    expect(ran).toMatchObject({ code: 8, stdout: "" });
    expect(errorIn(ran.stderr)).toMatchObject({
      kind: "wait-failed",
      message: `specification pets was published; cannot check whether it is ready: the service answered ${status}: no (GET /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/openapi/pets)`,
      hint: "check later: docs openapi view pets",
      outcome: "applied",
      status,
    });
  });

  test("translations create names what it created", async () => {
    const line = `translations create --source-space ${SPACE} --language ja --wait`;
    await step(cli, line, {
      on: { intercept: reads(TRANSLATIONS, 502) },
      err: [
        "docs: translation AAAAAAAAAAAAAAAAAAAB was created; cannot check whether it is ready: the service answered 502: no (GET /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/translations/AAAAAAAAAAAAAAAAAAAB)",
        "  check later: docs translations view AAAAAAAAAAAAAAAAAAAB",
      ],
      code: 8,
    });
  });

  test("what ended badly, or takes too long, was done all the same", async () => {
    const line = "openapi publish pets --source-url https://pets.example/a.yaml --wait -o json";
    const failed = await cli.run(line);
    expect([failed.code, errorIn(failed.stderr).outcome]).toEqual([5, "applied"]);
    const body = { object: "openapi-spec", slug: "pets", processingState: "pending" };
    const pending = (request: Sent) => (request.path.startsWith(SPEC) ? { status: 200, body } : undefined);
    const late = await cli.run(`${line} --wait-timeout 1`, { intercept: pending });
    expect([late.code, errorIn(late.stderr).outcome]).toEqual([8, "applied"]);
  });
});
