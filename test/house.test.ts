/** The rules of the house: who imports whom, how large things get. */
import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { parseAst } from "rolldown/parseAst";
import { describe, expect, it } from "vitest";

function filesBelow(dir: string): string[] {
  return readdirSync(dir, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesBelow(join(dir, entry.name)) : [join(dir, entry.name).replaceAll("\\", "/")],
  );
}

const sources = filesBelow("src").filter((file) => file.endsWith(".ts"));
const tests = filesBelow("test").filter((file) => file.endsWith(".ts"));
const texts = new Map([...sources, ...tests].map((file) => [file, readFileSync(file, "utf8")]));
const read = (file: string): string => texts.get(file) ?? readFileSync(file, "utf8");

interface Import {
  /** Path below src/ without its ending, or the name of a package. */
  target: string;
  kind: "static" | "type" | "dynamic";
}

/** Imports of a file, found in its text. */
function importsOf(file: string): Import[] {
  const text = read(file);
  const found: Import[] = [];
  for (const match of text.matchAll(/^(?:import|export) (type )?(?:[^;"']*? from )?"([^"]+)";/gms)) {
    const braces = /\{([^}]*)\}/.exec(match[0])?.[1];
    const onlyTypes =
      match[1] !== undefined ||
      (braces !== undefined &&
        !/^(?:import|export) [\w*]/.test(match[0]) &&
        braces.split(",").every((name) => name.trim() === "" || name.trim().startsWith("type ")));
    found.push({ target: resolveTarget(file, match[2] ?? ""), kind: onlyTypes ? "type" : "static" });
  }
  for (const match of text.matchAll(/(typeof )?import\("([^"]+)"\)/g)) {
    found.push({ target: resolveTarget(file, match[2] ?? ""), kind: match[1] ? "type" : "dynamic" });
  }
  return found;
}

function resolveTarget(file: string, name: string): string {
  if (!name.startsWith(".")) return name;
  return posix
    .join(posix.dirname(file), name)
    .replace(/^src\//, "")
    .replace(/\.js$/, "");
}

const folderOf = (path: string): string => path.replace(/^src\//, "").split("/")[0] ?? "";
const isOurs = (target: string): boolean =>
  sources.some((file) => file === `src/${target}.ts` || file === `src/${target}.d.ts`);

const SHARED = ["errors"];

/** What each folder may import besides itself and what is shared by all. `type` entries may be imported as types only. */
const RULES: Record<string, { folders: string[]; typeOnly: string[]; dynamic: string[]; packages: RegExp }> = {
  catalog: { folders: [], typeOnly: [], dynamic: [], packages: /^zod\/mini$/ },
  resources: { folders: [], typeOnly: ["catalog"], dynamic: ["catalog"], packages: /^$/ },
  // Between the client and whoever claims that something is absent.
  absence: { folders: ["catalog"], typeOnly: ["http"], dynamic: [], packages: /^$/ },
  http: { folders: ["catalog", "system"], typeOnly: [], dynamic: [], packages: /^(node:.*|undici)$/ },
  // The machine below everybody: it knows nothing of the service.
  system: { folders: [], typeOnly: [], dynamic: [], packages: /^(node:.*|libsql)$/ },
  // One fact each, for everybody: they lean on nothing.
  shared: { folders: [], typeOnly: [], dynamic: [], packages: /^(p-limit|marked)$/ },
  config: { folders: ["system"], typeOnly: [], dynamic: [], packages: /^(node:.*|conf)$/ },
  cli: {
    folders: ["resources", "system"],
    typeOnly: ["catalog", "http", "snapshot", "changes", "mcp", "config"],
    dynamic: ["catalog", "absence", "changes"],
    packages:
      /^(node:.*|commander|@inquirer\/prompts|chalk|cli-table3|ora|yaml|jq-web|marked|string-width|diff|zod\/mini)$/,
  },
  // Engines by import(), when a command runs.
  commands: {
    folders: ["catalog", "resources", "cli", "system"],
    typeOnly: ["http", "checks", "changes", "mcp", "snapshot"],
    dynamic: ["checks", "changes", "mcp", "absence", "snapshot"],
    packages: /^virtual:ci-kits$/,
  },
  // The walk is handed a client and a file; a file is a store of the embedded service.
  snapshot: {
    folders: ["resources", "catalog", "sandbox", "system"],
    typeOnly: ["http"],
    dynamic: [],
    packages: /^(node:.*|marked|yaml|hyparquet-writer)$/,
  },
  // Both are handed a client, and functions for files; certificates are Node's to read.
  checks: {
    folders: ["catalog", "resources", "system"],
    typeOnly: ["http"],
    dynamic: [],
    packages: /^(yaml|node:crypto)$/,
  },
  // Files of people: a site as YAML, tables as CSV.
  changes: {
    folders: ["catalog", "resources", "absence", "system"],
    typeOnly: ["http"],
    dynamic: [],
    packages: /^(zod\/mini|yaml|csv-parse\/sync|node:async_hooks)$/,
  },
  mcp: {
    folders: ["catalog", "resources", "checks", "changes"],
    typeOnly: ["http"],
    dynamic: [],
    packages: /^zod\/mini$/,
  },
  sandbox: {
    folders: ["catalog", "resources", "system"],
    typeOnly: [],
    dynamic: [],
    packages: /^(node:.*|marked|yaml|zod\/mini|virtual:sample)$/,
  },
};

/** Places that need one more thing, with the reason. */
const EXCEPTIONS: Record<string, string[]> = {
  "src/cli/records/history.ts": ["changes/log/write-log"], // both are loaded by import()
};

/** Files that reach themselves by what they import, types and `import()` included. */
function inCircles(): string[] {
  const next = new Map(
    sources.map((file) => [
      file,
      importsOf(file).flatMap(({ target }) => sources.filter((one) => one === `src/${target}.ts`)),
    ]),
  );
  const reachedFrom = (start: string): Set<string> => {
    const reached = new Set<string>();
    for (const todo = [...(next.get(start) ?? [])]; todo.length > 0; ) {
      const file = todo.pop();
      if (file === undefined || reached.has(file)) continue;
      reached.add(file);
      todo.push(...(next.get(file) ?? []));
    }
    return reached;
  };
  const reach = new Map(sources.map((file) => [file, reachedFrom(file)]));
  return sources.filter((file) => reach.get(file)?.has(file));
}

describe("imports", () => {
  it("go in no circle", () => {
    expect(inCircles()).toEqual([]);
  });

  it.each(sources.filter((file) => RULES[folderOf(file)]))("%s follows the table", (file) => {
    const folder = folderOf(file);
    const rule = RULES[folder];
    if (!rule) throw new Error(`no rule for ${folder}`);
    const wrong = importsOf(file).filter(({ target, kind }) => {
      if (!isOurs(target)) return !rule.packages.test(target);
      const to = folderOf(target);
      if (to === folder && folder !== "commands") return false;
      if (folder === "commands" && to === "commands")
        return (
          kind === "static" && sources.some((other) => other === `src/${target}.ts` && /defineNoun\(/.test(read(other)))
        );
      if (SHARED.includes(target) || to === "shared" || rule.folders.includes(to)) return false;
      if (kind === "type" && rule.typeOnly.includes(to)) return false;
      if (kind === "dynamic" && rule.dynamic.includes(to)) return false;
      return !EXCEPTIONS[file]?.includes(target);
    });
    expect(wrong).toEqual([]);
  });

  it("only snapshots load the sandbox, and only the app both, by import()", () => {
    const isService = (path: string): boolean =>
      folderOf(path) === "sandbox" || /^snapshot\/(?:file|compare|export|history|query|tables)\//.test(path);
    const loading = sources.filter(
      (file) =>
        !isService(file.replace(/^src\//, "")) &&
        importsOf(file).some(({ target, kind }) => kind === "static" && isOurs(target) && isService(target)),
    );
    expect(loading).toEqual([]);
  });

  it("commands touch neither the process nor the console", () => {
    const touching = sources.filter(
      (file) => file.startsWith("src/commands/") && /(?<![\w-])(process|console)\./.test(read(file)),
    );
    expect(touching).toEqual([]);
  });

  it("costly packages are reached through import() only", () => {
    const costly =
      /^(conf|ora|@inquirer\/prompts|cli-table3|string-width|yaml|csv-parse\/sync|hyparquet-writer|jq-web|undici|libsql|chalk|marked|diff|zod)$/;
    const reached = new Map([["src/main.ts", importsOf("src/main.ts")]]);
    for (const [, imports] of reached) {
      for (const { target, kind } of imports) {
        const file = `src/${target}.ts`;
        if (kind === "static" && sources.includes(file) && !reached.has(file)) reached.set(file, importsOf(file));
      }
    }
    const eager = [...reached].flatMap(([file, imports]) =>
      imports.filter((one) => one.kind === "static" && costly.test(one.target)).map((one) => `${file}: ${one.target}`),
    );
    expect(reached.size).toBeGreaterThan(10);
    expect(eager).toEqual([]);
    expect([...reached.keys()].filter((file) => /^src\/(sandbox|commands)\/(?!index)/.test(file))).toEqual([]);
  });
});

/** What a file exports by name, types included; the catalog finds schemas (`once`) by their form. */
function exportsOf(file: string): string[] {
  const text = read(file);
  const declared = text.matchAll(/^export (?!default)(?:async )?[\w*]+ (\w+)\b(?! = once\()/gm);
  const listed = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, names = ""]) => names.split(","));
  return [
    ...[...declared].map(([, name = ""]) => name),
    ...listed.map((name) => /(\w+)\s*$/.exec(name)?.[1] ?? "").filter(Boolean),
  ];
}

describe("exports", () => {
  it("are what another file uses: who wants something first looks at what there is", () => {
    const users = new Map<string, string[]>();
    for (const file of [...sources, ...tests]) {
      for (const target of new Set(importsOf(file).map((one) => one.target))) {
        users.set(target, [...(users.get(target) ?? []), read(file)]);
      }
    }
    // Entry points of the build, which scripts load.
    const built = read("scripts/build.mjs");
    const unused = sources
      .filter((file) => !built.includes(`"${file}"`))
      .flatMap((file) => {
        const importing = users.get(file.replace(/^src\/|\.ts$/g, "")) ?? [];
        return exportsOf(file)
          .filter((name) => !importing.some((text) => new RegExp(`\\b${name}\\b`).test(text)))
          .map((name) => `${file}: do not export ${name}`);
      });
    expect(unused).toEqual([]);
  });
});

const FUNCTION = /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/;

/** Functions of a file, of any form, that have more lines than `limit`. */
function longFunctions(file: string, limit: number): string[] {
  const text = read(file);
  const countLines = (part: string): number => part.split("\n").length;
  const long: string[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    if ("type" in node && "start" in node && "end" in node) {
      const [start, end] = [Number(node.start), Number(node.end)];
      const lines = countLines(text.slice(start, end));
      // Nothing in it is longer.
      if (lines <= limit) return;
      if (FUNCTION.test(String(node.type))) long.push(`${file}:${countLines(text.slice(0, start))} (${lines} lines)`);
    }
    Object.values(node).forEach(visit);
  };
  visit(parseAst(text, { lang: "ts" }));
  return long;
}

describe("sizes", () => {
  it("no file is over 500 lines", () => {
    const count = (file: string) => read(file).split("\n").length - 1;
    expect([...sources, ...tests].filter((file) => count(file) > 500)).toEqual([]);
  });

  it("no function is over 50 lines", () => {
    expect(sources.flatMap((file) => longFunctions(file, 50))).toEqual([]);
  });
});

describe("placeholders where commands are typed", () => {
  /** In a shell, `<page>` reads a file and `>` writes one. */
  const REDIRECTION = /<[a-z][a-z-]*(\.\.\.)?>/;

  it("are no redirections in the blocks of the documentation", () => {
    const pages = filesBelow("docs").filter((file) => file.endsWith(".md"));
    const typed = pages.flatMap((file) =>
      read(file)
        .split(/^ *```/m)
        // Every second part is a block; its first line names the language.
        .filter((part, at) => at % 2 === 1 && /^(sh|bash|console)?\n/.test(part))
        .flatMap((block) => block.split("\n").map((line) => `${file}: ${line.replace(/(^| )#.*/, "")}`)),
    );
    expect(typed.length).toBeGreaterThan(200);
    expect(typed.filter((line) => REDIRECTION.test(line))).toEqual([]);
  });

  it("are no redirections in what hints and pages name between words", () => {
    const typed = /(--[a-z-]+[ =]|docs [a-z]+ [a-z-]+ )<[a-z]/;
    expect("pass --space <space>").toMatch(typed);
    // Help writes <space> in its lines of usage, as manual pages do.
    const shown = sources.filter((file) => !/^src\/cli\/(help|completion)\//.test(file));
    const hints = shown.flatMap((file) =>
      read(file)
        .split("\n")
        .filter((line) => !/^\s*(\/\/|\/?\*)/.test(line))
        .map((line) => `${file}: ${line}`),
    );
    const pages = filesBelow("docs").filter((file) => file.endsWith(".md"));
    const inText = pages.flatMap((file) => [...read(file).matchAll(/`[^`]+`/g)].map(([code]) => `${file}: ${code}`));
    expect([...hints, ...inText].filter((text) => typed.test(text.replaceAll(/\s+/g, " ")))).toEqual([]);
  });

  it("are no redirections in the examples of commands", () => {
    const examples = sources
      .filter((file) => file.startsWith("src/commands/"))
      .flatMap((file) =>
        [...read(file).matchAll(/^ *examples: \[(.*?)\],$/gms)].map(([, text = ""]) => `${file}: ${text}`),
      );
    expect(examples.length).toBeGreaterThan(130);
    expect(examples.filter((text) => REDIRECTION.test(text))).toEqual([]);
  });
});

/** One way to do each: what a second one looks like, where the first one is, and the files where it is something else. */
const ONE_WAY: readonly { what: string; second: RegExp; only: readonly string[]; other?: Record<string, string> }[] = [
  {
    what: "comparing names",
    second:
      /\.toLowerCase\(\)\s*[!=]==|[!=]== [\w.?()]+\.toLowerCase\(\)|\.toLowerCase\(\)\.(?:includes|startsWith|endsWith)\(/,
    only: [],
    other: {
      "src/sandbox/handlers/organizations.ts": "domains",
      "src/changes/offboard/footprint.ts": "domains",
      "src/checks/rules/links.ts": "hosts",
      "src/sandbox/handlers/translations.ts": "languages",
      "src/sandbox/wire/serve.ts": "names of headers",
      "src/changes/table.ts": "names of columns",
    },
  },
  {
    what: "the form of accents",
    second: /\.normalize\("NF/,
    only: ["src/shared/text/names.ts"],
    other: {
      "src/sandbox/content/pages.ts": "slugs",
      "src/sandbox/content/pdf.ts": "characters of a font",
      "src/sandbox/content/links/link-index.ts": "anchors as hosts make them",
      "src/sandbox/content/search.ts": "words of a text",
      "src/snapshot/export/export.ts": "file names",
      "src/http/answer/compare-fields.ts": "what a service made of a text",
    },
  },
  {
    what: "days of the calendar",
    second: /\^\(?\\d\{4\}-\\d(?:\\d|\{2\})-\\d(?:\\d|\{2\})\)?\$|new Date\([^()]*,[^()]*,/,
    only: ["src/shared/values.ts"],
  },
  {
    what: "booleans in variables",
    second:
      /env(?:ironment)?(?:\.\w+|\["?\w+"?\]) [!=]== "(?:0|1|true|false|yes|no|on|off)"|"(?:yes|on)", "(?:1|true)"|"(?:no|off)", "(?:0|false)"|"(?:0|false)", "(?:no|off)"|"false", "(?:0|no)"/,
    only: ["src/shared/switches.ts"],
    other: { "src/system/secrets.ts": "what Node itself takes for no" },
  },
  {
    what: "words of a command line",
    second: /(?:EDITOR|VISUAL|PAGER|BROWSER|[cC]ommand|program|requested|expansion)\b[^\n]{0,40}\.split\(/,
    only: ["src/shared/shell-words.ts"],
  },
  {
    what: "decoding a text",
    second: /new TextDecoder\(|replace\(\/\^\\ufeff|isUtf8\(/i,
    only: ["src/system/files/file-bytes.ts"],
    other: {
      "src/system/sqlite.ts": "cells of a database",
      "src/sandbox/wire/validate.ts": "bodies of requests",
      "src/app/client/snapshot-client.ts": "bodies of answers",
      "src/http/answer/decode.ts": "bodies of answers",
      "src/http/raw.ts": "bodies of answers",
      "src/commands/api.ts": "bodies of answers",
      "src/cli/run/context.ts": "bodies of answers",
      "src/changes/table.ts": "a table that was read already",
      "src/shared/ids.ts": "a token, of whatever bytes",
    },
  },
];

describe("there is one way", () => {
  it.each(ONE_WAY)("of $what", ({ second, only, other = {} }) => {
    const found = sources.filter((file) => second.test(read(file)));
    expect(found.filter((file) => !only.includes(file) && !Object.hasOwn(other, file))).toEqual([]);
    // An exception that is none any more would hide the next second way.
    expect(Object.keys(other).filter((file) => !found.includes(file))).toEqual([]);
  });
});

it("snapshots in help, pages and examples end in .docs", () => {
  const shown = [...filesBelow("docs"), ...filesBelow("examples"), ...filesBelow("src/cli/help"), "README.md"];
  const named = shown.flatMap((file) => read(file).match(/[\w/-]+\.snapshot\b(?=[\s`",])/g) ?? []);
  expect(named).toEqual([]);
});

describe("what the pages for contributors name", () => {
  const files = ["bench", "docs", "examples", "scripts", "src", "test"].flatMap(filesBelow);

  it.each(["docs/architecture.md", "CONTRIBUTING.md"])("%s: files that exist", (page) => {
    const pictures = [...read(page).matchAll(/^```mermaid\n(.*?)^```/gms)].map(([, picture = ""]) => picture);
    const text = read(page).replace(/^```.*?^```/gms, "");
    const named = [text.matchAll(/`([\w./-]+(?:\/|\.ts|\.mjs))`/g), pictures.join("").matchAll(/([\w/-]+\.ts)/g)]
      .flatMap((found) => [...found])
      .map(([, path = ""]) => path);
    expect(named.length).toBeGreaterThan(1);
    const gone = named.filter((path) => !files.some((file) => `/${file}`.includes(`/${path}`)));
    expect(gone.filter((path) => !/^(dist|completions|sample)\//.test(path))).toEqual([]);
  });
});

describe("words", () => {
  it("no unfinished work is left in the code", () => {
    const marks = new RegExp(["TO" + "DO", "FIX" + "ME", "not " + "implemented"].join("|"), "i");
    expect(sources.filter((file) => marks.test(read(file)))).toEqual([]);
  });
});

it("what tests share sets up nothing by being imported: a worker loads it once, for all its files", () => {
  const shared = tests.filter((file) => !file.endsWith(".test.ts"));
  expect(shared.filter((file) => /^(before|after)(Each|All)\(/m.test(read(file)))).toEqual([]);
});

it("who mocks a module loads it anew, and again for the next file", () => {
  const mocking = tests.filter((file) => /^vi\.mock\(/m.test(read(file)));
  expect(mocking.filter((file) => (read(file).match(/vi\.resetModules\(\)/g) ?? []).length < 2)).toEqual([]);
});

describe("comments", () => {
  const folders = [...new Set(sources.map((file) => posix.dirname(file)))];
  const places = [...sources, ...tests, ...filesBelow("scripts"), ...folders];
  const isThere = (name: string): boolean => places.some((file) => file.endsWith(`/${name.replace(/\/$/, "")}`));
  it("name files and folders that exist", () => {
    const gone = sources.flatMap((file) =>
      [...read(file).matchAll(/^\s*(?:\/?\*|\/\/).*$/gm)]
        .flatMap(([line]) => [...line.matchAll(/(?<![\w@*./-])(?:[\w-]+\/)*(?:[\w-]+\.ts|[a-z-]+\/(?=[\s),.;:]|$))/g)])
        .map(([name]) => name)
        .filter((name) => !isThere(name) && !/^(?:examples\/ci|dist|docs)\/$/.test(name))
        .map((name) => `${file}: ${name}`),
    );
    expect(gone).toEqual([]);
  });
});

/** Names that a file gives to differences of a clock. */
const differencesIn = (file: string): string[] =>
  [...read(file).matchAll(/(\w+)\s*[:=]\s*\(?(?:Date|performance)\.now\(\)\s*-/g)].map(([, name = ""]) => name);

/** Names that a file gives to functions that sleep: to timers of Node, and to what makes a promise of one. */
const sleepsIn = (file: string): string[] =>
  [
    ...read(file).matchAll(/\bsetTimeout as (\w+)/g),
    ...read(file).matchAll(/(?:const (\w+) =|function (\w+)\(.*\{\n).{0,80}new Promise\b.{0,60}setTimeout\(/g),
  ].flatMap(([, name, other]) => name ?? other ?? []);

/** A test file and the test code that it imports. */
const nearTo = (file: string): string[] =>
  [file, ...importsOf(file).map(({ target }) => `${target}.ts`)].filter((one) => tests.includes(one));

describe("tests judge the product, not the machine", () => {
  const files = tests.filter((file) => file !== "test/house.test.ts");
  const found = (pattern: RegExp, inFiles = files): string[] =>
    inFiles.flatMap((file) =>
      [...read(file).matchAll(pattern)].map(({ index, 0: { length } }) => {
        const line = read(file)
          .slice(0, index + length)
          .split("\n").length;
        return `${file}:${line}`;
      }),
    );

  it("chance comes from the seed: test/helpers/random.ts", () => {
    expect(found(/Math\.random/g)).toEqual([]);
  });

  it("none is tried again", () => {
    expect(found(/\bretry: ?\d/g)).toEqual([]);
  });

  it("nothing is expected right after a sleep: an event is waited for, as by expect.poll", () => {
    const slept = files.flatMap((file) => {
      const calls = ["setTimeout", ...nearTo(file).flatMap(sleepsIn)].join("|");
      const sleep = `await (?:new Promise\\(.*setTimeout.*|(?:\\w+\\.)*(?:${calls})\\(.*)\\);\n`;
      return found(new RegExp(`${sleep}(?:\\s*//.*\n)*\\s*(?:await )?expect\\(`, "g"), [file]);
    });
    expect(slept).toEqual([]);
  });

  it("no time is compared with a limit: steps are counted, or a fake clock is read", () => {
    const timed = files.flatMap((file) => {
      const names = nearTo(file)
        .flatMap(differencesIn)
        .map((name) => `\\b${name}\\b`);
      const clock = ["(?:Date|performance)\\.now\\(\\)", ...names].join("|");
      return found(new RegExp(`expect\\([^;]*?(?:${clock})[^;]*?\\)\\s*\\.toBe(?:Less|Greater)Than`, "g"), [file]);
    });
    expect(timed).toEqual([]);
  });
});
