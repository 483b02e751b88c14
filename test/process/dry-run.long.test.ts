/** R39: a dry run changes nothing on this machine, and asks no service. */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { NOUNS } from "../../src/commands/index.js";
import { useHome } from "../helpers/home.js";
import { type Service, service } from "./service.js";

const home = useHome();
let server: Service;
beforeAll(async () => {
  server = await service(() => ({ body: { items: [] } }));
  return () => server.close();
});

/** Each file of the person's, with what is in it. */
function everything(): string[] {
  const below = (dir: string): string[] =>
    readdirSync(dir).flatMap((name) => {
      const path = join(dir, name);
      if (statSync(path).isDirectory()) return below(path);
      return [`${path} ${createHash("sha256").update(readFileSync(path)).digest("hex")}`];
    });
  return below(home.dir)
    .filter((line) => !/sandbox\.sqlite-(wal|shm) /.test(line))
    .sort();
}

/** One line for every command that reaches no endpoint, and what it says it would do; "" only reads. */
const LOCAL: Readonly<Record<string, string>> = {
  "auth login --profile other --base-url URL --token-stdin":
    "would check the token with URL (GET /v1/orgs) and store it in profile other\n",
  "auth status": "",
  "auth logout": "would delete the stored token of profile work\n",
  "auth token": "",
  "auth move --to keyring": "would move the token of profile work to the keyring\n",
  "profiles list": "",
  "profiles use sandbox": "would make sandbox the current profile\n",
  "profiles delete work": "would delete profile work with its token\n",
  "config list": "",
  "config get org": "",
  "config set space tG4nVx8YqLz2RkWd7JmS": "would set space to tG4nVx8YqLz2RkWd7JmS\n",
  "config unset org": "would remove org\n",
  "alias list": "",
  "alias set x 'cr list'": "would set docs x as an alias for docs cr list\n",
  "alias delete mine": "would delete alias mine\n",
  "sandbox start": "would serve the sandbox over HTTP on this machine\n",
  "sandbox status": "",
  "sandbox reset": "would discard the sandbox's state and restore the sample organization\n",
  "sandbox token list": "",
  "sandbox token create --as uA5mJr9TyBq3ZxKd7WnE":
    "would create a token of the sandbox that acts as uA5mJr9TyBq3ZxKd7WnE\n",
  "sandbox token revoke 67fd309228ea": "would revoke token 67fd309228ea of the sandbox\n",
  "sandbox import FOLDER": "would import FOLDER into a new space of the sandbox\n",
  "history clear": "would delete 0 runs from the history\n",
  "ci list": "",
  "ci show links": "",
  doctor: "",
  "extensions list": "",
  tour: "",
  "completion bash": "",
};

/** Tried elsewhere: they need a file that is made first (a plan below, a snapshot in snapshot-load.long.test.ts), or refuse the flag (mcp). */
const ELSEWHERE = [
  "plans view",
  "plans apply",
  "plans undo",
  "plans verify",
  "history list",
  "history view",
  "undo",
  "sandbox load",
  "mcp",
];

describe("R39 --dry-run on this machine", () => {
  beforeAll(async () => {
    mkdirSync(join(home.dir, "pages"));
    writeFileSync(join(home.dir, "pages", "a.md"), "# A\n");
    const steps = [
      `docs auth login --profile work --base-url ${server.url} --token-stdin <<< t0ken-of-a-person-1234`,
      "docs profiles use work && docs config set org hR7kQ2mXv9TzLb4WcN8p && docs alias set mine 'cr list'",
      "docs --sandbox cr merge 42",
    ];
    for (const step of steps) expect((await home.shell(step)).code).toBe(0);
  });

  it("every command without an endpoint is tried", async () => {
    const names = await Promise.all(
      NOUNS.map(async (noun) => {
        const { commands } = (await noun.load()).default;
        // `docs api` and what asks the service send requests; their dry runs are tried with the secrets.
        const asks = commands.some(({ endpoints = [], uses = [] }) => endpoints.length + uses.length > 0);
        if (noun.name === "api" || asks) return [];
        return commands.map(({ name }) => (noun.direct ? noun.name : `${noun.name} ${name}`));
      }),
    );
    const tried = Object.keys(LOCAL).map((line) => line.split(" ").slice(0, 2).join(" "));
    const missing = names
      .flat()
      .filter((name) => !ELSEWHERE.includes(name) && !tried.some((line) => `${line} `.startsWith(`${name} `)));
    expect([names.flat().length > 10, missing]).toEqual([true, []]);
  });

  it.each(Object.entries(LOCAL))("docs %s", async (line, said) => {
    const before = everything();
    const hits = server.hits.length;
    const words = line.replace("URL", server.url).replace("FOLDER", join(home.dir, "pages"));
    for (const format of ["", " --json"]) {
      const ran = await home.shell(`docs ${words} --dry-run${format} <<< another-t0ken-1234567`);
      expect([ran.code, ran.stderr]).toEqual([0, ""]);
      const text = said.replace("URL", server.url).replace("FOLDER", join(home.dir, "pages"));
      if (said !== "") {
        const expected = format === "" ? text : `${JSON.stringify({ would: text.slice("would ".length, -1) })}\n`;
        expect(ran.stdout).toBe(expected);
      }
    }
    expect(everything()).toEqual(before);
    expect(server.hits.length).toBe(hits);
  });

  it("docs plans apply shows the plan, and applies nothing", async () => {
    const plan = join(home.dir, "plan.json");
    const made = await home.shell(`docs --sandbox spaces edit "Harbor API" --title Harbors --plan ${plan}`);
    expect(made.code, made.stderr).toBe(0);
    const before = everything();
    const applied = await home.shell(`docs --sandbox plans apply ${plan} --yes --dry-run`);
    expect(applied.code, applied.stderr).toBe(0);
    // Nothing of it was done, so there is nothing to take back.
    const undone = await home.shell(`docs --sandbox plans undo ${plan} --yes --dry-run`);
    expect(undone.stderr).toContain("nothing to undo");
    expect((await home.shell("docs --sandbox spaces list -q '.[].title'")).stdout).toContain("Harbor API\n");
    expect(everything()).toEqual(before);
  });
});
