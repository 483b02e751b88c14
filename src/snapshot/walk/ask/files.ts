/** Downloads the files of a content right after it was read: the links in it soon expire. */
import { Failure } from "../../../errors.js";
import type { Item } from "../../types.js";
import type { Asking, Read } from "./ask.js";

/** Failures that concern one file; files may be on another host than the service. */
const OF_ONE: ReadonlySet<string> = new Set(
  "forbidden not-found refused conflict redirect service invalid-answer network tls timeout unauthorized".split(" "),
);

type FilesRead = Pick<Read, "state" | "reason" | "requests">;

/** Undefined if the bytes of files were not requested. @throws Failure if going on makes no sense */
export async function askFiles(asking: Asking, space: string, content: Item): Promise<FilesRead | undefined> {
  const { asked, download, file } = asking;
  const { filesUpTo } = asked;
  if (filesUpTo === undefined || !download) return undefined;
  const all = Array.isArray(content.files) ? content.files.filter((one: Item) => typeof one.id === "string") : [];
  const counts = { requests: 0, large: 0, failed: 0, why: "" };
  const ask = async (one: Item): Promise<void> => {
    const link = one.downloadURL;
    if (typeof link !== "string" || file.hasBytes(space, one)) return;
    if (Number(one.size ?? 0) > filesUpTo) {
      counts.large += 1;
      return;
    }
    counts.requests += 1;
    try {
      const bytes = await asking.lane(() => {
        asking.onRequest();
        return download(link, filesUpTo);
      });
      file.bytes(space, one, bytes);
    } catch (error) {
      if (!(error instanceof Failure) || !OF_ONE.has(error.kind)) throw error;
      if (error.hint === "raise --max-body") counts.large += 1;
      else Object.assign(counts, { failed: counts.failed + 1, why: error.message });
    }
  };
  const ended = await Promise.allSettled(all.map(ask));
  for (const one of ended) if (one.status === "rejected") throw one.reason;
  const { requests, large, failed, why } = counts;
  const more = large > 0 ? `${large} of ${all.length} files are larger than ${filesUpTo} bytes` : undefined;
  if (failed === 0) return { state: "complete", reason: more, requests };
  return { state: "partial", reason: `${failed} of ${all.length} files were not answered: ${why}`, requests };
}
