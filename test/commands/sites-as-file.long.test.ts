/** `sites export`, `plan` and `apply` on the sample. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { SAMPLE } from "../../src/sandbox/sample/tools.js";
import { closeAll } from "../../src/system/signals.js";
import { onlyChanged } from "../helpers/nothing-else.js";
import { useTestCli } from "../helpers/set-ups.js";

const cli = useTestCli();

const file = (): string => join(cli.folder, "site.yaml");
const change = (from: string | RegExp, to: string): void => {
  const before = readFileSync(file(), "utf8");
  const after = before.replace(from, to);
  expect(after).not.toBe(before);
  writeFileSync(file(), after);
};
const writes = (sent: readonly { method: string; path: string; body?: unknown }[]) =>
  sent
    .filter(({ method }) => method !== "GET")
    .map(({ method, path, body }) => [method, path.replace(/.*sites\/[^/]+/, ""), body]);

describe("sites export", () => {
  it("plans nothing right after, and writes nothing that is so already", async () => {
    await cli.out(`sites export -O ${file()}`);
    const text = readFileSync(file(), "utf8");
    expect(text).toBe(await cli.out("sites export"));
    expect(await cli.json(`sites plan ${file()}`)).toMatchObject({ complete: true, steps: [], left: [] });
    const again = await cli.run(`sites export -O ${file()}`, { tty: true });
    expect(again.stderr).toContain("is up to date");
  });

  it("is followed by a plan that says in a pipe, too, that there is nothing to do", async () => {
    await cli.out(`sites export -O ${file()}`);
    const planned = await cli.run(`sites plan ${file()}`);
    expect([planned.code, planned.stdout, planned.stderr]).toEqual([0, "", "Nothing to do\n"]);
  });

  it("is followed by a plan that goes into a new file, not into one that is there", async () => {
    await cli.out(`sites export -O ${file()}`);
    const planned = await cli.run(`sites plan ${file()} --plan ${file()}`);
    // The command has no --append, so that the hint does not name it.
    expect([planned.code, planned.stderr]).toEqual([2, `docs: ${file()} already exists\n  name another file\n`]);
  });
});

describe("sites apply", () => {
  it("sends what the plan shows, in its order, and the file then says nothing new", async () => {
    await cli.out(`sites export -O ${file()}`);
    change("path: robots", "path: carts\n    previously: robots");
    change("title: Halden Docs", "title: Halden");
    const planned = await cli.run(`sites plan ${file()} --exit-code`, { tty: true });
    expect(planned.code).toBe(11);
    expect(planned.stderr).toContain(
      'section "Robots": its path changes from robots to carts, which breaks links to it',
    );
    const ran = await onlyChanged(cli, () => cli.run(`sites apply ${file()} --yes`), {
      // Spaces have the address under which the site publishes them.
      answers: new RegExp(`/sites($|/${SAMPLE.site}(/|$))|/spaces(/[^/]+)?$`),
      files: /^(plans|history)(\/|$)/,
    });
    expect(ran.code).toBe(0);
    expect(writes(ran.sent)).toEqual([
      ["PATCH", expect.stringMatching(/^\/sections\//), { path: "carts" }],
      ["PATCH", "", { title: "Halden" }],
    ]);
    expect((await cli.json(`sites plan ${file()}`)).steps).toEqual([]);
  });

  it("asks, and sends nothing without an answer or --yes", async () => {
    await cli.out(`sites export -O ${file()}`);
    change("title: Halden Docs", "title: Halden");
    const silent = await cli.run(`sites apply ${file()}`);
    expect([silent.code, writes(silent.sent)]).toEqual([2, []]);
    const no = await cli.run(`sites apply ${file()}`, { answers: [false] });
    expect([no.code, writes(no.sent)]).toEqual([130, []]);
    const yes = await cli.run(`sites apply ${file()}`, { answers: [true] });
    expect([yes.code, writes(yes.sent).length]).toEqual([0, 1]);
  });

  it("leaves alone what is not named, and tells what is not listed", async () => {
    writeFileSync(file(), "sections:\n  - path: robots\n    title: Carts\n");
    const planned = await onlyChanged(cli, () => cli.json(`sites plan ${file()}`));
    expect(planned.steps.map(({ body }: { body: unknown }) => body)).toEqual([{ title: "Carts" }]);
    expect(planned.left).toEqual([
      "section fleet is on the site but not in the file: it stays (--prune removes it)",
      "section developers is on the site but not in the file: it stays (--prune removes it)",
      'group "Software" is on the site but not in the file: it stays (--prune removes it)',
    ]);
    // What is in its sections is on other addresses.
    const own = new RegExp(`/sites/${SAMPLE.site}/(sections|published)$`);
    const applied = await onlyChanged(cli, () => cli.run(`sites apply ${file()} --yes`), {
      answers: own,
      files: /^(plans|history)(\/|$)/,
    });
    expect(applied.code).toBe(0);
    expect((await cli.json("sections list")).map(({ path }: { path: string }) => path)).toEqual([
      "robots",
      "fleet",
      "developers",
    ]);
  });
});

describe("undo", () => {
  /** Each command is a process of its own: locks go with it. */
  const run = async (line: string) => {
    const ran = await cli.run(line);
    await closeAll();
    return ran;
  };

  it("makes the site what it was before, and tells what comes back under another id", async () => {
    const before = await cli.out("sites export");
    const [site] = /(?<=^site: ).*$/m.exec(before) ?? [];
    writeFileSync(file(), `site: ${site}\nsections:\n  - path: robots\n    title: Carts\n`);
    expect(await run(`sites apply ${file()} --prune --yes`)).toMatchObject({ code: 0 });
    expect(await cli.out("sites export")).not.toContain("fleet");
    const undone = await run("undo --yes");
    expect([undone.code, undone.stderr]).toEqual([0, expect.stringContaining("restored with another id: section ")]);
    expect(await cli.out("sites export")).toBe(before);
    expect(await run("undo --yes")).toMatchObject({ code: 3 });
  });

  it("is refused if somebody has changed the site since, and the site as it was can be planned from a file", async () => {
    await cli.out(`sites export -O ${file()}`);
    const before = await cli.out("sites export --all");
    change("title: Robots", "title: Carts");
    change("title: Halden Docs", "title: Halden");
    const plan = join(cli.folder, "site.plan");
    expect(await run(`sites plan ${file()} --plan ${plan}`)).toMatchObject({ code: 0 });
    expect(await run(`plans apply ${plan} --yes`)).toMatchObject({ code: 0 });
    const [{ id }] = (await cli.json("sections list")).filter(({ title }: { title: string }) => title === "Carts");
    expect(await run(`sections edit ${id} --title Else`)).toMatchObject({ code: 0 });
    const undone = await run(`plans undo ${plan} --yes`);
    expect([undone.code, writes(undone.sent)]).toEqual([9, []]);
    expect(undone.stderr).toContain('skipped, changed since then: section "Else": title');
    expect(undone.stderr).toContain("the site has changed since then: nothing was sent");
    expect(undone.stderr).toContain(`docs plans undo ${plan} --site-file before.yaml`);
    const old = join(cli.folder, "before.yaml");
    const written = await run(`plans undo ${plan} --site-file ${old}`);
    expect([written.code, written.sent]).toEqual([0, []]);
    expect(readFileSync(old, "utf8")).toBe(before);
    expect(await run(`plans undo ${plan} --site-file ${old}`)).toMatchObject({ code: 2 });
    expect(await run(`sites apply ${old} --prune --yes`)).toMatchObject({ code: 0 });
    expect(await cli.out("sites export --all")).toBe(before);
  });

  it("is resumed after it was interrupted", async () => {
    const before = await cli.out("sites export");
    const [site] = /(?<=^site: ).*$/m.exec(before) ?? [];
    writeFileSync(file(), `site: ${site}\nsections:\n  - path: robots\n    title: Carts\n`);
    const plan = join(cli.folder, "site.plan");
    expect(await run(`sites plan ${file()} --prune --plan ${plan}`)).toMatchObject({ code: 0 });
    expect(await run(`plans apply ${plan} --yes`)).toMatchObject({ code: 0 });
    const undone = await run(`plans undo ${plan} --yes`);
    expect(undone.code).toBe(0);
    // The logs as a run leaves them that was killed once its second step was done.
    const state = readFileSync(`${plan}.state`, "utf8");
    writeFileSync(`${plan}.state`, state.slice(0, state.lastIndexOf("\n", state.indexOf('"undone"')) + 1));
    const log = readFileSync(`${plan}.undo.state`, "utf8").split("\n");
    const second = log.findIndex((line) => line.includes('"undo.site.2"') && line.includes('"ok"'));
    expect(second).toBeGreaterThan(0);
    writeFileSync(`${plan}.undo.state`, `${log.slice(0, second + 1).join("\n")}\n`);
    const resumed = await run(`plans undo ${plan} --yes`);
    expect(resumed.code).toBe(0);
    expect(await cli.out("sites export")).toBe(before);
    expect(await run(`plans undo ${plan} --yes`)).toMatchObject({ code: 3 });
  });

  it("stops where a share link would come back under another address, unless --partial is given", async () => {
    await cli.out(`sites export -O ${file()}`);
    const before = readFileSync(file(), "utf8");
    change(/^shareLinks:[\s\S]*/m, "shareLinks: []\n");
    expect(await run(`sites apply ${file()} --prune --yes`)).toMatchObject({ code: 0 });
    const stopped = await run("undo --yes");
    expect([stopped.code, stopped.stderr]).toEqual([2, expect.stringContaining("a new link has another address")]);
    expect(writes(stopped.sent)).toEqual([]);
    expect(await run("undo --partial --yes")).toMatchObject({ code: 0 });
    expect(await cli.out("sites export")).toBe(before);
  });

  it("a plan whose site is not whole is refused with its line", async () => {
    await cli.out(`sites export -O ${file()}`);
    change("title: Halden Docs", "title: Halden");
    const plan = join(cli.folder, "site.plan");
    expect(await run(`sites plan ${file()} --plan ${plan}`)).toMatchObject({ code: 0 });
    const text = readFileSync(plan, "utf8");
    const line = text.slice(0, text.indexOf('"published"')).split("\n").length;
    writeFileSync(plan, text.replace(/"published": \w+/, '"published": "yes"'));
    const ran = await run(`plans apply ${plan} --yes`);
    expect([ran.code, ran.stderr]).toEqual([
      2,
      expect.stringContaining(`line ${line}: site.published: must be boolean`),
    ]);
  });
});

