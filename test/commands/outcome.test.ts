/** R91: every error of a command that writes has an outcome in JSON: from what was sent. */
import { describe, expect, test } from "vitest";
import type { RunOptions, Sent } from "../helpers/run.js";
import { useTestCli } from "../helpers/set-ups.js";

const cli = useTestCli();

const outcomeOf = async (line: string, options: RunOptions = {}) => {
  const { stderr, code } = await cli.run(`${line} --json`, options);
  const last = stderr.trimEnd().split("\n").at(-1) ?? "";
  return { code, outcome: last.startsWith("{") ? JSON.parse(last).error.outcome : last };
};

const answer = (status: number, method?: string) => (request: Sent) =>
  method === undefined || request.method === method
    ? { status, body: { error: { code: status, message: "no" } } }
    : undefined;

describe("before anything is sent", () => {
  test.each([
    [
      "a look-up of a name that is answered with 500",
      "teams edit Documentation --title X",
      { intercept: answer(500, "GET") },
      6,
    ],
    ["a look-up that is refused", "cr merge 'Some subject'", { intercept: answer(401, "GET") }, 4],
    ["an unknown name", "teams edit Nobody --title X", {}, 3],
    ["a missing answer to a question", "spaces delete pkNn494pi8HgB36Wxyf8", {}, 2],
    ["an unknown flag", "cr merge 42 --nope", {}, 2],
    ["a missing flag", "cr edit 42", {}, 2],
    ["a wrong global flag", "cr merge 42 --concurrency none", {}, 2],
    ["a wrong field", "cr merge 42 --fields nope", {}, 2],
    ["a file that is not there", "teams sync nowhere.csv", {}, 2],
    ["a raw call", "api -X POST /v1/orgs -F a[=1", {}, 2],
    ["a raw call by its fields", "api /v1/../orgs -f a=1", {}, 2],
    ["a command of several steps", "plans apply nowhere.json", {}, 2],
  ] as const)("a failure says that nothing was applied: %s", async (_, line, options, code) => {
    expect(await outcomeOf(line, options)).toEqual({ code, outcome: "not_applied" });
  });

  test.each([
    ["teams view Nobody", {}, 3],
    ["cr view 42 --nope", {}, 2],
    ["teams view Documentation", { intercept: answer(500) }, 6],
    ["api /v1/orgs", { intercept: answer(500) }, 6],
  ] as const)("a read has none: docs %s", async (line, options, code) => {
    expect(await outcomeOf(line, options)).toEqual({ code, outcome: undefined });
  });
});

describe("cr merge --if-ready --update, where the update was made and the merge was not", () => {
  const merging = "cr merge 43 --if-ready --update";
  const settle = async () => {
    const { items } = await cli.json("api '/v1/spaces/tG4nVx8YqLz2RkWd7JmS/change-requests/43/comments?status=open'");
    for (const { id } of items) await cli.out(`comments resolve ${id} --cr 43`);
  };
  const isUpdate = ({ method, path }: Sent) => method === "POST" && path.endsWith("/update");

  test.each<[string, (sent: Sent) => ReturnType<ReturnType<typeof answer>>, number]>([
    ["it is not ready", () => undefined, 11],
    [
      "it cannot be told",
      ({ path }) => (/\/content(\?|$)/.test(path) ? answer(403)({ method: "GET", path }) : undefined),
      9,
    ],
    ["it conflicts", () => undefined, 5],
    ["the merge is refused", () => undefined, 5],
    ["an outage", ({ path }) => (/\/content(\?|$)/.test(path) ? answer(503)({ method: "GET", path }) : undefined), 9],
  ])("is applied: %s", async (why, intercept, code) => {
    if (code !== 11) await settle();
    let isUpdated = false;
    const ran = await cli.run(`${merging} --json`, {
      intercept: (sent) => {
        if (isUpdate(sent)) isUpdated = true;
        if (!isUpdated) return undefined;
        if (sent.path.endsWith("/merge"))
          return why === "it conflicts" ? { status: 200, body: { result: "conflicts" } } : answer(412)(sent);
        return intercept(sent);
      },
    });
    const { error } = JSON.parse(ran.stderr);
    expect([isUpdated, ran.code, error.outcome]).toEqual([true, code, "applied"]);
    expect(error.message).toMatch(/it had been updated to revision \w+/);
  });

  test("an update that conflicts changes nothing", async () => {
    const intercept = (sent: Sent) => (isUpdate(sent) ? { status: 200, body: { result: "conflicts" } } : undefined);
    expect(await outcomeOf(merging, { intercept })).toEqual({ code: 5, outcome: "not_applied" });
  });
});
