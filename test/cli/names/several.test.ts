/** Several targets in different forms; several.long.test.ts has every form beside every other one. */
import { expect, test } from "vitest";
import { testCli } from "../../helpers/run.js";
import { useOnce } from "../../helpers/set-ups.js";

const cli = useOnce(() => testCli());

const URL42 = "https://docs.sandbox.invalid/o/hR7kQ2mXv9TzLb4WcN8p/s/tG4nVx8YqLz2RkWd7JmS/~/changes/42";
const FORMS42 = ["42", "'#42'", "r9WhaExH4YLUx3DvA6q8", URL42];

test.each(FORMS42.flatMap((one) => ["40", "'#40'", "sB56zE9ohTKdppqrAZTP"].map((other) => [one, other])))(
  "docs cr view %s %s: two change requests, also one that its list lacks",
  async (one, other) => {
    const ids = ["r9WhaExH4YLUx3DvA6q8", "sB56zE9ohTKdppqrAZTP"];
    expect((await cli.json(`cr view ${one} ${other} --json`)).map(({ id }: { id: string }) => id)).toEqual(ids);
    const requests = await cli.json(`cr merge ${one} ${other} --dry-run --json`);
    expect(requests.map(({ url }: { url: string }) => url.split("/").at(-2))).toEqual([
      one === FORMS42[2] ? ids[0] : "42",
      other === ids[1] ? ids[1] : "40",
    ]);
  },
);

test.each([
  ["cr merge 42 '#42' --if-ready", '"#42" names the same change request as "42": used once', 0],
  [`cr update 42 ${URL42} '#42'`, "2 targets are repeated: each is used once", 1],
  ["members edit @me ingrid.solheim@halden-robotics.example --role admin --yes", "used once", 1],
  ["teams edit Firmware t5D77ErA53CC6A8eGrh6 --title Firmware", "used once", 1],
  ["spaces edit tG4nVx8YqLz2RkWd7JmS - --language en", "used once", 1, "Tern User Guide\n"],
  ["comments resolve mC6yKp2nWvB9RxZt5JqD mC6yKp2nWvB9RxZt5JqD --cr 42", "used once", 1],
])("what is used twice is changed once: docs %s", async (line, note, changes, stdin = "") => {
  const ran = await cli.run(line, { stdin });
  expect(ran.stderr).toContain(`note: `);
  expect(ran.stderr).toContain(note);
  expect(ran.sent.filter(({ method }) => method !== "GET")).toHaveLength(changes);
});

test("a target that is given twice is shown and planned once, as a list still", async () => {
  expect(await cli.json("cr view 42 '#42' --json")).toHaveLength(1);
  expect(await cli.json("cr merge 42 '#42' --dry-run --json")).toHaveLength(1);
  expect(await cli.json("members view @me ingrid.solheim@halden-robotics.example --fields id --json")).toHaveLength(1);
});

test("things of one name in two places are two", async () => {
  const ran = await cli.run(
    `cr view ${URL42} https://docs.sandbox.invalid/v1/spaces/pV7syPAA4Y8STC95bomz/change-requests/42 --json`,
  );
  expect(ran.stderr).not.toContain("used once");
});

test.each([
  ["cr view '#42' '#4711'", "failed: 4711: the service answered 404"],
  ["cr view 42 https://example.com/x", '"https://example.com/x": change request: no id in this URL'],
  ["members view nobody@halden-robotics.example no.one@halden-robotics.example", "no member is called"],
])("what is wrong with one of several is said of that one: docs %s", async (line, message) => {
  const { stderr, code } = await cli.run(line);
  expect(code).not.toBe(0);
  expect(stderr).toContain(message);
});
