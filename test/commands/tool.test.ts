import { beforeEach, describe, expect, test } from "vitest";
import type { ProfileService, SandboxService } from "../../src/cli/context.js";
import { CANCEL } from "../helpers/prompts.js";
import type { RunOptions } from "../helpers/run.js";
import { useTestCli } from "../helpers/set-ups.js";
import { step, TTY } from "./step.js";

const cli = useTestCli();
let calls: unknown[];
beforeEach(() => {
  calls = [];
});

const SERVICE = "https://docs.example.com";
const organizations = [{ id: "oOne", title: "Northwind" }];

/** Profiles that are stored nowhere: calls are written down. */
const profiles: Partial<ProfileService> = {
  check: async (login) => {
    calls.push(["check", login]);
    return { organizations };
  },
  spaces: async () => [{ id: "sOne", title: "Handbook" }],
  findMember: async ({ email }) => (email === "ada@example.com" ? "uAda" : undefined),
  login: async (profile, login) => {
    calls.push(["login", profile, login]);
    return { current: true, store: "file" };
  },
  logout: async (profile) => profile === "sandbox",
  list: async () => [
    { name: "default", current: true, baseUrl: SERVICE, token: true, org: "oOne", space: undefined, site: undefined },
    { name: "work", current: false, baseUrl: undefined, token: false, org: undefined, space: "sOne", site: undefined },
  ],
  use: async (name) => {
    calls.push(["use", name]);
    return name;
  },
  remove: async (name) => {
    calls.push(["remove", name]);
    return name === "work";
  },
  tokenStatus: async () => ({ source: "the profile", tail: "wxyz" }),
  token: async () => "secret-token",
  settings: async () => [
    { key: "org", value: "oOne", describe: "default organization" },
    { key: "space", value: undefined, describe: "default space" },
  ],
  get: async (key) => (key === "org" ? "oOne" : undefined),
  set: async (key, value) => void calls.push(["set", key, value]),
  unset: async (key) => key === "org",
};

const on = (more: RunOptions = {}): RunOptions => ({ profiles, ...more });

