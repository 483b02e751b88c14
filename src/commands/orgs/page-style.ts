/** The style and the script of the page of an overview. Each is fixed text: the page allows them by their hashes alone. */

/** Rows of a table that are seen at first; the others are there once they are asked for. */
export const MOST_ROWS = 25;

/** Colors are pairs that tests check for contrast (WCAG AA), in light and dark. */
export const STYLE = `
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
export const SCRIPT = `
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
