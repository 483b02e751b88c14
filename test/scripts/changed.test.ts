/** Small mistakes are made in the lines that a change adds to the sources, and in no others. */
import { expect, test } from "vitest";
import { changedLines } from "../../scripts/mutate/changed.mjs";

test("added lines are known by file; removed ones, tests, declarations and deleted files are passed over", () => {
  const diff = `diff --git a/src/http/a.ts b/src/http/a.ts
--- a/src/http/a.ts
+++ b/src/http/a.ts
@@ -1,2 +1 @@ import
+one
@@ -8,0 +8,3 @@ function
+two
@@ -20,2 +22,0 @@
-gone
diff --git a/src/old.ts b/src/old.ts
--- a/src/old.ts
+++ /dev/null
@@ -1,3 +0,0 @@
diff --git a/test/a.test.ts b/test/a.test.ts
--- a/test/a.test.ts
+++ b/test/a.test.ts
@@ -1 +1 @@
diff --git a/src/types.d.ts b/src/types.d.ts
--- a/src/types.d.ts
+++ b/src/types.d.ts
@@ -1 +1 @@
diff --git a/src/new.ts b/src/new.ts
--- /dev/null
+++ b/src/new.ts
@@ -0,0 +1,2 @@
`;
  expect([...changedLines(diff)]).toEqual([
    ["src/http/a.ts", [1, 8, 9, 10]],
    ["src/new.ts", [1, 2]],
  ]);
});
