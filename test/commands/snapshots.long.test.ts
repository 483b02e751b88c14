import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { endpoints } from "../../src/catalog/index.js";
import snapshots from "../../src/commands/snapshots.js";
import { OPTIONAL, TOPICS } from "../../src/snapshot/walk/read-rules.js";
import { planOf } from "../../src/snapshot/walk/reading-plan.js";
import { useTestCli } from "../helpers/set-ups.js";

const cli = useTestCli();
let file: string;
beforeEach(() => {
  file = join(cli.folder, "monday.docs");
});

describe("docs snapshots create", () => {
  test("names the endpoints that the walk reads", () => {
    const [create] = snapshots.commands;
    const names = new Map(Object.entries(endpoints).map(([name, endpoint]) => [endpoint, name]));
    const used = (create?.uses ?? []).map((endpoint) => names.get(endpoint));
    const read = planOf(endpoints).readings.map(({ name }) => name);
    const others = ["getSpacePage", "getChangeRequest", "getChangeRequestPage", "listOrgs"];
    expect(used.sort()).toEqual([...read, ...others].sort());
  });

  test("names the parts that the walk knows", () => {
    const [create] = snapshots.commands;
    expect(create?.description).toContain(`--include takes ${Object.keys(OPTIONAL).join(", ")}`);
    expect(create?.description).toContain(`--exclude takes ${Object.keys(TOPICS).join(", ")}`);
  });

  test("makes one private file and tells what is in it", async () => {
    const { stderr, code, sent } = await cli.run(`snapshots create ${file} --exclude content,comments`, { tty: true });
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stderr).toMatch(/Read Halden Robotics into \S+monday\.docs: 8 spaces, \d+ members, \d+ requests/);
    expect(new Set(sent.map(({ method }) => method))).toEqual(new Set(["GET"]));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(existsSync(`${file}.partial`)).toBe(false);
    expect(existsSync(`${file}.lock`)).toBe(false);
  });

  test("on a terminal ends with a table of the parts, unless it is to be quiet", async () => {
    const { stdout } = await cli.run(`snapshots create ${file} --exclude content,comments`, { tty: true, width: 160 });
    expect(stdout.split("\n")[0]).toMatch(/PART +STATE +SCOPES +OBJECTS +REQUESTS +REUSED/);
    expect(stdout).toMatch(/\nspaces +complete +1 +8 +2 +0/);
    const narrow = await cli.run(`snapshots view ${file}`, { tty: true, width: 80 });
    const names = [...narrow.stdout.matchAll(/^(\S.*?) {2,}complete /gm)].map(([, name]) => name);
    expect(names).toContain("change-requests");
    expect(names).toContain("teams/members");
    expect(new Set(names).size).toBe(names.length);
    const piped = await cli.out(`snapshots view ${file} -o csv`);
    expect(piped).toContain("spaces/{spaceId}/change-requests,complete,");
    expect(stdout).not.toContain("not-asked");
    const quiet = await cli.run(`snapshots create ${file} --exclude content,comments --quiet`, { tty: true });
    expect(quiet).toMatchObject({ code: 0, stdout: "", stderr: "" });
  });

  test("on an existing snapshot says how much was taken over, in JSON too", async () => {
    const first = await cli.json(`snapshots create ${file} --json`);
    expect(first).toMatchObject({ reused: 0 });
    const again = await cli.json(`snapshots create ${file} --json`);
    expect(again.reused).toBeGreaterThan(8);
    expect(again.requests).toBeLessThan(first.requests);
    const content = again.parts.find((row: { part: string }) => row.part === "spaces/{spaceId}/content");
    expect(content).toMatchObject({ scopes: 8, reused: 8, requests: 0, state: "complete" });
    expect(content.objects).toBe(46);
  });

  test("refuses a size that is none, and one without files", async () => {
    for (const flags of [
      "--files-up-to 10MB",
      "--include files --files-up-to huge",
      "--include files --files-up-to 0",
    ]) {
      const { code, sent } = await cli.run(`snapshots create ${file} ${flags}`);
      expect({ flags, code, sent }).toEqual({ flags, code: 2, sent: [] });
    }
  });

  test("reads bytes of files on request, up to a size", async () => {
    const made = await cli.json(`snapshots create ${file} --include files --files-up-to 2kB --json`);
    const part = made.parts.find((row: { part: string }) => row.part.endsWith("/content/files/{fileId}"));
    expect(part).toMatchObject({ state: "complete" });
    expect(made.counts["file-bytes"]).toBeGreaterThan(0);
    const again = await cli.json(`snapshots create ${file} --include files --files-up-to 2kB --json`);
    expect(again.counts).toEqual(made.counts);
  });

  test("to a pipe: the same in a few lines", async () => {
    const lines = (await cli.out(`snapshots create ${file} --exclude content,comments`)).trim().split("\n");
    expect(lines.map((line) => line.split("\t")[0])).toEqual(
      "File,Organization,Id,Service,Started,Ended,Version,Bytes,Requests,Reused,Could not be read".split(","),
    );
    expect(lines[1]).toBe("Organization\tHalden Robotics");
  });

  test("of one space, by its title, reads the parts of that one", async () => {
    const { code, sent } = await cli.run(`snapshots create ${file} --spaces "Tern User Guide"`);
    expect(code).toBe(0);
    const read = sent.flatMap(({ path }) => /^\/v1\/spaces\/(\w+)\/content$/.exec(path)?.[1] ?? []);
    expect(read).toEqual(["tG4nVx8YqLz2RkWd7JmS"]);
  });

  test("what was refused is named, and the file is there: exit 9", async () => {
    const refused = { status: 403, body: { error: { code: 403, message: "not for you" } } };
    const { code, stderr, stdout } = await cli.run(`snapshots create ${file} --exclude content,comments --json`, {
      intercept: ({ path }) => (/\/teams\?/.test(path) ? refused : undefined),
    });
    expect(code).toBe(9);
    expect(JSON.parse(stdout)).toMatchObject({ failed: 1 });
    expect(stderr).toContain("orgs/{organizationId}/teams: denied");
    expect(existsSync(file)).toBe(true);
    expect((await cli.run(`snapshots view ${file}`)).code).toBe(9);
  });

  test("leaves nothing where nothing could be read, and keeps what was there", async () => {
    await cli.run(`snapshots create ${file} --exclude content,comments`);
    const before = readFileSync(file);
    const { code } = await cli.run(`snapshots create ${file}`, {
      profiles: { tokenStatus: async () => undefined },
      intercept: () => ({ status: 401, body: { error: { code: 401, message: "who are you" } } }),
    });
    expect(code).toBe(4);
    expect(readFileSync(file).equals(before)).toBe(true);
    for (const end of [".partial", ".partial-wal", ".lock"]) expect(existsSync(file + end)).toBe(false);
  });

  test("of an organization that is not there, or not for the token, makes nothing", async () => {
    for (const [status, code] of [
      [404, 3],
      [403, 4],
    ] as const) {
      const ran = await cli.run(`snapshots create ${file} --org hR7kQ2mXv9TzLb4WcN8q`, {
        profiles: { tokenStatus: async () => undefined },
        intercept: ({ path }) =>
          path === "/v1/orgs/hR7kQ2mXv9TzLb4WcN8q"
            ? { status, body: { error: { code: status, message: "no" } } }
            : undefined,
      });
      expect(ran).toMatchObject({ code, stdout: "" });
      for (const end of ["", ".partial", ".lock"]) expect(existsSync(file + end)).toBe(false);
    }
  });

  test("takes the place of an older snapshot, and of nothing else", async () => {
    await cli.run(`snapshots create ${file} --exclude content,comments`);
    expect((await cli.run(`snapshots create ${file} --exclude content,comments`)).code).toBe(0);
    writeFileSync(join(cli.folder, "notes.txt"), "precious");
    for (const [path, says] of [
      [cli.folder, "is a folder"],
      [join(cli.folder, "notes.txt"), "exists and is not a snapshot"],
    ] as const) {
      const { code, stderr, sent } = await cli.run(`snapshots create ${path}`);
      expect({ code, sent }).toEqual({ code: 2, sent: [] });
      expect(stderr).toContain(`${path} ${says}`);
    }
    expect(readFileSync(join(cli.folder, "notes.txt"), "utf8")).toBe("precious");
  });

  test("--dry-run shows the first request and sends nothing", async () => {
    const { code, stdout, sent } = await cli.run(`snapshots create ${file} --dry-run`);
    expect({ code, sent }).toEqual({ code: 0, sent: [] });
    expect(stdout).toContain("GET https://docs.sandbox.invalid/v1/orgs/hR7kQ2mXv9TzLb4WcN8p");
    expect(existsSync(`${file}.partial`)).toBe(false);
  });

  test("refuses parts that it does not know, before anything is sent", async () => {
    for (const flag of ["--include everything", "--exclude everything"]) {
      const { code, stderr, sent } = await cli.run(`snapshots create ${file} ${flag}`);
      expect({ code, sent }).toEqual({ code: 2, sent: [] });
      expect(stderr).toContain('"everything" is not one of');
    }
  });

  test("says so where it cannot write", async () => {
    const { code, stderr } = await cli.run(`snapshots create ${join(cli.folder, "absent", "monday.docs")}`);
    expect(code).toBe(1);
    expect(stderr).toContain("no such file or folder");
  });
});

