/** Unknown ids name what was seen before: from the cache, without a request. */
import { describe, expect, test } from "vitest";
import { nearEntries, nearHint } from "../../src/cli/targets/listed-things.js";
import { useHome } from "../helpers/home.js";

const SEEN = [
  { id: "tG4nVx8YqLz2RkWd7JmS", name: "", title: "Tern User Guide" },
  { id: "u5s6yviydT27vWkB4r3J", name: "sam@halden.example", title: "Sam Whitfield" },
  { id: "r9WhaExH4YLUx3DvA6q8", name: "42", title: "" },
];

test.each([
  ["tG4nVx8YqLz2RkWd7JmT", ["tG4nVx8YqLz2RkWd7JmS"]],
  ["tern user gide", ["tG4nVx8YqLz2RkWd7JmS"]],
  ["sam@haldn.example", ["u5s6yviydT27vWkB4r3J"]],
  ["Tern", ["tG4nVx8YqLz2RkWd7JmS"]],
  ["sam w", ["u5s6yviydT27vWkB4r3J"]],
  ["quite another thing", []],
  // Numbers are all one digit apart.
  ["43", []],
])("close to %s", (text, ids) => {
  expect(nearEntries(text, SEEN).map(({ id }) => id)).toEqual(ids);
});

test("a name that two lists have is suggested once", () => {
  const twice = [...SEEN, { id: "tG4nVx8YqLz2RkWd7JmS", name: "", title: "Tern User Guide" }];
  expect(nearEntries("tern user gide", twice)).toHaveLength(1);
});

test("the hint has ids, titles where there are some", () => {
  expect(nearHint(SEEN.slice(1))).toBe("did you mean: Sam Whitfield (u5s6yviydT27vWkB4r3J), r9WhaExH4YLUx3DvA6q8");
  expect(nearHint([])).toBeUndefined();
});

describe("the program", () => {
  const home = useHome();

  test("knows nothing at first; after a list it knows what is close, for targets and contexts", async () => {
    const view = ["--sandbox", "spaces", "view", "tG4nVx8YqLz2RkWd7JmT"];
    expect((await home.run(view)).stderr).toBe(
      'docs: the service answered 404: space "tG4nVx8YqLz2RkWd7JmT" not found\n  see: docs --sandbox spaces list\n',
    );
    await home.run(["--sandbox", "spaces", "list"]);
    expect(await home.run(view)).toMatchObject({
      code: 3,
      stdout: "",
      stderr:
        'docs: the service answered 404: space "tG4nVx8YqLz2RkWd7JmT" not found\n' +
        "  did you mean: Tern User Guide (tG4nVx8YqLz2RkWd7JmS); see: docs --sandbox spaces list\n",
    });
    const json = await home.run(["--sandbox", "cr", "list", "--space", "tG4nVx8YqLz2RkWd7JmT", "--json"]);
    expect(JSON.parse(json.stderr).error).toMatchObject({
      kind: "not-found",
      near: [{ id: "tG4nVx8YqLz2RkWd7JmS", title: "Tern User Guide" }],
    });
  });

  test("knows a name of another kind, by title or id, of what was listed", async () => {
    for (const noun of ["members", "sites", "pages", "teams", "spaces", "orgs"])
      await home.run(["--sandbox", noun, "list", ...(noun === "pages" ? ["--space", "Tern User Guide"] : [])]);
    const answer = async (...words: string[]) => (await home.run(["--sandbox", ...words])).stderr;
    expect(await answer("teams", "view", "Grace Okafor")).toBe(
      'docs: no team is called "Grace Okafor"\n' +
        "  \"Grace Okafor\" is a member: docs --sandbox members view 'Grace Okafor'; see: docs --sandbox teams list\n",
    );
    expect(await answer("cr", "list", "--space", "halden docs")).toContain(
      "\"halden docs\" is a site: docs --sandbox sites view 'halden docs'; see: docs --sandbox spaces list",
    );
    expect(await answer("cr", "merge", "Firmware", "--yes")).toContain(
      '"Firmware" is a team: docs --sandbox teams view',
    );
    expect(await answer("sites", "view", "hR7kQ2mXv9TzLb4WcN8p")).toContain(
      '"hR7kQ2mXv9TzLb4WcN8p" is an organization: docs --sandbox orgs view hR7kQ2mXv9TzLb4WcN8p; see: docs --sandbox sites',
    );
    expect(await answer("spaces", "view", "Nowhere")).not.toContain(" is a");
  });

  test("of a thing that is created again names the other one", async () => {
    await home.run(["--sandbox", "teams", "list"]);
    const { code, stderr } = await home.run(["--sandbox", "teams", "create", "firmware"]);
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(
        /\nnote: another team is called "Firmware" \(t5D77ErA53CC6A8eGrh6\); to delete this one: docs --sandbox teams delete \w+\n$/,
      ),
    ]);
  });

  test("a write with a title for an id is refused", async () => {
    await home.run(["--sandbox", "teams", "list"]);
    expect(await home.run(["--sandbox", "teams", "delete", "Firmware", "--yes"])).toMatchObject({
      code: 2,
      stderr:
        'docs: "Firmware" is the title of team t5D77ErA53CC6A8eGrh6, and might be an id\n  to delete by title, confirm it with --confirm Firmware, or pass the id t5D77ErA53CC6A8eGrh6\n',
    });
    expect((await home.run(["--sandbox", "teams", "view", "t5D77ErA53CC6A8eGrh6", "-q", ".title"])).stdout).toBe(
      "Firmware\n",
    );
  });
});
