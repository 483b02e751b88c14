/** R39: a dry run prints the request on standard output, without what is secret in it. */
import { describe, expect, test } from "vitest";
import { LINES } from "../commands/json-lines.js";
import { testCli } from "../helpers/run.js";
import { useOnce } from "../helpers/set-ups.js";
import { CANARY, leaks } from "./canary.js";

const cli = useOnce(() => testCli());

const files = {
  "schema.json": '{"type":"object","properties":{},"additionalProperties":false}',
  "body.json": '{"title":"x","token":"raw-t0ken","secret":"raw-s3cret"}',
};
const dry = (line: string) => cli.run(`${line} --dry-run`, { files, token: CANARY });

describe("R39 R56 --dry-run", () => {
  test.each(LINES)("docs $line: the token is nowhere, nothing is sent", async ({ line }) => {
    for (const format of ["", " --json"]) {
      const ran = await dry(line + format);
      expect({ code: ran.code, sent: ran.sent, leaks: leaks(ran.stdout + ran.stderr) }).toEqual({
        code: 0,
        sent: [],
        leaks: [],
      });
      expect(ran.stdout).toContain("Authorization: Bearer $DOCS_TOKEN");
      if (format !== "") expect(JSON.parse(ran.stdout)).toHaveProperty("method");
    }
  });

  test("a token that was typed into a field, a query and a header is masked in text and in JSON", async () => {
    const line = `teams edit t3QuiTd9yR8G95e1tUaj --title 'a ${CANARY} b' --query 'x=${CANARY}' --raw-field 'n=${CANARY}'`;
    const text = await dry(line);
    expect(text.stdout.split("\n").slice(0, 5)).toEqual([
      "PATCH https://docs.sandbox.invalid/v1/orgs/hR7kQ2mXv9TzLb4WcN8p/teams/t3QuiTd9yR8G95e1tUaj?x=[redacted]",
      "{",
      '  "title": "a [redacted] b",',
      '  "n": "[redacted]"',
      "}",
    ]);
    expect(leaks(text.stdout)).toEqual([]);
    const plan = JSON.parse((await dry(`${line} --json`)).stdout);
    expect(plan.body).toEqual({ title: "a [redacted] b", n: "[redacted]" });
    expect(leaks(JSON.stringify(plan))).toEqual([]);
  });

  test.each(["token", "secret", "password", "serviceVisitorClaims", "Token", "shareKey"])(
    "the member %s is masked whatever it holds",
    async (name) => {
      const fields = `--raw-field '${name}=op3n' --field 'deep={"${name}":{"a":"op3n"},"list":[{"${name}":4711}]}'`;
      const line = `teams edit t3QuiTd9yR8G95e1tUaj --title op ${fields}`;
      const plan = JSON.parse((await dry(`${line} --json`)).stdout);
      expect(plan.body).toEqual({
        title: "op",
        [name]: "[redacted]",
        deep: { [name]: "[redacted]", list: [{ [name]: "[redacted]" }] },
      });
      for (const format of ["", " --json"]) {
        const { stdout } = await dry(line + format);
        expect(stdout).not.toContain("op3n");
        expect(stdout).not.toContain("4711");
      }
    },
  );

  test("share keys and other keys in the query are masked", async () => {
    const line = "sections list --query shareKey=k3y --query secret=t0ken --query password=pa55";
    for (const format of ["", " --json"]) {
      const { stdout, code } = await dry(line + format);
      expect(code).toBe(0);
      expect(stdout).toContain("shareKey=[redacted]&secret=[redacted]&password=[redacted]");
      expect(stdout).not.toMatch(/k3y|t0ken|pa55/);
    }
  });

  test("docs api: headers, query and a body that is text; credentials are no headers of a call", async () => {
    const headers = `-H 'X-Note: ${CANARY}' -H 'X-Auth: Bearer 0ther'`;
    for (const name of ["Cookie", "Authorization", "Proxy-Authorization"]) {
      const refused = await dry(`api /v1/orgs -H '${name}: c00kie'`);
      expect(refused).toMatchObject({ code: 2, sent: [], stdout: "" });
      expect(refused.stderr).toBe(`docs: -H cannot set ${name.toLowerCase()}\n`);
    }
    for (const format of ["", " --json"]) {
      const { stdout, stderr, code } = await dry(
        `api -X POST '/v1/orgs/o/teams?shareKey=k3y' ${headers} --input body.json${format}`,
      );
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expect(stdout).not.toMatch(/0ther|k3y|raw-t0ken|raw-s3cret/);
      expect(leaks(stdout)).toEqual([]);
      expect(stdout.toLowerCase()).toContain("x-note: [redacted]");
    }
  });
});
