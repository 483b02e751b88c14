/** `view`: one thing as labelled lines, several as a list; --web and --url show the address of its page instead. */
import { Failure } from "../errors.js";
import type { Target } from "./command.js";
import type { Context, Showing } from "./context.js";
import { memberAt } from "./member-at.js";

type Needs = Pick<Context, "out" | "globals" | "browse">;

export async function showTargets<T extends Target, R extends object>(
  { out, globals, browse }: Needs,
  targets: readonly T[],
  fetch: (target: T) => Promise<R>,
  { columns, address = defaultAddress }: Showing<R>,
): Promise<void> {
  if (!globals.web && !globals.url) {
    await out.each(targets, fetch, { label: (target) => target.label, columns });
    return;
  }
  await out.each(
    targets,
    async (target) => {
      const url = address(await fetch(target));
      if (!url) throw new Failure("not-found", `${target.label} has no page in the app`);
      if (globals.web) await browse(url);
      else await out.text(`${url}\n`);
      return url;
    },
    {
      label: (target) => target.label,
      silent: true,
      ...(globals.web && { done: (_: T, url: string) => `Opening ${url} in the browser` }),
    },
  );
}

function defaultAddress(item: object): string | undefined {
  const url = memberAt(item, "urls.app") ?? memberAt(item, "urls.location");
  return typeof url === "string" ? url : undefined;
}
