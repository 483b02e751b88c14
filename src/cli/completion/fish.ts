import { banner, fishQuote } from "./emit.js";
import type { Model } from "./model.js";
import {
  type DescribedWord,
  describeFlags,
  flagRows,
  nounRows,
  type Rows,
  targetRows,
  valueRows,
  verbRows,
} from "./tables.js";

export function fishScript(model: Model): string {
  return `${banner("fish")}
${lookups(model)}
${candidates(model)}
${MACHINE}`;
}

/** Branches of a `switch` at nesting level `depth`. */
const branches = <T>(rows: Rows<T>, does: (answer: T) => string, depth = 2): string => {
  const indent = "    ".repeat(depth);
  return rows
    .map(([words, answer]) => `${indent}case ${words.map(fishQuote).join(" ")}\n${indent}    ${does(answer)}\n`)
    .join("");
};

const print = (words: readonly DescribedWord[]): string =>
  words.length === 0
    ? "true"
    : `printf '%s\\t%s\\n' ${words.map(([name, text]) => `${fishQuote(name)} ${fishQuote(text)}`).join(" ")}`;

function lookups(model: Model): string {
  const direct = model.nouns.filter((noun) => noun.direct).map(({ name }) => name);
  const { own, general } = valueRows(model);
  const echo = (answer: string): string => `echo ${fishQuote(answer)}`;
  return `# The command that a noun stands for, or the noun and a blank.
function __docs_noun
    switch $argv[1]
${branches(nounRows(model), (name) => echo(direct.includes(name) ? name : `${name} `))}        case help
            echo help
        case '*'
            echo '?'
    end
end

function __docs_verb
    switch "$argv[1]$argv[2]"
${branches(verbRows(model), echo)}        case '*'
            echo '?'
    end
end

# What may follow a flag: =values, @kind, / for a file (/@kind: an @ may follow), - for any text; a comma before it says several.
function __docs_value
    switch "$argv[1] $argv[2]"
${branches(own, echo)}        case '*'
            switch $argv[2]
${branches(general, echo, 4)}            end
    end
end

# What may stand as a target: the command and the number of targets before it.
function __docs_target
    switch "$argv[1] $argv[2]"
${branches(targetRows(model), echo)}    end
end
`;
}

/** Verbs by noun, the noun followed by a space. */
function verbRowsOf({ nouns }: Model): { verbs: Rows<DescribedWord[]>; verbAliases: Rows<DescribedWord[]> } {
  const withVerbs = nouns.filter((noun) => !noun.direct);
  return {
    verbs: withVerbs.map(({ name, verbs }) => [
      [`${name} `],
      verbs.map((verb): DescribedWord => [verb.name, verb.summary]),
    ]),
    verbAliases: withVerbs
      .map(({ name, verbs }): [string[], DescribedWord[]] => [
        [`${name} `],
        verbs.flatMap((verb) => verb.aliases.map((alias): DescribedWord => [alias, verb.summary])),
      ])
      .filter(([, aliases]) => aliases.length > 0),
  };
}

function candidates(model: Model): string {
  const nouns = model.nouns.map(({ name, summary }): DescribedWord => [name, summary]);
  const nounAliases = model.nouns.flatMap(({ aliases, summary }) =>
    aliases.map((name): DescribedWord => [name, summary]),
  );
  const { verbs, verbAliases } = verbRowsOf(model);
  const root = (quiet: boolean): DescribedWord[] => describeFlags(model.root.filter((flag) => flag.quiet === quiet));
  return `function __docs_nouns
    ${print([...nouns, ["help", "Help on nouns, verbs and topics"]])}
end

function __docs_noun_aliases
    ${print(nounAliases)}
end

function __docs_topics
    ${print([...nouns, ...model.topics.map((topic): DescribedWord => [topic, "help topic"])])}
end

function __docs_verbs
    switch $argv[1]
${branches(verbs, print)}    end
end

function __docs_verb_aliases
    switch $argv[1]
${branches(verbAliases, print)}    end
end

function __docs_flags
    switch $argv[1]
${branches(flagRows(model, false), (flags) => print(describeFlags(flags)))}    end
    ${print([...root(false), ["--version", "show the version"]])}
end

# Negations and short forms: offered when nothing else fits.
function __docs_quiet_flags
    switch $argv[1]
${branches(flagRows(model, true), (flags) => print(describeFlags(flags)))}    end
    ${print(root(true))}
end
`;
}

