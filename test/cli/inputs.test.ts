import { describe, expect, it } from "vitest";
import { stdinOnce } from "../../src/cli/run/context.js";
import { inputs } from "./helpers.js";

const none = { defaults: {} };
const CR_URL = "https://app.example.com/o/oX/s/sX/~/changes/7";

describe("a text without its flag", () => {
  it.each<[string, string, string]>([
    ["cr comment 42 Good", "body", "Good"],
    ["cr comment 42 -", "body", "of standard input"],
    ["comments create Good --cr 42", "body", "Good"],
    ["replies create c1 Good", "body", "Good"],
    ["share-links create Fair", "name", "Fair"],
    ["collections create Foo --parent p", "title", "Foo"],
    ["teams create Foo", "title", "Foo"],
    ["section-groups create Foo", "title", "Foo"],
    ["sites create Foo", "title", "Foo"],
    ["cr create -- -5", "subject", "-5"],
  ])("docs %s", async (line, field, text) => {
    const { flags } = await inputs(line, { stdin: "of standard input" });
    expect(flags[field]).toBe(text);
  });

  it("is all words of a search", async () => {
    expect((await inputs("spaces search  rate limits -- --all")).args).toEqual({ text: "rate limits --all" });
    expect((await inputs("orgs search tern cart")).args).toEqual({ text: "tern cart" });
  });
});

describe("targets", () => {
  it.each<[string, Parameters<typeof inputs>[1], object[]]>([
    [
      "cr view 42 '#43'",
      {},
      [
        { spaceId: "s1", changeRequestId: "42" },
        { spaceId: "s1", changeRequestId: "43" },
      ],
    ],
    ["cr view 42 --space s2", {}, [{ spaceId: "s2", changeRequestId: "42" }]],
    [
      `cr view ${CR_URL} 42`,
      {},
      [
        { spaceId: "sX", changeRequestId: "7" },
        { spaceId: "s1", changeRequestId: "42" },
      ],
    ],
    [`cr view ${CR_URL}`, none, [{ spaceId: "sX", changeRequestId: "7" }]],
    [
      "cr view -",
      { stdin: "42\r\n\n  #43 \n" },
      [
        { spaceId: "s1", changeRequestId: "42" },
        { spaceId: "s1", changeRequestId: "43" },
      ],
    ],
    ["cr view 1 - 2", { stdin: "42" }, ["1", "42", "2"].map((id) => ({ spaceId: "s1", changeRequestId: id }))],
    [`cr view -- 42`, {}, [{ spaceId: "s1", changeRequestId: "42" }]],
  ])("docs %s resolves its targets", async (line, around, params) => {
    const { args } = await inputs(line, around);
    expect((args.cr as { params: object }[]).map((target) => target.params)).toEqual(params);
  });

  it("says when standard input names nothing", async () => {
    const { args, notes } = await inputs("cr merge -", { stdin: "\n\n" });
    expect(args.cr).toEqual([]);
    expect(notes).toEqual(["nothing to do: standard input names no change request"]);
  });

  it("may be left out where the target is a context", async () => {
    expect((await inputs("sites publish")).args.site).toMatchObject([{ id: "t1" }]);
    expect((await inputs("sites publish --site t2")).args.site).toMatchObject([{ id: "t2" }]);
    expect((await inputs("spaces duplicate")).args.space).toMatchObject({ id: "s1" });
  });

  it.each([
    ["spaces delete --yes", "<space> is required: pass its id"],
    ["sites delete --yes", "<site> is required: pass its id"],
    ["cr merge", "<cr> is required: pass its number or id"],
    ["spaces search", "<text> is required: search text"],
  ])("%s has no default", async (line, message) => {
    await expect(inputs(line)).rejects.toMatchObject({ kind: "usage", message });
  });

  it("says both ways to name one that is a context", async () => {
    await expect(inputs("sites publish", none)).rejects.toMatchObject({
      message: "<site> is required: pass its id or --site",
      hint: "see: docs sites publish --help",
    });
  });

  it("R46 tells all mistakes with their lines before anything is sent", async () => {
    await expect(inputs("comments delete ok - --yes", { stdin: "a/b\nfine\n\n..\n" })).rejects.toMatchObject({
      kind: "invalid-input",
      message: [
        "2 of 4 targets cannot be used; nothing was sent",
        'line 1, "a/b": comment: must not contain spaces, control characters or / \\ ? # %',
        'line 4, "..": comment: must not be a dot segment',
      ].join("\n"),
    });
  });

  it("tells a missing context once, not for each target", async () => {
    await expect(inputs("teams view a b", none)).rejects.toMatchObject({
      message: "--org is required when not running interactively",
    });
  });

  it.each([
    ["cr list 42", 'unexpected "42"'],
    [
      "cr comment 42 looks good",
      "a body of several words needs quotes",
      "did you mean: docs cr comment 42 'looks good'",
    ],
    [
      "cr create “Torque of the wheels”",
      "a subject of several words needs quotes",
      "did you mean: docs cr create 'Torque of the wheels'",
    ],
    ["cr comment 42 x --body y", 'the body is given twice: as "x" and with --body'],
    ["comments create x --body-file y", 'the body is given twice: as "x" and with --body'],
    ["cr comment 42 @note.md", "--body @note.md is a text, not the file", "did you mean: --body-file note.md"],
    ["cr comment 42 @gone.md", "--body @gone.md is a text, not the file", "did you mean: --body-file gone.md"],
    ["comments create --body @note.md", "--body @note.md is a text, not the file", "did you mean: --body-file note.md"],
    [
      "teams create Field Service",
      "a title of several words needs quotes",
      "did you mean: docs teams create 'Field Service'",
    ],
    ["cr pdf 42 43", 'unexpected "43"'],
  ])("docs %s is refused", async (line, message, hint?: string) => {
    await expect(inputs(line)).rejects.toMatchObject({ kind: "usage", message, ...(hint !== undefined && { hint }) });
  });

  it("are picked on a terminal", async () => {
    const { args, asked } = await inputs("cr merge", { answers: ["42"] });
    expect(args.cr).toMatchObject([{ id: "42" }]);
    expect(asked).toEqual(["Which change request?"]);
  });
});

