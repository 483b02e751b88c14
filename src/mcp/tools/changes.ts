import * as z from "zod/mini";
import type { AnyEndpoint } from "../../catalog/endpoint.js";
import { Failure } from "../../errors.js";
import {
  findChange,
  flatPages,
  isUntouched,
  LEAN,
  type ListedPage,
  type Pair,
  pairPages,
} from "../../shared/page-changes.js";
import { getPath } from "../../shared/paths.js";
import { ITEM, LIST_INPUT, OFFSET, partOf, pick, placeOf, readWhole, shorten, text } from "../lists.js";
import { defineTool, type Params, type ToolDependencies } from "../types.js";

/** Pages compared in one call, each on both sides. */
const MOST_COMPARED = 20;

// Loaded when called, not at startup.
const catalog = async () => {
  const [{ getChangeRequest }, pages] = await Promise.all([
    import("../../catalog/change-requests.js"),
    import("../../catalog/pages.js"),
  ]);
  const { listSpacePages, listChangeRequestPages, getSpacePage, getChangeRequestPage } = pages;
  return { getChangeRequest, listSpacePages, listChangeRequestPages, getSpacePage, getChangeRequestPage };
};

export const changes = defineTool({
  name: "changes",
  title: "What a change request changes",
  description:
    "Which pages a change request adds, removes, moves and changes, and by how many lines, 20 pages at once. With page: the unified diff of that page.",
  input: () =>
    z.strictObject({
      change_request: text("number, id, subject or web address"),
      ...placeOf("space", "page"),
      limit: LIST_INPUT().limit,
      offset: OFFSET(),
    }),
  endpoints: async () => Object.values(await catalog()),
  async run({ limit = MOST_COMPARED, offset = 0, page, ...given }, dependencies) {
    const { getChangeRequest, listSpacePages, listChangeRequestPages } = await catalog();
    const params = await dependencies.resolveParams(getChangeRequest.params, given);
    const [request, before, after] = await Promise.all([
      read(dependencies, getChangeRequest, params),
      readPages(dependencies, listSpacePages, params),
      readPages(dependencies, listChangeRequestPages, params),
    ]);
    const facts = ["number", "subject", "status", "outdated", "createdBy.displayName"];
    const change_request = shorten(pick(request, facts), ITEM);
    const pairs = pairPages(before, after).filter((pair) => !isUntouched(pair));
    if (page !== undefined) {
      const pair = await pairNamed(pairs, page, params, dependencies);
      const diff = pair && (await compare(pair, params, dependencies))?.diff;
      return { change_request, ...(diff === undefined ? { changed: false } : partOf(diff, offset)) };
    }
    const end = offset + Math.min(limit, MOST_COMPARED);
    const found = await Promise.all(pairs.slice(offset, end).map((pair) => compare(pair, params, dependencies)));
    const rows = found.flatMap((change) => (change === undefined ? [] : [pick(change, ROW)]));
    return {
      change_request,
      pages: rows.map((row) => shorten(row, ITEM)),
      ...(end < pairs.length && { next_offset: end, pages_left_to_compare: pairs.length - end }),
    };
  },
});

const ROW = ["change", "id", "title", "path", "from", "additions", "deletions"];

// `only` keeps the endpoint's own parameters.
const read = ({ client }: ToolDependencies, endpoint: AnyEndpoint, params: Params, query?: object): Promise<unknown> =>
  client.call(endpoint, { params: pathParamsOf(endpoint, params), ...(query && { query }) });

const pathParamsOf = (endpoint: AnyEndpoint, params: Params): Params =>
  Object.fromEntries(endpoint.params.map((name: string) => [name, params[name] ?? ""]));

async function readPages({ client }: ToolDependencies, endpoint: AnyEndpoint, params: Params): Promise<ListedPage[]> {
  const { items, gap } = await readWhole(client, endpoint, { params: pathParamsOf(endpoint, params), query: LEAN });
  // An unlisted thing would be taken for removed.
  if (gap !== undefined) throw new Failure("partial", `the pages could not be compared: ${gap}`);
  // The items are those of a list of pages.
  return flatPages(items as readonly ListedPage[]);
}

/** Looks among the changed pages first: a page that the change request removes is not found otherwise. */
async function pairNamed(
  pairs: readonly Pair[],
  page: string,
  params: Params,
  { resolveParams }: ToolDependencies,
): Promise<Pair | undefined> {
  const isIt = (wanted: string) => (pair: Pair) =>
    [pair.after, pair.before].some((side) => side?.id === wanted || side?.path === wanted || side?.title === wanted);
  const found = pairs.find(isIt(page));
  if (found) return found;
  const { getChangeRequestPage } = await catalog();
  const { spaceId: space, changeRequestId: change_request } = params;
  const { pageId = "" } = await resolveParams(getChangeRequestPage.params, { space, change_request, page });
  return pairs.find(isIt(pageId));
}

async function compare(pair: Pair, params: Params, dependencies: ToolDependencies) {
  const { getSpacePage, getChangeRequestPage } = await catalog();
  const query = { format: "markdown", ...LEAN };
  const readText = async (endpoint: AnyEndpoint, side: ListedPage | undefined): Promise<string> => {
    if (!side) return "";
    const page = await read(dependencies, endpoint, { ...params, pageId: side.id ?? "" }, query);
    const found = getPath(page, "markdown");
    if (typeof found === "string") return found;
    // Groups and links have none.
    if (getPath(page, "type") !== "document") return "";
    throw new Failure("invalid-answer", "the answer lacks the text of the page", {
      details: { page: side.id ?? null },
    });
  };
  const [before, after] = await Promise.all([
    readText(getSpacePage, pair.before),
    readText(getChangeRequestPage, pair.after),
  ]);
  return findChange(pair, await dependencies.diff(before, after));
}
