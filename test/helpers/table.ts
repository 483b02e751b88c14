import { rolldown } from "rolldown";
import type { Plugin } from "vitest/config";
import { standIns } from "../../scripts/stand-ins.mjs";

const ID = "\0cli-table3";

/** For vitest, which leaves packages as they are: cli-table3 as the build has it, measuring with our width. */
export const table: Plugin = {
  name: "table",
  enforce: "pre",
  resolveId: (id) => (id === "cli-table3" ? ID : undefined),
  async load(id) {
    if (id !== ID) return undefined;
    const bundle = await rolldown({ input: "cli-table3", platform: "node", plugins: [standIns] });
    const { output } = await bundle.generate({ format: "esm" });
    await bundle.close();
    return output[0].code;
  },
};
