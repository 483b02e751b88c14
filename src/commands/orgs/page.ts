/** `docs orgs overview --html`: one self-contained page, for people without a terminal. */
import type {
  Attention,
  AttentionItem,
  Contact,
  Overview,
  SiteSummary,
  SpaceSummary,
  WaitingChange,
} from "../../checks/overview.js";
import { escapeHtml, policyHash } from "../../shared/text/markup.js";
import {
  type Bar,
  type Chart,
  chartsOf,
  figuresOf,
  formatCount,
  GENERATOR,
  gapsOf,
  scaleOf,
  sentenceOf,
} from "./figures.js";

/** @param service The address of the service, or the name of the snapshot. */
export function pageOf(state: Overview, service: string): string {
  const charts = (wanted: Chart["part"], more = ""): string => {
    const parts = chartsOf(state).filter(({ part }) => part === wanted);
    return `<div class="cards">${parts.map(chartHtml).join("")}${more}</div>`;
  };
  const body = [
    header(state, service),
    "<main>",
    `<ul class="figures">${figuresOf(state).map(figureHtml).join("")}</ul>`,
    section("attention", "What needs attention", attentionHtml(state.attention)),
    section("content", "Content", `${charts("content")}${oldestHtml(state.changeRequests?.oldest ?? [])}`),
    section("spaces", "Spaces", `${state.spaces ? spacesHtml(state.spaces.each) : ""}${charts("spaces")}`),
    section("people", "People and access", charts("people", accessHtml(state))),
    section("sites", "Sites", `${state.sites ? sitesHtml(state.sites.each) : ""}${charts("sites")}`),
    unreadHtml(state),
    "</main>",
  ];
  return document(escapeHtml(cutLongText(state.organization.title)), body.filter((part) => part !== "").join("\n"));
}

