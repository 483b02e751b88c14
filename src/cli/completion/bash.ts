import { quote } from "../../shared/shell-words.js";
import { banner, cases, pattern, wrap } from "./emit.js";
import type { FlagWord, Model } from "./model.js";
import { lookups } from "./posix.js";
import { flagRows, type Rows } from "./tables.js";

const list = (words: readonly string[], indent: string): string => wrap(words, " ", "", indent);
const names = (flags: readonly FlagWord[]): string[] => flags.map(({ name }) => name);
const words = (values: readonly string[], indent = "      "): string => `choices=(${list(values, indent)})`;

/** For bash 3.2 and later, with and without the bash-completion package. */
export function bashScript(model: Model): string {
  return `${banner("bash")}
${lookups(model)}
${candidates(model)}
${MACHINE}`;
}

function candidates(model: Model): string {
  const verbs: Rows<string[]> = model.nouns
    .filter((noun) => !noun.direct)
    .map((noun) => [[noun.name], noun.verbs.map((verb) => verb.name)]);
  const verbAliases: Rows<string[]> = model.nouns
    .map((noun): [string[], string[]] => [[noun.name], noun.verbs.flatMap((verb) => verb.aliases)])
    .filter(([, aliases]) => aliases.length > 0);
  const nouns = model.nouns.map(({ name }) => name);
  const root = (quiet: boolean): string[] => names(model.root.filter((flag) => flag.quiet === quiet));
  return `__docs_nouns() {
  ${words([...nouns, "help"], "    ")}
}

__docs_noun_aliases() {
  ${words(
    model.nouns.flatMap(({ aliases }) => aliases),
    "    ",
  )}
}

__docs_topics() {
  ${words([...nouns, ...model.topics], "    ")}
}

__docs_verbs() {
  case $1 in
${cases(verbs, (values) => words(values))}  esac
}

__docs_verb_aliases() {
  case $1 in
${cases(verbAliases, (values) => words(values))}  esac
}

__docs_flags() {
  case $cmd in
${flagCases(flagRows(model, false))}  esac
  choices+=(${list([...root(false), "--version"], "    ")})
}

# Negations and short forms: offered when nothing else fits.
__docs_quiet_flags() {
  case $cmd in
${flagCases(flagRows(model, true))}  esac
  choices+=(${list(root(true), "    ")})
}
`;
}

/** Commands with the same flags share a branch. */
function flagCases(rows: Rows<readonly FlagWord[]>): string {
  const same = new Map<string, string[]>();
  for (const [paths, flags] of rows) {
    const key = list(names(flags), "      ");
    same.set(key, [...(same.get(key) ?? []), ...paths]);
  }
  return [...same]
    .map(
      ([flags, paths]) =>
        `    ${wrap(
          paths.map((path) => pattern(path, quote)),
          "|",
          "|\\",
          "    ",
        )}) choices=(${flags}) ;;\n`,
    )
    .join("");
}

