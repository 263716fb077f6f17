/** The text under the options in `assay --help`. */
export const examples = `
Examples:
  assay demo
  assay init
  assay "Who was the first to cross the Drake Passage?" --search duckduckgo,wikipedia
  assay "How does the lease of a run work?" --corpus docs
  assay "Who designed the tower?" -c notes -c papers --depth deep
  assay "When was it built?" -c notes --json | jq -r .report
  echo "Why is the sky blue?" | assay - --corpus physics
  assay list
  assay resume 1a2b3c4d
  assay export 1a2b3c4d --format pdf,docx
  assay ask 1a2b3c4d "And who paid for it?"

Documents: .md .txt .html .pdf .csv .json, and .jsonl with id, title and text on each line.
The web: assay uses only what --search, --url or your settings name; assay doctor --search NAMES tests it.

A run survives a crash: to resume it, type the same command again, or \`assay resume ID\`.

Exit codes: 0 a report · 2 bad usage · 3 no evidence, prints what was tried
  4 a limit ended it, and the report names what is missing · 5 it waits for your answers or plan, or you paused it
  130 interrupted · 1 anything else`;
