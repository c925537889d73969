# powershell completion for call-analysis
Register-ArgumentCompleter -Native -CommandName 'call-analysis' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $given = @($commandAst.CommandElements | Select-Object -Skip 1 | ForEach-Object { $_.Extent.Text })
    if ($wordToComplete -eq '') { $given += if ($PSVersionTable.PSVersion -lt [version]'7.3') { '""' } else { '' } }
    & call-analysis complete '--' @given 2>$null | ForEach-Object {
        $value, $description = $_ -split "`t", 2
        if ($value -match '^:\d*$' -or -not $value.StartsWith($wordToComplete)) { return }
        if (-not $description) { $description = $value }
        [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $description)
    }
}
