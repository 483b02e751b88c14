/** What a plan keeps of what it was made from: in its file, wherever it is shown, and in the receipt. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { updateSpace } from "../../src/catalog/spaces.js";
import { parsePlan } from "../../src/changes/format/parse.js";
import { planText } from "../../src/changes/format/write.js";
import type { Plan } from "../../src/changes/types.js";
import { SAMPLE } from "../../src/sandbox/sample/tools.js";
import { sha256Of } from "../../src/shared/values.js";
import type { TestCli } from "../helpers/run.js";
import { plannerOf, useCli } from "./plan-helper.js";

let cli: TestCli;
let file: string;
const { run, out } = useCli((made, plan) => {
  cli = made;
  file = plan;
});

const TOMASZ = "u3WMpp8eY71ya62DhAPx";
const at = (name: string): string => `${name}@halden-robotics.example`;
const inFolder = (name: string): string => join(cli.folder, name);
const json = (name: string) => JSON.parse(readFileSync(name, "utf8"));
const flat = (text: string): string => text.replace(/\s+/g, " ");

/** Text, page and comment, without what their forms add. */
async function shown(): Promise<Record<"text" | "page" | "comment", string>> {
  const page = inFolder("plan.html");
  await out(`plans view ${file} --html ${page}`);
  return {
    text: flat((await run(`plans view ${file}`, { tty: true, width: 80 })).stdout),
    page: flat(readFileSync(page, "utf8").replace(/<[^>]*>/g, " ")),
    comment: (await out(`plans view ${file} -o markdown`)).replaceAll("`", "").replaceAll("*", ""),
  };
}

describe("a plan of members offboard", () => {
  const offboard = () => out(`members offboard ${TOMASZ} --heir ${at("grace.okafor")} --plan ${file}`);

  it("has what the person leaves behind, for whoever was not there", async () => {
    await offboard();
    const [about] = json(file).evidence;
    expect(about.about).toBe(`Tomasz Nowak <${at("tomasz.nowak")}> (${TOMASZ})`);
    const facts = new Map(about.facts.map(({ name, values }: { name: string; values: string[] }) => [name, values]));
    expect(Object.fromEntries(facts)).toMatchObject({
      role: ["comment"],
      teams: ["Field service: owner, and no other owner remains"],
      "open and draft change requests": [expect.stringContaining("#43 of Tern User Guide")],
      "spaces reached": expect.arrayContaining(["Tern Benutzerhandbuch: edit"]),
      "access that would remain": expect.arrayContaining([expect.stringContaining("SAML provider Halden account")]),
    });
    expect(facts.has("open comments")).toBe(true);
  });

  it("shows it as text, page and comment", async () => {
    await offboard();
    for (const [form, text] of Object.entries(await shown())) {
      expect(text, form).toContain("When it was made, according to the file");
      expect(text, form).toContain("Field service: owner, and no other owner remains");
      expect(text, form).toContain("SAML provider Halden account (active)");
      expect(text, form).toContain("Tern Benutzerhandbuch: edit");
    }
  });

  it("keeps it when another step is added", async () => {
    await offboard();
    const { evidence } = json(file);
    await out(`spaces edit ${SAMPLE.space} --title Handbook --plan ${file} --append`);
    expect(json(file)).toMatchObject({ evidence, steps: [{}, {}, {}, {}] });
  });

  it("has it in the receipt of whoever applies it", async () => {
    await offboard();
    await run(`plans apply ${file} --yes --receipt ${inFolder("r.json")}`);
    expect(json(inFolder("r.json")).evidence).toEqual(json(file).evidence);
  });

  it("does not claim that there was none of what could not be read", async () => {
    const intercept = ({ path }: { path: string }) =>
      path.includes("/comments") ? { status: 403, body: { error: { code: 403, message: "no" } } } : undefined;
    await out(`members offboard ${TOMASZ} --heir ${at("grace.okafor")} --plan ${file}`, { intercept });
    expect(json(file).evidence[0].facts).toEqual(
      expect.arrayContaining([
        { name: "open comments", values: ["none that could be read"] },
        { name: "could not be read", values: expect.arrayContaining([expect.stringContaining("comments in ")]) },
      ]),
    );
  });
});

describe("a plan of reviews apply", () => {
  /** Two rows decide the same about one grant: both reviewers count. */
  async function reviewed(): Promise<string> {
    const table = inFolder("review.csv");
    await out(`reviews create ${table}`);
    const [head = "", ...rows] = readFileSync(table, "utf8").split("\r\n");
    const row = rows.find((one) => one.includes("Sam Whitfield") && one.includes("Field service")) ?? "";
    const decided = (who: string, why: string) => row.replace(",,,", `remove,${who},${why},`);
    const kept = rows.map((one) => (one === row ? decided("Ann Lee", "moved to sales") : one)).slice(0, -1);
    writeFileSync(table, [head, ...kept, decided("Bob Ray", "moved to sales"), ""].join("\r\n"));
    return table;
  }

  it("has reviewers and reasons for each step, and which file it was", async () => {
    const table = await reviewed();
    await out(`reviews apply ${table} --plan ${file}`);
    const { steps, evidence } = json(file);
    expect(steps).toHaveLength(1);
    expect(steps[0].evidence).toEqual([
      { name: "decision", values: ["remove"] },
      { name: "reviewer", values: ["Ann Lee", "Bob Ray"] },
      { name: "reason", values: ["moved to sales"] },
      { name: "line", values: [expect.stringMatching(/^\d+$/), expect.stringMatching(/^\d+$/)] },
    ]);
    expect(evidence).toEqual([
      {
        about: `review ${table}`,
        facts: [
          {
            name: "SHA-256 without the byte order mark",
            values: [sha256Of(readFileSync(table, "utf8").replace("\uFEFF", ""))],
          },
          { name: "rows", values: ["28 (0 keep, 1 remove, 0 role, 27 not reviewed, 0 not usable)"] },
          { name: "reviewers", values: ["Ann Lee: 1 decision"] },
        ],
      },
    ]);
  });

  it("shows them as text, page and comment, and in the receipt", async () => {
    await out(`reviews apply ${await reviewed()} --plan ${file}`);
    const said = "according to the file: decision: remove; reviewer: Ann Lee, Bob Ray; reason: moved to sales";
    for (const [form, text] of Object.entries(await shown())) expect(flat(text), form).toContain(said);
    await run(`plans apply ${file} --yes --receipt ${inFolder("r.json")}`);
    const receipt = json(inFolder("r.json"));
    expect(receipt.done[0].evidence).toEqual(json(file).steps[0].evidence);
    expect(receipt.evidence).toEqual(json(file).evidence);
  });
});

