# PowerShell completion for docs. It knows no command: the program answers each TAB.
# The lines of the answer become words in single quotes where PowerShell could read something else in them.
Register-ArgumentCompleter -Native -CommandName docs -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $program = Get-Command docs -CommandType @('Application', 'ExternalScript') -ErrorAction SilentlyContinue | Select-Object -First 1
  if (-not $program) { return }
  $words = @($commandAst.CommandElements | Select-Object -Skip 1 |
      Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object { $_.Extent.Text.Trim([char[]] "'`"") })
  $head, $lines = @(& $program __complete powershell "--word=$wordToComplete" '--' @words 2>$null)
  $kind, $lead, $text = ([string] $head).Split([char[]] "`t")
  if ($kind -like 'f*') {
    # Without a lead, PowerShell offers files itself.
    if ($lead) {
      [System.Management.Automation.CompletionCompleters]::CompleteFilename($text) |
        Where-Object { $kind -notlike 'folders*' -or $_.ResultType -eq 'ProviderContainer' } | ForEach-Object {
          New-Object System.Management.Automation.CompletionResult ($lead + $_.CompletionText), $_.ListItemText, $_.ResultType, $_.ToolTip
        }
    }
    return
  }
  foreach ($line in @($lines)) {
    $name, $about = ([string] $line).Split([char[]] "`t", 2)
    if (-not $name) { continue }
    if (-not $about) { $about = $name }
    $word = $lead + $name
    if ($word -cnotmatch '^[A-Za-z0-9._:/-][A-Za-z0-9._@:/+=-]*$') {
      # Typographic quotes end a string as well.
      $word = "'" + [System.Management.Automation.Language.CodeGeneration]::EscapeSingleQuotedStringContent($word) + "'"
    }
    New-Object System.Management.Automation.CompletionResult $word, $name, 'ParameterValue', $about
  }
}
