/** Titles in what is said of a change, on a terminal. */
import { expect, test } from "vitest";
import { testCli } from "../helpers/run.js";
import { useOnce } from "../helpers/set-ups.js";

const cli = useOnce(() => testCli());

const SPACE = "/v1/spaces/tG4nVx8YqLz2RkWd7JmS";

test("what is looked up for them is looked up before the change: nothing stands between it and its report", async () => {
  const { sent, stderr } = await cli.run("cr merge 43", { tty: true });
  const [subject, place, merge] = sent.map(({ method, path }) => `${method} ${path}`);
  expect([subject, place]).toEqual([`GET ${SPACE}/change-requests/43`, `GET ${SPACE}`]);
  expect(merge).toBe(`POST ${SPACE}/change-requests/43/merge`);
  expect(sent).toHaveLength(3);
  expect(stderr).toBe("✓ Merged #43 Torque for the axle screws into Tern User Guide\n");
});

test("a title with line ends forges no line", async () => {
  const forged = "x\n✓ Deleted space everything\u001b[2J";
  const intercept = ({ method, path }: { method: string; path: string }) =>
    method === "PATCH" || path.endsWith("/change-requests/44")
      ? { status: 200, body: { object: "change-request", id: "r1", number: 44, subject: forged } }
      : undefined;
  const { stderr, code } = await cli.run("cr edit 44 --subject y", { tty: true, intercept });
  expect(code).toBe(5);
  expect(stderr).toBe(
    'docs: the service answered 200, but subject is still "x\\n✓ Deleted space everything\\u001b[2J"\n',
  );
});

test("in a pipe nothing is looked up", async () => {
  const { sent, stderr } = await cli.run("orgs ping");
  expect(sent.map(({ method }) => method)).toEqual(["POST"]);
  expect(stderr).toBe("Organization hR7kQ2mXv9TzLb4WcN8p answered\n");
});

test("a change is told by number, by handle and by title, never by an id", async () => {
  const stdin = JSON.stringify({ type: "object", properties: {}, additionalProperties: false });
  const said = async (line: string) =>
    (await cli.run(line, { tty: true, history: "always", stdin })).stderr
      .split("\n")
      .find((one) => one.startsWith("✓"));
  expect(await said("cr edit 44 --subject Torque")).toBe(
    '✓ Changed #44: subject "Release notes: gauge and crossings" → "Torque"',
  );
  expect(await said("cr edit 44 --subject Torque")).toBe("✓ No change: #44 already has these values");
  expect(await said("cr close 44")).toBe("✓ Closed #44 Torque");
  expect(await said("cr close 44")).toBe("✓ No change: #44 already has these values");
  expect(await said("cr reopen 44")).toBe("✓ Reopened #44 Torque");
  expect(await said("comments edit c1 --body Hello")).toMatch(
    /^✓ Changed comment c1 of Grace Okafor: text ".+" → "Hello"$/,
  );
  expect(await said("content apply-template product-docs")).toBe(
    '✓ Applied template product-docs to space "Tern User Guide"',
  );
  expect(await said("adaptive-schema set --file -")).toBe('✓ Set the adaptive schema of site "Halden Docs"');
});
