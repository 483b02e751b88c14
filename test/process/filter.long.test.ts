/** A filter that jq does not survive, in a process of its own. */
import { expect, it } from "vitest";
import { useHome } from "../helpers/home.js";

const home = useHome();

it("a filter that goes too deep is a mistake in usage", async () => {
  const result = await home.run(["--sandbox", "orgs", "list", "-q", "reduce range(3000) as $i (0; [.])"]);
  expect(result).toMatchObject({
    code: 2,
    stdout: "",
    stderr: "docs: --jq: it exceeds the limit of memory or depth\n",
  });
});
