import { banner, powershellQuote as quote } from "./emit.js";
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

/** `'a' = 'b'`, one per line: a table of the script. */
const entries = <T>(rows: Rows<T>, value: (answer: T) => string): string =>
  rows.flatMap(([words, answer]) => words.map((word) => `      ${quote(word)} = ${value(answer)}\n`)).join("");

/** Alternating names and descriptions. */
const pairs = (words: readonly DescribedWord[]): string => `@(${words.flat().map(quote).join(", ")})`;

/** Windows PowerShell 5.1 and PowerShell 7. */
export function powershellScript(model: Model): string {
  return `${banner("PowerShell")}
${tables(model)}
${MACHINE}`;
}

function tables(model: Model): string {
  const { own, general } = valueRows(model);
  const described = ({ name, summary }: { name: string; summary: string }): DescribedWord => [name, summary];
  const nouns = model.nouns.map(described);
  const withVerbs = model.nouns.filter((noun) => !noun.direct);
  const verbs: Rows<DescribedWord[]> = withVerbs.map((noun) => [[noun.name], noun.verbs.map(described)]);
  const aliases: Rows<DescribedWord[]> = withVerbs.map((noun) => [
    [noun.name],
    noun.verbs.flatMap((verb) => verb.aliases.map((name): DescribedWord => [name, verb.summary])),
  ]);
  const flags = (quiet: boolean): string => entries(flagRows(model, quiet), (words) => pairs(describeFlags(words)));
  const root = (quiet: boolean): DescribedWord[] => describeFlags(model.root.filter((flag) => flag.quiet === quiet));
  const topics = model.topics.map((topic): DescribedWord => [topic, "help topic"]);
  return `$global:__docs = @{
  direct = @(${model.nouns
    .filter((noun) => noun.direct)
    .map(({ name }) => quote(name))
    .join(", ")})
  nouns = ${pairs([...nouns, ["help", "Help on nouns, verbs and topics"]])}
  nounAliases = ${pairs(model.nouns.flatMap((noun) => noun.aliases.map((name): DescribedWord => [name, noun.summary])))}
  topics = ${pairs([...nouns, ...topics])}
  noun = @{
${entries(nounRows(model), quote)}  }
  verb = @{
${entries(verbRows(model), quote)}  }
  target = @{
${entries(targetRows(model), quote)}  }
  verbs = @{
${entries(verbs, pairs)}  }
  verbAliases = @{
${entries(aliases, pairs)}  }
  flags = @{
${flags(false)}  }
  quietFlags = @{
${flags(true)}  }
  rootFlags = ${pairs([...root(false), ["--version", "show the version"]])}
  quietRootFlags = ${pairs(root(true))}
  # Tables of PowerShell ignore case, flags do not: -f and -F differ.
  value = New-Object System.Collections.Hashtable ([StringComparer]::Ordinal)
}
# What may follow a flag: =values, @kind, / for a file (/@kind: an @ may follow), - for any text; a comma before it says several.
${valueLines(own)}${valueLines(general)}`;
}

const valueLines = (rows: Rows): string =>
  rows
    .flatMap(([words, slot]) => words.map((word) => `$global:__docs.value[${quote(word)}] = ${quote(slot)}\n`))
    .join("");