describe("auth", () => {
  test("login checks the token before it is stored, and shows it nowhere", async () => {
    const done = [
      "Logged in to https://docs.example.com as profile default (Northwind)",
      "It is the current profile",
      "Set a default organization with: docs config set org oOne",
    ];
    await step(cli, "auth login --token-stdin", { on: on({ baseUrl: SERVICE, stdin: "token-1" }), err: done });
    await step(cli, "auth login --token-file token.txt", {
      on: on({ baseUrl: SERVICE, files: { "token.txt": "token-2" } }),
      err: done,
    });
    await step(cli, "auth login", {
      on: on({ baseUrl: SERVICE, answers: ["token-3", "skip"] }),
      err: [
        "Tokens are created in the app, usually in the settings of your account",
        `✓ ${done[0]}`,
        done[1] ?? "",
        "Set one later with: docs config set org TITLE",
      ],
      asked: ["Token for https://docs.example.com", "Organization to work in", "> Skip this"],
    });
    expect(calls).toEqual(
      ["token-1", "token-2", "token-3"].flatMap((token) => [
        ["check", { baseUrl: SERVICE, token }],
        ["login", "default", { baseUrl: SERVICE, token }],
      ]),
    );
    await step(cli, "auth login", {
      on: on({ baseUrl: SERVICE }),
      err: ["docs: no token given", "  pass it on standard input with --token-stdin, or name a file with --token-file"],
      code: 2,
    });
  });

  test("login on a terminal asks who it is, and checks that", async () => {
    const login = (email: string) =>
      cli.run("auth login", on({ baseUrl: SERVICE, answers: ["token-4", "north", "skip", email] }));
    expect((await login("ada@example.com")).stderr).toContain("@me is ada@example.com (uAda)");
    expect(calls.at(-1)).toEqual(["set", "me", "uAda"]);
    expect((await login("bob@example.com")).stderr).toContain(
      "No member has that address. Set it later with: docs config set me EMAIL",
    );
    expect(calls.at(-1)).toEqual(["set", "org", "oOne"]);
  });

  test("login in the sandbox says that none is needed", async () => {
    await step(cli, "auth login", {
      on: on(),
      err: ["docs: the sandbox needs no login", "  try: docs --sandbox cr list"],
      code: 2,
    });
    expect(calls).toEqual([]);
  });

  test("status names the organizations that the token reaches", async () => {
    await step(cli, "auth status", {
      on: on({ baseUrl: SERVICE }),
      out: [
        "Profile\tdefault",
        "Service\thttps://docs.example.com",
        "Token from\tthe profile",
        "Token ends in\twxyz",
        "You are\t",
        "Organizations\tNorthwind",
        "Org in use\thR7kQ2mXv9TzLb4WcN8p",
        "Space in use\ttG4nVx8YqLz2RkWd7JmS",
        "Site in use\tsD9wPb3HfKc6XnTj1VqZ",
      ],
    });
  });

  test("status --offline asks nobody", async () => {
    await step(cli, "auth status --offline", {
      on: on(),
      out: [
        "Profile\tsandbox",
        "Service\t",
        "Token from\tthe profile",
        "Token ends in\twxyz",
        "You are\tuA5mJr9TyBq3ZxKd7WnE",
        "Organizations\t",
        "Org in use\thR7kQ2mXv9TzLb4WcN8p",
        "Space in use\ttG4nVx8YqLz2RkWd7JmS",
        "Site in use\tsD9wPb3HfKc6XnTj1VqZ",
      ],
    });
    await step(cli, "auth status --offline --json", {
      on: on(),
      out: [
        '{"profile":"sandbox","baseUrl":null,"tokenSource":"the profile","tokenTail":"wxyz","me":"uA5mJr9TyBq3ZxKd7WnE","organizations":null,"org":"hR7kQ2mXv9TzLb4WcN8p","space":"tG4nVx8YqLz2RkWd7JmS","site":"sD9wPb3HfKc6XnTj1VqZ"}',
      ],
    });
    await step(cli, "auth status", {
      on: { profiles: { tokenStatus: async () => undefined } },
      err: ["docs: profile sandbox has no token", "  log in with: docs auth login"],
      code: 4,
    });
  });

  test("logout and token", async () => {
    await step(cli, "auth logout", { on: on(), err: ["Deleted the token of profile sandbox"] });
    await step(cli, "auth logout", {
      on: { profiles: { logout: async () => false } },
      err: ["Profile sandbox had no token"],
    });
    await step(cli, "auth logout --purge", {
      on: on(),
      err: ["Deleted the token of profile sandbox", "Deleted 0 runs from the history"],
    });
    await step(cli, "auth token", { on: on(), out: ["secret-token"] });
  });
});

describe("profiles", () => {
  test("list", async () => {
    await step(cli, "profiles list", {
      on: on(),
      out: [`default\ttrue\t${SERVICE}\ttrue\toOne\t\t`, "work\tfalse\t\tfalse\t\tsOne\t"],
    });
    await step(cli, "profiles list", {
      on: on(TTY),
      out: [
        "NAME     CURRENT  SERVICE                   TOKEN  ORG   SPACE  SITE",
        "default  yes      https://docs.example.com  yes    oOne",
        "work     no                                 no           sOne",
      ],
    });
  });

  test("use and delete", async () => {
    await step(cli, "profiles use work", { on: on(), err: ["Using profile work"] });
    await step(cli, "profiles delete work", {
      on: on(),
      err: ["docs: confirmation is required when not running interactively", "  pass --yes, or --confirm work"],
      code: 2,
    });
    await step(cli, "profiles delete work", {
      on: on({ answers: [CANCEL] }),
      err: ["canceled"],
      code: 130,
      asked: ["Delete profile work with its token?"],
    });
    expect(calls).toEqual([["use", "work"]]);
    await step(cli, "profiles delete work", {
      on: on({ answers: [true] }),
      err: ["✓ Deleted profile work"],
      asked: ["Delete profile work with its token?"],
    });
    await step(cli, "profiles delete work --confirm work", { on: on(), err: ["Deleted profile work"] });
    await step(cli, "profiles delete other --yes", {
      on: on(),
      err: ['docs: there is no profile "other"', "  see: docs profiles list"],
      code: 3,
    });
    await step(cli, "profiles delete other --yes --if-exists", {
      on: on(),
      err: ["note: already absent: profile other"],
    });
  });
});