it("R85: a plan does not name the site of another organization", async () => {
  await cli.out(`sites export -O ${file()}`);
  change("title: Halden Docs", "title: Halden");
  const plan = join(cli.folder, "site.plan");
  await cli.out(`sites plan ${file()} --plan ${plan}`);
  // Without its id, as whoever writes one by hand.
  const { id: _, ...made } = JSON.parse(readFileSync(plan, "utf8"));
  const text = JSON.stringify({ ...made, site: { ...made.site, organization: "osAgpp53c2y4hH7jymzf" } }, null, 1);
  writeFileSync(plan, text);
  const line = text.slice(0, text.indexOf('"osAgpp53c2y4hH7jymzf"')).split("\n").length;
  for (const verb of ["view", "apply", "undo"]) {
    const ran = await cli.run(`plans ${verb} ${plan}`);
    expect([ran.code, ran.stderr]).toEqual([
      2,
      expect.stringContaining(`line ${line}: site.organization: it is not that of the plan, ${SAMPLE.org}`),
    ]);
    expect(ran.sent).toEqual([]);
  }
});

describe("rails", () => {
  it("removes nothing on the first run: the file has to be adopted", async () => {
    writeFileSync(file(), "sections: # ours\n  - path: robots\n");
    const first = await cli.run(`sites apply ${file()} --prune --yes`);
    expect([first.code, writes(first.sent)]).toEqual([5, []]);
    expect(first.stderr).toContain("--adopt");
    const adopted = await cli.run(`sites plan ${file()} --adopt --prune --json`);
    expect(JSON.parse(adopted.stdout).steps).toEqual([]);
    expect(readFileSync(file(), "utf8")).toMatch(/^site: "\w+"\nsections: # ours\n/);
    const planned = await cli.json(`sites plan ${file()} --prune`);
    expect(planned.totals).toEqual({ remove: 3 });
  });

  it("an empty list never removes all of a site", async () => {
    await cli.out(`sites export -O ${file()}`);
    change(/sections:[\s\S]*# Share links/, "sections: []\n# Share links");
    const ran = await cli.run(`sites apply ${file()} --prune --yes`);
    expect([ran.code, writes(ran.sent)]).toEqual([2, []]);
    expect(ran.stderr).toContain("an empty list never removes all of a site");
  });

  it("a space that is not there is told with its line, before anything is sent", async () => {
    writeFileSync(file(), "sections:\n  - path: new\n    spaces:\n      - path: a\n        space: No such thing\n");
    const ran = await cli.run(`sites apply ${file()} --yes`);
    expect([ran.code, writes(ran.sent)]).toEqual([3, []]);
    expect(ran.stderr).toContain("site.yaml, line 4:");
  });
});

describe("sites export --all", () => {
  it("names what is not set, as null, and plans nothing right after", async () => {
    const plain = await cli.out("sites export");
    const all = await cli.out(`sites export --all -O ${file()}`).then(() => readFileSync(file(), "utf8"));
    expect([plain, all].map((text) => /: null$/m.test(text))).toEqual([false, true]);
    expect(await cli.json(`sites plan ${file()}`)).toMatchObject({ steps: [], left: [] });
  });
});
