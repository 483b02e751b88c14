import { expect, test } from "vitest";
import { useTestCli } from "../helpers/set-ups.js";

const cli = useTestCli();

test("comments delete asks with the first line, and shows that there is more", async () => {
  const question = async (body: string): Promise<string[]> => {
    const { id } = await cli.json("comments create --body -", { stdin: body });
    return (await cli.run(`comments delete ${id}`, { answers: [false] })).questions;
  };
  expect(await question("Short")).toEqual(['Delete comment "Short"?']);
  expect(await question("First\n\nsecond")).toEqual(['Delete comment "First…"?']);
  const long = Array(20).fill("word").join(" ");
  expect(await question(long)).toEqual([`Delete comment "${long.slice(0, 59)}…"?`]);
  const id = (await cli.out("comments list -q .[0].id")).trim();
  expect((await cli.run(`comments delete ${id} --confirm "${long}"`)).code).toBe(0);
});
