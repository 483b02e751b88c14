/** The tool's own writes reach what completion offers. */
import { beforeAll, expect, test } from "vitest";
import { applyChanges, byPlace, type Change, changeOf } from "../../src/app/cache/listed-objects.js";
import { useHome } from "../helpers/home.js";

const home = useHome();
beforeAll(async () => {
  for (const noun of ["cr", "spaces", "teams"]) await docs(noun, "list");
});

async function docs(...words: string[]) {
  const ran = await home.run(["--sandbox", ...words]);
  expect(ran.code, ran.stderr).toBe(0);
}

const TAKING = { changeRequestId: ["cr", "view"], spaceId: ["spaces", "view"], teamId: ["teams", "view"] };

const offeredAfter = async (...words: string[]): Promise<string> =>
  (await home.run(["__complete", "zsh", "--word=", "--", "--sandbox", ...words])).stdout;

const offered = (kind: keyof typeof TAKING) => offeredAfter(...TAKING[kind]);

test("a merged change request is not offered any more", async () => {
  expect(await offered("changeRequestId")).toMatch(/^42\t/m);
  await docs("cr", "merge", "42");
  const after = await offered("changeRequestId");
  expect(after).not.toMatch(/^42\t/m);
  expect(after).toMatch(/^43\t/m);
});

test("a new change request is, an archived one not", async () => {
  await docs("cr", "create", "--subject", "Word for word");
  expect(await offered("changeRequestId")).toContain("Word for word");
  await docs("cr", "edit", "43", "--status", "archived");
  expect(await offered("changeRequestId")).not.toMatch(/^43\t/m);
});

test("a deleted space is gone, a renamed one has its new title", async () => {
  await docs("spaces", "edit", "tG4nVx8YqLz2RkWd7JmS", "--title", "Tern Handbook");
  const viewed = await home.run(["--sandbox", "spaces", "view", "pH687TGJrAsS6q4u8VM9", "-q", ".title"]);
  const deleted = viewed.stdout.trim();
  expect(await offered("spaceId")).toMatch(new RegExp(`^${deleted}\t`, "m"));
  await docs("spaces", "delete", "pH687TGJrAsS6q4u8VM9", "--yes");
  const after = await offered("spaceId");
  expect(after).toMatch(/^Tern Handbook\t/m);
  expect(after).not.toMatch(new RegExp(`pH687TGJrAsS6q4u8VM9|^${deleted}\t`, "m"));
});

test("a team comes and goes", async () => {
  await docs("teams", "create", "--title", "Night shift");
  expect(await offered("teamId")).toContain("Night shift");
  await docs("teams", "delete", "t5D77ErA53CC6A8eGrh6", "--yes");
  expect(await offered("teamId")).not.toContain("Firmware");
});

test("values of settings are things of their kind", async () => {
  const offeredFor = (name: string) => offeredAfter("config", "set", name);
  expect(await offeredFor("space")).toMatch(/^Tern Handbook\t/m);
  expect(await offeredFor("output")).toContain("jsonl");
  expect(await offeredFor("base-url")).toBe("words\t\t\n");
  expect(await offeredFor("constructor")).toBe("words\t\t\n");
});

test("conflicts change nothing, nor do reads and what is not listed", () => {
  const path = "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/merge";
  const params = { spaceId: "s", changeRequestId: "42" };
  expect(changeOf({ method: "POST", path, params, answer: { result: "conflicts" } })).toBeUndefined();
  expect(changeOf({ method: "POST", path, params, answer: { result: "merge" } })).toMatchObject({ id: "42" });
  expect(changeOf({ method: "POST", path: "/v1/orgs/{organizationId}/ping", params: {}, answer: {} })).toBeUndefined();
});

const entry = (id: string, title = id) => ({ id, name: "", title });
const change = (id: string, after?: { id: string; name: string; title: string }, kind = "spaceId"): Change => ({
  kind,
  contexts: ["o1", undefined],
  id,
  entry: after,
});

test("many changes of a place are one edit, as if they came one after the other", () => {
  const other = change("t", entry("t"), "teamId");
  const changes = [change("a"), other, change("n", entry("n")), change("m", entry("m")), change("b", entry("b", "B"))];
  const [spaces = [], teams] = byPlace(changes);
  expect(teams).toEqual([other]);
  const before = [entry("a"), entry("b"), entry("c")];
  expect(applyChanges(before, spaces)).toEqual([entry("m"), entry("n"), entry("b", "B"), entry("c")]);
  expect(applyChanges(before, [...spaces, change("n"), change("a", entry("a"))])).toEqual([
    ...[entry("a"), entry("m"), entry("b", "B"), entry("c")],
  ]);
  expect(applyChanges(before, [change("x"), change("c", entry("c"))])).toBe(before);
  const numbered = { id: "cr1", name: "42", title: "T" };
  expect(applyChanges([numbered], [change("42")])).toEqual([]);
  expect(applyChanges([numbered], [change("42", { ...numbered, title: "U" })])).toEqual([{ ...numbered, title: "U" }]);
});
