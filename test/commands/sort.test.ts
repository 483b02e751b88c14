/** `--sort`: another order than the service's, made here once everything is read. */
import { expect, test } from "vitest";
import { useTestCli } from "../helpers/set-ups.js";
import { linesOf, requestLine, step, TTY } from "./step.js";

const cli = useTestCli();

test.each([
  ["cr list --sort number:desc -q '.[].number'", ["44", "43", "42"]],
  ["cr list --sort subject --fields number -o tsv", ["42", "44", "43"]],
  ["cr list --sort updatedAt:asc --page-size 1 -q '.[].number'", ["44", "43", "42"]],
  ["cr list --sort outdated --fields number", ["42", "43", "44"]],
  ["cr list --sort createdBy --fields number -o tsv", ["44", "42", "43"]],
  ["spaces list --sort changeRequestsOpen:desc -q '.[0].title'", ["Tern User Guide"]],
])("docs %s", async (line, lines) => {
  expect(linesOf(await cli.out(line))).toEqual(lines);
});

test("items without a value come last, both ways", async () => {
  const parents = async (sort: string) =>
    JSON.parse(await cli.out(`spaces list --json --sort ${sort}`)).map(
      ({ parent }: { parent?: string }) => parent ?? "",
    );
  const up = await parents("parent");
  const down = await parents("parent:desc");
  const none = up.filter((parent: string) => parent === "").length;
  expect(none).toBeGreaterThan(0);
  expect([up.slice(-none), down.slice(-none)]).toEqual([Array(none).fill(""), Array(none).fill("")]);
  expect(down.slice(0, -none)).toEqual(up.slice(0, -none).reverse());
});

test("says that --limit comes first, and sends what was sent", async () => {
  await step(cli, "cr list --sort number:desc -L 2 --fields number", {
    out: ["43", "42"],
    err: [
      "note: --limit applies first: only the first 2 items are sorted",
      "there are more items: continue with --page CURSOR",
    ],
    sent: ["GET /v1/spaces/tG4nVx8YqLz2RkWd7JmS/change-requests?limit=2"],
  });
});

test("refuses fields that nothing knows, and orders that are none", async () => {
  const unknown = await cli.run("cr list --sort nope");
  expect([unknown.code, unknown.stdout, linesOf(unknown.stderr)[0]]).toEqual([2, "", 'docs: unknown field "nope"']);
  const wrong = await cli.run("cr list --sort number:up");
  expect([wrong.code, wrong.sent, wrong.stderr]).toEqual([
    2,
    [],
    'docs: --sort takes FIELD, FIELD:asc or FIELD:desc, not "number:up"\n',
  ]);
});

test("leaves the --sort of the contract to the service", async () => {
  const { sent } = await cli.run("members list --sort lastSeenAt -L 2");
  expect(sent.map(requestLine)).toEqual(["GET /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/members?limit=2&sort=lastSeenAt"]);
});

test("a tree of pages is a plain list in another order", async () => {
  const { stdout } = await cli.run("pages list --sort title:desc", TTY);
  expect(stdout).not.toMatch(/[├└│]/);
  expect((await cli.run("pages list", TTY)).stdout).toMatch(/├─/);
});

test("change requests come newest first where one page is all there is, also in pipes", async () => {
  const at = (day: number) => `2026-01-0${day}T00:00:00.000Z`;
  const items = [1, 3, 2].map((day) => ({
    id: `c${day}`,
    number: day,
    subject: `s${day}`,
    status: "open",
    updatedAt: at(day),
  }));
  const intercept = ({ path }: { path: string }) =>
    path.includes("/change-requests?") ? { status: 200, body: { items } } : undefined;
  const numbers = async (line: string, on: object) =>
    linesOf((await cli.run(line, { ...on, intercept })).stdout).map((row) => row.trim().split(/\s+/)[0]);
  expect(await numbers("cr list", TTY)).toEqual(["NUMBER", "3", "2", "1"]);
  expect(await numbers("cr list --sort number", TTY)).toEqual(["NUMBER", "1", "2", "3"]);
  expect(await numbers("cr list", {})).toEqual(["3", "2", "1"]);
});

test("members list sorts by other fields than the service's, too, and does not send them", async () => {
  const names = async (flags: string) => JSON.parse(await cli.out(`members list ${flags} -q '[.[].user.displayName]'`));
  const up = await names("--sort user.displayName");
  expect(up.length).toBeGreaterThan(5);
  expect(up).toEqual([...(await names(""))].sort(new Intl.Collator("en", { sensitivity: "base" }).compare));
  expect(await names("--sort user.displayName:desc")).toEqual([...up].reverse());
  expect(await names("--sort user.displayName --order desc")).toEqual([...up].reverse());
  const ran = await cli.run("members list --sort user.displayName --role admin --order desc");
  expect(ran).toMatchObject({ code: 0, stderr: "" });
  expect(ran.sent.map(requestLine)).toEqual(["GET /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/members?limit=1000&role=admin"]);
  const unknown = await cli.run("members list --sort nope");
  expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining("nope")]);
});
