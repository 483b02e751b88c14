/** `docs orgs overview --html`: one self-contained page, for people without a terminal. */
import type { Overview } from "../../checks/overview.js";
import { escapeHtml } from "../../shared/text/escape-html.js";
import { policyHash } from "../../shared/text/policy-hash.js";
import { type ChartPart, chartsOf, type Figure, figuresOf, GENERATOR } from "./charts.js";
import { attentionHtml, chartHtml, classOf, oldestHtml, sitesHtml, spacesHtml } from "./page-parts.js";
import { SCRIPT, STYLE } from "./page-style.js";
import { cutLongText, formatCount, toForeignHtml } from "./page-text.js";
import { sentenceOf } from "./sentence.js";

/** @param service The address of the service, or the name of the snapshot. */
export function pageOf(state: Overview, service: string): string {
  const charts = (wanted: ChartPart, more = ""): string => {
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

const figureHtml = ({ name, value, alarm }: Figure): string =>
  `<li${classOf(alarm)}><b>${formatCount(value)}</b> <span class="soft">${escapeHtml(name)}</span></li>`;

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

function unreadHtml({ unread, findings }: Overview): string {
  const blind = findings?.notEvaluable ?? 0;
  const lines = [
    ...unread.map(({ part, reason }) => `${part}: ${reason}`),
    ...(blind > 0 ? [`${formatCount(blind)} ${blind === 1 ? "check" : "checks"} could not be evaluated`] : []),
  ];
  if (lines.length === 0) return "";
  return section("unread", "Could not be read", lines.map((line) => `<p>${toForeignHtml(line)}</p>`).join(""));
}