/** Allows nothing but this style and this script, whatever a title contains. */
const document = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ${policyHash(STYLE)}; script-src ${policyHash(SCRIPT)}; base-uri 'none'; form-action 'none'">
<meta name="referrer" content="no-referrer">
${GENERATOR}
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
${body}
<script>${SCRIPT}</script>
</body>
</html>
`;

function header(state: Overview, service: string): string {
  const at = escapeHtml(state.readAt.slice(0, 16).replace("T", " "));
  return [
    "<header>",
    `<h1>${toForeignHtml(state.organization.title)}</h1>`,
    `<p class="lead">${escapeHtml(sentenceOf(state))}</p>`,
    `<p class="soft">Read from ${toForeignHtml(service)} at <time datetime="${escapeHtml(state.readAt)}">${at} UTC</time></p>`,
    "</header>",
  ].join("\n");
}

const section = (id: string, title: string, content: string): string =>
  `<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${content}</section>`;

const figureHtml = ({ label, value, alarm }: Bar): string =>
  `<li${classOf(alarm)}><b>${formatCount(value)}</b> <span class="soft">${escapeHtml(label)}</span></li>`;

/** Says nothing of what the service does not say. */
function accessHtml({ access, people }: Overview): string {
  const { sso, inviteLinks, defaultRole } = access;
  const lines = [
    ...(people && people.disabled > 0 ? [`Disabled members: ${formatCount(people.disabled)}`] : []),
    ...(sso === null ? [] : [`Single sign-on: ${sso ? "required" : "not required"}`]),
    ...(inviteLinks === null ? [] : [`Invite links: ${inviteLinks ? "allowed" : "not allowed"}`]),
    ...(defaultRole === null ? [] : [`Role of new members: ${defaultRole}`]),
  ];
  const items = lines.map((line) => `<li>${toForeignHtml(line)}</li>`).join("");
  return lines.length === 0 ? "" : `<div class="card"><h3>Access</h3><ul>${items}</ul></div>`;
}

function unreadHtml(state: Overview): string {
  const lines = gapsOf(state).map((line) => `<p>${toForeignHtml(line)}</p>`);
  return lines.length === 0 ? "" : section("unread", "Could not be read", lines.join(""));
}

const classOf = (alarm: Bar["alarm"]): string => (alarm === undefined ? "" : ` class="${alarm}"`);

/** Each rule with its first findings: where, what, and who can say more. */
function attentionHtml(groups: readonly Attention[]): string {
  if (groups.length === 0) return '<p class="soft">No errors and no warnings were found.</p>';
  return `<div class="list">${groups.map(groupHtml).join("")}</div>`;
}

function groupHtml({ severity, summary, total, items }: Attention): string {
  const isError = severity === "error";
  const mark = `<span class="mark">${isError ? "Error" : "Warning"}</span>`;
  const left = total - items.length;
  // Somebody who can be asked about all of them is named once.
  const asked = new Set(items.map(({ contact }) => contactHtml(contact)));
  const lines = [
    ...items.map(
      (item) => `<li>${itemHtml(item)}${asked.size > 1 && item.contact ? `. ${contactHtml(item.contact)}` : ""}</li>`,
    ),
    ...(left > 0 ? [`<li>${formatCount(left)} more</li>`] : []),
  ];
  const [one = ""] = asked;
  const ask = asked.size === 1 && one !== "" ? `<p>${one}</p>` : "";
  const heading = `<h3>${mark} ${escapeHtml(summary)}: ${formatCount(total)}</h3>`;
  return `<div class="card ${isError ? "bad" : "warn"}">${heading}<ul>${lines.join("")}</ul>${ask}</div>`;
}

const contactHtml = (contact: Contact | null): string =>
  contact ? `<span class="soft">Ask ${toForeignHtml(contact.name)}, ${toForeignHtml(contact.because)}.</span>` : "";

function itemHtml({ object, within, message, since }: AttentionItem): string {
  const place = within ? ` in ${toLink(within.title, within.url)}` : "";
  // An address of the interface for programs is no page for people.
  const page = object?.url && !/\/v1\//.test(object.url) ? object.url : null;
  const what = object ? `${toLink(object.title, page)}${place}: ` : "";
  const began = day(since);
  const time = began === "" || message.includes(since?.slice(0, 10) ?? "") ? "" : ` (since ${began})`;
  return `${what}${toForeignHtml(message)}${time}`;
}

/** All bars of a chart have one scale; the sum of the others is a row without one, and so is each of equal ones. */
function chartHtml({ title, total, bars }: Chart): string {
  const card = (heading: string, content: string) => `<div class="card"><h3>${heading}</h3>${content}</div>`;
  if (!bars?.length) return card(escapeHtml(title), `<p class="soft">${bars ? "none" : "could not be read"}</p>`);
  const most = scaleOf(bars);
  const rows = bars.map(({ label, value, alarm, rest }) => {
    const width = most === undefined || !value || rest ? 0 : Math.round((value / most) * 1000) / 10;
    const bar =
      width === 0
        ? ""
        : `<svg class="bar" aria-hidden="true"><rect width="${Math.max(width, 1)}%" height="100%" rx="3"/></svg>`;
    return `<tr${classOf(alarm)}><th scope="row">${toForeignHtml(label)}</th><td class="number">${formatCount(value)}</td><td>${bar}</td></tr>`;
  });
  return card(`${escapeHtml(title)}: ${formatCount(total)}`, `<table class="chart">${rows.join("")}</table>`);
}

const oldestHtml = (changes: readonly WaitingChange[]): string =>
  changes.length === 0
    ? ""
    : `<h3>Oldest live change requests</h3>${grid<WaitingChange>("Oldest live change requests", changes, {
        "Change request": ({ number, subject, url }) =>
          cell(toLink(`#${number ?? "?"} ${subject || "(no subject)"}`, url), { row: true }),
        Space: ({ space }) => cell(toForeignHtml(space.title), { long: true }),
        Author: ({ author }) => cell(toForeignHtml(author), { long: true }),
        Since: ({ createdAt }) => cell(day(createdAt), { sort: createdAt ?? "" }),
      })}`;

function spacesHtml(spaces: readonly SpaceSummary[]): string {
  const needy = ({ brokenLinks, openComments, liveChangeRequests }: SpaceSummary) =>
    (brokenLinks ?? 0) * 1000 + (openComments ?? 0) + (liveChangeRequests ?? 0);
  const sorted = [...spaces].sort((a, b) => needy(b) - needy(a));
  return grid<SpaceSummary>("Spaces", sorted, {
    Space: ({ title, url }) => cell(toLink(title, url), { row: true, sort: title.slice(0, 40) }),
    Visibility: ({ visibility }) => cell(toForeignHtml(visibility)),
    "#Pages": ({ pages }) => count(pages),
    "Last change": ({ pages, changedAt }) => cell(pages === null ? "?" : day(changedAt), { sort: changedAt ?? "" }),
    "#Not changed for a year": ({ stale }) => count(stale),
    "#Broken links": ({ brokenLinks }) => count(brokenLinks),
    "#Live change requests": ({ liveChangeRequests }) => count(liveChangeRequests),
    "#Open comments": ({ openComments }) => count(openComments),
  });
}

const sitesHtml = (sites: readonly SiteSummary[]): string =>
  grid<SiteSummary>("Sites", sites, {
    Site: ({ title, url }) => cell(toLink(title, url), { row: true, sort: title.slice(0, 40) }),
    Visibility: ({ visibility }) => cell(toForeignHtml(visibility)),
    Published: ({ published }) => cell(published === null ? "?" : published ? "yes" : "no"),
    "#Spaces": ({ spaces }) => count(spaces),
    Address: ({ publishedUrl }) =>
      cell(publishedUrl === null ? "" : toLink(publishedUrl, publishedUrl), { long: true }),
  });

interface CellOptions {
  /** The header of its row. */
  row?: true;
  /** It may be as long as people like. */
  long?: true;
  /** Sorts by this instead of the text. */
  sort?: string;
}

const cell = (content: string, { row, long, sort }: CellOptions = {}): string => {
  const key = sort === undefined ? "" : ` data-sort="${escapeHtml(sort)}"`;
  return row ? `<th scope="row"${key}>${content}</th>` : `<td${long ? ' class="long"' : ""}${key}>${content}</td>`;
};

const count = (value: number | null): string =>
  `<td class="number" data-sort="${value ?? -1}">${formatCount(value)}</td>`;

/** A table that the script sorts: cells by header, those of numbers start with `#`. Of many rows, the first are seen at first. */
function grid<T>(name: string, rows: readonly T[], columns: Readonly<Record<string, (row: T) => string>>): string {
  if (rows.length === 0) return '<p class="soft">none</p>';
  const head = Object.keys(columns).map(
    (text) => `<th scope="col"${text.startsWith("#") ? ' class="number"' : ""}>${text.replace("#", "")}</th>`,
  );
  const cells = Object.values(columns);
  const body = rows.map((row) => `<tr>${cells.map((toCell) => toCell(row)).join("")}</tr>`).join("\n");
  const table = (foot: string) =>
    `<div class="scroll" role="region" aria-label="${name}" tabindex="0"><table class="grid"><thead><tr>${head.join("")}</tr></thead><tbody>${body}</tbody>${foot}</table></div>`;
  const left = rows.length - MOST_ROWS;
  if (left <= 0) return table("");
  const things = name.toLowerCase();
  const id = `all-${things.replaceAll(" ", "-")}`;
  const label = `<label for="${id}">Show all ${formatCount(rows.length)} ${things}</label>`;
  const foot = `<tfoot><tr><th scope="row" colspan="${cells.length}">${formatCount(left)} more ${things}</th></tr></tfoot>`;
  return `<input type="checkbox" class="all" id="${id}"> ${label}${table(foot)}`;
}

