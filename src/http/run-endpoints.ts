import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import { runViewOf } from "../app/api.ts";
import { pulsesDefault } from "../app/campaign/campaign.ts";
import type { App, ModelConnection, ResearchRequest, RunSummary, UserDecision } from "../app/index.ts";
import type { OptionsInput } from "../app/options/schema.ts";
import { UsageError } from "../base/errors.ts";
import { bodyOf, HttpFault } from "../serving/fault.ts";
import {
	askBody,
	campaignBody,
	extendBody,
	monitorBody,
	researchBody,
	resumeBody,
} from "../serving/request-schemas.ts";
import { failureOf, type Runner, type Work, withoutState } from "../serving/runner.ts";
import { numberFrom, readBody } from "./body.ts";
import type { Endpoint } from "./endpoint.ts";
import type { EventStreams } from "./events.ts";
import { json } from "./json.ts";
import { deletedSchema, estimateSchema, matchSchema, runSchema, runsSchema, startedSchema } from "./schemas.ts";

export interface Services {
	app: App;
	runner: Runner;
	streams: EventStreams;
}

/** The operations that begin, resume, list, follow and delete runs. */
export function runEndpoints({ app, runner, streams }: Services): Endpoint[] {
	const summaryOf = (run: RunSummary) => ({ ...withoutState(run), status: runner.statusOf(run) });

	/** Begins work, and answers as soon as its run exists. It goes on when the client goes. */
	async function start(context: Context, work: Work): Promise<Response> {
		if (context.req.header("accept")?.includes("text/event-stream"))
			return streams.start(context, work, async (id) => summaryOf(await app.find(id)));
		// Folders may be read for minutes before the run exists, and nothing is sent meanwhile.
		(context.env as HttpBindings).incoming.socket.setTimeout(0);
		const { id } = await runner.start(work);
		const run = summaryOf(await app.find(id));
		const hasEnded = run.status === "completed" || run.status === "failed";
		return json(context, { run }, hasEnded ? 200 : 202, { location: `/api/runs/${id}` });
	}

	const started = {
		status: 202,
		response: {
			"application/json": startedSchema,
			"text/event-stream":
				"With `Accept: text/event-stream`: as `followRun`, from the very beginning; `run` is the message with the run's id.",
		},
	} as const;

	return [
		{
			...{ method: "post", path: "/api/runs", name: "startRun", summary: "Start a run" },
			description:
				"Answers once the run exists: its folders are indexed by then. The run goes on when the client goes. An unfinished run of the same question and options is resumed, and a finished one whose report was never fetched is returned (200).",
			...{ body: researchBody, ...started, faults: [429] },
			async handle(context) {
				const request = (await readBody(context, researchBody)) as ResearchRequest;
				return start(context, (hooks) => app.research(request, hooks));
			},
		},
		{
			...{ method: "get", path: "/api/runs", name: "listRuns", summary: "List all runs, newest first" },
			...{ status: 200, response: { "application/json": runsSchema }, faults: [] },
			handle: async (context) => json(context, { runs: (await app.list()).map(summaryOf) }),
		},
		{
			...{ method: "get", path: "/api/runs/:id", name: "showRun", summary: "Show a run as far as it is" },
			...{ status: 200, response: { "application/json": runSchema }, faults: [404] },
			async handle(context) {
				const run = summaryOf(await app.find(context.req.param("id") ?? ""));
				const failure = await failureOf(app, runner, run.id);
				if (await app.isCampaign(run.id)) return json(context, { run, failure });
				const { state, spending, exitCode, files, queue } = await app.inspect(run.id);
				return json(context, { run, state: state && runViewOf(state), spending, exitCode, files, failure, queue });
			},
		},
		{
			...{
				method: "get",
				path: "/api/runs/:id/events",
				name: "followRun",
				summary: "Follow a run: server-sent events",
			},
			description:
				"A message without a name is an event of the run's log; its id is its position there, which never changes. After them comes a message `state` with how the run stands. `queue` tells why it waits for a worker. What the run is doing (`activity`, `investigator`, `index`, `spending`, `estimate`, `note`, `destination`, `skip`, `store`, `message`) is in no log and has no id. `end` is the last message.",
			query: { after: "Only events at a later position; the header goes before it." },
			headers: { "Last-Event-ID": "The id of the last event that was received." },
			...{ status: 200, response: { "text/event-stream": "The events." }, faults: [404, 409, 503] },
			async handle(context) {
				const { req } = context;
				const last =
					numberFrom(req.header("last-event-id"), "Last-Event-ID") ?? numberFrom(req.query("after"), "after");
				const { id } = await app.find(req.param("id") ?? "");
				if (await app.isCampaign(id))
					throw new HttpFault(
						409,
						"RUN_IS_CAMPAIGN",
						`${id.slice(0, 8)} is a campaign of several runs`,
						`follow one of its runs, which this lists: GET /api/campaigns/${id}`,
					);
				// Hono answers HEAD as GET, and would leave the stream without a reader.
				return req.method === "HEAD" ? context.body(null) : streams.follow(context, id, last ?? 0);
			},
		},
		{
			...{ method: "post", path: "/api/runs/:id/resume", name: "resumeRun", summary: "Resume a run or a campaign" },
			description: "If the run waits for its user, the body holds the decision.",
			...{ body: resumeBody, ...started, faults: [404, 409, 429] },
			async handle(context) {
				const given = (await readBody(context, resumeBody)) as ModelConnection & UserDecision;
				const { id } = await app.find(context.req.param("id") ?? "");
				const isCampaign = await app.isCampaign(id);
				return start(context, (hooks) =>
					isCampaign ? app.resumeCampaign(id, hooks, given) : app.resume(id, hooks, given),
				);
			},
		},
		{
			...{
				method: "post",
				path: "/api/runs/:id/ask",
				name: "askRun",
				summary: "Ask a further question of a run's pages",
			},
			description: "A run of its own, from the pages that this run stored. Nothing else is searched.",
			...{ body: askBody, ...started, faults: [404, 409, 429] },
			async handle(context) {
				const request = (await readBody(context, askBody)) as ResearchRequest;
				return start(context, (hooks) => app.ask(context.req.param("id") ?? "", request, hooks));
			},
		},
		{
			...{ method: "post", path: "/api/runs/:id/extend", name: "extendRun", summary: "Continue a run as a new one" },
			description: "It starts from all that the run found, for what it lacks and for `focus`.",
			...{ body: extendBody, ...started, faults: [404, 409, 429] },
			async handle(context) {
				const options = (await readBody(context, extendBody)) as OptionsInput;
				return start(context, (hooks) => app.extend(context.req.param("id") ?? "", options, hooks));
			},
		},
		{
			...{
				method: "post",
				path: "/api/runs/:id/monitor",
				name: "monitorRun",
				summary: "Look whether the answer has changed",
			},
			description: "A run of its own: it reads the run's pages again and repeats its searches.",
			...{ body: monitorBody, ...started, faults: [404, 409, 429] },
			async handle(context) {
				const options = (await readBody(context, monitorBody)) as OptionsInput;
				return start(context, (hooks) => app.monitor(context.req.param("id") ?? "", options, hooks));
			},
		},
		{
			...{ method: "delete", path: "/api/runs/:id", name: "deleteRun", summary: "Delete a run with its files" },
			...{ status: 200, response: { "application/json": deletedSchema }, faults: [404, 409] },
			handle: async (context) => json(context, await app.delete(context.req.param("id") ?? "")),
		},
		{
			...{
				method: "post",
				path: "/api/matches",
				name: "findMatch",
				summary: "Find a finished run that asked the same",
			},
			description: "On the same sources, word for word or by meaning.",
			...{ body: researchBody, status: 200, response: { "application/json": matchSchema }, faults: [] },
			async handle(context) {
				const request = (await readBody(context, researchBody)) as ResearchRequest;
				return json(context, { match: (await app.findMatch(request)) ?? null });
			},
		},
		{
			...{
				method: "post",
				path: "/api/estimates",
				name: "estimateRun",
				summary: "Estimate what a run will use of its models",
			},
			description:
				"Nothing begins, and nothing is sent to a model. Null for a run without models, and for one that could not start: `fault` says why.",
			...{ body: researchBody, status: 200, response: { "application/json": estimateSchema }, faults: [] },
			async handle(context) {
				const request = (await readBody(context, researchBody)) as ResearchRequest;
				try {
					return json(context, { estimate: (await app.estimate(request)) ?? null });
				} catch (error) {
					if (!(error instanceof UsageError)) throw error;
					return json(context, { estimate: null, fault: bodyOf(error) });
				}
			},
		},
		{
			...{ method: "post", path: "/api/campaigns", name: "startCampaign", summary: "Study a question in several runs" },
			...{ body: campaignBody, ...started, faults: [429] },
			async handle(context) {
				const { pulses = pulsesDefault, ...request } = (await readBody(context, campaignBody)) as ResearchRequest & {
					pulses?: number;
				};
				return start(context, (hooks) => app.campaign({ ...request, pulses }, hooks));
			},
		},
		{
			...{
				method: "get",
				path: "/api/campaigns/:id",
				name: "showCampaign",
				summary: "Show a campaign: its runs and one report of all",
			},
			...{
				status: 200,
				response: { "application/json": "The object that `assay campaign show ID --json` prints." },
				faults: [404],
			},
			handle: async (context) => json(context, (await app.showCampaign(context.req.param("id") ?? "")).output),
		},
		{
			...{
				method: "get",
				path: "/api/campaigns/:id/pulses",
				name: "listPulses",
				summary: "Show a campaign as far as it is, without the report of all its runs",
			},
			...{
				status: 200,
				response: { "application/json": "As `showCampaign`, without `report`, which takes time to merge." },
				faults: [404],
			},
			handle: async (context) => json(context, await app.campaignCourse(context.req.param("id") ?? "")),
		},
	];
}
