# bash completion for call-analysis
_call_analysis() {
    local current="${COMP_WORDS[COMP_CWORD]}" previous="" word line value
    local -a given=()
    COMPREPLY=()
    # Where to write or read is the shell's: its word is a file.
    [[ "${COMP_WORDS[COMP_CWORD-1]}" == *[\<\>] ]] && return
    for word in "${COMP_WORDS[@]:1:COMP_CWORD}"; do
        [[ "$word" != *[\<\>] && "$previous" != *[\<\>] ]] && given+=("$word")
        previous="$word"
    done
    while IFS= read -r line; do
        value="${line%%$'\t'*}"
        [[ "$value" == "$current"* && "$value" != :* ]] && COMPREPLY+=("$value")
    done < <(call-analysis complete -- "${given[@]}" 2>/dev/null)
}
complete -o default -F _call_analysis call-analysis
