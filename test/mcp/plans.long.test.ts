/** The tools that flags add, over pipes: what they answer, what they leave on disk, and what they refuse. */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { beforeEach, describe, expect, it, test } from "vitest";
import { useHome } from "../helpers/home.js";
import { ask, useHosts } from "../helpers/mcp-host.js";

const home = useHome();
const connect = useHosts(home);

const ORG = "hR7kQ2mXv9TzLb4WcN8p";

/** Does as a person does. */
async function done(...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await home.run(words);
  expect({ code, stderr }, words.join(" ")).toMatchObject({ code: 0 });
  return stdout;
}

beforeEach(() => done("sandbox", "reset", "--yes"));

async function titled(title: string): Promise<string> {
  const spaces = JSON.parse(await done("--sandbox", "spaces", "list", "--json")) as { id: string; title: string }[];
  const found = spaces.find((space) => space.title === title);
  if (!found) throw new Error(`no space ${title}`);
  return found.id;
}

describe("propose", () => {
  it("writes a plan and sends nothing; a person applies it", async () => {
    const id = await titled("Tern User Guide");
    const client = await connect(["--sandbox", "mcp", "--allow-plans"]);
    const { tools } = await client.listTools();
    expect(tools.find(({ name }) => name === "propose")?.annotations).toMatchObject({ readOnlyHint: false });
    const { answer } = await ask(client, "propose", {
      steps: [
        { method: "PATCH", path: `/v1/spaces/${id}`, body: { title: "Tern Handbook" } },
        { method: "PUT", path: `/v1/orgs/${ORG}/teams`, body: { title: "Reviewers" } },
        { method: "PUT", path: `/v1/orgs/${ORG}/teams/{s2}/members/uA5mJr9TyBq3ZxKd7WnE`, body: { role: "owner" } },
      ],
    });
    expect(answer.error).toBeUndefined();
    const { file, steps, for_a_person } = answer.result;
    expect(steps.map(({ title }: { title: string }) => title)).toEqual([
      'change space "Tern User Guide": title',
      expect.stringContaining("Reviewers"),
      expect.any(String),
    ]);
    expect(await titled("Tern User Guide")).toBe(id);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(for_a_person).toEqual([`docs --sandbox plans view ${file}`, `docs --sandbox plans apply ${file}`]);
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ command: "mcp: propose", origin: "sandbox" });

    await done("--sandbox", "plans", "apply", file, "--yes");
    expect(await titled("Tern Handbook")).toBe(id);
    const teams = await done("--sandbox", "teams", "list", "--json");
    expect(JSON.parse(teams).map(({ title }: { title: string }) => title)).toContain("Reviewers");
  });

  it("keeps plans where --plans-in says, one file for the same plan, at most a hundred", async () => {
    const id = await titled("Tern User Guide");
    const folder = `${home.dir}/proposals`;
    mkdirSync(folder);
    const client = await connect(["--sandbox", "mcp", "--allow-plans", "--plans-in", folder]);
    const change = (title: string) => ({ steps: [{ method: "PATCH", path: `/v1/spaces/${id}`, body: { title } }] });
    const first = await ask(client, "propose", change("One"));
    const again = await ask(client, "propose", change("One"));
    expect(again.answer.result.file).toBe(first.answer.result.file);
    expect(readdirSync(folder)).toHaveLength(1);
    for (let at = 1; at < 100; at++) writeFileSync(`${folder}/proposed-${at}.plan`, "{}");
    const refused = await ask(client, "propose", change("Two"));
    expect(refused.answer.error).toMatchObject({
      kind: "usage",
      message: `100 proposed plans are waiting in ${folder}`,
    });
    expect(readdirSync(folder)).toHaveLength(100);
  });

  it("refuses what is no change, no plan, or nothing new", async () => {
    const id = await titled("Tern User Guide");
    const folder = `${home.dir}/none`;
    mkdirSync(folder);
    const client = await connect(["--sandbox", "mcp", "--allow-plans", "--plans-in", folder]);
    const said = async (...steps: object[]) => (await ask(client, "propose", { steps })).answer;
    const path = `/v1/spaces/${id}`;
    expect((await said({ method: "POST", path })).error).toMatchObject({ kind: "not-found" });
    expect((await said({ method: "POST", path: `/v1/orgs/${ORG}/ping` })).error).toMatchObject({ kind: "not-found" });
    expect((await said({ method: "PATCH", path, body: { title: 5 } })).error).toMatchObject({
      kind: "usage",
      message: expect.stringContaining("steps.0.body.title"),
    });
    expect((await said({ method: "PATCH", path: "/v1/spaces/..", body: { title: "x" } })).error.kind).toBe("usage");
    expect((await said({ method: "PATCH", path: "/v1/spaces/{s1}", body: { title: "x" } })).error.kind).toBe("usage");
    const same = await said({ method: "PATCH", path, body: { title: "Tern User Guide" } });
    expect(same.result).toMatchObject({ steps: [], unchanged: 1 });
    expect(readdirSync(folder)).toEqual([]);
  });

  it("holds the rails, and leaves the owner of the token alone", async () => {
    const client = await connect(["--sandbox", "mcp", "--allow-plans"]);
    const demoted = async (...users: string[]) => {
      const steps = users.map((user) => ({
        method: "PATCH",
        path: `/v1/orgs/${ORG}/members/${user}`,
        body: { role: "read" },
      }));
      return (await ask(client, "propose", { steps })).answer;
    };
    const [me, other] = ["uA5mJr9TyBq3ZxKd7WnE", "ud2V6HzDt93xN58tHQ6Z"];
    const own = await demoted(me);
    expect(own.error).toMatchObject({ kind: "refused", message: expect.stringContaining("yourself") });
    const both = await demoted(me, other);
    expect(both.error).toMatchObject({ kind: "refused", message: expect.stringContaining("last administrator") });
    expect((await demoted(other)).result.rails).toMatchObject([{ rail: "last administrator" }]);
  });

  test("api_search tells what can be proposed, with bodies", async () => {
    const client = await connect(["--sandbox", "mcp", "--allow-plans"]);
    const { answer } = await ask(client, "api_search", { text: "team create", changing: true });
    expect(answer.result.endpoints[0]).toMatchObject({
      method: "PUT",
      path: "/v1/orgs/{organizationId}/teams",
      body: { properties: { title: { type: "string" } } },
    });
  });

  test("it is not there without its flag, with --read-only, or on a snapshot", async () => {
    for (const flags of [[], ["--allow-plans", "--read-only"]]) {
      const client = await connect(["--sandbox", "mcp", ...flags]);
      expect((await client.listTools()).tools.map(({ name }) => name)).not.toContain("propose");
      expect((await ask(client, "propose", { steps: [] })).isError).toBe(true);
    }
    const words = ["--sandbox", "mcp", "--allow-plans", "--read-only", "--tools", "propose"];
    expect(await home.run(words)).toMatchObject({ code: 2, stderr: expect.stringContaining("there is no tool") });
    const file = `${home.dir}/acme.snapshot`;
    await done("--sandbox", "snapshots", "create", file);
    const stderr = expect.stringContaining("--allow-plans cannot be used together with a snapshot");
    expect(await home.run(["mcp", "--snapshot", file, "--allow-plans"])).toMatchObject({ code: 2, stderr });
    const env = { DOCS_SNAPSHOT: file };
    expect(await home.run(["mcp", "--allow-plans"], { env })).toMatchObject({ code: 2, stderr });
  });
});

