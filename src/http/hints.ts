/** What to do next where the app's hint is a command to type in a terminal. */
const hints: Record<string, string> = {
	RUN_UNKNOWN: "all runs: GET /api/runs",
	RUN_AMBIGUOUS: "give more digits of the id; all runs: GET /api/runs",
	RUN_UNFINISHED: "follow it: GET /api/runs/ID/events; go on with it: POST /api/runs/ID/resume",
	RUN_FINISHED: "read it: GET /api/runs/ID/report.md; search further from what it found: POST /api/runs/ID/extend",
	RUN_NOT_RUNNING: "to go on with it: POST /api/runs/ID/resume",
	RUN_BUSY: "another process works on it: GET /api/runs/ID/events",
	RUN_IS_CAMPAIGN: "name one of its runs: GET /api/campaigns/ID",
	CAMPAIGN_IDLE: "try again when its next run has begun: GET /api/campaigns/ID",
	PLAN_SETTLED: 'start a new run with it: POST /api/runs with "planText"',
	MESSAGE_EMPTY: 'say what to look for: {"text": "also the cost"}',
	REPORT_MISSING: "what was tried: GET /api/runs/ID/evidence.json; then ask again with other words or sources",
};

/** The operation that does what a command does. `$1`: an id. */
const operations: readonly [command: RegExp, operation: string][] = [
	[/assay campaign show (\w+)/g, "GET /api/campaigns/$1"],
	[/assay (?:watch) (\w+)/g, "GET /api/runs/$1/events"],
	[/assay trace (\w+)(?: --step \d+)?/g, "GET /api/runs/$1/trace.json"],
	[/assay show (\w+)/g, "GET /api/runs/$1"],
	[/assay resume (\w+) --accept/g, 'POST /api/runs/$1/resume with {"accept": true}'],
	[/assay (resume|ask|extend|monitor) (\w+)(?: --[a-z-]+ (?:"[^"]*"|[A-Z]+)| "[^"]*")?/g, "POST /api/runs/$2/$1"],
	[/assay delete (\w+)/g, "DELETE /api/runs/$1"],
	[/assay list/g, "GET /api/runs"],
	[/assay (?:ablate |campaign |eval )?--help/g, "GET /openapi.json"],
	[/assay "[^"]*"(?: --[a-z-]+)*/g, "POST /api/runs"],
];

/** A hint for a client of the API: commands of a terminal become the operations that do the same. */
export function apiHint(code: string, hint: string | undefined): string | undefined {
	if (!hint?.includes("assay ")) return hint;
	return hints[code] ?? operations.reduce((text, [command, operation]) => text.replace(command, operation), hint);
}
