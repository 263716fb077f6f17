import { expect, test } from "vitest";
import { apiHint } from "./hints.ts";

test.each([
	["go on with it: assay resume 1a2b3c4d", "go on with it: POST /api/runs/1a2b3c4d/resume"],
	["to accept: assay resume 1a2b3c4d --accept", 'to accept: POST /api/runs/1a2b3c4d/resume with {"accept": true}'],
	["all options: assay ablate --help", "all options: GET /openapi.json"],
	["see it: assay campaign show 1a2b3c4d; all: assay list", "see it: GET /api/campaigns/1a2b3c4d; all: GET /api/runs"],
	[
		"put it into the question; or type: assay extend ID --focus TEXT",
		"put it into the question; or type: POST /api/runs/ID/extend",
	],
	['see the questions first: assay "QUESTION" --clarify', "see the questions first: POST /api/runs"],
	[
		"follow it: assay watch 1a2b3c4d; see: assay show 1a2b3c4d",
		"follow it: GET /api/runs/1a2b3c4d/events; see: GET /api/runs/1a2b3c4d",
	],
	["give it whole: --url https://HOST/PATH", "give it whole: --url https://HOST/PATH"],
])("over HTTP, a hint speaks of the API: %s", (hint, text) => {
	expect(apiHint("OTHER", hint)).toBe(text);
});