describe("config", () => {
  test("list and get", async () => {
    await step(cli, "config list", {
      on: on(),
      out: ["org\toOne\tdefault organization\thR7kQ2mXv9TzLb4WcN8p", "space\t\tdefault space\ttG4nVx8YqLz2RkWd7JmS"],
    });
    await step(cli, "config get org", { on: on(), out: ["oOne"] });
    await step(cli, "config get space", {
      on: on(),
      err: ["docs: space is not set", "  set it with: docs config set space VALUE"],
      code: 3,
    });
  });

  test("set takes whatever a thing is called by, and stores its id; unset", async () => {
    const ours = on();
    await step(cli, "config set space tG4nVx8YqLz2RkWd7JmS", { on: ours, err: ["Set space to tG4nVx8YqLz2RkWd7JmS"] });
    await step(cli, 'config set space "tern user guide"', {
      on: on(),
      err: ['note: space "Tern User Guide" is tG4nVx8YqLz2RkWd7JmS', "Set space to tG4nVx8YqLz2RkWd7JmS"],
    });
    await step(cli, "config set me sam.whitfield@halden-robotics.example", {
      on: on(),
      err: ["Set me to u5s6yviydT27vWkB4r3J"],
    });
    for (const key of ["org", "space", "site", "me"]) {
      const { code, stderr } = await cli.run(`config set ${key} nonsense`, on());
      expect({ key, code, named: stderr.includes('is called "nonsense"') }).toEqual({ key, code: 3, named: true });
    }
    await step(cli, "config set space https://docs.example.com/o/oOne/s/sThree", {
      on: on(),
      err: ["Set space to sThree"],
    });
    await step(cli, "config set site https://docs.example.com/o/oOne/s/sThree", {
      on: on(),
      err: [
        "docs: site: no id in this URL: https://docs.example.com/o/oOne/s/sThree",
        "  pass its URL in the app, or its id or title",
      ],
      code: 2,
    });
    expect(calls).toEqual([
      ["set", "space", "tG4nVx8YqLz2RkWd7JmS"],
      ["set", "space", "tG4nVx8YqLz2RkWd7JmS"],
      ["set", "me", "u5s6yviydT27vWkB4r3J"],
      ["set", "space", "sThree"],
    ]);
    await step(cli, "config unset org", { on: on(), err: ["Removed org"] });
    await step(cli, "config unset space", { on: on(), err: ["note: space was not set"] });
  });
});

