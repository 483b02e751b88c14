/** `view`: one thing as labeled lines, several as a list; --web and --url use the address of its page instead. */
import { Failure } from "../../errors.js";
import { getPath } from "../../shared/paths.js";
import { maskUrl } from "../../shared/secret-places.js";
import type { Context, Showing } from "../context.js";
import type { Target } from "../kinds.js";

/** @throws Failure not-found if a thing has no page, and the failures of `fetch` */
export async function showTargets<T extends Target, R extends object>(
  { out, globals: { view } }: Context,
  targets: readonly T[],
  fetch: (target: T) => Promise<R>,
  { columns, address = defaultAddress }: Showing<R>,
): Promise<void> {
  if (!view.web && !view.url) {
    await out.each(targets, fetch, { columns });
    return;
  }
  const label = (target: T) => target.label;
  const readAddress = async (target: T): Promise<string> => {
    const url = address(await fetch(target));
    if (!url) throw new Failure("not-found", `${target.label} has no page in the app`);
    return url;
  };
  if (!view.web && OBJECTS.has(out.format)) {
    return out.each(targets, async (target) => ({ url: await readAddress(target) }), { label, columns: [] });
  }
  await out.each(
    targets,
    async (target) => {
      const url = await readAddress(target);
      if (view.web) await out.browse(url);
      else await out.lines([url]);
      return url;
    },
    {
      label,
      bare: true,
      ...(view.web && { done: (_: T, url: string) => `Opening ${maskUrl(url)} in the browser` }),
    },
  );
}

/** Formats that cannot contain a bare line of text. */
const OBJECTS: ReadonlySet<string> = new Set(["json", "jsonl", "yaml"]);

function defaultAddress(item: object): string | undefined {
  const url = getPath(item, "urls.app") ?? getPath(item, "urls.location");
  return typeof url === "string" ? url : undefined;
}
