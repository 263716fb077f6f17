import { z } from "zod";

export const sentSchema = z.object({
	sent: z
		.looseObject({
			runId: z.string().describe("The run that takes it; of a campaign the one at work."),
			messageId: z.string(),
			isNew: z.boolean().describe("False: it was recorded before."),
			isLate: z
				.boolean()
				.describe(
					"The report is being written: a redirect is searched for by `extendRun`, and nothing is left to finish.",
				),
		})
		.describe("What was recorded. The run takes it at once, or before its next wave."),
});

const status = z
	.enum(["queued", "running", "interrupted", "waiting", "completed", "failed"])
	.describe(
		"`interrupted`: not finished, and nobody works on it. `waiting`: for a decision of its user. `queued`: for a worker.",
	);
const date = z.iso.datetime();

export const errorSchema = z
	.object({
		error: z.object({
			code: z.string().describe("Stable, in capitals: `RUN_UNKNOWN`."),
			message: z.string(),
			hint: z.string().optional().describe("What to do next."),
		}),
	})
	.meta({ id: "Error" });

/** Summaries are passed on as the app has them; a new field of theirs breaks no client. */
const summarySchema = z
	.looseObject({
		id: z.string(),
		status,
		createdAt: date,
		question: z.string(),
		shape: z.string().optional(),
		stopReason: z.string().optional(),
		outcome: z.enum(["complete", "partial", "no_evidence"]).optional().describe("Of a completed run."),
		steps: z.int(),
		sources: z.int(),
		error: z.string().optional().describe("Why it failed."),
	})
	.meta({ id: "RunSummary" });

const coverage = z.enum(["uncovered", "thin", "covered"]);
const figures = z.object({
	...{ claims: z.int(), groups: z.int(), disputed: z.int(), sources: z.int() },
	...{ covered: z.int(), thin: z.int(), uncovered: z.int() },
});

const spendingLimits = z
	.object({ cost: z.number(), requests: z.number(), tokens: z.number() })
	.partial()
	.describe("USD, requests, tokens.");

const viewSchema = z
	.object({
		question: z.string(),
		options: z
			.looseObject({
				...{ depth: z.string(), deadlineMs: z.number(), maxSources: z.int(), maxSteps: z.int() },
				...{ corpus: z.array(z.string()), search: z.array(z.string()), model: z.string().optional() },
				limits: spendingLimits,
				focus: z.string().optional().describe("What a run that extends another looks for."),
			})
			.optional(),
		readings: z.array(z.object({ id: z.string(), text: z.string(), kind: z.string(), weight: z.number() })),
		questions: z
			.array(z.object({ question: z.string(), why: z.string() }))
			.describe("To the user, before the research; empty once they are answered."),
		planText: z.string().optional().describe("The plan, while the run waits for the user's decision on it."),
		messages: z
			.array(
				z.object({
					...{ text: z.string(), kind: z.string(), wave: z.int() },
					words: z.string().describe("What became of it."),
				}),
			)
			.describe("What the user sent to the run."),
		findings: z
			.array(
				z.object({
					...{ id: z.string(), text: z.string(), confidence: z.enum(["low", "medium", "high"]) },
					...{ disputed: z.boolean(), origins: z.int(), where: z.array(z.string()), cited: z.boolean() },
				}),
			)
			.describe("The newest facts, oldest first, and all disputed ones."),
		reasoner: z.string(),
		shape: z.string().optional(),
		...{ wave: z.int(), steps: z.int() },
		signals: z.array(z.string()).describe("What each step that has ended brought, oldest first."),
		documents: z.int().optional().describe("Of the folders that are searched."),
		draft: z
			.array(
				z.object({
					heading: z.string(),
					sentences: z.array(z.object({ text: z.string(), verdict: z.string().optional() })),
				}),
			)
			.optional()
			.describe("The report while it is written and checked, with the verdicts that it has."),
		figures,
		subQuestions: z.array(
			z.looseObject({ id: z.string(), text: z.string(), coverage, claims: z.int(), sources: z.int() }),
		),
		flow: z
			.array(z.object({ title: z.string(), count: z.int() }))
			.describe("Pages found, compared, opened, read, cited."),
		doing: z.array(z.looseObject({ kind: z.string(), subQuestionId: z.string(), reason: z.string() })),
		sources: z.array(
			z.object({
				...{ id: z.string(), title: z.string(), url: z.string(), label: z.string(), date: z.string().optional() },
				hash: z.string().describe("Of its text: `GET /api/runs/{id}/pages/{hash}`."),
			}),
		),
		stop: z.object({ reason: z.string(), detail: z.string() }).optional(),
		answer: z.string().optional(),
		done: z.boolean(),
		elapsedMs: z.number(),
	})
	.meta({ id: "RunView" });

