/** Tables in the syntax that bash and zsh share. */
import { quote } from "../../shared/shell-words.js";
import { cases } from "./emit.js";
import type { Model } from "./model.js";
import { nounRows, targetRows, valueRows, verbRows } from "./tables.js";

/** Functions that set `noun`, `cmd` and `slot` for the word they are given. */
export function lookups(model: Model): string {
  const direct = model.nouns.filter((noun) => noun.direct).map(({ name }) => name);
  const { own, general } = valueRows(model);
  const slot = (answer: string): string => `slot=${quote(answer)}`;
  return `__docs_noun() {
  case $1 in
${cases(nounRows(model), (name) => (direct.includes(name) ? `noun=${name} cmd=${name}` : `noun=${name}`))}    help) noun=help cmd=help ;;
    *) noun='?' cmd='?' ;;
  esac
}

__docs_verb() {
  case "$noun $1" in
${cases(verbRows(model), (path) => `cmd=${quote(path)}`)}    *) cmd='?' ;;
  esac
}

# What may follow a flag: =values, @kind, / for a file (/@kind: an @ may follow), - for any text; a comma before it says several.
__docs_value() {
  slot=''
  case "$cmd $1" in
${cases(own, slot)}    *)
      case $1 in
${cases(general, slot, "        ")}      esac ;;
  esac
}

# What may stand as a target: the command and the number of targets before it.
__docs_target() {
  slot=''
  case "$cmd $n" in
${cases(targetRows(model), slot)}  esac
}
`;
}
