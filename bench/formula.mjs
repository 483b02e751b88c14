// How many requests a walk takes by docs/snapshots/create.md, "How many requests", of an organization that a service answers.

const list = (things) => Math.max(1, Math.ceil(things / 1000));
const sum = (things, of) => things.reduce((all, thing) => all + of(thing), 0);
const flat = (pages = []) => pages.flatMap((page) => [page, ...flat(page.pages)]);
const withText = (pages) => flat(pages).filter(({ type }) => type !== "group" && type !== "link");

/** `call` answers a path. */
export async function formulas(call, org) {
  const all = async (path) => {
    const items = [];
    for (let page = ""; page !== undefined; ) {
      const answer = await call(`${path}${path.includes("?") ? "&" : "?"}limit=1000${page && `&page=${page}`}`);
      items.push(...answer.items);
      page = answer.next?.page;
    }
    return items;
  };
  const base = `/v1/orgs/${org}`;
  const spaces = await all(`${base}/spaces`);
  const members = list((await all(`${base}/members`)).length);
  const teams = await all(`${base}/teams`);
  const sites = await all(`${base}/sites`);
  const specs = await all(`${base}/openapi`);
  const always =
    1 +
    list((await all(`${base}/collections`)).length) +
    list(spaces.length) +
    2 * members +
    2 * list(teams.length) +
    sum(teams, (team) => list(team.members)) +
    list(sites.length) +
    sum(sites, ({ published }) => 4 + (published === false ? 0 : 1)) +
    list(specs.length) +
    specs.length +
    list((await all(`${base}/translations`)).length) +
    list((await all(`${base}/saml`)).length);
  let first = always + list(spaces.length) + specs.filter(({ lastVersion }) => lastVersion).length;
  let again = 0;
  for (const space of spaces) {
    const parts = await ofSpace(all, call, space);
    first += parts.first;
    again += parts.again;
  }
  return { first, unchanged: always + again + (again > 0 ? list(spaces.length) : 0) };
}

async function ofSpace(all, call, space) {
  const path = `/v1/spaces/${space.id}`;
  const pages = withText((await call(`${path}/content/pages`)).pages);
  const known = new Set(pages.map(({ id, updatedAt }) => `${id} ${updatedAt}`));
  const told = { first: 1 + pages.length + list(0) + 4, again: space.comments > 0 ? 1 : 0 };
  const isOpen = space.changeRequestsOpen + space.changeRequestsDraft > 0;
  if (isOpen) told.again += 4;
  if (space.changeRequests === 0) return told;
  for (const status of ["draft", "open", "merged", "archived"]) {
    for (const { id, comments } of await all(`${path}/change-requests?status=${status}`)) {
      const change = `${path}/change-requests/${id}`;
      const talked = (await all(`${change}/comments`)).filter(({ replies }) => replies !== 0).length;
      told.first += 1 + talked;
      if (comments > 0) told.again += 1 + talked;
      if (status !== "draft" && status !== "open") continue;
      const changed = withText((await call(`${change}/content/pages`)).pages);
      told.first += 1 + changed.filter((page) => !known.has(`${page.id} ${page.updatedAt}`)).length;
    }
  }
  return told;
}
