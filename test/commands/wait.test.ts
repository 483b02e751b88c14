import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import type { Sent } from "../helpers/run.js";
import { useTestCli } from "../helpers/set-ups.js";
import { step, TTY } from "./step.js";

const ORG = "hR7kQ2mXv9TzLb4WcN8p";
const SPEC = `/v1/orgs/${ORG}/openapi/pets`;
const TRANSLATIONS = `/v1/orgs/${ORG}/translations`;

const cli = useTestCli();

/** Answers reads of `path` with these bodies, the last one again and again. */
function answers(path: string, ...bodies: object[]) {
  let at = -1;
  return (request: Sent) => {
    if (!request.path.startsWith(path)) return undefined;
    at = Math.min(at + 1, bodies.length - 1);
    return { status: 200, body: bodies[at] };
  };
}

test("openapi publish --wait reads until the specification is complete", async () => {
  const file = join(cli.folder, "pets.json");
  const document = { openapi: "3.1.0", info: { title: "Pets", version: "1.0.0" }, paths: {} };
  writeFileSync(file, JSON.stringify(document));
  await step(cli, `openapi publish pets --source-url ${pathToFileURL(file)} --wait --fields slug,processingState`, {
    out: ["Slug\tpets", "State\tcomplete"],
    err: ["Published specification pets (complete)"],
  });
  const version = await cli.json("openapi content pets -q .filesystem");
  expect(Object.keys(version)).toEqual(["pets.json"]);
});

test("openapi publish --wait ends with 5 when the source cannot be read", async () => {
  await step(cli, "openapi publish pets --source-url https://pets.example/openapi.yaml --wait", {
    err: ["docs: specification pets could not be read: FETCH_ERROR", "  to see it: docs openapi view pets"],
    code: 5,
  });
});

test("openapi publish --wait pauses between reads and ends with 8 after --wait-timeout", async () => {
  const pending = { object: "openapi-spec", slug: "pets", processingState: "pending" };
  const ran = await step(cli, "openapi publish pets --source-url https://pets.example/a.yaml --wait --wait-timeout 2", {
    on: { intercept: answers(SPEC, pending) },
    err: [
      "docs: specification pets is still pending after 2 s",
      "  it is still running on the service: wait longer with --wait-timeout, or check later",
    ],
    code: 8,
  });
  // 0.5 s and 0.75 s; another 1.125 s would be too long.
  expect(ran.sent.map((one) => one.method)).toEqual(["PUT", "GET", "GET"]);
});

test("openapi publish without --wait does not read again", async () => {
  await step(cli, "openapi publish pets --source-url https://pets.example/openapi.yaml --fields processingState", {
    out: ["State\tpending"],
    err: ["Published specification pets (pending)"],
    sent: [`PUT ${SPEC} {"source":{"url":"https://pets.example/openapi.yaml"}}`],
  });
});

test("translations create --wait shows the finished translation", async () => {
  await step(
    cli,
    "translations create --source-space tG4nVx8YqLz2RkWd7JmS --language ja --wait --fields language,status",
    {
      out: ["Language\tja", "Status\tcompleted"],
      err: ["Created translation AAAAAAAAAAAAAAAAAAAB into ja (completed)"],
    },
  );
  await step(cli, "translations create --source-space p6XAtCw2ZM66CYe1Dw4C --language fr --wait", {
    on: TTY,
    err: [expect.stringMatching(/^✓ Created translation A{18}A[A-Z] into fr \(completed\)$/)],
  });
});

test("translations create --wait ends with 5 when it failed, and with 8 when it takes too long", async () => {
  const made = { object: "translation", id: "lNew", language: "ja", status: "pending" };
  const line = "translations create --source-space tG4nVx8YqLz2RkWd7JmS --language ja --wait";
  await step(cli, line, {
    on: { intercept: answers(TRANSLATIONS, made, { ...made, status: "running" }, { ...made, status: "failed" }) },
    err: ["docs: translation lNew ended as failed"],
    code: 5,
  });
  await step(cli, `${line} --wait-timeout 1`, {
    on: { intercept: answers(TRANSLATIONS, made, { ...made, status: "running" }) },
    err: [
      "docs: translation lNew is still running after 1 s",
      "  it is still running on the service: wait longer with --wait-timeout, or check later",
    ],
    code: 8,
  });
});
