/** The parts of the page of an overview. */
import type { Attention, AttentionItem, Contact } from "../../checks/attention.js";
import type { WaitingChange } from "../../checks/overview.js";
import type { SiteSummary, SpaceSummary } from "../../checks/overview-rows.js";
import { escapeHtml } from "../../shared/text/escape-html.js";
import { type Bar, type Chart, scaleOf } from "./charts.js";
import { MOST_ROWS } from "./page-style.js";
import { day, formatCount, toForeignHtml, toLink } from "./page-text.js";

export const classOf = (alarm: Bar["alarm"]): string => (alarm === undefined ? "" : ` class="${alarm}"`);

/** Each rule with its first findings: where, what, and who can say more. */
export function attentionHtml(groups: readonly Attention[]): string {
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
  // What only the interface of programs has is no page for people.
  const page = object?.url && !/\/v1\//.test(object.url) ? object.url : null;
  const what = object ? `${toLink(object.title, page)}${place}: ` : "";
  const began = day(since);
  const time = began === "" || message.includes(since?.slice(0, 10) ?? "") ? "" : ` (since ${began})`;
  return `${what}${toForeignHtml(message)}${time}`;
}

/** All bars of a chart have one scale; the sum of the others is a row without one. */
export function chartHtml({ title, total, bars }: Chart): string {
  const card = (heading: string, content: string) => `<div class="card"><h3>${heading}</h3>${content}</div>`;
  if (bars === null) return card(escapeHtml(title), '<p class="soft">could not be read</p>');
  if (total === 0) return card(escapeHtml(title), '<p class="soft">none</p>');
  const most = scaleOf(bars);
  const rows = bars.map(({ label, value, alarm, rest }) => {
    const width = Math.round((value / most) * 1000) / 10;
    const bar =
      rest || value === 0
        ? ""
        : `<svg class="bar" aria-hidden="true"><rect width="${Math.max(width, 1)}%" height="100%" rx="3"/></svg>`;
    return `<tr${classOf(alarm)}><th scope="row">${toForeignHtml(label)}</th><td class="number">${formatCount(value)}</td><td>${bar}</td></tr>`;
  });
  return card(`${escapeHtml(title)}: ${formatCount(total)}`, `<table class="chart">${rows.join("")}</table>`);
}

export function oldestHtml(changes: readonly WaitingChange[]): string {
  if (changes.length === 0) return "";
  const rows = changes.map(({ number, subject, space, author, createdAt, url }) => [
    cell(toLink(`#${number ?? "?"} ${subject || "(no subject)"}`, url), { row: true }),
    cell(toForeignHtml(space.title), { long: true }),
    cell(toForeignHtml(author), { long: true }),
    cell(day(createdAt), { sort: createdAt ?? "" }),
  ]);
  const headers = ["Change request", "Space", "Author", "Since"];
  return `<h3>Oldest live change requests</h3>${grid("Oldest live change requests", headers, rows)}`;
}

export function spacesHtml(spaces: readonly SpaceSummary[]): string {
  const needy = ({ brokenLinks, openComments, liveChangeRequests }: SpaceSummary) =>
    (brokenLinks ?? 0) * 1000 + (openComments ?? 0) + (liveChangeRequests ?? 0);
  const sorted = [...spaces].sort((a, b) => needy(b) - needy(a));
  const rows = sorted.map((space) => [
    cell(toLink(space.title, space.url), { row: true, sort: space.title.slice(0, 40) }),
    cell(toForeignHtml(space.visibility)),
    count(space.pages),
    cell(space.pages === null ? "?" : day(space.changedAt), { sort: space.changedAt ?? "" }),
    count(space.stale),
    count(space.brokenLinks),
    count(space.liveChangeRequests),
    count(space.openComments),
  ]);
  const headers = [
    "Space",
    "Visibility",
    "#Pages",
    "Last change",
    "#Not changed for a year",
    "#Broken links",
    "#Live change requests",
    "#Open comments",
  ];
  return grid("Spaces", headers, rows);
}

export function sitesHtml(sites: readonly SiteSummary[]): string {
  const rows = sites.map(({ title, url, visibility, published, spaces, publishedUrl }) => [
    cell(toLink(title, url), { row: true, sort: title.slice(0, 40) }),
    cell(toForeignHtml(visibility)),
    cell(published === null ? "?" : published ? "yes" : "no"),
    count(spaces),
    cell(publishedUrl === null ? "" : toLink(publishedUrl, publishedUrl), { long: true }),
  ]);
  return grid("Sites", ["Site", "Visibility", "Published", "#Spaces", "Address"], rows);
}

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

/** A table that the script sorts. Headers of numbers start with `#`. Of long ones, the first rows are seen at first. */
function grid(name: string, headers: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '<p class="soft">none</p>';
  const head = headers.map((text) =>
    text.startsWith("#") ? `<th scope="col" class="number">${text.slice(1)}</th>` : `<th scope="col">${text}</th>`,
  );
  const left = rows.length - MOST_ROWS;
  const things = name.toLowerCase();
  const id = `all-${things.replaceAll(" ", "-")}`;
  const [all, foot] =
    left <= 0
      ? ["", ""]
      : [
          `<input type="checkbox" class="all" id="${id}"> <label for="${id}">Show all ${formatCount(rows.length)} ${things}</label>`,
          `<tfoot><tr><th scope="row" colspan="${headers.length}">${formatCount(left)} more ${things}</th></tr></tfoot>`,
        ];
  const body = rows.map((cells) => `<tr>${cells.join("")}</tr>`).join("\n");
  return `${all}<div class="scroll" role="region" aria-label="${name}" tabindex="0"><table class="grid"><thead><tr>${head.join("")}</tr></thead><tbody>${body}</tbody>${foot}</table></div>`;
}
