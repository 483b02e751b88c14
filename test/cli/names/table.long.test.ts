/** Every way of naming a thing in every place that takes one: the request is that of its id. */
import { describe, expect, test } from "vitest";
import { testCli } from "../../helpers/run.js";
import { useOnce } from "../../helpers/set-ups.js";
import { TABLE } from "./table.js";

const cli = useOnce(() => testCli());

const rows = Object.entries(TABLE).flatMap(([kind, { id, names, places }]) =>
  places.flatMap((place) => names.map((name) => ({ kind, id, name, place }))),
);

describe("a dry run", () => {
  test.each(rows)("$kind: $place with $name", async ({ id, name, place }) => {
    const byId = await cli.run(`${place.replace("$", id)} --dry-run`);
    expect(byId.code, byId.stderr).toBe(0);
    expect(byId.sent, "an id costs no look-up").toEqual([]);
    const byName = await cli.run(`${place.replace("$", name)} --dry-run`);
    expect(byName.stderr.replace(/^note: .*\n/gm, "")).toBe("");
    expect({ stdout: byName.stdout, code: byName.code }).toEqual({ stdout: byId.stdout, code: 0 });
    expect(byName.sent.every(({ method }) => method === "GET")).toBe(true);
  });
});