/** Reads the command line, finds the candidates and prints them; independent of the commands. */
const MACHINE = `function global:__docs_extensions {
  Get-Command -Name 'docs-*' -CommandType Application -ErrorAction SilentlyContinue | ForEach-Object {
    $name = [IO.Path]::GetFileNameWithoutExtension($_.Name).Substring(5)
    if ($name -cmatch '^[a-z0-9][a-z0-9-]*$') { $name; 'extension' }
  }
}

function global:__docs_result([string] $text, [string] $shown, [string] $about) {
  if (-not $about) { $about = $shown }
  New-Object System.Management.Automation.CompletionResult $text, $shown, 'ParameterValue', $about
}

# Pairs of a name and a description whose name starts with the text.
function global:__docs_offer([string] $text, [object[]] $pairs) {
  for ($at = 0; $at + 1 -lt $pairs.Count; $at += 2) {
    if ($pairs[$at].StartsWith($text, [StringComparison]::Ordinal)) { __docs_result $pairs[$at] $pairs[$at] $pairs[$at + 1] }
  }
}

function global:__docs_value([string] $cmd, [string] $flag) {
  $own = $global:__docs.value["$cmd $flag"]
  if ($null -ne $own) { return $own }
  return [string] $global:__docs.value[$flag]
}

function global:__docs_ask([string] $kinds, [string] $text, [string] $before, [string[]] $words) {
  $program = Get-Command docs -CommandType Application, ExternalScript -ErrorAction SilentlyContinue | Select-Object -First 1
  if ($program) { & $program __complete $kinds "--prefix=$text" "--before=$before" '--' @words 2>$null }
}

function global:__docs_fill([string] $slot, [string] $text, [string] $lead, [string] $before, [string[]] $words) {
  if ($slot.StartsWith(',')) {
    $slot = $slot.Substring(1)
    $comma = $text.LastIndexOf(',') + 1
    $lead += $text.Substring(0, $comma)
    $text = $text.Substring($comma)
  }
  if ($slot.StartsWith('=')) {
    foreach ($value in $slot.Substring(1).Split(' ')) {
      if ($value.StartsWith($text, [StringComparison]::Ordinal)) { __docs_result ($lead + $value) $value '' }
    }
  } elseif ($slot.StartsWith('@') -or ($slot.StartsWith('/@') -and $text.Contains('@'))) {
    foreach ($line in @(__docs_ask $slot.TrimStart([char[]] '/@') $text $before $words)) {
      $id, $about = $line.Split([char[]] "\`t", 2)
      $word = $lead + $id
      if ($word -notmatch '^[A-Za-z0-9._:/-][A-Za-z0-9._@:/+=-]*$') { $word = "'" + $word.Replace("'", "''") + "'" }
      if ($id) { __docs_result $word "$id  $about".Trim() $about }
    }
  }
}

$completer = {
  param($wordToComplete, $commandAst, $cursorPosition)
  $data = $global:__docs
  $text = ([string] $wordToComplete).TrimStart([char[]] "'\`"")
  $words = @($commandAst.CommandElements | Select-Object -Skip 1 |
      Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object { $_.Extent.Text.Trim([char[]] "'\`"") })
  foreach ($round in 'typed', 'expanded') {
    $noun = ''; $cmd = ''; $flag = ''; $before = ''; $helped = ''; $ended = $false; $n = 0; $at = -1; $i = -1
    foreach ($word in $words) {
      $i++
      if ($flag) { $flag = '' }
      elseif (-not $ended -and $word -eq '--') { $ended = $true }
      elseif (-not $ended -and $word.Length -gt 1 -and $word.StartsWith('-')) {
        if (-not $word.Contains('=') -and (__docs_value $cmd $word)) { $flag = $word }
      }
      elseif (-not $noun) {
        $at = $i
        $noun = $data.noun[$word]
        if ($word -eq 'help') { $noun = 'help'; $cmd = 'help' }
        elseif (-not $noun) { $noun = '?'; $cmd = '?' }
        elseif ($data.direct -contains $noun) { $cmd = $noun }
      }
      elseif ($noun -eq 'help') { $n++; $helped = $word }
      elseif (-not $cmd) {
        $cmd = $data.verb["$noun $word"]
        if (-not $cmd) { $cmd = '?' }
      }
      else { $n++; $before = $word }
    }
    if ($noun -ne '?' -or $round -eq 'expanded') { break }
    # An alias: what it stands for takes its place.
    $lines = @(__docs_ask 'expansion' '' $words[$at] @($words | Select-Object -Skip ($at + 1)))
    if (-not $lines) { break }
    $words = @($words | Select-Object -First $at) + $lines
  }
  if ($flag) { return __docs_fill (__docs_value $cmd $flag) $text '' $before $words }
  if (-not $ended -and $text -match '^(--[^=]+)=(.*)$') {
    return __docs_fill (__docs_value $cmd $Matches[1]) $Matches[2] ($Matches[1] + '=') $before $words
  }
  if (-not $ended -and $text.StartsWith('-')) {
    $found = @(__docs_offer $text (@($data.flags[$cmd]) + $data.rootFlags | Where-Object { $null -ne $_ }))
    if (-not $found -or $text.StartsWith('--no-')) {
      $found += @(__docs_offer $text (@($data.quietFlags[$cmd]) + $data.quietRootFlags | Where-Object { $null -ne $_ }))
    }
    return $found
  }
  if (-not $noun) { $canonical = @($data.nouns) + @(__docs_extensions); $others = $data.nounAliases }
  elseif ($noun -eq 'help') {
    $canonical = @(); $others = @()
    if ($n -eq 0) { $canonical = $data.topics }
    elseif ($n -eq 1 -and $data.noun[$helped]) { $canonical = $data.verbs[$data.noun[$helped]] }
  }
  elseif (-not $cmd) { $canonical = $data.verbs[$noun]; $others = $data.verbAliases[$noun] }
  else {
    $slot = $data.target["$cmd $n"]
    if (-not $slot) { $slot = $data.target["$cmd *"] }
    return __docs_fill ([string] $slot) $text '' $before $words
  }
  $found = @(__docs_offer $text $canonical)
  if (-not $found) { $found = @(__docs_offer $text $others) }
  return $found
}

Register-ArgumentCompleter -Native -CommandName docs -ScriptBlock $completer
`;