describe("sandbox", () => {
  const defaults = { org: "oOne", space: "sOne", site: "tOne" };
  const service: Partial<SandboxService> = {
    status: async () => ({ file: "/data/sandbox.sqlite", exists: false }),
    reset: async () => {
      calls.push("reset");
      return { file: "/data/sandbox.sqlite", space: 10 };
    },
    importFolder: async (folder, into) => {
      calls.push(["import", folder, into]);
      const images = ["a.png", "b\u001b[2J.png", "c.png", "d.png", "e.png"];
      const skipped = images.map((path) => ({ path, why: "no page links to it" }));
      skipped.unshift({ path: ".git", why: "hidden" });
      return { space: "pNew", pages: 3, files: 1, links: 4, broken: 1, skipped };
    },
    start: async (options, ready) => {
      calls.push(["start", options]);
      await ready({ url: "http://127.0.0.1:4000", file: "/data/sandbox.sqlite", token: "secret-token", defaults });
    },
  };

  test("status and import", async () => {
    await step(cli, "sandbox status", { on: { service }, out: ["file\t/data/sandbox.sqlite", "exists\tfalse"] });
    const told = [
      "Imported 3 pages and 1 file into space pNew (4 links, 1 broken)",
      "Omitted: .git: hidden",
      "Omitted: a.png, b\\x1b[2J.png, c.png and 2 more (--json names them): no page links to it",
    ];
    await step(cli, "sandbox import ./docs --space pOne -q .skipped[4].path", {
      on: { service },
      out: ["d.png"],
      err: told,
    });
    await step(cli, "sandbox import ./docs", {
      on: { service },
      err: told,
      out: ["space\tpNew", "pages\t3", "files\t1", "links\t4", "broken\t1"],
    });
    await step(cli, "sandbox import ./docs --cr 42 -q .space", {
      on: { service },
      out: ["pNew"],
      err: ["Imported 3 pages and 1 file into change request 42 of space pNew (4 links, 1 broken)", ...told.slice(1)],
    });
    await step(cli, "sandbox import ./docs --space pOne --renames - -q .space", {
      on: { service, stdin: "R100\ta.md\tb.md\n" },
      out: ["pNew"],
      err: told,
    });
    await step(cli, "sandbox import ./docs --cr 42 --dry-run", {
      on: { service },
      out: ["would import ./docs into change request 42 of the sandbox"],
    });
    expect(calls).toEqual([
      ["import", "./docs", { space: "pOne", cr: undefined }],
      ["import", "./docs", { space: undefined, cr: undefined }],
      ["import", "./docs", { space: undefined, cr: "42" }],
      ["import", "./docs", { space: "pOne", cr: undefined, renames: "R100\ta.md\tb.md\n" }],
    ]);
  });

  test("token makes, lists and revokes tokens that act as members", async () => {
    const made = { id: "k1", user: "u1", createdAt: "2026-01-15T10:00:00.000Z" };
    const on = {
      service: {
        ...service,
        createToken: async (user: string) => {
          calls.push(["create", user]);
          return { ...made, token: "docs_secret" };
        },
        tokens: async () => [made],
        revokeToken: async (id: string) => id === "k1",
      },
    };
    await step(cli, "sandbox token create --as bo@harbor.example -q .token", {
      on,
      out: ["docs_secret"],
      err: ["This is the only time that the token is shown"],
    });
    await step(cli, "sandbox token list", { on, out: ["k1\tu1\t2026-01-15T10:00:00.000Z"] });
    await step(cli, "sandbox token revoke k1", { on, err: ["Revoked token k1"] });
    await step(cli, "sandbox token revoke k2", {
      on,
      err: ['docs: there is no token "k2"', "  see: docs sandbox token list"],
      code: 3,
    });
    expect(calls).toEqual([["create", "bo@harbor.example"]]);
    const create = "docs: --as works only with create, and create needs it";
    const revoke = "docs: an id works only with revoke, and revoke needs one";
    await step(cli, "sandbox token create", { on, err: [create], code: 2 });
    await step(cli, "sandbox token list --as u1", { on, err: [create], code: 2 });
    await step(cli, "sandbox token revoke", { on, err: [revoke], code: 2 });
    await step(cli, "sandbox token list k1", { on, err: [revoke], code: 2 });
    await step(cli, "sandbox token forget", {
      on,
      err: ['docs: there is no "sandbox token forget"', "  use create, list or revoke"],
      code: 2,
    });
  });

  test("reset asks first", async () => {
    await step(cli, "sandbox reset", {
      on: { service },
      err: ["docs: confirmation is required when not running interactively", "  pass --yes"],
      code: 2,
    });
    await step(cli, "sandbox reset", {
      on: { service, answers: [false] },
      err: ["canceled: nothing was changed"],
      code: 130,
      asked: ["Discard everything in the sandbox?"],
    });
    expect(calls).toEqual([]);
    await step(cli, "sandbox reset --yes --json", {
      on: { service },
      out: ['{"file":"/data/sandbox.sqlite","space":10}'],
      err: ["Restored the sample organization"],
    });
  });

  test("start shows the token only when it is asked for", async () => {
    await step(cli, "sandbox start --port 4000 --json", {
      on: { service, profiles },
      out: ['{"url":"http://127.0.0.1:4000","file":"/data/sandbox.sqlite"}'],
      err: [
        "Serving /data/sandbox.sqlite at http://127.0.0.1:4000 (stop it with Ctrl-C)",
        "Clients need its token: see --show-token and --save-profile",
      ],
    });
    await step(cli, "sandbox start --show-token --save-profile local --fields token", {
      on: { service, profiles },
      out: ["token\tsecret-token"],
      err: [
        "Serving /data/sandbox.sqlite at http://127.0.0.1:4000 (stop it with Ctrl-C)",
        "Try: docs --profile local cr list",
      ],
    });
    expect(calls).toEqual([
      ["start", { port: 4000, host: undefined }],
      ["start", { port: undefined, host: undefined }],
      ["login", "local", { baseUrl: "http://127.0.0.1:4000", token: "secret-token", defaults }],
    ]);
  });
});
