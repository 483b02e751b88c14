/** Compares a snapshot with one that was read from a copy of it. */
import { shadowIndexTables } from "../../sandbox/store/index-tables.js";
import { createStore } from "../../sandbox/store/store.js";
import { isFailed } from "../../shared/views/scope-states.js";
import { count } from "../../shared/wrap.js";
import { compareSnapshots } from "../compare/compare.js";
import { KINDS } from "../compare/kinds.js";
import type { Change, Comparison } from "../compare/types.js";
import { type DrillPart, drillRow, joinParts } from "../drill-report.js";
import { STUB_TITLE } from "../file/load/own-addresses.js";
import { type OpenSnapshot, openSnapshot } from "../file/open-snapshot.js";
import { type Contents, contentsOf, differencesOf, linesOf, linksIn } from "./contents.js";
import { missingIn, REFERENCES } from "./missing-references.js";

/** @throws Failure as openSnapshot */
export async function compareCopy(file: string, again: string): Promise<DrillPart> {
  const comparison = compareSnapshots(file, again);
  const before = openSnapshot(file, { texts: true });
  try {
    const after = openSnapshot(again, { texts: true });
    try {
      const contents = contentsOf(before);
      const { objects, derived } = countObjects(before);
      const { changes, reasons } = comparableChanges(comparison, before);
      if (derived > 0) reasons.push(`${count(derived, "published profile")} not compared: a copy makes its own`);
      const reason = reasons.join("; ") || undefined;
      const [ofPages, others] = [changes.filter(isOfPages), changes.filter((one) => !isOfPages(one))];
      const { missing } = contents;
      const ofTexts = ofPages.filter(isOfText);
      const pages = { compared: contents.pages, reason: missing.pages };
      const texts = { compared: contents.texts, reason: missing.texts };
      const check = "copy" as const;
      return joinParts([
        drillRow({ check, what: "objects", compared: objects, reason }, [
          ...others.map(lineOf),
          ...findUnread(before, after),
        ]),
        drillRow({ check, what: "pages", ...pages }, ofPages.filter((one) => !ofTexts.includes(one)).map(lineOf)),
        drillRow({ check, what: "texts", ...texts }, ofTexts.map(lineOf)),
        await compareLinks(contents, before, after),
        compareBytes(before, after),
      ]);
    } finally {
      after.close();
    }
  } finally {
    before.close();
  }
}

/** Leaves out what cannot come back as it was, as the snapshot itself does not have all of it, and says so. */
function comparableChanges({ changes, gaps }: Comparison, { db }: OpenSnapshot) {
  const incomplete = new Set(gaps.filter((gap) => gap.side === "before" && isFailed(gap)).map(({ kind }) => kind));
  const missing = new Map(
    REFERENCES.map((reference) => [reference.kind, { ...reference, ids: missingIn(db, reference) }]),
  );
  /** A copy has nothing to show there. */
  const isMissing = ({ kind, id, fields }: Change) => {
    const found = missing.get(kind);
    return found?.ids.has(id) === true && fields.every(({ name }) => name.split(".")[0] === found.member);
  };
  const own = changes.flatMap(withoutOwn);
  const reasons: string[] = [];
  if (incomplete.size > 0) reasons.push(`not read completely, so not compared: ${[...incomplete].join(", ")}`);
  for (const { kind, words } of REFERENCES) {
    const some = own.filter((one) => one.kind === kind && isMissing(one));
    if (some.length > 0) reasons.push(`${count(some.length, words[0])} of which the snapshot has no ${words[1]}`);
  }
  return { changes: own.filter((one) => !incomplete.has(one.kind) && !isMissing(one)), reasons };
}

const isOfPages = ({ kind }: Change): boolean => kind === "pages";
const isOfText = ({ fields }: Change): boolean => fields.some(({ name }) => name === "text");

const lineOf = ({ kind, change, title, place, fields }: Change): string => {
  const names = fields.map(({ name }) => name).join(", ");
  return `${kind}${place === "" ? "" : ` in ${place}`}: ${title}: ${change}${names === "" ? "" : ` (${names})`}`;
};

/** The kind that a copy derives from its sites, whatever the service answered. */
const DERIVED = { name: "customizations", rows: "published-site" };

const isAddress = (name: string): boolean => /(?:^|\.)urls(?:\.|$)/.test(name);

/** Leaves out what a copy has of its own: addresses, what it derives, and what stands in for a collection that was not seen. */
function withoutOwn(change: Change): Change[] {
  if (change.kind === DERIVED.name) return [];
  if (change.kind === "collections" && change.change === "added" && change.title === STUB_TITLE) return [];
  const fields = change.fields.filter(({ name }) => !isAddress(name));
  return change.change === "changed" && fields.length === 0 ? [] : [{ ...change, fields }];
}

function countObjects({ db }: OpenSnapshot): { objects: number; derived: number } {
  const kinds = new Set(KINDS.map(({ rows }) => rows));
  const rows = db.all("SELECT kind, count(*) AS n FROM objects GROUP BY kind");
  const sum = (isWanted: (kind: string) => boolean) =>
    rows.reduce((all, { kind, n }) => all + (isWanted(String(kind)) ? Number(n) : 0), 0);
  return {
    objects: sum((kind) => kinds.has(kind) && kind !== DERIVED.rows),
    derived: sum((kind) => kind === DERIVED.rows),
  };
}

/** What is complete in the snapshot has to be complete in the copy: of the rest, a comparison says nothing. */
function findUnread(before: OpenSnapshot, after: OpenSnapshot): string[] {
  const states = new Map(after.sources.map((source) => [source.scope, source]));
  return before.sources.flatMap(({ scope, state }) => {
    const now = states.get(scope);
    if (state !== "complete" || now?.state === "complete") return [];
    return [`${scope}: ${now ? `${now.state}${now.reason ? `: ${now.reason}` : ""}` : "missing"}`];
  });
}

async function compareLinks(
  { spaces, missing }: Contents,
  before: OpenSnapshot,
  after: OpenSnapshot,
): Promise<DrillPart> {
  for (const { db } of [before, after]) shadowIndexTables(db);
  const [from, to] = [createStore(before.db), createStore(after.db)];
  const found: string[] = [];
  let compared = 0;
  for (const { space, title, revision } of spaces) {
    const old = await linksIn(from, space, revision);
    const now = to.get<{ revision?: string }>("space", space)?.revision;
    const links = now !== undefined && to.get("revision", now) ? await linksIn(to, space, now) : [];
    compared += old.length;
    found.push(...differencesOf(linesOf(old), linesOf(links)).map((line) => `${title}: ${line}`));
  }
  return drillRow({ check: "copy", what: "links", compared, reason: missing.texts }, found);
}

/** Bytes of files, by their hashes. */
function compareBytes(before: OpenSnapshot, after: OpenSnapshot): DrillPart {
  const hashes = ({ db }: OpenSnapshot): string[] =>
    db
      .all("SELECT id || ': ' || (json ->> '$.hash') AS line FROM objects WHERE kind = 'file-bytes' ORDER BY id")
      .map(({ line }) => `file ${line}`);
  const [old, now] = [hashes(before), hashes(after)];
  const reason = old.length === 0 ? "not in the snapshot: bytes of files (pass --include files)" : undefined;
  return drillRow({ check: "copy", what: "files", compared: old.length, reason }, differencesOf(old, now));
}
