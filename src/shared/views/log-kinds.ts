/** Kinds of things as `docs snapshots log` names them: as `docs snapshots diff` does. */
import { HISTORY_KINDS, type HistoryKindName } from "./history-kinds.js";

const nameOf = (name: HistoryKindName): string => (name === "member_spaces" ? "access" : name.replaceAll("_", "-"));

/** By the name that people use. */
export const LOG_KINDS: ReadonlyMap<string, HistoryKindName> = new Map(
  HISTORY_KINDS.map(({ name }) => [nameOf(name), name]),
);

export const logKind = nameOf;