describe("compare", () => {
  it("tells what is different between the two snapshots of the flags, the older one first", async () => {
    const [before, after] = [`${home.dir}/before.docs`, `${home.dir}/after.docs`];
    const id = await titled("Tern User Guide");
    await done("--sandbox", "snapshots", "create", before);
    await done("--sandbox", "spaces", "edit", id, "--title", "Tern Handbook");
    await done("--sandbox", "cr", "merge", "42", "--space", id, "--yes");
    await done("--sandbox", "teams", "create", "--title", "Reviewers");
    await done("--sandbox", "snapshots", "create", after);
    for (const [one, two] of [
      [after, before],
      [before, after],
    ] as const) {
      const client = await connect(["mcp", "--snapshot", one, "--compare", two]);
      const all = await ask(client, "compare", { kinds: ["spaces", "teams"] });
      expect(all.answer.result.counts).toMatchObject({ added: 1, removed: 0, renamed: 1 });
      expect(all.answer.result.changes).toContainEqual(
        expect.objectContaining({
          kind: "spaces",
          id,
          fields: expect.arrayContaining([{ name: "title", before: "Tern User Guide", after: "Tern Handbook" }]),
        }),
      );
      const added = await ask(client, "compare", { kinds: ["spaces", "teams"], change: "added" });
      expect(added.answer.result).toMatchObject({ count: 1, changes: [{ kind: "teams", title: "Reviewers" }] });
      const first = await ask(client, "compare", { limit: 1 });
      expect(first.answer.result).toMatchObject({ next_offset: 1, changes: [{}] });
      const page = await ask(client, "compare", { page: "getting-started/charging" });
      expect(page.answer.result.text).toContain("+Since version 4.2 the dock charges an empty battery in 60 minutes");
    }
  });

  it("reads the files of the flags alone, and refuses others", async () => {
    const file = `${home.dir}/one.docs`;
    await done("--sandbox", "snapshots", "create", file);
    const client = await connect(["mcp", "--snapshot", file, "--compare", file]);
    expect((await ask(client, "compare", {})).answer.result).toMatchObject({ changes: [], count: 0 });
    const path = await ask(client, "compare", { file: "/etc/passwd" });
    expect(path.answer.error).toMatchObject({ kind: "usage" });
    const alone = await connect(["mcp", "--snapshot", file]);
    expect((await alone.listTools()).tools.map(({ name }) => name)).not.toContain("compare");
    const stderr = expect.stringContaining("--compare needs a snapshot");
    expect(await home.run(["--sandbox", "mcp", "--compare", file])).toMatchObject({ code: 2, stderr });
    const none = await home.run(["mcp", "--snapshot", file, "--compare", `${home.dir}/none.docs`]);
    expect(none.code).not.toBe(0);
  });
});