describe("contexts", () => {
  it.each<[string, object]>([
    ["comments list", { spaceId: "s1" }],
    ["comments list --space s2", { spaceId: "s2" }],
    ["comments list --space https://app.example.com/o/oX/s/sX", { spaceId: "sX" }],
    ["comments list --cr 42", { spaceId: "s1", changeRequestId: "42" }],
    ["comments list --cr '#42'", { spaceId: "s1", changeRequestId: "42" }],
    [`comments list --cr ${CR_URL}`, { spaceId: "sX", changeRequestId: "7" }],
    [
      "comments list --cr https://api.example.com/v1/spaces/sX/change-requests/7",
      { spaceId: "sX", changeRequestId: "7" },
    ],
    [`pages list --cr ${CR_URL} --space s2`, { spaceId: "sX", changeRequestId: "7" }],
    ["sections list", { organizationId: "o1", siteId: "t1" }],
    ["sections list --site https://app.example.com/o/oX/sites/tX", { organizationId: "oX", siteId: "tX" }],
  ])("docs %s acts in its context", async (line, scope) => {
    expect((await inputs(line)).scope).toEqual(scope);
  });

  it("needs no default where an address names the space", async () => {
    expect((await inputs(`comments list --cr ${CR_URL}`, none)).scope).toEqual({ spaceId: "sX", changeRequestId: "7" });
  });
});

