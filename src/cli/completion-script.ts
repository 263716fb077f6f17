/** The shells for which there is a script. */
export const shells = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof shells)[number];

/** Each script asks `assay completion SHELL -- WORDS` for the candidates; where there are none, the shell offers files. */
export const completionScripts: Record<Shell, string> = {
	bash: `_assay() {
	local line
	COMPREPLY=()
	while IFS= read -r line; do COMPREPLY+=("$line"); done < <(
		assay completion bash -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null
	)
}
complete -o default -F _assay assay
`,
	// Debian's zsh begins without `compinit`. As a file of `fpath` the script completes the word that loaded it.
	zsh: `#compdef assay
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit; }
_assay() {
	local -a found
	found=("\${(@f)$(assay completion zsh -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
	if [[ -n "$found" ]]; then _describe assay found; else _files; fi
}
compdef _assay assay
[[ $funcstack[1] != _assay ]] || _assay "$@"
`,
	fish: `function __assay_complete
	set -l found (assay completion fish -- (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)
	if test (count $found) -gt 0
		printf '%s\\n' $found
	else
		__fish_complete_path (commandline -ct)
	end
end
complete -c assay -f -a '(__assay_complete)'
`,
};
