/** Bytes of the files of a content, by the links that came with it: they are good for a short time only. */
import { Failure } from "../../errors.js";
import type { Item } from "../types.js";
import type { Asking, Read } from "./ask.js";

/** Failures of one file; the host of files may be another one than the service. */
const OF_ONE: ReadonlySet<string> = new Set(
  "forbidden not-found refused conflict redirect service invalid-answer network tls timeout unauthorized".split(" "),
);

type Told = Pick<Read, "state" | "reason" | "requests">;

/** Undefined where bytes of files were not asked for. @throws Failure for what is of no use to go on after */
export async function askFiles(asking: Asking, space: string, content: Item): Promise<Told | undefined> {
  const { asked, download, file } = asking;
  const { filesUpTo } = asked;
  if (filesUpTo === undefined || !download) return undefined;
  const all = Array.isArray(content.files) ? content.files.filter((one: Item) => typeof one.id === "string") : [];
  const told = { requests: 0, large: 0, failed: 0, why: "" };
  const ask = async (one: Item): Promise<void> => {
    const link = one.downloadURL;
    if (typeof link !== "string" || file.hasBytes(space, one)) return;
    if (Number(one.size ?? 0) > filesUpTo) {
      told.large += 1;
      return;
    }
    told.requests += 1;
    try {
      const bytes = await asking.lane(() => {
        asking.told();
        return download(link, filesUpTo);
      });
      file.bytes(space, one, bytes);
    } catch (error) {
      if (!(error instanceof Failure) || !OF_ONE.has(error.kind)) throw error;
      if (error.hint === "raise --max-body") told.large += 1;
      else Object.assign(told, { failed: told.failed + 1, why: error.message });
    }
  };
  const ended = await Promise.allSettled(all.map(ask));
  for (const one of ended) if (one.status === "rejected") throw one.reason;
  const { requests, large, failed, why } = told;
  const more = large > 0 ? `${large} of ${all.length} files are larger than ${filesUpTo} bytes` : undefined;
  if (failed === 0) return { state: "complete", reason: more, requests };
  return { state: "partial", reason: `${failed} of ${all.length} files were not answered: ${why}`, requests };
}
