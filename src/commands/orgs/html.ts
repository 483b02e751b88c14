/** `docs orgs overview --html`: one self-contained page, for people without a terminal. */

import type { Overview, WaitingChange } from "../../checks/overview.js";
import { escapeHtml } from "../../shared/text/escape-html.js";
import { type Bar, type Chart, chartsOf, type Figure, figuresOf, GENERATOR } from "./charts.js";

const NUMBER = new Intl.NumberFormat("en");
const shown = (value: number | null): string => (value === null ? "?" : NUMBER.format(value));

const STYLE = `
:root { color-scheme: light dark; --ink: #1c1e21; --soft: #5c636e; --paper: #ffffff; --card: #f4f5f7; --line: #d9dce1; --bar: #3b6fd4; --warn: #a06000; --bad: #c02b2b }
@media (prefers-color-scheme: dark) { :root { --ink: #e8eaed; --soft: #a3aab4; --paper: #15171a; --card: #1f2227; --line: #363b42; --bar: #7aa2f0; --warn: #e0a33c; --bad: #f07c7c } }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 64rem; padding: 2rem 1.25rem 3rem; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
h1 { margin: 0; font-size: 1.75rem; overflow-wrap: anywhere }
h2 { margin: 0 0 .75rem; font-size: 1.05rem }
p { margin: .25rem 0 }
.soft { color: var(--soft) }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); gap: .75rem; margin: 1.5rem 0; padding: 0; list-style: none }
.figures li, section { background: var(--card); border: 1px solid var(--line); border-radius: .5rem }
.figures li { padding: .75rem 1rem }
.figures b { display: block; font-size: 1.6rem; line-height: 1.2; font-variant-numeric: tabular-nums }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(22rem, 100%), 1fr)); gap: .75rem }
section { padding: 1rem; break-inside: avoid }
table { width: 100%; border-collapse: collapse }
th, td { padding: .15rem 0; text-align: left; font-weight: normal; vertical-align: middle }
th { width: 40%; padding-right: .75rem; overflow-wrap: anywhere }
td.number { width: 4rem; padding-right: .75rem; text-align: right; font-variant-numeric: tabular-nums }
.bar { display: block; height: .7rem; min-width: 2px; border-radius: .2rem; background: var(--bar); print-color-adjust: exact; -webkit-print-color-adjust: exact }
.warn .bar { background: var(--warn) } .bad .bar { background: var(--bad) }
.figures .warn b { color: var(--warn) } .figures .bad b { color: var(--bad) }
.wide { margin-top: .75rem }
.wide th { width: auto } .wide td { padding-right: .75rem; overflow-wrap: anywhere }
code { font-size: .9em }
a { color: inherit }
@media print { :root { --ink: #000; --soft: #444; --paper: #fff; --card: #fff; --line: #bbb; --bar: #3b6fd4; --warn: #a06000; --bad: #c02b2b } body { max-width: none; padding: 0; font-size: 11pt } .charts { grid-template-columns: 1fr 1fr } }
`;

/** `service` is the address of the service, or the name of the snapshot. */
export function pageOf(state: Overview, service: string): string {
  const title = escapeHtml(state.organization.title);
  const body = [
    `<h1>${title}</h1>`,
    `<p class="soft">${escapeHtml(service)}, read <time datetime="${escapeHtml(state.readAt)}">${escapeHtml(state.readAt.slice(0, 16).replace("T", " "))} UTC</time></p>`,
    `<ul class="figures">${figuresOf(state).map(figureHtml).join("")}</ul>`,
    `<div class="charts">${chartsOf(state).map(chartHtml).join("")}</div>`,
    oldestHtml(state.changeRequests?.oldest ?? []),
    unreadHtml(state),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="referrer" content="no-referrer">
${GENERATOR}
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
${body.filter((part) => part !== "").join("\n")}
</body>
</html>
`;
}

const classOf = (alarm: Bar["alarm"]): string => (alarm === undefined ? "" : ` class="${alarm}"`);

const figureHtml = ({ name, value, alarm }: Figure): string =>
  `<li${classOf(alarm)}><b>${shown(value)}</b><span class="soft">${escapeHtml(name)}</span></li>`;

function chartHtml({ title, total, bars, more }: Chart): string {
  if (bars === null) return `<section><h2>${escapeHtml(title)}</h2><p class="soft">could not be read</p></section>`;
  if (total === 0) return `<section><h2>${escapeHtml(title)}</h2><p class="soft">none</p></section>`;
  const most = Math.max(...bars.map(({ value }) => value), 1);
  const rows = bars.map(({ label, value, alarm }) => {
    const bar =
      value === 0 ? "" : `<span class="bar" style="width: ${Math.round((value / most) * 1000) / 10}%"></span>`;
    return `<tr${classOf(alarm)}><th scope="row">${escapeHtml(label)}</th><td class="number">${shown(value)}</td><td>${bar}</td></tr>`;
  });
  const heading = `<h2>${escapeHtml(title)}: ${shown(total)}</h2>`;
  return `<section>${heading}<table>${rows.join("")}</table><p class="soft"><code>${escapeHtml(more)}</code></p></section>`;
}

function oldestHtml(changes: readonly WaitingChange[]): string {
  if (changes.length === 0) return "";
  const rows = changes.map(({ number, subject, space, author, createdAt, url }) => {
    const text = escapeHtml(subject || "(no subject)");
    const link = url !== null && /^https?:\/\//.test(url) ? `<a href="${escapeHtml(url)}">${text}</a>` : text;
    return `<tr><td class="number">#${number ?? ""}</td><td>${link}</td><td>${escapeHtml(space.title)}</td><td>${escapeHtml(author)}</td><td>${escapeHtml((createdAt ?? "").slice(0, 10))}</td></tr>`;
  });
  return `<section class="wide"><h2>Oldest live change requests</h2><table>${rows.join("")}</table></section>`;
}

function unreadHtml({ unread }: Overview): string {
  if (unread.length === 0) return "";
  const lines = unread.map(({ part, reason }) => `<p>${escapeHtml(part)}: ${escapeHtml(reason)}</p>`);
  return `<section class="wide"><h2>Could not be read</h2>${lines.join("")}</section>`;
}
