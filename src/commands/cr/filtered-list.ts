/** `cr list` of several statuses or spaces, or by what the service does not filter: read whole, chosen and put in order here. */
import { listChangeRequests } from "../../catalog/change-requests.js";
import type { Api, Context } from "../../cli/context.js";
import type { Column } from "../../cli/output/types.js";
import { usage } from "../../errors.js";
import type { Listing } from "../../http/types.js";
import { readAll, WHOLE } from "../../shared/list-gap.js";
import { foldText } from "../../shared/text/names.js";
import { count } from "../../shared/wrap.js";
import { loadSpaces, nameOf, readSpaces, refuseUnread, type Unread } from "../across-spaces.js";
import { COLUMNS } from "./columns.js";

/** The meaning of `--status all`: the service has no such filter. */
const STATUSES = ["draft", "open", "archived", "merged"] as const;

const SPACE: Column = { header: "Space", path: "space.title" };

type ChangeRequestRow = Awaited<ReturnType<typeof inSpace>>[number];

interface ListFilters {
  status?: string | undefined;
  contributor?: string | undefined;
  author?: string | undefined;
  search?: string | undefined;
}

type ListContext = Context & {
  scope: { spaceId: string };
  optionalParams: Readonly<Record<string, string>>;
  query: Pick<ListFilters, "status" | "contributor">;
  flags: Pick<ListFilters, "author" | "search"> & { allSpaces?: boolean };
};

export async function listFiltered(needs: ListContext): Promise<void> {
  const { api, out, globals, scope, flags } = needs;
  const { page, limit } = globals.list;
  if (page !== undefined) {
    throw usage(
      "--page follows the list of one status of a space",
      "omit --status all, --author, --search and --all-spaces",
    );
  }
  const wanted = { ...needs.query, author: flags.author, search: flags.search };
  const { items, unread } = flags.allSpaces
    ? await findEverywhere(needs, wanted)
    : { items: await inSpace(api, scope.spaceId, wanted), unread: [] };
  const { organizationId } = needs.optionalParams;
  const params = flags.allSpaces ? { ...(organizationId !== undefined && { organizationId }) } : scope;
  const all = newestFirst(items.filter(chooser(wanted)));
  noteUnknownAuthors(out, items, wanted);
  await out.list(pageOf(all.slice(0, limit), { path: listChangeRequests.path, params, query: statusOf(wanted) }), {
    columns: flags.allSpaces ? [...COLUMNS.slice(0, 2), SPACE, ...COLUMNS.slice(2)] : COLUMNS,
    empty:
      wanted.status === undefined
        ? "no such open change requests; --status all for every status"
        : "no such change requests",
  });
  if (limit !== undefined && all.length > limit)
    out.print(`the newest ${limit} of ${all.length}: raise --limit for more`);
  refuseUnread(unread);
}

/** The status as headings say it: all of them are no status. */
const statusOf = ({ status }: ListFilters) => (status === undefined ? {} : { status: status === "all" ? [] : status });

const pageOf = (
  items: ChangeRequestRow[],
  of: NonNullable<Listing<ChangeRequestRow>["of"]>,
): Listing<ChangeRequestRow> => ({
  of,
  async *pages() {
    yield { items };
  },
});

async function findEverywhere(
  { api, optionalParams }: ListContext,
  wanted: ListFilters,
): Promise<{ items: ChangeRequestRow[]; unread: Unread[] }> {
  const spaces = await loadSpaces(api, optionalParams.organizationId ?? "");
  const { found, unread, failures } = await readSpaces(spaces, (space) => inSpace(api, space.id ?? "", wanted));
  const [first] = failures;
  if (first && found.length === 0) throw first;
  return { items: found.flatMap(({ space, value }) => value.map((one) => ({ ...one, space: nameOf(space) }))), unread };
}

async function inSpace(api: Api, spaceId: string, { status, contributor }: ListFilters) {
  const statuses = status === "all" ? STATUSES : [status];
  const lists = statuses.map((one) => {
    const query = { ...(one !== undefined && { status: one }), ...(contributor !== undefined && { contributor }) };
    return readAll(api.list(listChangeRequests, { params: { spaceId }, query }, WHOLE));
  });
  return (await Promise.all(lists)).flat();
}

function chooser({ author, search }: ListFilters): (one: ChangeRequestRow) => boolean {
  const words = search && foldText(search);
  return ({ createdBy, subject }) =>
    (author === undefined || createdBy?.id === author) &&
    (words === undefined || foldText(subject ?? "").includes(words));
}

/** One whose author the answer does not have may be anyone's. */
function noteUnknownAuthors(
  { note }: ListContext["out"],
  items: readonly ChangeRequestRow[],
  { author }: ListFilters,
): void {
  if (author === undefined) return;
  const unknown = items.filter(({ createdBy }) => createdBy?.id == null).length;
  if (unknown > 0) note(`omitted ${count(unknown, "change request")} without a known author`);
}

const newestFirst = (items: readonly ChangeRequestRow[]): ChangeRequestRow[] =>
  [...items].sort((a, b) => (b.updatedAt ?? "").localeCompare(a.updatedAt ?? ""));
