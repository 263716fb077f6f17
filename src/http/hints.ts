/** What to do next where the app's hint is a command to type in a terminal. */
export const hints: Record<string, string> = {
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
