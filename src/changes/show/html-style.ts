/** The style of a plan's page: light and dark, on a phone and on paper. */
export const STYLE = `:root { color-scheme: light dark; --line: #8886; --add: #1a7f37; --remove: #c0262d; --soft: #8881; }
@media (prefers-color-scheme: dark) { :root { --add: #4cc36a; --remove: #ff7b72; } }
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.15rem; margin-top: 2rem; } h3, h4 { font-size: 1rem; margin: 0 0 .25rem; }
h3 { margin-top: 1.5rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; }
dt { opacity: .7; } dd { margin: 0; }
code { font-size: .85rem; opacity: .8; }
.stop { color: var(--remove); font-weight: 600; }
.kinds { font-size: 1.1rem; }
.step { border: 1px solid var(--line); border-left: .35rem solid var(--line); border-radius: .25rem; padding: .6rem .8rem; margin: .6rem 0; break-inside: avoid; }
.add { border-left-color: var(--add); } .remove { border-left-color: var(--remove); }
table { width: 100%; border-collapse: collapse; margin-top: .4rem; table-layout: fixed; }
th, td { text-align: left; vertical-align: top; padding: .25rem .5rem; border-top: 1px solid var(--line); }
thead th { border-top: 0; font-weight: 400; opacity: .7; } tbody th { font-weight: 500; }
tr { break-inside: avoid; }
.note { margin: .4rem 0 0; font-size: .9rem; }
@media (max-width: 36rem) {
  dl { display: block; } dd { margin-bottom: .4rem; }
  thead { display: none; } tr, tbody th, td { display: block; } tr { border-top: 1px solid var(--line); padding: .3rem 0; }
  tbody th, td { border: 0; padding: .1rem 0; } td::before { content: attr(data-label) ": "; opacity: .7; } td:empty { display: none; }
}
@media print {
  :root { color-scheme: light; --add: #000; --remove: #000; }
  body { font-size: 10pt; } main { max-width: none; padding: 0; } h2, h3, h4 { break-after: avoid; } .step:has(tr:nth-child(20)) { break-inside: auto; }
}
`;