/** Code points of one title or message. */
const MOST_TEXT = 160;

/** Text of other people: escaped, bounded, and isolated from the direction of what is around it. */
const toForeignHtml = (text: string): string => `<bdi>${escapeHtml(cutLongText(text))}</bdi>`;

function cutLongText(text: string): string {
  // Cut before it is split: a code point has at most two units.
  const points = [...text.slice(0, 2 * MOST_TEXT + 2)];
  return points.length > MOST_TEXT ? `${points.slice(0, MOST_TEXT).join("")}…` : text;
}

/** Only addresses of the web become links. */
const toLink = (text: string, url: string | null): string =>
  url !== null && /^https?:\/\//i.test(url)
    ? `<a href="${escapeHtml(url)}">${toForeignHtml(text)}</a>`
    : toForeignHtml(text);

/** The day; nothing for what is no time. */
function day(time: string | null): string {
  const at = Date.parse(time ?? "");
  if (Number.isNaN(at)) return "";
  const text = new Date(at).toISOString().slice(0, 10);
  return `<time datetime="${text}">${text}</time>`;
}

// The style and the script of the page of an overview. Each is fixed text: the page allows them by their hashes alone.

/** Rows of a table that are seen at first; the others are there once they are asked for. */
const MOST_ROWS = 25;

