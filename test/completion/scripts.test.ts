import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { fishQuote, powershellQuote } from "../../src/cli/completion/emit.js";
import { buildModel, type Model } from "../../src/cli/completion/model.js";
import { completionScript } from "../../src/cli/completion/script.js";
import { SHELLS } from "../../src/cli/completion/shells.js";
import { targetRows, valueRows } from "../../src/cli/completion/tables.js";
import { NOUNS } from "../../src/commands/index.js";
import { quote } from "../../src/shared/shell-words.js";

const FILES = { bash: "docs.bash", zsh: "_docs", fish: "docs.fish", powershell: "docs.ps1" } as const;

describe("completions/", () => {
  it.each(SHELLS)("the script of %s is up to date: node scripts/completions.mjs", async (shell) => {
    expect(readFileSync(`completions/${FILES[shell]}`, "utf8")).toBe(await completionScript(shell, NOUNS));
  });

  it.each(["bash", "zsh", "fish"] as const)("R60 the script of %s evaluates nothing", (shell) => {
    const script = readFileSync(`completions/${FILES[shell]}`, "utf8").replace(/^\s*#.*$/gm, "");
    expect(script).not.toMatch(/^\s*eval\b|[;&|(]\s*eval\b|compgen -W/m);
    expect(script.match(/docs __complete/g)).toHaveLength(1);
  });
});

describe("the model", () => {
  let model: Model;
  beforeAll(async () => {
    model = await buildModel(NOUNS);
  });
  const slotOf = (word: string) => {
    const { own, general } = valueRows(model);
    return [...own, ...general].find(([words]) => words.includes(word))?.[1];
  };

  it("knows what may follow a flag", () => {
    expect(slotOf("cr list --status")).toBe("=draft open archived merged all");
    expect(slotOf("--output")).toBe("=table json jsonl yaml csv tsv");
    expect(slotOf("--space")).toBe("@spaceId");
    expect(slotOf("--cr")).toBe("@changeRequestId");
    expect(slotOf("--parent")).toBe("@collectionId");
    expect(slotOf("--spaces")).toBe(",@spaceId");
    expect(slotOf("--token-file")).toBe("/");
    expect(slotOf("--body-file")).toBe("/");
    expect(slotOf("-O")).toBe("/");
    expect(slotOf("--snapshot")).toBe("/@generation");
    expect(slotOf("--title")).toBe("-");
  });

  it("knows the members of a command's answer, which --fields takes, several with commas", () => {
    const fields = slotOf("cr list --fields");
    expect(fields).toMatch(/^,=\S+( \S+)*$/);
    expect(fields?.slice(2).split(" ")).toEqual(expect.arrayContaining(["id", "number", "subject", "status"]));
    expect(fields).not.toContain(".");
    expect(slotOf("spaces list --fields")?.slice(2).split(" ")).toContain("visibility");
    expect(slotOf("spaces list --fields")).not.toMatch(/\bsubject\b/);
    // Nothing is documented of what it may answer.
    expect(slotOf("api --fields")).toBeUndefined();
    expect(slotOf("--fields")).toBe("-");
  });

  it("lets the command's own meaning of a flag win: --page is a cursor, but a page of a PDF", () => {
    expect(slotOf("cr pdf --page")).toBe("@pageId");
    expect(slotOf("cr list --page")).toBe("-");
    expect(slotOf("--page")).toBeUndefined();
  });

  it("knows which targets are ids of what, and which one repeats", () => {
    const rows = targetRows(model);
    const slot = (word: string) => rows.find(([words]) => words.includes(word))?.[1];
    expect(slot("cr merge *")).toBe("@changeRequestId");
    expect(slot("cr pdf 0")).toBe("@changeRequestId");
    expect(slot("replies view 0")).toBe("@commentId");
    expect(slot("replies view *")).toBe("@commentReplyId");
    expect(slot("team-members remove 0")).toBe("@teamId");
    expect(slot("team-members remove *")).toBe("@userId");
    expect(slot("snapshots view 0")).toBe("/@generation");
    expect(slot("snapshots query *")).toBe("/@generation");
    expect(slot("plans apply 0")).toBe("/");
    expect(slot("completion 0")).toBe("=bash zsh fish powershell");
    // Exact places are looked at before those that repeat.
    const places = rows.flatMap(([words]) => words);
    expect(places.indexOf("replies view 0")).toBeLessThan(places.indexOf("replies view *"));
  });

  it("offers no value for a switch", () => {
    for (const word of ["--json", "--sandbox", "--yes", "-y", "--no-proxy"]) expect(slotOf(word)).toBeUndefined();
  });
});

describe("quoting", () => {
  it("keeps every text one word", () => {
    const text = "it's \\ $(x)";
    expect(quote(text)).toBe("'it'\\''s \\ $(x)'");
    expect(fishQuote(text)).toBe("'it\\'s \\\\ $(x)'");
    expect(powershellQuote(text)).toBe("'it''s \\ $(x)'");
  });
});
