/** Names in place of ids: looked up live, never for what looks like an id, never to a wrong target. */
import { describe, expect, test } from "vitest";
import * as kinds from "../../../src/cli/kinds.js";
import { shapeOf } from "../../../src/cli/targets/target-shape.js";
import { useTestCli } from "../../helpers/set-ups.js";

const cli = useTestCli();

const { changeRequest, comment, invite, member, page, space } = kinds;
const SHAPES = { changeRequest, comment, invite, member, page, space };
const SPACE = "tG4nVx8YqLz2RkWd7JmS";

describe("shapes", () => {
  const TEXTS: [kind: keyof typeof SHAPES, text: string, shape: string][] = [
    ["space", "Tern User Guide", "name"],
    ["space", "CI/CD", "name"],
    ["space", "Überblick", "name"],
    ["member", "ada@halden.example", "name"],
    ["member", "@me", "name"],
    ["page", "guides/start", "name"],
    ["space", "ada@halden.example", "word"],
    ["space", "Guide", "word"],
    ["space", "guide-2", "word"],
    ["space", "2024", "word"],
    ["space", "abcdefghijklmnopqrst", "word"],
    ["space", "QuickstartForAdmins", "word"],
    ["space", SPACE, "id"],
    ["space", "hRkQmXvTzLbWcNpAbCd", "id"],
    ["space", "0b6c4bd2-6a3a-4d84-9e0c-6f7de1b0a111", "id"],
    ["space", "s_42_abcdefghijklmn", "id"],
    ["space", "s1", "id"],
    ["space", "v2", "word"],
    ["changeRequest", "42", "id"],
    ["space", " Guide", "name"],
    // Whoever checks ids says what is wrong with these.
    ["space", "a\nb", "id"],
    ["space", "..", "id"],
    ["space", "../../..", "id"],
    ["space", "-x", "id"],
    // These have no names.
    ["comment", "Looks good", "id"],
    ["invite", "an invite", "id"],
  ];
  test.each(TEXTS)("tell a name from an id: %s %j: %s", (kind, text, shape) => {
    expect(shapeOf(SHAPES[kind], text)).toBe(shape);
  });
});

describe("filters", () => {
  test.each([
    ["cr list --contributor nobody", "member", "members"],
    ["comments list --author Nobody", "member", "members"],
    ["comments list --page-id no/such/page", "page", "pages"],
    ["teams list --owner nobody@elsewhere.test", "member", "members"],
    ["sites list --containing-space nothing", "space", "spaces"],
  ])("%s is refused", async (line, kind, noun) => {
    const { code, stderr, stdout } = await cli.run(line);
    expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
    expect(stderr).toContain(`docs: no ${kind} is called`);
    expect(stderr).toContain(`see: docs ${noun} list`);
  });

  test("@me of nobody says how to store one", async () => {
    const ran = await cli.run("cr list --contributor @me", { me: "", baseUrl: "https://docs.example.com" });
    expect(ran).toMatchObject({
      code: 2,
      sent: [],
      stderr: "docs: @me is not set\n  set it with: docs config set me EMAIL\n",
    });
  });
});
