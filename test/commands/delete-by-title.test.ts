import { describe, expect, test } from "vitest";
import { useTestCli } from "../helpers/set-ups.js";

const cli = useTestCli();

const deletes = async (line: string) => {
  const { code, stderr, sent } = await cli.run(line);
  return {
    code,
    stderr,
    deleted: sent.filter(({ method }) => method !== "GET").map(({ path }) => path.split("/").at(-1)),
  };
};

describe("--confirm takes the title of", () => {
  test.each([
    ["teams delete Documentation --confirm Documentation", "t3QuiTd9yR8G95e1tUaj"],
    ["teams delete documentation --confirm Documentation", "t3QuiTd9yR8G95e1tUaj"],
    ["sections delete Fleet --confirm Fleet", "e3w5wrLbFu5YnBs1w1Z3"],
    ["section-groups delete Software --confirm Software", "g9Zk69pwo7ZbFpG91Mm2"],
    ["share-links delete Partners --confirm Partners", "k4417hK4FrRVS9ezeUW3"],
    ["site-spaces delete 'Harbor API' --confirm 'Harbor API'", "wg657D3U7XBG3Sp6pXhW"],
    ["translations delete de --confirm de", "lkEDBVz72E62zj22Hd4M"],
    ["openapi delete harbor-events --confirm harbor-events", "harbor-events"],
    ["saml delete 'Former account' --confirm 'Former account'", "mq7Xw2Rk9TzLb4WcN8pF"],
    ["collections delete Drafts --confirm Drafts", "cS7ormSW7G774f2RtAZg"],
    ["sites delete 'Field Service' --confirm 'Field Service'", "s37xwST38AhXPnB2Pj9h"],
    ["spaces delete 'Harbor API' --confirm '🔌 Harbor API'", "p6XAtCw2ZM66CYe1Dw4C"],
    ["members remove 'Jonas Weber' --confirm 'Jonas Weber'", "u4ZZnH5G9tKzy5NnAxaX"],
    ["team-members remove Firmware 'Priya Raman' --confirm 'Priya Raman'", "uijB1jTMgrv82zGKneW6"],
  ])("docs %s deletes it", async (line, id) => {
    expect(await deletes(line)).toMatchObject({ code: 0, deleted: [id] });
  });

  test("nothing else", async () => {
    expect(await deletes("teams delete Documentation --confirm Firmware")).toMatchObject({ code: 2, deleted: [] });
    expect(await deletes("teams delete Documentation --confirm documentation")).toMatchObject({ code: 2, deleted: [] });
    expect(await deletes("teams delete Documentation --confirm ''")).toMatchObject({ code: 2, deleted: [] });
  });
});

describe("--yes", () => {
  test.each([
    ["teams delete Documentation --yes", "t3QuiTd9yR8G95e1tUaj", "team"],
    ["sections delete Fleet --yes", "e3w5wrLbFu5YnBs1w1Z3", "section"],
    ["share-links delete Partners --yes", "k4417hK4FrRVS9ezeUW3", "share link"],
    ["translations delete de --yes", "lkEDBVz72E62zj22Hd4M", "translation"],
    ["collections delete Drafts --yes", "cS7ormSW7G774f2RtAZg", "collection"],
  ])("takes no title that might be an id: %s", async (line, id, what) => {
    const title = line.split(" ")[2] ?? "";
    expect(await deletes(line)).toEqual({
      code: 2,
      stderr:
        `docs: "${title}" is the title of ${what} ${id}, and might be an id\n` +
        `  to delete by title, confirm it with --confirm ${title}, or pass the id ${id}\n`,
      deleted: [],
    });
  });

  test.each([
    ["teams delete 'Field service' --yes", "t3aVFS211n5tKAH88D12"],
    ["site-spaces delete 'Harbor API' --yes", "wg657D3U7XBG3Sp6pXhW"],
    ["members remove jonas.weber@halden-robotics.example --yes", "u4ZZnH5G9tKzy5NnAxaX"],
  ])("takes one that cannot be an id: %s", async (line, id) => {
    expect(await deletes(line)).toMatchObject({ code: 0, deleted: [id] });
  });
});

describe("spaces restore", () => {
  test("finds by title what was deleted here, also where it was deleted without being asked", async () => {
    await cli.out("spaces delete 'Harbor API' --yes");
    expect(await cli.json("spaces list --deleted")).toMatchObject([{ title: "Harbor API" }]);
    const { code, sent } = await cli.run("spaces restore 'harbor api'");
    expect([code, sent.map(({ method, path }) => `${method} ${path}`)]).toEqual([
      0,
      ["POST /v1/spaces/p6XAtCw2ZM66CYe1Dw4C/restore"],
    ]);
    expect(await cli.json("spaces list --deleted")).toEqual([]);
  });

  test("a title that is not among them, that several have, and that a space has which is there", async () => {
    for (const title of ["Nobody's", "Tern User Guide"]) {
      const { code, stderr, sent } = await cli.run(`spaces restore "${title}"`);
      expect([code, stderr, sent]).toEqual([
        3,
        `docs: no deleted space is called ${JSON.stringify(title)}\n  see: docs spaces list --deleted\n`,
        [],
      ]);
    }
    const ids = [await cli.json("spaces duplicate"), await cli.json("spaces duplicate")].map(({ id }) => id);
    for (const id of ids) await cli.run(`spaces delete ${id}`, { answers: [true] });
    const { code, stderr } = await cli.run("spaces restore 'Tern User Guide copy'");
    expect(code).toBe(2);
    for (const id of ids) expect(stderr).toContain(id);
  });
});
