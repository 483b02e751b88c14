import { quote } from "../../shared/shell-words.js";
import { banner, pattern, wrap } from "./emit.js";
import type { Model } from "./model.js";
import { lookups } from "./posix.js";
import { type DescribedWord, describeFlags, flagRows, type Rows } from "./tables.js";

/** `name:description`, the form that `_describe` takes. */
const formatDescribed = ([name, text]: DescribedWord): string => quote(`${name.replaceAll(":", "\\:")}:${text}`);
const array = (words: readonly DescribedWord[], indent: string): string =>
  `(\n${indent}  ${words.map(formatDescribed).join(`\n${indent}  `)}\n${indent})`;

export function zshScript(model: Model): string {
  return `#compdef docs
${banner("zsh")}
${lookups(model)}
${candidates(model)}
${MACHINE}`;
}

function candidates(model: Model): string {
  const nouns = model.nouns.map(({ name, summary }): DescribedWord => [name, summary]);
  const nounAliases = model.nouns.flatMap(({ aliases, summary }) =>
    aliases.map((name): DescribedWord => [name, summary]),
  );
  const verbs: Rows<DescribedWord[]> = model.nouns
    .filter((noun) => !noun.direct)
    .map((noun) => [[noun.name], noun.verbs.map(({ name, summary }): DescribedWord => [name, summary])]);
  const root = (quiet: boolean): DescribedWord[] => describeFlags(model.root.filter((flag) => flag.quiet === quiet));
  const version: DescribedWord = ["--version", "show the version"];
  return `__docs_nouns() {
  choices=${array([...nouns, ["help", "Help on nouns, verbs and topics"]], "  ")}
}

__docs_noun_aliases() {
  choices=${array(nounAliases, "  ")}
}

__docs_topics() {
  choices=${array([...nouns, ...model.topics.map((topic): DescribedWord => [topic, "help topic"])], "  ")}
}

__docs_verbs() {
  case $1 in
${branches(verbs)}  esac
}

__docs_verb_aliases() {
  case $1 in
${branches(verbAliases(model))}  esac
}

__docs_flags() {
  case $cmd in
${branches(flagRows(model, false).map(([paths, flags]) => [paths, describeFlags(flags)]))}  esac
}

__docs_root_flags() {
  choices=${array([...root(false), version], "  ")}
}

# Negations and short forms: offered when nothing else fits.
__docs_quiet_flags() {
  case $cmd in
${branches(flagRows(model, true).map(([paths, flags]) => [paths, describeFlags(flags)]))}  esac
  choices+=${array(root(true), "  ")}
}
`;
}

const verbAliases = (model: Model): Rows<DescribedWord[]> =>
  model.nouns
    .map((noun): [string[], DescribedWord[]] => [
      [noun.name],
      noun.verbs.flatMap(({ aliases, summary }) => aliases.map((name): DescribedWord => [name, summary])),
    ])
    .filter(([, aliases]) => aliases.length > 0);

/** Words with the same choices share a branch. */
function branches(rows: Rows<readonly DescribedWord[]>): string {
  const same = new Map<string, string[]>();
  for (const [words, choices] of rows) {
    const key = array(choices, "      ");
    same.set(key, [...(same.get(key) ?? []), ...words]);
  }
  return [...same]
    .map(
      ([choices, words]) =>
        `    ${wrap(
          words.map((word) => pattern(word)),
          "|",
          "|\\",
          "    ",
        )}) choices=${choices} ;;\n`,
    )
    .join("");
}

