import { expect, test } from "vitest";
import { useTestCli } from "../helpers/set-ups.js";

const cli = useTestCli();

test("spaces links --broken: the anchor, and on a terminal a row for each page", async () => {
  const page = (path: string) => ({ kind: "page", page: { id: `id-${path}`, title: path, path } });
  const item = {
    status: "broken",
    relation: "reference",
    targetReference: { ...page("setup"), kind: "anchor", anchor: "instal" },
    locationReferences: [page("start"), page("more")],
  };
  const intercept = ({ path }: { path: string }) =>
    path.includes("/links") ? { status: 200, body: { items: [item], count: 1 } } : undefined;
  const shown = await cli.run("spaces links --broken", { tty: true, intercept });
  expect(shown.stdout.trimEnd().split("\n").slice(1)).toEqual([
    expect.stringMatching(/^broken +start +setup#instal +reference$/),
    expect.stringMatching(/^broken +more +setup#instal +reference$/),
  ]);
  const piped = await cli.run("spaces links --broken", { intercept });
  expect(piped.stdout).toBe("broken\tstart, more\tsetup#instal\treference\n");
});
