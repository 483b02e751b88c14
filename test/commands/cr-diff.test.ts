import { expect, test } from "vitest";
import type { Reply, Sent } from "../helpers/run.js";
import { useTestCli } from "../helpers/set-ups.js";
import { linesOf } from "./step.js";

const cli = useTestCli();

test("colors on a terminal; nothing of the service reaches it, and no text passes for a head", async () => {
  const before = { id: "p1", title: "\u001b]0;x\u0007", path: "a\ndiff --git a/b b/b\u001b[2J", markdown: "x\n" };
  const after = { ...before, title: "\u202eT", markdown: "diff --git a/evil b/evil\n\u001b[2J\r\n" };
  const intercept = ({ path }: Sent): Reply | undefined => {
    const page = path.includes("/change-requests/42/") ? after : before;
    if (path.includes("/content/pages?")) return { status: 200, body: { pages: [{ ...page, markdown: undefined }] } };
    return path.includes("/content/page/p1?") ? { status: 200, body: page } : undefined;
  };
  const ran = await cli.run("cr diff 42", { tty: true, width: 80, color: true, intercept });
  const plain = ran.stdout.replace(/\u001b\[\d+m/g, "");
  expect(plain).not.toMatch(/[\u001b\u0007\u202e\r]/);
  expect(linesOf(plain).filter((line) => line.startsWith("diff "))).toHaveLength(1);
  expect(ran.stdout).toContain("\u001b[32m+diff --git a/evil b/evil\u001b[39m");
});
