/** Several processes at once, processes that are ended, readers that go away, and what remains on the disk. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { ended, killedAt, nativePath, ON_WINDOWS } from "../helpers/cli.js";
import { useHome } from "../helpers/home.js";
import { type Service, service, until } from "../process/service.js";

const home = useHome();
const at = (name: string) => join(home.dir, name);
const KEPT = { DOCS_HISTORY: "always" };
const json = async (...args: string[]) => JSON.parse((await home.run([...args, "--json"])).stdout);

let api: Service | undefined;
afterEach(async () => {
  await api?.close();
  api = undefined;
});
const toService = () => ({ DOCS_BASE_URL: api?.url ?? "", DOCS_TOKEN: "t", DOCS_ORG: "o1", DOCS_SPACE: "s1" });

describe("several processes at once", () => {
  test("three write to the sandbox and to the history, and each of them is undone", async () => {
    const titles = [1, 2, 3].map((number) => `Team ${number}`);
    const create = (title: string) => home.run(["--sandbox", "teams", "create", "--title", title], { env: KEPT });
    const made = await Promise.all(titles.map(create));
    expect(made.map(({ code, stderr }) => [code, stderr])).toEqual(
      titles.map(() => [0, expect.stringContaining("Created")]),
    );
    const rows: { number: number; state: string }[] = await json("--sandbox", "history");
    expect(rows.map(({ number, state }) => `${number} ${state}`)).toEqual(
      [3, 2, 1].map((number) => `${number} applied`),
    );
    for (const _ of titles)
      expect(await home.run(["--sandbox", "undo", "--yes"], { env: KEPT })).toMatchObject({ code: 0 });
    expect(await json("--sandbox", "teams", "list", "--title", "Team ")).toEqual([]);
  });

  test("four change the settings, and none is lost", async () => {
    const names = ["one", "two", "three", "four"];
    const ran = await Promise.all(names.map((name) => home.run(["alias", "set", name, "cr list"])));
    expect(ran.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    expect(Object.keys(JSON.parse(readFileSync(at("config/docs/config.json"), "utf8")).aliases).sort()).toEqual(
      names.sort(),
    );
  });

  test("two read into one snapshot: the second is told that the file is in use", async () => {
    const create = () => home.run(["--sandbox", "snapshots", "create", "org.docs"], { limit: 110_000 });
    const ran = await Promise.all([create(), create()]);
    const codes = ran.map(({ code }) => code).sort();
    expect(codes[0]).toBe(0);
    // On a machine that is busy they may come one after the other.
    for (const { stderr } of ran.filter(({ code }) => code !== 0)) expect(stderr).toContain("org.docs");
    expect(await home.run(["snapshots", "verify", "org.docs"])).toMatchObject({ code: 0 });
  });
});

describe("a process that ends early", () => {
  const ORG = "hR7kQ2mXv9TzLb4WcN8p";

  test("a plan that was killed on the way goes on, nothing twice", async () => {
    const steps = [1, 2, 3, 4].map((number) => {
      const title = `Killed ${number}`;
      return {
        id: `t${number}`,
        endpoint: "createTeam",
        params: { organizationId: ORG },
        body: { title },
        after: { title },
      };
    });
    writeFileSync(at("killed.plan"), JSON.stringify({ format: 1, origin: "sandbox", organization: ORG, steps }));
    const apply = ["--sandbox", "plans", "apply", "killed.plan", "--yes"];
    const killed = await home.run([...apply, "--debug"], { env: killedAt(/^< 20\d PUT /, 2) });
    expect([killed.code, killed.signal]).toEqual(ON_WINDOWS ? [expect.any(Number), null] : [null, "SIGKILL"]);
    expect(killed.stderr).not.toContain("Applied");
    // The second was sent and its answer is not in the log: who cannot know does not send it again.
    const again = await home.run(apply);
    expect([again.code, again.stderr]).toEqual([9, expect.stringContaining('2/4 unknown: create team "Killed 2"')]);
    const teams: { title: string }[] = await json("--sandbox", "teams", "list", "--title", "Killed");
    expect(teams.map(({ title }) => title).sort()).toEqual(steps.map(({ body }) => body.title));
  });

  test("a journal that a kill ended is continued", async () => {
    const spaces = ["tG4nVx8YqLz2RkWd7JmS", "p6XAtCw2ZM66CYe1Dw4C", "pWk2T6KHwZU5rjnfRPm5"];
    const edit = ["--sandbox", "spaces", "edit", ...spaces, "--title", "Once", "--concurrency", "1"];
    const journal = ["--journal", nativePath(at("edits.jsonl"))];
    await home.run([...edit, ...journal, "--debug"], { env: killedAt(/^< 200 PATCH /, 1) });
    const again = await home.run([
      "--sandbox",
      "spaces",
      "edit",
      "--title",
      "Once",
      "--resume",
      "edits.jsonl",
      "--retry-unknown",
    ]);
    expect([again.code, again.stderr]).toEqual([0, expect.any(String)]);
    const titles: { title: string }[] = await json("--sandbox", "spaces", "view", ...spaces);
    expect(titles.map(({ title }) => title)).toEqual(["Once", "Once", "Once"]);
  });

  test("Ctrl-C ends a read", async () => {
    api = await service(() => undefined);
    const events = at("read-events");
    const child = home.start(["spaces", "list"], { env: { ...toService(), START_EVENTS: nativePath(events) } });
    const end = ended(child);
    await until(() => api?.hits.length === 1);
    if (ON_WINDOWS) writeFileSync(events, "Ctrl-C");
    else child.kill("SIGINT");
    const { code, signal, stdout } = await end;
    // Windows says 0xC000013A; Wine says 0, and 3 of the executable. Not to have been killed for its time is what all share.
    expect([signal, stdout]).toEqual([ON_WINDOWS ? null : "SIGINT", ""]);
    if (process.platform === "win32") expect(code).not.toBe(0);
  });

  test("Ctrl-C waits for a write, and says that it does", async () => {
    let answer: (value: object) => void = () => {};
    api = await service(() => new Promise((resolve) => (answer = resolve)));
    const events = at("write-events");
    const args = ["teams", "create", "--title", "Late"];
    const child = home.start(args, { env: { ...toService(), START_EVENTS: nativePath(events) } });
    let said = "";
    child.stderr.on("data", (chunk: Buffer) => {
      said += chunk;
    });
    const end = ended(child);
    await until(() => api?.hits.length === 1);
    if (ON_WINDOWS) writeFileSync(events, "Ctrl-C");
    else child.kill("SIGINT");
    await until(() => said.includes("finishing the current request"));
    answer({ status: 201, body: { id: "tLate", object: "team", title: "Late" } });
    const { code, signal, stderr } = await end;
    // Windows has no signals: what Linux tells as one is an exit code there.
    expect([code, signal]).toEqual(ON_WINDOWS ? [130, null] : [null, "SIGINT"]);
    expect(stderr).toContain("Created team");
  });

  test("a reader that goes away ends an endless list", async () => {
    const title = "A title of some length ".repeat(20);
    api = await service(({ url }) => {
      const page = Number(new URL(url, "http://x").searchParams.get("page") ?? "0");
      const items = Array.from({ length: 1000 }, (_, index) => ({ object: "space", id: `p${page}n${index}`, title }));
      return { body: { items, next: { page: String(page + 1) } } };
    });
    const child = home.start(["spaces", "list"], { env: toService() });
    child.stdout.once("data", () => child.stdout.destroy());
    let said = "";
    child.stderr.on("data", (chunk: Buffer) => {
      said += chunk;
    });
    const [code, signal] = await new Promise<[number | null, string | null]>((done) =>
      child.once("exit", (...how) => done(how)),
    );
    expect([code, signal, said]).toEqual(ON_WINDOWS ? [141, null, ""] : [null, "SIGPIPE", ""]);
    expect(existsSync(at("org.docs"))).toBe(true);
  });
});