/** Reads the command line, finds the candidates and prints them; independent of the commands. */
const MACHINE = `# Words before the cursor as people see them: bash splits at = and : as well.
__docs_words() {
  local line=\${COMP_LINE:0:COMP_POINT} part gap i
  for ((i = 0; i <= COMP_CWORD; i++)); do
    part=\${COMP_WORDS[i]}
    gap=\${line%%[![:space:]]*}
    line=\${line#"$gap"}
    [[ $line == "$part"* ]] || part=$line
    line=\${line#"$part"}
    if ((i == 0)) || [[ -n $gap ]]; then
      words[\${#words[@]}]=$part
    else
      words[\${#words[@]} - 1]+=$part
    fi
  done
}

# Adds the choices that start with the text; answers false when there is none.
__docs_offer() {
  local text=$1 choice found=1
  for choice in "\${choices[@]}"; do
    [[ $choice == "$text"* ]] || continue
    choice=$lead$choice
    COMPREPLY[\${#COMPREPLY[@]}]=\${choice#"$head"}
    found=0
  done
  return $found
}

# Adds programs docs-<name> of PATH; its relative folders are not searched.
__docs_extensions() {
  local folder file name folders
  IFS=: read -r -a folders <<< "$PATH"
  for folder in "\${folders[@]}"; do
    [[ $folder == /* ]] || continue
    for file in "$folder"/docs-*; do
      name=\${file##*/docs-}
      [[ $name =~ ^[a-z0-9][a-z0-9-]*$ && -f $file && -x $file ]] && choices[\${#choices[@]}]=$name
    done
  done
}

# kinds, text, the target before, words
__docs_ask() {
  command docs __complete "$1" "--prefix=$2" "--before=$3" -- "\${@:4}" 2>/dev/null
}

# Sets id to what puts it on the line, in the quotes that are open there.
__docs_quoted() {
  case $quote in
    '') [[ $id != *[!A-Za-z0-9_.,:@/{}+~-]* ]] || printf -v id %q "$id" ;;
    \\') id=\${id//\\'/\\'\\\\\\'\\'} ;;
  esac
}

__docs_ids() {
  local kind=$1 text=$2 line id about tab=$'\\t' lines=() other=''
  choices=()
  while IFS= read -r line; do
    lines[\${#lines[@]}]=$line
  done < <(__docs_ask "$kind" "$text" "$before" "\${words[@]:1}")
  for line in "\${lines[@]}"; do
    id=\${line%%"$tab"*}
    about=\${line#*"$tab"}
    [[ $id == "$text"* ]] || other=1
    # A second TAB only shows the choices: without backslashes.
    ((\${#lines[@]} > 1 && COMP_TYPE == 63)) || __docs_quoted
    # What it is, where the choices are only shown: one alone is put on the line, and so is each in a menu.
    ((\${#lines[@]} > 1 && COMP_TYPE != 37 && COMP_TYPE != 42)) && [[ -n $about ]] && id="$id  $about"
    id=$lead$id
    COMPREPLY[\${#COMPREPLY[@]}]=\${id#"$head"}
  done
  # A path that continues.
  if [[ \${#lines[@]} == 1 && $id == */ ]] && type compopt &>/dev/null; then
    compopt -o nospace
  fi
  # They begin otherwise: bash would put what they have in common in place of what was typed.
  if [[ -n $other ]] && ((\${#lines[@]} > 1)); then
    COMPREPLY[\${#COMPREPLY[@]}]=' '
  fi
}

__docs_files() {
  local text=$1 line
  if type compopt &>/dev/null; then
    compopt -o default
    return
  fi
  while IFS= read -r line; do
    COMPREPLY[\${#COMPREPLY[@]}]=$line
  done < <(compgen -f -- "$text")
}

__docs_fill() {
  local text=$1 quote='' choices=()
  if [[ $text == [\\"\\']* ]]; then
    quote=\${text:0:1} lead=$lead\${text:0:1} text=\${text:1}
  fi
  if [[ $slot == ,* ]]; then
    slot=\${slot#,}
    if [[ $text == *,* ]]; then
      lead=$lead\${text%,*},
      text=\${text##*,}
    fi
  fi
  [[ -n $quote ]] || text=\${text//\\\\/}
  case $slot in
    '='*)
      IFS=' ' read -r -a choices <<<"\${slot#=}"
      __docs_offer "$text" ;;
    '@'*) __docs_ids "\${slot#@}" "$text" ;;
    /@*)
      [[ $text == ?*@* ]] && __docs_ids "\${slot#/@}" "$text"
      ((\${#COMPREPLY[@]})) || __docs_files "$text" ;;
    /) __docs_files "$text" ;;
  esac
}

# Sets where the words before the cursor lead.
__docs_read() {
  local word i=0
  noun='' cmd='' flag='' ended='' before='' helped='' n=0
  for word in "\${words[@]:1}"; do
    i=$((i + 1))
    if [[ -n $flag ]]; then
      flag=''
    elif [[ -z $ended && $word == -- ]]; then
      ended=1
    elif [[ -z $ended && $word == -?* ]]; then
      [[ $word == *=* ]] || __docs_value "$word"
      [[ $word == *=* || -z $slot ]] || flag=$word
    elif [[ -z $noun ]]; then
      at=$i
      __docs_noun "$word"
    elif [[ $noun == help ]]; then
      n=$((n + 1))
      helped=$word
    elif [[ -z $cmd ]]; then
      __docs_verb "$word"
    else
      n=$((n + 1))
      before=$word
    fi
  done
}

# Puts in what an alias stands for; answers false when it is none.
__docs_expand() {
  local line lines=()
  while IFS= read -r line; do
    lines[\${#lines[@]}]=$line
  done < <(__docs_ask expansion '' "\${words[at]}" "\${words[@]:at+1}")
  ((\${#lines[@]})) || return 1
  words=("\${words[@]:0:at}" "\${lines[@]}")
}

__docs() {
  local noun cmd slot='' flag ended before helped lead='' head='' n at cur raw words choices i
  words=() choices=() COMPREPLY=()
  __docs_words
  i=$((\${#words[@]} - 1))
  cur=\${words[i]}
  # What stands before the part that bash replaces.
  [[ $cur == *"$2" ]] && head=\${cur%"$2"}
  raw=$cur
  cur=\${cur#[\\"\\']}
  unset "words[i]"
  words=("\${words[@]//[\\"\\'\\\\]/}")
  __docs_read
  [[ $noun == '?' ]] && __docs_expand && __docs_read
  if [[ -n $flag ]]; then
    __docs_value "$flag"
    __docs_fill "$raw"
  elif [[ -z $ended && $cur == --*=* ]]; then
    __docs_value "\${cur%%=*}"
    lead=\${cur%%=*}=
    __docs_fill "\${cur#*=}"
  elif [[ -z $ended && $cur == -* ]]; then
    __docs_flags
    __docs_offer "$cur" && [[ $cur != --no-* ]] && return
    choices=()
    __docs_quiet_flags
    __docs_offer "$cur"
  elif [[ -z $noun ]]; then
    __docs_nouns
    __docs_extensions
    __docs_offer "$cur" && return
    __docs_noun_aliases
    __docs_offer "$cur"
  elif [[ $noun == help ]]; then
    if ((n == 0)); then
      __docs_topics
    elif ((n == 1)); then
      __docs_noun "$helped"
      __docs_verbs "$noun"
    fi
    __docs_offer "$cur"
  elif [[ -z $cmd ]]; then
    __docs_verbs "$noun"
    __docs_offer "$cur" && return
    choices=()
    __docs_verb_aliases "$noun"
    __docs_offer "$cur"
  else
    __docs_target
    __docs_fill "$raw"
  fi
}

complete -o nosort -F __docs docs 2>/dev/null || complete -F __docs docs
`;