/** Colors are pairs that tests check for contrast (WCAG AA), in light and dark. */
const STYLE = `
:root { color-scheme: light dark; --ink: #1c1e21; --soft: #565d68; --paper: #ffffff; --card: #f4f5f7; --line: #d9dce1; --bar: #3b6fd4; --warn: #8a5200; --bad: #b3261e }
@media (prefers-color-scheme: dark) { :root { --ink: #e8eaed; --soft: #a9b0ba; --paper: #15171a; --card: #1f2227; --line: #3a3f47; --bar: #7aa2f0; --warn: #e0a33c; --bad: #f28b82 } }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 68rem; padding: 2rem 1.25rem 3rem; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
h1 { margin: 0; font-size: 1.5rem; font-weight: 600 }
h2 { margin: 2.25rem 0 .75rem; font-size: 1.25rem }
h3 { margin: 0 0 .5rem; font-size: 1rem }
p { margin: .25rem 0 }
.lead { margin: .25rem 0; font-size: 1.75rem; line-height: 1.25; font-weight: 600 }
.soft { color: var(--soft) }
.bad .mark, .figures .bad b { color: var(--bad) }
.warn .mark, .figures .warn b { color: var(--warn) }
.mark { font-weight: 600 }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(max(7.4rem, 17%), 1fr)); gap: .75rem; margin: 1.5rem 0; padding: 0; list-style: none }
.figures li, .card { background: var(--card); border: 1px solid var(--line); border-radius: .5rem }
.figures li { padding: .6rem .75rem }
.figures span { font-size: .875rem; overflow-wrap: normal }
.figures b { display: block; font-size: 1.4rem; line-height: 1.2; white-space: nowrap; font-variant-numeric: tabular-nums }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(22rem, 100%), 1fr)); gap: .75rem }
.card { padding: 1rem; break-inside: avoid }
.cards + h3, .scroll + .cards { margin-top: 1.25rem }
.list { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(28rem, 100%), 1fr)); gap: .75rem }
.list li { margin: .15rem 0 }
.list p { margin: .35rem 0 0 }
.list .card { border-left: .3rem solid var(--warn) } .list .bad { border-left-color: var(--bad) }
.card ul { margin: 0; padding-left: 1.25rem }
table { width: 100%; border-collapse: collapse }
th, td { padding: .2rem .75rem .2rem 0; text-align: left; font-weight: normal; vertical-align: top }
.chart th { width: 45% } .chart th, .chart td { vertical-align: middle } .chart td:last-child { width: 40%; padding: 0; vertical-align: middle }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
time { white-space: nowrap }
.bar { display: block; width: 100%; height: .7rem; fill: var(--bar) }
.bad .bar { fill: var(--bad) } .warn .bar { fill: var(--warn) }
.scroll { overflow-x: auto }
.grid th, .grid td { border-bottom: 1px solid var(--line); padding: .35rem .75rem .35rem 0 }
.grid thead th { font-weight: 600; vertical-align: bottom; white-space: normal; overflow-wrap: normal }
.grid { overflow-wrap: break-word; font-size: .9375rem }
.grid tbody th { min-width: 9.75rem; max-width: 24rem; overflow-wrap: anywhere }
.grid td.long { min-width: 10.25rem; max-width: 18rem; overflow-wrap: anywhere }
.grid button { margin: 0; padding: 0; border: 0; background: none; color: inherit; font: inherit; text-align: inherit; text-decoration: underline dotted; cursor: pointer }
.grid [aria-sort=ascending] button::after { content: " \\25B2" } .grid [aria-sort=descending] button::after { content: " \\25BC" }
.all:not(:checked) ~ .scroll tbody tr:nth-child(n + ${MOST_ROWS + 1}) { display: none }
.all:checked ~ .scroll tfoot { display: none }
a { color: inherit }
a:focus-visible, button:focus-visible, input:focus-visible, .scroll:focus-visible { outline: 3px solid var(--bar); outline-offset: 2px }
@media (max-width: 30rem) { body { padding: 1.25rem .9rem 2rem } .lead { font-size: 1.35rem } .figures { grid-template-columns: repeat(3, 1fr); gap: .4rem } .figures li { padding: .4rem .5rem; font-size: .8rem } .figures span { font-size: .8rem } .figures b { font-size: 1.15rem } }
@media print { :root { --ink: #000; --soft: #444; --paper: #fff; --card: #fff; --line: #bbb; --bar: #3b6fd4; --warn: #8a5200; --bad: #b3261e } @page { margin: 15mm } body { max-width: none; padding: 0; font-size: 9pt } h1 { font-size: 14pt } .lead { font-size: 16pt } h2 { font-size: 13pt } h3 { font-size: 10pt; margin-bottom: .25rem } .figures { grid-template-columns: repeat(5, 1fr) } .grid { font-size: 8pt } .grid th, .grid td { padding-right: .4rem } .grid tbody th { min-width: 7.5rem } .grid td.long { min-width: 0 } .cards, .list { grid-template-columns: 1fr 1fr; gap: .5rem } .card { padding: .5rem .6rem } h2 { margin-top: 1.25rem } .scroll { overflow: visible } h2, h3 { break-after: avoid } tr, li { break-inside: avoid } thead { display: table-header-group } tfoot { display: table-row-group } .all, .all + label { display: none } .grid button { display: contents } .bar { print-color-adjust: exact; -webkit-print-color-adjust: exact } }
`;

/** Makes the headers of tables buttons that sort. Without it, the tables are the same, in their first order. */
const SCRIPT = `
for (const table of document.querySelectorAll("table.grid")) {
  for (const th of table.tHead.rows[0].cells) {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...th.childNodes);
    th.append(button);
    button.addEventListener("click", () => {
      const number = th.classList.contains("number");
      const up = th.hasAttribute("aria-sort") ? th.getAttribute("aria-sort") !== "ascending" : !number;
      for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
      th.setAttribute("aria-sort", up ? "ascending" : "descending");
      const key = (row) => row.cells[th.cellIndex].dataset.sort ?? row.cells[th.cellIndex].textContent;
      const compare = (a, b) => (number ? Number(a) - Number(b) : a.localeCompare(b));
      const body = table.tBodies[0];
      body.append(...[...body.rows].sort((a, b) => (up ? 1 : -1) * compare(key(a), key(b))));
    });
  }
}
`;
