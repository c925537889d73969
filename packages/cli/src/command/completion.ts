/** `call-analysis completion`: what makes the shell complete commands and flags. */
import tab from "@bomb.sh/tab/commander";
import type { Command } from "commander";
import type { Context } from "../context.js";
import { writeText } from "../output/write-text.js";

/** Adds the command that prints a shell's script, and the hidden one that the script asks. */
export function addCompletion(program: Command, context: Context): void {
  const library = tab(program, { completionCommandName: "completion" });
  const command = program.commands.find((known) => known.name() === "completion");
  command?.action(async (shell: string) => {
    const script = completionScripts.get(shell);
    if (script === undefined) library.setup(program.name(), program.name(), shell);
    else await writeText(context.stdout, script);
  });
}

const bash = `# bash completion for call-analysis
_call_analysis() {
    local current="\${COMP_WORDS[COMP_CWORD]}" previous="" word line value
    local -a given=()
    COMPREPLY=()
    # Where to write or read is the shell's: its word is a file.
    [[ "\${COMP_WORDS[COMP_CWORD-1]}" == *[\\<\\>] ]] && return
    for word in "\${COMP_WORDS[@]:1:COMP_CWORD}"; do
        [[ "$word" != *[\\<\\>] && "$previous" != *[\\<\\>] ]] && given+=("$word")
        previous="$word"
    done
    while IFS= read -r line; do
        value="\${line%%$'\\t'*}"
        [[ "$value" == "$current"* && "$value" != :* ]] && COMPREPLY+=("$value")
    done < <(call-analysis complete -- "\${given[@]}" 2>/dev/null)
}
complete -o default -F _call_analysis call-analysis
`;

const zsh = `#compdef call-analysis
_call_analysis() {
    local line
    local -a values
    for line in "\${(@f)$(call-analysis complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
        [[ -z "$line" || "$line" == :<-> ]] && continue
        values+=("\${\${line//:/\\\\:}/$'\\t'/:}")
    done
    _describe call-analysis values || _files
}
if [[ "\${funcstack[1]}" == _call_analysis ]]; then
    _call_analysis "$@"
else
    compdef _call_analysis call-analysis
fi
`;

const powershell = `# powershell completion for call-analysis
Register-ArgumentCompleter -Native -CommandName 'call-analysis' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $given = @($commandAst.CommandElements | Select-Object -Skip 1 | ForEach-Object { $_.Extent.Text })
    if ($wordToComplete -eq '') { $given += if ($PSVersionTable.PSVersion -lt [version]'7.3') { '""' } else { '' } }
    & call-analysis complete '--' @given 2>$null | ForEach-Object {
        $value, $description = $_ -split "\`t", 2
        if ($value -match '^:\\d*$' -or -not $value.StartsWith($wordToComplete)) { return }
        if (-not $description) { $description = $value }
        [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $description)
    }
}
`;

/**
 * The scripts of the shells whose script the library gets wrong: it runs the line that is being typed, with its
 * redirections and substitutions. These hand the words over as they are, and nothing here evaluates them. That of fish comes
 * from the library: it evaluates nothing.
 */
const completionScripts = new Map(Object.entries({ bash, zsh, powershell }));