describe("evidence in a plan", () => {
  const made = async (evidence: NonNullable<Plan["evidence"]>, redact = <T>(value: T): T => value): Promise<Plan> => {
    const planner = plannerOf(cli, { redact });
    const wish = { endpoint: updateSpace, params: { spaceId: SAMPLE.space }, body: { title: "Handbook" } };
    await planner.add({ ...wish, evidence: evidence[0]?.facts });
    return planner.finish({ evidence });
  };
  const FACT = { name: "reason", values: ["left"] };

  it("is part of what is confirmed: another reason makes another plan", async () => {
    const [one, other] = [await made([{ about: "a", facts: [FACT] }]), await made([{ about: "b", facts: [FACT] }])];
    expect(one.id).not.toBe(other.id);
    const text = planText(one);
    expect(parsePlan(text, "p").evidence).toEqual(one.evidence);
    for (const changed of [text.replace('"about": "a"', '"about": "b"'), text.replaceAll('"left"\n', '"stayed"\n')])
      expect(() => parsePlan(changed, "p")).toThrow(/line 3: id: it is the id of another plan/);
  });

  it("is checked by the form of plans", async () => {
    const text = planText(await made([{ about: "a", facts: [FACT] }]));
    expect(() => parsePlan(text.replace('"about": "a"', '"about": 7'), "p")).toThrow(
      /evidence\.0\.about: must be string/,
    );
    expect(() => parsePlan(text.replace('"about": "a"', '"about": "a", "link": "x"'), "p")).toThrow(
      /unknown member "link"/,
    );
  });

  it("holds no secret, and no more of a text than a plan may", async () => {
    const redact = <T>(value: T): T =>
      value === undefined ? value : (JSON.parse(JSON.stringify(value).replaceAll("s3cret", "[redacted]")) as T);
    const { evidence, steps } = await made(
      [{ about: "x".repeat(5000), facts: [{ name: "reason", values: ["s3cret", "y".repeat(5000)] }] }],
      redact,
    );
    expect(JSON.stringify([evidence, steps])).not.toContain("s3cret");
    expect([evidence?.[0]?.about.length, steps[0]?.evidence?.[0]?.values[1]?.length]).toEqual([2000, 2000]);
  });

  it("makes no markup, no second line and no mention, wherever it is shown", async () => {
    const hostile = `</li><script>alert(1)</script>\n::error::x @everyone \u001b[31m\u202e`;
    writeFileSync(
      file,
      planText(await made([{ about: hostile, facts: [{ name: "reason", values: [hostile, hostile] }] }])),
    );
    const page = inFolder("plan.html");
    await out(`plans view ${file} --html ${page}`);
    const html = readFileSync(page, "utf8");
    expect(html).not.toMatch(/<script|[\u001b\u202e]/);
    expect(html.match(/&lt;script&gt;/g)?.length).toBeGreaterThan(3);
    const comment = await out(`plans view ${file} -o markdown`);
    expect(comment).not.toMatch(/[\u001b\u202e]|^::error/m);
    expect(comment.replace(/```[\s\S]*```/, "").replace(/`[^`\n]*`/g, "")).not.toMatch(/script|@everyone/);
    expect((await run(`plans view ${file}`, { tty: true })).stdout).not.toMatch(/^::error|\u202e/m);
  });

  it("is not in plans of before, which have the same ids as ever", async () => {
    const old = readFileSync(new URL("../fixtures/plan-without-evidence.json", import.meta.url), "utf8");
    expect(parsePlan(old, "old.plan")).toMatchObject({ id: "127dfaeb0d8a", steps: [{ endpoint: "updateSpace" }] });
  });

  it("of many people leaves room for the steps in a comment", async () => {
    const people = Array.from({ length: 300 }, (_, number) => ({
      about: `Person ${number}`,
      facts: [
        { name: "spaces", values: Array.from({ length: 40 }, (_each, space) => `Space ${space} ${"x".repeat(50)}`) },
      ],
    }));
    writeFileSync(file, planText(await made(people)));
    const comment = await out(`plans view ${file} -o markdown`);
    expect(comment.length).toBeLessThan(65_536);
    expect(comment).toMatch(/and \d+ more lines: `docs plans view` shows all/);
    expect(comment).toContain("<details><summary>1 step</summary>");
    const text = (await run(`plans view ${file}`, { tty: true })).stdout;
    expect(text).toContain("... and 290 more, --all shows them");
    expect((await run(`plans view ${file} --all`, { tty: true })).stdout).toContain("Person 299");
  });
});
