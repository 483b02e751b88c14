/** What is given as a list is answered as a list, whatever its count; each result names its target. */
import { expect, it } from "vitest";
import { testCli } from "../helpers/run.js";
import { useOnce } from "../helpers/set-ups.js";

const cli = useOnce(() => testCli());

const FIELDS = "--fields target,number,subject";
const [CR42, CR43] = [
  { number: 42, subject: "Charge for 60 minutes instead of 75" },
  { number: 43, subject: "Torque for the axle screws" },
];

it.each([
  ["cr view 42 --json --fields number,subject", "", CR42],
  [`cr view - --json ${FIELDS}`, "42\n", [{ target: "42", ...CR42 }]],
  [
    `cr view 42 43 --json ${FIELDS}`,
    "",
    [
      { target: "42", ...CR42 },
      { target: "43", ...CR43 },
    ],
  ],
  [`cr view 42 - --json ${FIELDS}`, "", [{ target: "42", ...CR42 }]],
  ["cr view - --json", "", []],
])("docs %s with %j on standard input", async (line, stdin, expected) => {
  const ran = await cli.run(line, { stdin });
  expect(ran.code).toBe(0);
  expect(JSON.parse(ran.stdout)).toEqual(expected);
});

it("rows name their target too, and what failed with it", async () => {
  const { stdout, code } = await cli.run("cr view - -o tsv", { stdin: "42\nnope\n" });
  const rows = stdout
    .trimEnd()
    .split("\n")
    .map((row) => row.split("\t"));
  expect(code).toBe(9);
  expect(rows.map((row) => [row[0], row[1], row[2]])).toEqual([
    ["42", "42", CR42?.subject],
    ["nope", "", ""],
  ]);
  expect(rows.map((row) => row.length)).toEqual([rows[0]?.length, rows[0]?.length]);
  expect(rows.map((row) => row.at(-1))).toEqual([
    "",
    'not-found: the service answered 404: change request "nope" not found',
  ]);
});

it("one that failed is an array too, and 9", async () => {
  const ran = await cli.run("cr view - --json", { stdin: "nope\n" });
  expect(ran.code).toBe(9);
  expect(JSON.parse(ran.stdout)).toMatchObject([{ target: "nope", error: { kind: "not-found", status: 404 } }]);
  expect((await cli.run("cr view nope --json")).code).toBe(3);
});

it("a change that answers nothing names its targets, where a format was asked for", async () => {
  const words = "comments delete x y --yes --if-exists";
  expect(JSON.parse(await cli.out(`${words} --json`))).toEqual([{ target: "x" }, { target: "y" }]);
  expect(await cli.out(`${words} -o tsv`)).toBe("x\t\ny\t\n");
  expect(await cli.out(words)).toBe("");
});

it("a comment's own target stays", async () => {
  const [comment] = await cli.json("comments list -L 1");
  const [shown] = await cli.json(`comments view - --fields id,target`, { stdin: `${comment.id}\n` });
  expect(shown).toEqual({ id: comment.id, target: comment.target });
  expect(comment.target).toBeInstanceOf(Object);
});

it("a change takes the names of results for --fields, before anything is sent", async () => {
  const ran = await cli.run("cr edit 43 44 --subject New -o tsv --fields target,subject");
  expect(ran).toMatchObject({ code: 0, stdout: "43\tNew\n44\tNew\n" });
  const refused = await cli.run("cr edit 43 --subject Newer --json --fields target,subject");
  expect(refused).toMatchObject({ code: 2, sent: [] });
});

it("a dry run of a list is a list of requests", async () => {
  const words = "--dry-run --json";
  const urls = async (line: string, stdin = "") =>
    JSON.parse(await cli.out(`${line} ${words}`, { stdin })).map(({ url }: { url: string }) => url.split("/").at(-2));
  expect(await urls("cr merge 42 43")).toEqual(["42", "43"]);
  expect(await urls("cr merge -", "42\n")).toEqual(["42"]);
  expect(JSON.parse(await cli.out(`cr merge 42 ${words}`))).toMatchObject({ method: "POST" });
  expect((await cli.out("cr merge 42 43 --dry-run -o jsonl")).trim().split("\n")).toHaveLength(2);
});
