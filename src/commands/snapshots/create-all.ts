/** `snapshots create --all-orgs`, and what it shares with making a single file. */

import { listOrgs } from "../../catalog/organizations.js";
import type { Context } from "../../cli/context.js";
import { Failure } from "../../errors.js";
import { checkAnsweredId } from "../../shared/ids.js";
import { importLazily } from "../../shared/import-lazily.js";
import { shellWord } from "../../shared/shell-words.js";
import { isFailed } from "../../shared/views/scope-states.js";
import { allOf } from "../../shared/whole-list.js";
import { count } from "../../shared/wrap.js";
import type { SnapshotSummary, SnapshotWanted } from "../../snapshot/engine.js";
import { FACTS, partsFor, refuseShrink } from "./shared.js";

const snapshots = importLazily(() => import("../../snapshot/engine.js"));

export type CreateRequest = Omit<SnapshotWanted, "defaults" | "progress">;

export function doneWords({ organization, file, counts, requests, reused }: SnapshotSummary): string {
  const again = reused > 0 ? `, ${count(reused, "scope")} reused` : "";
  const what = [count(counts.space ?? 0, "space"), count(counts.member ?? 0, "member"), count(requests, "request")];
  return `Read ${organization.title} into ${file}: ${what.join(", ")}${again}`;
}

/** @throws Failure partial if the older file stays, as the new one lost much */
export function refuseLoss(
  file: string,
  { file: made, shrunk = [] }: SnapshotSummary,
  { replace }: Pick<CreateRequest, "replace">,
): void {
  const stays = `${file} is still the earlier snapshot, the new one is ${made}`;
  refuseShrink(stays, shrunk, `docs snapshots create ${shellWord(file)}${replace ? " --replace" : ""}`);
}

/** Lines for Ctrl-C: the state that it leaves. */
export const goOn = (file: string, typedAs: string): string[] => [
  `${file}.partial keeps what was read`,
  `to continue: ${typedAs}`,
];

interface Organization {
  id: string;
  title: string;
}

interface Input extends Pick<Context, "settings" | "api" | "out" | "globals" | "typedAs"> {
  args: { file: string };
}

/** One file for each organization, one after the other. @throws Failure partial; not-found if there is none */
export async function createAll(input: Input, wanted: CreateRequest): Promise<void> {
  const { args, settings, out, typedAs } = input;
  const all = await organizations(input);
  const folder = args.file.replace(/(?<=.)[\\/]+$/, "");
  await snapshots.makeFolder(folder);
  const { org, space = "", site = "" } = settings;
  const made: SnapshotSummary[] = [];
  let at = 0;
  const create = async ({ id, title }: Organization) => {
    at += 1;
    const place = `${title} (${at} of ${all.length})`;
    const file = `${folder}/${id}.docs`;
    const counter = out.progress.count({ verb: `${place}: Read`, what: "requests", ifStopped: goOn(file, typedAs) });
    const one = await snapshots
      .create(file, {
        ...wanted,
        // Both are of the organization that the profile is for.
        defaults: { org: id, ...(id === org ? { space, site } : { space: "", site: "" }) },
        progress: ({ requests, left }) => counter.at(requests, left),
      })
      .finally(counter.end);
    made.push(one);
    refuseLoss(file, one, wanted);
    return one;
  };
  try {
    await out.each(all, create, {
      ...{ several: true, label: ({ title }) => title, done: (_, one) => doneWords(one) },
      ...(out.format !== "table" && { item: { columns: FACTS } }),
    });
  } finally {
    await showGaps(input, made);
  }
  refuseAnyGaps(made);
}

async function organizations({ api }: Pick<Input, "api">): Promise<Organization[]> {
  const found: Organization[] = [];
  for (const { id, title } of await allOf(api.list(listOrgs, {})))
    found.push({ id: checkAnsweredId("id", id), title: String(title ?? id) });
  if (found.length === 0) throw new Failure("not-found", "the token belongs to no organization");
  return found;
}

/** Shows the unreadable parts of all snapshots in one table. */
async function showGaps({ out, globals }: Pick<Input, "out" | "globals">, made: readonly SnapshotSummary[]) {
  if (out.format !== "table" || globals.output.quiet) return;
  const rows = made.flatMap(({ organization, parts }) =>
    parts.filter(isFailed).map((part) => ({ ...part, organization: organization.title })),
  );
  const [part, state, ...others] = partsFor(out);
  if (rows.length === 0 || !part || !state) return;
  await out.list(rows, { columns: [{ header: "Organization", path: "organization" }, part, state, ...others] });
}

/** @throws Failure partial */
function refuseAnyGaps(made: readonly SnapshotSummary[]): void {
  const incomplete = made.filter(({ failed }) => failed > 0);
  if (incomplete.length === 0) return;
  const lines = incomplete.map(({ organization, failed, file }) => {
    const what = `${count(failed, "scope")} could not be read completely`;
    return `${organization.title}: ${what}: docs snapshots view ${shellWord(file)}`;
  });
  throw new Failure("partial", [`${incomplete.length} of ${made.length} snapshots are not complete`, ...lines], {
    details: {
      gaps: incomplete.map(({ organization, parts }) => ({
        organization: organization.id,
        gaps: parts.filter(isFailed),
      })),
    },
  });
}
