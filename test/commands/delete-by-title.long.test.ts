import { describe, expect, test } from "vitest";
import { useTestCli } from "../helpers/set-ups.js";
import { ROWS } from "./table.js";

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
    const advised = await cli.run(line.replace("--yes", `--confirm ${title}`));
    expect([advised.code, advised.sent.at(-1)?.path.split("/").at(-1)]).toEqual([0, id]);
  });

  /** What is removed from somewhere, with the title of the place, which might be an id, too. */
  const FROM_A_PLACE: Record<string, [words: string, id: string]> = {
    "team-members remove": ["Firmware priya.raman@halden-robotics.example", "uijB1jTMgrv82zGKneW6"],
    "replies delete": ["c1 REPLY --cr 42", "REPLY"],
  };

  test("takes a title of the place of what is removed", async () => {
    const { nouns } = await cli.json("help --json");
    const removing = Object.entries<{ verbs: Record<string, { args?: string[]; flags?: object }> }>(nouns).flatMap(
      ([noun, { verbs }]) =>
        Object.entries(verbs)
          .filter(([, { args = [], flags }]) => flags && "confirm" in flags && args.length > 1)
          .map(([verb]) => `${noun} ${verb}`),
    );
    expect(new Set(removing)).toEqual(new Set(Object.keys(FROM_A_PLACE)));
    const [reply] = await cli.json("replies list c1 --cr 42 --json");
    for (const [command, [words, id]] of Object.entries(FROM_A_PLACE)) {
      const named = (text: string) => text.replace("REPLY", reply.id);
      expect(await deletes(`${command} ${named(words)} --yes`)).toMatchObject({ code: 0, deleted: [named(id)] });
    }
  });

  test.each([
    ["teams delete 'Field service' --yes", "t3aVFS211n5tKAH88D12"],
    ["site-spaces delete 'Harbor API' --yes", "wg657D3U7XBG3Sp6pXhW"],
    ["members remove jonas.weber@halden-robotics.example --yes", "u4ZZnH5G9tKzy5NnAxaX"],
  ])("takes one that cannot be an id: %s", async (line, id) => {
    expect(await deletes(line)).toMatchObject({ code: 0, deleted: [id] });
  });
});

/** Words that name nothing, and the thing whose name is close. */
const MISTYPED: readonly [line: string, near: string | undefined][] = [
  ["teams delete Documentatio", "t3QuiTd9yR8G95e1tUaj"],
  ["sections delete Fleeet", "e3w5wrLbFu5YnBs1w1Z3"],
  ["section-groups delete Softwar", "g9Zk69pwo7ZbFpG91Mm2"],
  ["share-links delete Partner", "k4417hK4FrRVS9ezeUW3"],
  ["site-spaces delete Harbor-AP", "wg657D3U7XBG3Sp6pXhW"],
  ["translations delete dee", "lkEDBVz72E62zj22Hd4M"],
  ["openapi delete harbor-event", "harbor-events"],
  ["saml delete Former-accont", "mq7Xw2Rk9TzLb4WcN8pF"],
  ["collections delete Draft", "cS7ormSW7G774f2RtAZg"],
  ["sites delete Field-Servic", "s37xwST38AhXPnB2Pj9h"],
  ["spaces delete Harbor-AP", "p6XAtCw2ZM66CYe1Dw4C"],
  ["members remove Jona", "u4ZZnH5G9tKzy5NnAxaX"],
  ["team-members remove t5D77ErA53CC6A8eGrh6 Priy", "uijB1jTMgrv82zGKneW6"],
  ["section-groups remove g9Zk69pwo7ZbFpG91Mm2 Fleeet", "e3w5wrLbFu5YnBs1w1Z3"],
  // A word of a title.
  ["collections delete Retird", "cxFhGxM3216Qsn5jm8q8"],
  ["comments delete nope", undefined],
  ["replies delete c1 nope", undefined],
];

/** Removing a section from a group asks nothing, as one command puts it back. */
const sure = (line: string) => (line.startsWith("section-groups remove") ? "" : " --yes");

/** What it removes is in no list. */
const UNLISTED = ["orgs delete-invite"];

describe("R96 a word that names nothing is a mistake, and nothing is sent", () => {
  test("of every command that removes something", () => {
    const removing = ROWS.filter(({ endpoints }) => endpoints.some((endpoint) => endpoint.startsWith("DELETE ")));
    const tried = new Set(MISTYPED.map(([line]) => line.split(" ").slice(0, 2).join(" ")));
    expect(new Set(removing.map(({ command }) => command))).toEqual(new Set([...tried, ...UNLISTED]));
  });

  test("and nothing is kept as done", async () => {
    for (const [line] of MISTYPED) await cli.run(`${line}${sure(line)}`, { history: "always" });
    expect(await cli.json("history list --json")).toEqual([]);
  });

  test.each(MISTYPED)("%s", async (line, near) => {
    const ran = await cli.run(`${line}${sure(line)} --json`);
    const { error } = JSON.parse(ran.stderr);
    expect([ran.code, error.kind, error.outcome]).toEqual([3, "not-found", "not_applied"]);
    expect(error.near?.map(({ id }: { id: string }) => id)).toEqual(near === undefined ? undefined : [near]);
    if (near !== undefined) expect(error.hint).toMatch(/^did you mean: /);
    expect(ran.sent.filter(({ method }) => method !== "GET")).toEqual([]);
  });

  test.each(MISTYPED)("%s, from standard input", async (line) => {
    const words = line.split(" ");
    const ran = await cli.run(`${words.slice(0, -1).join(" ")} -${sure(line)}`, {
      stdin: `${words.at(-1)}\nAnother-one\n`,
    });
    expect(ran.code).toBe(9);
    expect(ran.stderr).toContain("0 ok, 2 failed, 0 unknown, 0 not started");
    expect(ran.sent.filter(({ method }) => method !== "GET")).toEqual([]);
  });

  test.each(MISTYPED)("%s --plan", async (line) => {
    const plan = `${cli.folder}/word.plan`;
    const ran = await cli.run(`${line} --plan ${plan}`);
    expect([ran.code, ran.sent.filter(({ method }) => method !== "GET")]).toEqual([3, []]);
    expect((await cli.run(`plans apply ${plan} --yes`)).code).not.toBe(0);
  });

  test.each(MISTYPED)("%s --if-exists", async (line) => {
    const ran = await cli.run(`${line}${sure(line)} --if-exists`);
    expect([ran.code, ran.sent.filter(({ method }) => method !== "GET")]).toEqual([0, []]);
    expect(ran.stderr).toMatch(/(?:^|\n)Already absent: /);
  });
});

describe("R96 a text of the form of ids that were listed may be the id of something that is gone", () => {
  test.each<[text: string, listed: string[], code: number]>([
    ["te-1234", ["te-9876"], 0],
    ["te-1234", [], 3],
    ["te-1234", ["xx-9876"], 3],
    ["te-abcd", ["te-9876"], 3],
    ["Firmwary", ["abcdefgh"], 3],
  ])("%s, beside %j", async (text, recalled, code) => {
    const ran = await cli.run(`teams delete ${text} --yes`, { recalled });
    expect([ran.code, ran.sent.filter(({ method }) => method !== "GET")]).toEqual([code, []]);
  });

  test("a slug has no form", async () => {
    const ran = await cli.run("openapi delete harbor-api-v2-of-2024 --yes", { recalled: ["harbor-abc-v2-of-2024"] });
    expect(ran.code).toBe(3);
  });
});