/** Reads the command line, finds the candidates and prints them; independent of the commands. */
const MACHINE = `# The lines given, where one starts with the text; otherwise false.
function __docs_offer
    set -l start (string escape --style=regex -- "$argv[1]")
    set -l found (string match -r -- "^$start.*" $argv[2..])
    or return 1
    printf '%s\\n' $found
end

# Programs docs-<name> of PATH; its relative folders are not searched.
function __docs_extensions
    for folder in $PATH
        string match -q -- '/*' "$folder"; or continue
        for file in $folder/docs-*
            set -l name (string replace -r '^.*/docs-' '' -- "$file")
            string match -qr '^[a-z0-9][a-z0-9-]*$' -- "$name"; or continue
            test -f "$file" -a -x "$file"; and printf '%s\\t%s\\n' "$name" extension
        end
    end
end

# kinds, text, the target before, words
function __docs_ask
    command docs __complete $argv[1] "--prefix=$argv[2]" "--before=$argv[3]" -- $argv[4..] 2>/dev/null
end

# slot, text, what stands before it in the same word, the target before, the words before
function __docs_fill
    set -l slot $argv[1]
    # As it is meant: fish compares it so, and quotes what it inserts.
    set -l text (string replace -r '^["\\']' '' -- "$argv[2]" | string replace -a '\\\\' '')
    set -l lead $argv[3]
    if string match -q -- ',*' $slot
        set slot (string sub -s 2 -- $slot)
        if string match -q -- '*,*' "$text"
            set lead $lead(string replace -r '[^,]*$' '' -- "$text")
            set text (string replace -r '.*,' '' -- "$text")
        end
    end
    set -l lines
    switch "$slot"
        case '=*'
            set lines (string split -- ' ' (string sub -s 2 -- $slot))
        case '@*'
            set lines (__docs_ask (string sub -s 2 -- $slot) "$text" "$argv[4]" $argv[5..])
        case '/@*'
            string match -qr -- '.@' "$text"; and set lines (__docs_ask (string sub -s 3 -- $slot) "$text" "$argv[4]" $argv[5..])
            set -q lines[1]; or set lines (__fish_complete_path "$text")
        case /
            set lines (__fish_complete_path "$text")
    end
    set -q lines[1]
    and printf '%s\\n' $lead$lines
end

function __docs_complete
    set -l tokens (commandline -xpc 2>/dev/null; or commandline -opc)
    __docs_answer typed (commandline -ct | string collect -a) $tokens[2..]
end

# typed, or expanded where an alias was; the word at the cursor; the words before it
function __docs_answer
    set -l cur $argv[2]
    set -l tokens docs $argv[3..]
    set -l at 0
    set -l i 1
    set -l cmd ''
    set -l flag ''
    set -l ended ''
    set -l before ''
    set -l helped ''
    set -l n 0
    for word in $tokens[2..]
        set i (math $i + 1)
        if test -n "$flag"
            set flag ''
        else if test -z "$ended" -a "x$word" = x--
            set ended 1
        else if test -z "$ended"; and string match -q -r -- '^-.' "$word"
            set -l slot (__docs_value "$cmd" "$word")
            if test -n "$slot"; and not string match -q -- '*=*' "$word"
                set flag $word
            end
        else if test -z "$cmd"
            set cmd (__docs_noun "$word")
            set at $i
        else if test "$cmd" = help
            set n (math $n + 1)
            set helped $word
        else if string match -q -- '* ' "$cmd"
            set cmd (__docs_verb "$cmd" "$word")
        else
            set n (math $n + 1)
            set before $word
        end
    end
    if test "$argv[1]" = typed -a "$cmd" = '?'; and test (__docs_noun "$tokens[$at]") = '?'
        set -l lines (__docs_ask expansion '' $tokens[$at] $tokens[(math $at + 1)..])
        set -l flags $tokens[2..$at]
        set -e flags[-1]
        set -q lines[1]; and __docs_answer expanded "$cur" $flags $lines
        return
    end
    if test -n "$flag"
        set -l slot (__docs_value "$cmd" "$flag")
        __docs_fill $slot "$cur" '' "$before" $tokens[2..]
    else if test -z "$ended"; and string match -q -- '--*=*' "$cur"
        set -l parts (string split -m 1 -- = "$cur")
        set -l slot (__docs_value "$cmd" $parts[1])
        test -n "$slot"; and __docs_fill $slot "$parts[2]" "$parts[1]=" "$before" $tokens[2..]
    else if test -z "$ended"; and string match -q -- '-*' "$cur"
        set -l found 1
        __docs_offer "$cur" (__docs_flags "$cmd"); and set found 0
        if test $found -eq 1; or string match -q -- '--no-*' "$cur"
            __docs_offer "$cur" (__docs_quiet_flags "$cmd")
        end
    else if test -z "$cmd"
        __docs_offer "$cur" (__docs_nouns; __docs_extensions); or __docs_offer "$cur" (__docs_noun_aliases)
    else if test "$cmd" = help
        if test $n -eq 0
            __docs_topics
        else if test $n -eq 1
            __docs_verbs (__docs_noun "$helped")
        end
    else if string match -q -- '* ' "$cmd"
        __docs_offer "$cur" (__docs_verbs "$cmd"); or __docs_offer "$cur" (__docs_verb_aliases "$cmd")
    else
        set -l slot (__docs_target "$cmd" $n)
        test -n "$slot"; and __docs_fill $slot "$cur" '' "$before" $tokens[2..]
    end
end

complete -c docs -e
complete -c docs -f -k -a '(__docs_complete)'
`;
