#compdef call-analysis
_call_analysis() {
    local line
    local -a values
    for line in "${(@f)$(call-analysis complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
        [[ -z "$line" || "$line" == :<-> ]] && continue
        values+=("${${line//:/\\:}/$'\t'/:}")
    done
    _describe call-analysis values || _files
}
if [[ "${funcstack[1]}" == _call_analysis ]]; then
    _call_analysis "$@"
else
    compdef _call_analysis call-analysis
fi