/** Reads the command line, finds the candidates and prints them; independent of the commands. */
const MACHINE = `__docs_offer() {
  (( $#choices )) && _describe -t "$1" "$1" choices
}

# Adds programs docs-<name> of PATH; its relative folders are not searched.
__docs_extensions() {
  local folder file name
  for folder in "\${path[@]}"; do
    [[ $folder == /* ]] || continue
    for file in "$folder"/docs-*(N-*); do
      name=\${file##*/docs-}
      [[ $name =~ ^[a-z0-9][a-z0-9-]*$ ]] && choices+=("\${name}:extension")
    done
  done
  return 0
}

# kinds, text, the target before, words
__docs_ask() {
  command docs __complete "$1" "--prefix=$2" "--before=$3" -- "\${@:4}" 2>/dev/null
}

# Titles and ids, with what they are beside them. Both are words in arrays: zsh expands nothing in them, and quotes what it inserts.
__docs_ids() {
  local -a lines ids shown extra others
  local tab=$'\\t' typed=\${(Q)PREFIX} width=$(( COLUMNS > 20 ? COLUMNS - 1 : 79 ))
  lines=("\${(@f)$(__docs_ask "$1" "$typed" "$before" "\${before_words[@]}")}")
  lines=("\${(@)lines:#}")
  (( $#lines )) || return 1
  ids=("\${(@)lines%%$tab*}")
  shown=("\${(@)lines/$tab/  }")
  shown=("\${(@mr:width:)shown}")
  others=("\${(@)ids:#\${(b)typed}*}")
  # Found by something else than its beginning: it takes the place of what was typed.
  if (( $#others )); then
    extra=(-U)
    # Several are shown: what they have in common must not take that place.
    (( $#ids > 1 )) && compstate[insert]='' compstate[list]='list force'
  fi
  # A path that continues.
  (( \${#\${(M)ids:#*/}} )) && extra+=(-S '')
  compadd "\${(@)extra}" -V ids -l -d shown -a ids
}

__docs_fill() {
  local -a choices
  if [[ $slot == ,* ]]; then
    slot=\${slot#,}
    compset -P '*,'
  fi
  case $slot in
    '='*)
      choices=("\${(@s: :)\${slot#=}}")
      compadd -V values -a choices ;;
    '@'*) __docs_ids "\${slot#@}" ;;
    /@*) [[ $PREFIX == ?*@* ]] && __docs_ids "\${slot#/@}" || _files ;;
    /) _files ;;
    *) return 1 ;;
  esac
}

# Sets where the words before the cursor lead.
__docs_read() {
  local word
  local -i i=0
  noun='' cmd='' flag='' ended='' before='' helped='' n=0
  for word in "\${before_words[@]}"; do
    i+=1
    if [[ -n $flag ]]; then
      flag=''
    elif [[ -z $ended && $word == -- ]]; then
      ended=1
    elif [[ -z $ended && $word == -?* ]]; then
      [[ $word == *=* ]] || __docs_value "$word"
      [[ $word == *=* || -z $slot ]] || flag=$word
    elif [[ -z $noun ]]; then
      at=i
      __docs_noun "$word"
    elif [[ $noun == help ]]; then
      n+=1
      helped=$word
    elif [[ -z $cmd ]]; then
      __docs_verb "$word"
    else
      n+=1
      before=$word
    fi
  done
}

# Puts in what an alias stands for; answers false when it is none.
__docs_expand() {
  local -a lines
  lines=("\${(@f)$(__docs_ask expansion '' "$before_words[at]" "\${(@)before_words[at+1,-1]}")}")
  lines=("\${(@)lines:#}")
  (( $#lines )) || return 1
  before_words=("\${(@)before_words[1,at-1]}" "\${(@)lines}")
}

_docs() {
  local noun cmd slot='' flag ended before helped
  local -i n at
  local -a choices before_words
  before_words=("\${(@Q)words[2,CURRENT-1]}")
  __docs_read
  [[ $noun == '?' ]] && __docs_expand && __docs_read
  if [[ -n $flag ]]; then
    __docs_value "$flag"
    __docs_fill
  elif [[ -z $ended && $PREFIX == --*=* ]]; then
    __docs_value "\${PREFIX%%=*}"
    compset -P 1 '*='
    __docs_fill
  elif [[ -z $ended && $PREFIX == -* ]]; then
    local -i offered=1
    __docs_flags
    __docs_offer flags && offered=0
    __docs_root_flags
    __docs_offer 'flags of every command' && offered=0
    (( offered )) || [[ $PREFIX == --no-* ]] || return 0
    choices=()
    __docs_quiet_flags
    __docs_offer 'more flags' && offered=0
    return offered
  elif [[ -z $noun ]]; then
    __docs_nouns
    __docs_extensions
    __docs_offer commands && return
    __docs_noun_aliases
    __docs_offer commands
  elif [[ $noun == help ]]; then
    if (( n == 0 )); then
      __docs_topics
    elif (( n == 1 )); then
      __docs_noun "$helped"
      __docs_verbs "$noun"
    fi
    __docs_offer help
  elif [[ -z $cmd ]]; then
    __docs_verbs "$noun"
    __docs_offer commands && return
    choices=()
    __docs_verb_aliases "$noun"
    __docs_offer commands
  else
    __docs_target
    __docs_fill
  fi
}

# Found on the path for functions it is run at once; read in by "source" it registers itself.
if [[ \${funcstack[1]-} == _docs ]]; then
  _docs "$@"
elif (( \${+functions[compdef]} )); then
  compdef _docs docs
fi
`;
