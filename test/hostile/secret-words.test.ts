/** R104: titles and names made of words that stand before secrets elsewhere are shown, kept, planned and undone as they are. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { SAMPLE } from "../../src/sandbox/sample/tools.js";
import { shellWord } from "../../src/shared/shell-words.js";
import { useCli } from "../changes/plan-helper.js";
import type { TestCli } from "../helpers/run.js";
import { sampleCases } from "../helpers/sample.js";

/** None of them has a single quote: they are put in single quotes. */
const TITLES = [
  "Bearer authentication",
  "How bearer tokens work",
  "Authorization: how it works",
  "Proxy-Authorization: Basic and others",
  "Cookie: consent banner",
  "Set-Cookie: id=1; HttpOnly",
  '"token": "abc" in JSON',
  '{"password":"hunter2","secret":"s"}',
  "serviceVisitorClaims = eyJhbGci",
  "password=hunter2 and secret=42",
  "What ?shareKey=abc&x=1 means",
  "Signed links: https://s3.example/f?X-Amz-Signature=abc",
  "postgres://user:password@host/db as a connection string",
  "https://me:pw@h.example/",
  "A file that begins with -----BEGIN CERTIFICATE-----",
];

let cli: TestCli;
const { run, out } = useCli((made) => {
  cli = made;
});
const json = async (line: string) => JSON.parse(await out(`${line} --json`));

const SPACE = SAMPLE.space;
/** As messages show it. */
const quoted = (title: string) => JSON.stringify(title);
const setTitle = (title: string, more = "") => `spaces edit ${SPACE} --title '${title}' ${more}`;

const CHOSEN = sampleCases("words before secrets", TITLES, {
  nameOf: (title) => title,
  few: 2,
  rooms: ["src/shared/ids.ts", "src/shared/secret-places.ts"],
});

describe.each(CHOSEN)("R104 a title: %s", (title) => {
  it("is listed, viewed, named by the question of a deletion, and exported", async () => {
    expect((await run(setTitle(title))).code).toBe(0);
    expect((await json(`spaces view ${SPACE}`)).title).toBe(title);
    expect((await json("spaces list")).map((one: { title: string }) => one.title)).toContain(title);
    for (const options of [{}, { tty: true, width: 200 }]) {
      expect((await run(`spaces view ${SPACE}`, options)).stdout).toContain(title);
    }
    expect(await out("spaces list -o csv")).toContain(title.replaceAll('"', '""'));
    const asked = await run(`spaces delete ${SPACE}`, { answers: [false], width: 200 });
    expect(asked.questions.join("\n")).toContain(quoted(title));
  });

  it("is kept by a snapshot, and exported from it", async () => {
    await out(setTitle(title));
    const [file, folder] = [join(cli.folder, "org.docs"), join(cli.folder, "out")];
    expect(
      (
        await run(`snapshots create ${file} --spaces ${SPACE} --exclude comments`, {
          token: "docs_production_0123456789",
        })
      ).code,
    ).toBe(0);
    const asked = await json(`snapshots query ${file} "select title from spaces where id = '${SPACE}'"`);
    expect(asked).toEqual([{ title }]);
    expect((await run(`snapshots export ${file} ${folder}`)).code).toBe(0);
    const files = readdirSync(join(folder, "spaces")).filter((name) => name.endsWith(".json"));
    const spaces = files.map((name) => JSON.parse(readFileSync(join(folder, "spaces", name), "utf8")));
    expect(spaces.find(({ id }) => id === SPACE)).toMatchObject({ title });
  });

  it("is in messages about what was typed, as text and as JSON, also with --debug", async () => {
    // That one is a URL, which names no space.
    if (title === "https://me:pw@h.example/") return;
    const unknown = await run(`spaces view '${title} x' --debug`);
    expect(unknown).toMatchObject({ code: 3 });
    expect(unknown.stderr).toContain(quoted(`${title} x`));
    const json = await run(`spaces view '${title} x' --json`);
    expect(JSON.parse(json.stderr).error.message).toContain(quoted(`${title} x`));
    const refused = await run(setTitle("x"), {
      intercept: ({ method }) =>
        method === "PATCH" ? { status: 409, body: { error: { message: `"${title}" exists` } } } : undefined,
    });
    if (!title.includes("://")) expect(refused.stderr).toContain(`"${title}" exists`);
  });

  it("is undone, and kept in the history", async () => {
    await out(setTitle(title));
    const changed = await run(setTitle("Other"), { tty: true, width: 200, history: "terminal" });
    expect(changed.stderr).toContain(`title ${quoted(title)} → "Other"`);
    expect(await json("history view 1")).toMatchObject({
      steps: [{ before: { title }, after: { title: "Other" }, undo: "exact" }],
    });
    expect((await run("undo --yes")).code).toBe(0);
    expect((await json(`spaces view ${SPACE}`)).title).toBe(title);
  });

  it("is planned, shown, applied and undone", async () => {
    const plan = join(cli.folder, "a.plan");
    const planned = await run(setTitle(title, `--plan ${plan}`));
    expect(planned).toMatchObject({ code: 0 });
    const { command, steps } = JSON.parse(readFileSync(plan, "utf8"));
    expect(steps).toMatchObject([{ body: { title }, after: { title } }]);
    if (!title.startsWith("https://")) expect(command).toContain(`--title ${shellWord(title)}`);
    expect((await run(`plans view ${plan}`, { tty: true, width: 250 })).stdout).toContain(quoted(title));
    expect((await json(`plans view ${plan}`)).steps).toMatchObject([{ after: { title } }]);
    expect((await run(`plans apply ${plan} --yes`)).code).toBe(0);
    expect((await json(`spaces view ${SPACE}`)).title).toBe(title);
    const back = join(cli.folder, "b.plan");
    expect((await run(setTitle("Other", `--plan ${back}`))).code).toBe(0);
    expect(JSON.parse(readFileSync(back, "utf8")).steps).toMatchObject([{ before: { title }, undo: "exact" }]);
    expect((await run(`plans apply ${back} --yes`)).code).toBe(0);
    expect((await run(`plans undo ${back} --yes`)).code).toBe(0);
    expect((await json(`spaces view ${SPACE}`)).title).toBe(title);
  });

  it("is shown by a dry run as it would be sent", async () => {
    const { stdout } = await run(setTitle(title, "--dry-run"));
    expect(stdout).toContain(JSON.stringify(title));
    const [shown] = [await json(setTitle(title, "--dry-run"))];
    expect(shown.body).toEqual({ title });
    const raw = await json(`api -X PATCH /v1/spaces/${SPACE} -f 'title=${title}' --dry-run`);
    expect(JSON.parse(raw.body)).toEqual({ title });
  });
});
