import type { Context } from "hono";
import { runViewOf } from "../app/api.ts";
import { figuresOf } from "../app/run-figures.ts";
import { runFiles } from "../serving/files.ts";
import type { Endpoint } from "./endpoint.ts";
import { htmlResponse } from "./html-response.ts";
import { json } from "./json.ts";
import type { Services } from "./run-endpoints.ts";
import { figuresSchema, passesSchema, passSchema } from "./schemas.ts";

const html = runFiles["report.html"];

/** The operations that show the passes of a survey, finished or not. */
export function passEndpoints({ app }: Services): Endpoint[] {
	const named = (context: Context) => [context.req.param("id") ?? "", context.req.param("pass") ?? ""] as const;
	return [
		{
			...{ method: "get", path: "/api/runs/:id/passes", name: "listPasses", summary: "List the passes of a survey" },
			description: "With the yield of each round of them. Both are empty for a run that is no survey.",
			...{ status: 200, response: { "application/json": passesSchema }, faults: [404, 409] },
			handle: async (context) => json(context, await app.passes(named(context)[0])),
		},
		{
			...{ method: "get", path: "/api/runs/:id/passes/:pass", name: "showPass", summary: "Show a pass of a survey" },
			description: "As far as it is. `pass`: its id, `p1`.",
			...{ status: 200, response: { "application/json": passSchema }, faults: [404, 409] },
			async handle(context) {
				const { state, ...rest } = await app.pass(...named(context));
				return json(context, { ...rest, state: runViewOf(state) });
			},
		},
		{
			...{ method: "get", path: "/api/runs/:id/passes/:pass/figures", name: "getPassFigures" },
			summary: "The figures of a pass, finished or not, as HTML",
			...{ status: 200, response: { "application/json": figuresSchema }, faults: [404, 409] },
			handle: async (context) => json(context, figuresOf((await app.pass(...named(context))).state)),
		},
		{
			...{ method: "get", path: "/api/runs/:id/passes/:pass/report.html", name: "getPassReportHtml" },
			summary: "The report that a pass wrote, as one HTML file",
			...{ status: 200, response: { "text/html": "The report." }, faults: [404, 409] },
			handle: async (context) => htmlResponse(context, await app.passReport(...named(context)), html),
		},
		{
			...{ method: "get", path: "/api/runs/:id/passes/:pass/pages/:name", name: "getPassPage" },
			summary: "A page that a pass has read, with its quotes marked, as HTML",
			description: "`name`: the id of its source, and `.html`.",
			...{ status: 200, response: { "text/html": "The text with the quotes marked." }, faults: [404, 409] },
			async handle(context) {
				const source = (context.req.param("name") ?? "").replace(/\.html$/, "");
				return htmlResponse(context, await app.passPage(...named(context), source), html);
			},
		},
	];
}
