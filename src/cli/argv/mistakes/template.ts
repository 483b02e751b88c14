/** `--template`, which gh takes: the same in jq, which is what `-q` takes. */
import type { Failure } from "../../../errors.js";
import { shellWord } from "../../../shared/shell-words.js";

/** `{{.name}}`, `{{"\n"}}`, `{{range .}}`, `{{end}}`, and the text around them. */
const PARTS = /\{\{-?\s*(.*?)\s*-?\}\}|([^{]+|\{)/gs;

export const isTemplate = ({ message }: Failure): boolean => message === "unknown flag --template";

/** `isList`: the command answers a list. */
export function withTemplate(failure: Failure, argv: readonly string[], isList: boolean): Failure {
  const at = argv.findIndex((word) => word === "--template" || word.startsWith("--template="));
  const template = argv[at]?.startsWith("--template=") ? argv[at].slice("--template=".length) : argv[at + 1];
  const filter = template === undefined ? undefined : toJq(template, isList);
  const hint =
    filter === undefined ? "-q takes jq instead: docs help formatting" : `did you mean: -q ${shellWord(filter)}`;
  return failure.with({ hint });
}

/** Undefined for what is more than fields, texts and one range. */
function toJq(template: string, isList: boolean): string | undefined {
  let source = isList ? ".[]" : ".";
  const pieces: string[] = [];
  for (const [, action, literal = ""] of template.matchAll(PARTS)) {
    const range = /^range (\.[\w.]*)$/.exec(action ?? "")?.[1];
    if (action === undefined) pieces.push(escapeInJson(literal));
    else if (/^\.[a-z][\w.]*$/i.test(action)) pieces.push(`\\(${action})`);
    else if (/^"(\\[nt]|[^"\\])*"$/.test(action)) pieces.push(action.slice(1, -1));
    else if (range !== undefined && pieces.join("").trim() === "") source = `${range === "." ? "" : range}.[]`;
    else if (action !== "end") return undefined;
  }
  return joinTemplate(source, pieces.join("").replace(/(\\n)+$/, ""));
}

const escapeInJson = (text: string): string => JSON.stringify(text).slice(1, -1);

function joinTemplate(source: string, text: string): string | undefined {
  if (text === "") return undefined;
  const [, only] = /^\\\((\.[\w.]+)\)$/.exec(text) ?? [];
  if (only !== undefined) return source === "." ? only : `${source}${only}`;
  return source === "." ? `"${text}"` : `${source} | "${text}"`;
}
