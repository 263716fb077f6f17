import type { Context } from "hono";
import { emptyState } from "../app/api.ts";
import { outputSchema } from "../app/report/output.ts";
import { figuresOf } from "../app/run-figures.ts";
import { scrub } from "../base/scrub.ts";
import { HttpFault } from "../serving/fault.ts";
import { finishedRun, type RunFile, readRunFile, runFiles } from "../serving/files.ts";
import { numberFrom } from "./body.ts";
import type { Endpoint } from "./endpoint.ts";
import { htmlResponse } from "./html-response.ts";
import { json } from "./json.ts";
import type { Services } from "./run-endpoints.ts";
import { figuresSchema, pageSchema, traceLinesSchema } from "./schemas.ts";

const summaries: Record<RunFile, string> = {
	"report.md": "The report as Markdown",
	"report.html": "The report as one HTML file",
	"evidence.json": "All evidence of a finished run, cited or not",
	"trace.json": "Why each step was taken, and what it did to the evidence",
	"calls.jsonl": "Each request to a model with its answer; none without models",
};

/** The operations that return what runs found. */
export function reportEndpoints({ app }: Services): Endpoint[] {
	const idOf = (context: Context) => context.req.param("id") ?? "";
	const html = (context: Context, text: string) => htmlResponse(context, text, runFiles["report.html"]);

	const fileEndpoints = Object.entries(runFiles).map(([name, type]): Endpoint => {
		const file = name as RunFile;
		return {
			...{ method: "get", path: `/api/runs/:id/${file}`, summary: summaries[file] },
			name: `get${file.replace(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
			...{ status: 200, response: { [type.split(";")[0] ?? type]: summaries[file] }, faults: [404, 409] },
			async handle(context) {
				const text = await readRunFile(app, idOf(context), file);
				if (file.startsWith("report.")) await app.delivered((await app.find(idOf(context))).id);
				return file === "report.html" ? html(context, text) : context.body(text, 200, { "content-type": type });
			},
		};
	});

	return [
		{
			...{
				method: "get",
				path: "/api/runs/:id/report.json",
				name: "getReportJson",
				summary: "A finished run with its report, claims and sources",
			},
			description:
				"What `assay show ID --json` prints. Fetching a report counts as its delivery: the same question then starts a new run.",
			...{ status: 200, response: { "application/json": outputSchema }, faults: [404, 409] },
			async handle(context) {
				const { id, output } = await finishedRun(app, idOf(context));
				await app.delivered(id);
				return json(context, output);
			},
		},
		...fileEndpoints,
		{
			...{
				method: "get",
				path: "/api/runs/:id/figures",
				name: "getFigures",
				summary: "The figures of a run, finished or not, as HTML",
			},
			...{ status: 200, response: { "application/json": figuresSchema }, faults: [404, 409] },
			async handle(context) {
				const { state } = await app.inspect(idOf(context));
				return json(context, figuresOf(state ?? emptyState));
			},
		},
		{
			...{
				method: "get",
				path: "/api/runs/:id/trace",
				name: "getTrace",
				summary: "The steps of a run, finished or not, as lines",
			},
			query: { step: "The number of a step, which is shown in full." },
			...{ status: 200, response: { "application/json": traceLinesSchema }, faults: [404, 409] },
			async handle(context) {
				const lines = await app.trace(idOf(context), numberFrom(context.req.query("step"), "step"));
				return json(context, { lines: lines.map(([label, text]) => ({ label, text })) });
			},
		},
		{
			...{
				method: "get",
				path: "/api/runs/:id/pages/:name",
				name: "getPage",
				summary: "A page that a run has read, with the places of its quotes",
			},
			description:
				"`name`: the SHA-256 of the page's text, or the id of its source. With `.txt` after it, the text alone; with `.html` after a source's id, a page with the quotes marked, to which the report links.",
			...{
				status: 200,
				response: {
					"application/json": pageSchema,
					"text/plain": "The text.",
					"text/html": "The text with the quotes marked.",
				},
			},
			faults: [404, 409],
			async handle(context) {
				const [, name = "", ending] = /^([\w-]+?)(\.txt|\.html)?$/.exec(context.req.param("name") ?? "") ?? [];
				if (name === "")
					throw new HttpFault(404, "PAGE_UNKNOWN", "this is no name of a page", "GET /api/runs/ID shows the hashes");
				if (ending === ".html") return html(context, await readRunFile(app, idOf(context), `pages/${name}.html`));
				const page = await app.page(idOf(context), name);
				return ending === ".txt" ? context.text(scrub(page.text)) : json(context, page);
			},
		},
	];
}