describe("texts", () => {
  it.each<[string, string]>([
    ["comments create --body Hello", "Hello"],
    ["comments create --body -", "from standard input\n"],
    ["comments create --body-file -", "from standard input\n"],
    ["comments create --body-file note.md", "text of note.md"],
  ])("docs %s reads its text", async (line, text) => {
    expect((await inputs(line, { stdin: "from standard input\n" })).flags.body).toBe(text);
  });

  it("come from one place", async () => {
    await expect(inputs("comments create --body a --body-file b")).rejects.toMatchObject({
      kind: "usage",
      message: "--body and --body-file cannot be used together",
    });
  });

  it("are asked for last: nobody writes one for a target that is not known", async () => {
    const { asked, flags } = await inputs("comments edit c1", { answers: ["Better"] });
    expect(asked).toEqual(["Text as Markdown"]);
    expect(flags.body).toBe("Better");
    await expect(inputs("comments edit ..", { answers: [] })).rejects.toMatchObject({ kind: "invalid-input" });
  });

  it.each([
    ["comments create", "<body> is required: text as Markdown"],
    ["sites create", "<title> is required: title of the site"],
    ["share-links create", "<name> is required: label, such as the recipient"],
  ])("%s without one, where nobody can be asked", async (line, message) => {
    await expect(inputs(line)).rejects.toMatchObject({ kind: "usage", message, hint: `see: docs ${line} --help` });
  });

  it("must not be empty", async () => {
    await expect(inputs("comments create", { answers: ["\n"] })).rejects.toMatchObject({
      kind: "canceled",
      message: "canceled: the text is empty; nothing was sent",
    });
    await expect(inputs("comments create --body ''")).rejects.toMatchObject({ message: "--body must not be empty" });
    await expect(inputs("comments create --body -", { stdin: "" })).rejects.toMatchObject({
      message: "standard input is empty: there is no text for --body",
    });
    await expect(inputs("comments create --body-file -", { stdin: "" })).rejects.toMatchObject({
      message: "standard input is empty: there is no text for --body",
    });
  });

  it("may come by --field", async () => {
    expect((await inputs("sites create --field title=A")).body).toEqual({});
  });
});

describe("edit without a field", () => {
  it.each([
    ["cr edit 42", "--subject, --status"],
    ["spaces edit", "--title, --emoji, --edit-mode, --default-level, --language"],
    ["spaces move s1", "--parent, --before, --after"],
  ])("%s lists the flags", async (line, flags) => {
    await expect(inputs(line)).rejects.toMatchObject({
      kind: "usage",
      message: `nothing to change: pass at least one of ${flags}`,
    });
  });

  it("names the only flag", async () => {
    await expect(inputs("members edit u")).rejects.toMatchObject({ message: "nothing to change: pass --role" });
  });

  it("is fine with a raw addition", async () => {
    expect((await inputs("cr edit 42 --field x=1")).body).toEqual({});
  });
});

describe("open enumerations", () => {
  it.each<[string, string[]]>([
    ["cr list --status open", []],
    [
      "cr list --status on-hold",
      ['--status "on-hold" is not a known value (draft, open, archived, merged, all); sending it anyway'],
    ],
    ["spaces edit --language tlh", ['--language "tlh" is not a known value (see --help); sending it anyway']],
    ["comments list --order random", ['--order "random" is not a known value (asc, desc); sending it anyway']],
  ])("docs %s notes values that the contract does not list", async (line, notes) => {
    const resolved = await inputs(line);
    expect(resolved.notes).toEqual(notes);
  });

  it("sends what is not known", async () => {
    expect((await inputs("cr list --status on-hold")).query).toEqual({ status: "on-hold" });
  });
});

describe("standard input", () => {
  const read = async (path: string) => `text of ${path}`;
  const files = { read, document: read };

  it("is read once", async () => {
    const once = stdinOnce(files, false);
    expect(await once.read("-")).toBe("text of -");
    expect(await once.read("note.md")).toBe("text of note.md");
    await expect(once.read("-")).rejects.toMatchObject({ kind: "usage" });
    await expect(once.document("-")).rejects.toMatchObject({ kind: "usage" });
  });

  it("says that it is read, before it is", async () => {
    const order: string[] = [];
    const told = { read: async (path: string) => `${order.push(path)}`, document: read };
    const once = stdinOnce(told, false, () => order.push("said"));
    await once.read("note.md");
    await once.read("-");
    expect(order).toEqual(["note.md", "said", "-"]);
  });

  it("never gives a token to a second reader", async () => {
    const once = stdinOnce(files, true);
    await expect(once.read("-")).rejects.toMatchObject({
      kind: "usage",
      message: "--token-stdin reads standard input: - cannot read it too",
    });
  });
});
