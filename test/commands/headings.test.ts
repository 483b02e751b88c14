/** What a list on a terminal says that it is, and titles where the service has ids. */
import { expect, test } from "vitest";
import { useTestCli } from "../helpers/set-ups.js";
import { linesOf, requestLine, TTY } from "./step.js";

const cli = useTestCli();

const SPACE = "/v1/spaces/tG4nVx8YqLz2RkWd7JmS";
const said = async (line: string) => linesOf((await cli.run(line, { ...TTY, width: 200 })).stderr);

test.each([
  ["cr list", "3 open change requests in Tern User Guide"],
  ["cr list --status draft", "1 draft change request in Tern User Guide"],
  ["cr list -L 2", "Open change requests in Tern User Guide"],
  ["comments list", "4 comments in Tern User Guide"],
  ["comments list --cr 42", "2 comments in #42 of Tern User Guide"],
  ["sections list", "3 sections in Halden Docs"],
  ["teams list", "4 teams in Halden Robotics"],
  ["orgs list", "2 organizations"],
])("docs %s", async (line, heading) => {
  expect((await said(line))[0]).toBe(heading);
});

test("costs one GET for the title, on a terminal only", async () => {
  const list = `GET ${SPACE}/change-requests?limit=1000`;
  expect((await cli.run("cr list", TTY)).sent.map(requestLine)).toEqual([list, `GET ${SPACE}`]);
  for (const line of ["cr list", "cr list --json", "cr list -o table"]) {
    const { sent, stderr } = await cli.run(line);
    expect([sent.map(requestLine), stderr.includes("in Tern User Guide")]).toEqual([[list], false]);
  }
  for (const line of ["cr list --json", "cr list -o csv", "cr list --quiet"]) {
    const { sent, stderr } = await cli.run(line, TTY);
    expect([sent.map(requestLine), stderr]).toEqual([[list], ""]);
  }
});

test("is left out where the title cannot be read, and where there is nothing", async () => {
  const intercept = ({ path }: { path: string }) => (path === SPACE ? { status: 403, body: {} } : undefined);
  const { stderr, code } = await cli.run("cr list", { ...TTY, intercept });
  expect([linesOf(stderr)[0], code]).toEqual(["3 open change requests", 0]);
  expect(await said("cr list --contributor uKwTf3rUK6oP3992u85K")).toEqual(["no open change requests"]);
});

test("shows nothing of a hostile title that acts", async () => {
  const intercept = ({ path }: { path: string }) =>
    path === SPACE ? { status: 200, body: { id: "tG4nVx8YqLz2RkWd7JmS", title: "\u001b[31mred\u202e" } } : undefined;
  const { stderr } = await cli.run("cr list", { ...TTY, intercept });
  expect(linesOf(stderr)[0]).toBe("3 open change requests in \\x1b[31mred\\u202e");
});

test.each([
  ["spaces list", "PARENT", "Robots", "/collections?limit=1000"],
  ["collections list", "PARENT", "Product documentation", undefined],
  ["sections list", "GROUP", "Software", "/section-groups?limit=1000"],
  ["site-spaces list", "SECTION", "Robots", "/sections?limit=1000"],
  ["translations list", "SOURCE", "Tern User Guide", "/spaces?limit=1000"],
])("docs %s: %s shows titles on a terminal, for one GET at most", async (line, header, title, path) => {
  const { stdout, sent } = await cli.run(line, { ...TTY, width: 200 });
  const [heads = "", ...rows] = stdout.split("\n");
  const at = heads.indexOf(header);
  expect(rows.some((row) => row.slice(at).startsWith(title))).toBe(true);
  const lists = sent.map((one) => one.path).filter((one) => one.includes("?limit="));
  expect(lists.filter((one) => path !== undefined && one.endsWith(path))).toHaveLength(path === undefined ? 0 : 1);
  const piped = await cli.run(line);
  expect(piped.sent).toHaveLength(1);
  expect(piped.stdout).toMatch(/\t[A-Za-z0-9]{20}(\t|\n)/);
});
