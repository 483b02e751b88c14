/** Notices when a command answered from a snapshot that lacks parts of the answer. */
import { Failure } from "../../errors.js";
import type { ClientEvent } from "../../http/types.js";
import { shellWord } from "../../shared/shell-words.js";

export interface Gaps {
  watch(event: ClientEvent): void;
  /** Once everything is answered. @throws Failure partial: standard error has named what is not whole */
  refuse(): void;
}

export function createGaps(snapshot: string | undefined): Gaps {
  const gaps: string[] = [];
  return {
    watch(event) {
      if (event.type === "note" && event.incomplete) gaps.push(event.message);
    },
    refuse() {
      if (gaps.length === 0) return;
      throw new Failure("partial", "this answer may be incomplete: the snapshot could not read everything", {
        ...(snapshot !== undefined && { hint: `docs snapshots view ${shellWord(snapshot)} shows what is in it` }),
        details: { gaps },
      });
    },
  };
}