describe("docs snapshots view", () => {
  test("tells whose it is and what is in it, part by part", async () => {
    await cli.run(`snapshots create ${file} --exclude content,comments`);
    const found = await cli.json(`snapshots view ${file} --json`);
    expect(found).toMatchObject({
      organization: { id: "hR7kQ2mXv9TzLb4WcN8p", title: "Halden Robotics" },
      origin: "https://docs.sandbox.invalid",
      failed: 0,
      counts: { space: 8, organization: 1 },
    });
    const parts = new Map(found.parts.map((row: { part: string }) => [row.part, row]));
    expect(parts.get("orgs/{organizationId}/spaces")).toMatchObject({ state: "complete", scopes: 1 });
    expect(parts.get("spaces/{spaceId}/content")).toMatchObject({
      state: "not-asked",
      reason: "omit --exclude content",
    });
    expect(parts.get("older revisions")).toMatchObject({ state: "unreadable" });
    const lines = (await cli.out(`snapshots view ${file}`)).split("\n");
    expect(lines[0]).toBe("older revisions\tunreadable\t1\t\t0\t0\tno endpoint returns them, so merges have no base");
    expect(lines).toContainEqual(expect.stringMatching(/^orgs\/\{organizationId\}\/spaces\tcomplete\t1\t8\t2\t0\t/));
    expect(await cli.out(`snapshots view ${file}`, { tty: true, width: 160 })).toContain("Halden Robotics");
  });

  test("works where the file and its folder cannot be written", async () => {
    await cli.run(`snapshots create ${file} --exclude content,comments`);
    chmodSync(file, 0o400);
    expect((await cli.run(`snapshots view ${file}`)).code).toBe(0);
  });

  test("refuses what is none", async () => {
    writeFileSync(file, "hello, this is not a database at all, not even a small one");
    expect(await cli.run(`snapshots view ${file}`)).toMatchObject({ code: 1, stdout: "" });
    expect((await cli.run(`snapshots view ${join(cli.folder, "absent")}`)).stderr).toContain("no such file");
  });
});