const spending = z.looseObject({ usd: z.number(), calls: z.int() }).describe("On models.");
const passSummary = z
	.object({
		...{
			id: z.string(),
			title: z.string(),
			round: z.int(),
			status: z.enum(["finished", "failed", "in progress", "interrupted"]),
		},
		subQuestions: z
			.array(z.object({ id: z.string(), text: z.string() }))
			.describe("What it is to find out: sub-questions of the survey."),
		...{ steps: z.int(), sources: z.int(), claims: z.int(), reported: z.boolean(), elapsedMs: z.number() },
		ended: z.string().optional().describe("Why its research ended, or why it could not be carried out."),
		spending: spending.optional(),
	})
	.meta({ id: "Pass" });
export const passesSchema = z.object({
	passes: z.array(passSummary),
	rounds: z.array(
		z.object({
			...{ round: z.int(), newFacts: z.int(), newPages: z.int() },
			density: z.number().describe("Facts per page."),
		}),
	),
});
export const passSchema = z.object({
	survey: z.string().describe("The survey's question."),
	pass: passSummary,
	state: viewSchema.describe("As of a run of its own; the question is the pass's."),
});

export const startedSchema = z.object({ run: summarySchema }).meta({ id: "Started" });
export const runsSchema = z.object({ runs: z.array(summarySchema) });
const queueSchema = z
	.object({
		waitedMs: z.int().optional().describe("How long nothing has been done for it; absent once a worker has it."),
		workers: z.int().describe("Worker processes that are running."),
		text: z.string().describe("Why it waits, and what to type."),
	})
	.describe("Of a run in the queue of the workers.");
export const runSchema = z.object({
	run: summarySchema,
	state: viewSchema.optional().describe("Absent for a campaign."),
	exitCode: z
		.union([z.literal(0), z.literal(3), z.literal(4)])
		.optional()
		.describe("Of a completed run: 0 a report, 3 no evidence, 4 a limit cut off what was still needed."),
	spending: spending.optional(),
	files: z.string().optional().describe("The folder of a completed run's files on the server's machine."),
	failure: errorSchema.shape.error
		.optional()
		.describe("Why the last work on the run, of this server or of a worker, ended early."),
	queue: queueSchema.optional(),
});
export const pageSchema = z
	.object({
		...{ hash: z.string(), sourceId: z.string(), title: z.string(), url: z.string(), date: z.string().optional() },
		text: z.string(),
		quotes: z
			.array(
				z.object({
					claimId: z.string(),
					claim: z.string(),
					quote: z.string(),
					start: z.int().describe("UTF-16 offset in `text`."),
					end: z.int(),
					place: z.string().describe("In words: `line 12`, `p. 3`."),
				}),
			)
			.describe("The run's quotes of this page, in the order of the text."),
	})
	.meta({ id: "StoredPage" });
export const figuresSchema = z
	.object({
		map: z
			.string()
			.describe("Which source states what: facts by sources, disputes marked, sources of one origin together."),
		flow: z.string().describe("Pages found, excluded and why, read, cited."),
		timeline: z.string().describe("The waves with what each brought and cost."),
	})
	.describe("Inline SVG with a table beside it; empty where there is nothing to draw.");
export const traceLinesSchema = z.object({ lines: z.array(z.object({ label: z.string(), text: z.string() })) });
export const matchSchema = z.object({
	match: z
		.object({
			...{ id: z.string(), question: z.string(), createdAt: date },
			kind: z.enum(["exact", "meaning", "words"]),
			similarity: z.number(),
			isWithoutModel: z.boolean(),
		})
		.nullable(),
});
const range = z.object({ low: z.number(), high: z.number() });
export const estimateSchema = z.object({
	estimate: z
		.looseObject({
			models: z.array(z.string()),
			calls: range,
			tokens: range,
			usd: range.optional().describe("Absent where a price is unknown."),
			usual: z
				.object({ open: range, fact: range, isMeasured: z.boolean() })
				.optional()
				.describe("What runs at this depth cost: of an open question, of a single fact. USD."),
			depth: z.string(),
			deadlineMs: z.number(),
			limits: spendingLimits,
		})
		.nullable(),
	fault: errorSchema.shape.error.optional().describe("What the request lacks before a run can start."),
});
export const deletedSchema = z.object({
	runs: z.array(z.string()),
	pages: z.int().describe("Stored pages that no other run has read."),
	bytes: z.int(),
	unfinished: z.array(z.string()),
});
