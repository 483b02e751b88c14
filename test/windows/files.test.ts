/** Paths and files: what one system takes for a name, and what it does to a file that somebody has open. */
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { nativePath, ON_WINDOWS } from "../helpers/cli.js";
import { useHome } from "../helpers/home.js";

const home = useHome();
const at = (...names: string[]) => join(home.dir, ...names);
const ok = async (...args: string[]) => {
  const ran = await home.run(args, { limit: 110_000 });
  expect([args.join(" "), ran.code, ran.stderr]).toEqual([args.join(" "), 0, expect.any(String)]);
  return ran.stdout;
};

const TEXT = /Text \d\./;
/** What Windows takes for a device, cuts off or does not tell apart. */
const TITLES = ["nul", "aux", "COM1", "Guide", "guide", "ends with a dot.", "a: b? c*", "x".repeat(300)];

beforeAll(async () => {
  mkdirSync(at("source", "Öl und Wasser"), { recursive: true });
  writeFileSync(at("source", "README.md"), "# Start\r\n\r\nSee [oil](Öl%20und%20Wasser/oil.md).\r\n");
  writeFileSync(at("source", "Öl und Wasser", "oil.md"), "# Oil\r\n\r\n![plan](plan.png)\r\n");
  writeFileSync(at("source", "Öl und Wasser", "plan.png"), "\u0089PNG");
  for (const [index, title] of TITLES.entries()) {
    writeFileSync(at("source", `page-${index}.md`), `---\ntitle: ${JSON.stringify(title)}\n---\n\nText ${index}.\n`);
  }
});

describe("a folder of Markdown", () => {
  test("is imported by an absolute path, and its links and files are found", async () => {
    expect(JSON.parse(await ok("sandbox", "import", nativePath(at("source")), "--json"))).toMatchObject({
      pages: TITLES.length + 2,
      files: 1,
      broken: 0,
    });
  });

  test("comes out of a snapshot as names that every system takes, each page once", async () => {
    await ok("--sandbox", "snapshots", "create", nativePath(at("org.docs")));
    await ok("snapshots", "export", "org.docs", nativePath(at("out folder")));
    const pages = readdirSync(at("out folder"), { recursive: true, encoding: "utf8" }).map((name) =>
      name.replaceAll("\\", "/"),
    );
    const own = pages
      .filter((name) => /\.md$/.test(name))
      .filter((name) => TEXT.test(readFileSync(at("out folder", name), "utf8")));
    expect(own).toHaveLength(TITLES.length);
    expect(new Set(own.map((name) => name.toLowerCase())).size).toBe(TITLES.length);
    for (const name of own.flatMap((path) => path.split("/"))) {
      expect(name).not.toMatch(/^(?:nul|aux|com1)(?:\.|$)|[. ]$|[:?*]/i);
    }
    // Written over itself, nothing changes.
    expect(JSON.parse(await ok("snapshots", "export", "org.docs", "out folder", "--json"))).toMatchObject({
      written: 0,
    });
  });
});

describe("names that a person types", () => {
  test.each(["nul.md", "aux", "con.txt", "COM1"])(
    "a download to %s is refused where that is a device",
    async (name) => {
      const ran = await home.run(["--sandbox", "files", "download", "safety-card.txt", "-O", name]);
      const refused = { code: 2, stdout: "", stderr: expect.stringContaining("is the name of a device on Windows") };
      expect(ran).toMatchObject(ON_WINDOWS ? refused : { code: 0, stderr: expect.stringContaining(name) });
      expect(readdirSync(home.dir).includes(name)).toBe(!ON_WINDOWS);
    },
  );

  test.each(["card.", "card "])("a download to %j is refused where the end is cut off", async (name) => {
    const ran = await home.run(["--sandbox", "files", "download", "safety-card.txt", "-O", name]);
    const refused = { code: 2, stdout: "", stderr: expect.stringContaining("which Windows cuts off") };
    expect(ran).toMatchObject(ON_WINDOWS ? refused : { code: 0 });
    for (const one of ["card", name]) expect(existsSync(at(one))).toBe(!ON_WINDOWS && one === name);
  });

  test("a share that nobody has is an error that names it", async () => {
    const path = ON_WINDOWS ? "\\\\127.0.0.1\\nowhere\\org.docs" : "/nowhere/org.docs";
    const ran = await home.run(["--sandbox", "snapshots", "create", path]);
    expect([ran.code, ran.stderr]).toEqual([expect.any(Number), expect.stringContaining("nowhere")]);
    expect(ran.stderr).not.toContain("bug");
  });

  test("a path of more than 260 characters is written where that can be, or is an error that names it", async () => {
    const folder = at(...Array.from({ length: 9 }, () => "a folder with a name of some length"));
    mkdirSync(folder, { recursive: true });
    const file = join(folder, "org.docs");
    const ran = await home.run(["--sandbox", "snapshots", "create", nativePath(file)], { limit: 110_000 });
    expect(ran.stderr).not.toContain("bug");
    // A real Windows may not take it, by its settings; Linux and Wine do.
    if (process.platform !== "win32") expect(ran).toMatchObject({ code: 0 });
    expect(existsSync(file)).toBe(ran.code === 0);
  });
});

describe("files that are read-only or open", () => {
  test("a report replaces its earlier self", async () => {
    const write = ["--sandbox", "checks", "run", "cr-stale", "--report", "junit=report.xml"];
    await home.run(write);
    const first = readFileSync(at("report.xml"), "utf8");
    expect(first).toContain("<testsuite");
    await home.run(write);
    expect(readFileSync(at("report.xml"), "utf8")).toContain("<testsuite");
  });

  test("settings that are read-only stay as they are, or are replaced whole", async () => {
    await ok("config", "set", "base-url", "https://docs.example.com");
    const file = at("config", "docs", "config.json");
    const before = readFileSync(file, "utf8");
    chmodSync(file, 0o400);
    const ran = await home.run(["config", "set", "org", "hR7kQ2mXv9TzLb4WcN8p"]);
    chmodSync(file, 0o600);
    const after = readFileSync(file, "utf8");
    expect(ran.code === 0 ? JSON.parse(after) : after).not.toEqual(ran.code === 0 ? JSON.parse(before) : "");
    expect(ran.stderr).not.toContain("bug");
  });

  test("settings that the shell holds open are written once it is done, or an error says why not", async () => {
    await ok("config", "set", "base-url", "https://docs.example.com");
    const held = ON_WINDOWS ? "9>>config\\docs\\config.json" : "9>>config/docs/config.json";
    const ran = await home.lines([`docs config set space tG4nVx8YqLz2RkWd7JmS ${held}`]);
    expect(ran.stderr).not.toContain("bug");
    expect(readFileSync(at("config", "docs", "config.json"), "utf8").includes("tG4nVx8YqLz2RkWd7JmS")).toBe(
      ran.code === 0,
    );
  });

  test("a snapshot that the shell holds open is replaced where that can be, else an error says that it is in use", async () => {
    await ok("--sandbox", "snapshots", "create", "held.docs");
    const before = readFileSync(at("held.docs"));
    const ran = await home.lines(["docs --sandbox snapshots create held.docs 9>>held.docs"], { limit: 110_000 });
    expect(ran).toMatchObject(
      ON_WINDOWS ? { code: 1, stderr: expect.stringMatching(/cannot write .*held\.docs: not permitted/) } : { code: 0 },
    );
    expect(readFileSync(at("held.docs")).equals(before)).toBe(ON_WINDOWS);
    expect(await ok("snapshots", "verify", "held.docs")).toBeDefined();
  });
});
