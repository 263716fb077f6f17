import { z } from "zod";
import { userAnswers } from "../../evidence/clarification.ts";
import { disputesIn } from "../../evidence/dispute.ts";
import { gapsOf } from "../../evidence/gaps.ts";
import { outcomeOf } from "../../evidence/outcome.ts";
import { partNames } from "../../evidence/parts.ts";
import { subQuestionOrigins } from "../../evidence/plan.ts";
import { blocksIn } from "../../evidence/report.ts";
import { standings } from "../../evidence/source.ts";
import { messageKinds } from "../../evidence/user-message.ts";
import { isRefuted } from "../../evidence/votes.ts";
import type { ReportInput } from "./input.ts";
import { renderMarkdown } from "./markdown.ts";
import { blockSchema } from "./output-blocks.ts";
import { changesFieldOf, changesFields } from "./output-changes.ts";
import { modelFields, modelFieldsOf } from "./output-models.ts";
import { cellFields, webFields, webFieldsOf, webSourceFields } from "./output-web.ts";

/**
 * The object that `--json` prints, as a schema; `docs/output.schema.json` is made from it. Fields may be added, none may be
 * renamed, removed or given another type.
 */

const confidence = z.enum(["low", "medium", "high"]);
const stance = z.enum(["supporting", "adversarial"]);
const locator = z
	.discriminatedUnion("kind", [
		z.object({ kind: z.literal("line"), line: z.int().min(1) }),
		z.object({ kind: z.literal("page"), page: z.int().min(1) }),
		z.object({ kind: z.literal("section"), section: z.string() }),
		z.object({ kind: z.literal("record"), record: z.string() }),
		z.object({
			kind: z.literal("cell"),
			page: z.int().positive().optional(),
			table: z.int().positive(),
			row: z.string(),
			column: z.string(),
		}),
	])
	.describe("A place in the source that a person can find again.");
const backedFields = { text: z.string(), claimIds: z.array(z.string()) };

const certainty = z.enum(["high", "moderate", "low"]).describe("By rule, from the evidence.");
const sectionSchema = z.object({
	heading: z.string(),
	form: z
		.enum(["prose", "bullets", "steps", "table"])
		.optional()
		.describe("How its paragraphs are shown; `prose` if absent. Of a table each is a row."),
	columns: z.array(z.string()).optional().describe("Of a table: its columns in order."),
	sentences: z.array(
		z.object({
			kind: z
				.enum(["fact", "inference", "frame"])
				.describe(
					"A fact: sources state it. An inference: it follows from those cited, none states it. A frame only connects.",
				),
			...backedFields,
			opens: z.boolean().optional().describe("It begins a paragraph, or an item of a list."),
			code: z.string().optional().describe("Code that belongs to it, verbatim from a cited quote."),
			cell: z
				.object({ row: z.string(), column: z.string() })
				.optional()
				.describe("It is a cell of its section's table."),
		}),
	),
});

const claimSchema = z.object({
	id: z.string(),
	text: z.string().describe("One fact, readable alone."),
	quote: z.string().describe("Verbatim from the source."),
	sourceId: z.string(),
	locator,
	stance: stance.describe("The stance of the sub-question under which it was found."),
	confidence,
	subQuestionId: z.string().describe("The sub-question that it bears on most."),
	subQuestionIds: z.array(z.string()).describe("The sub-questions it bears on, the one it bears on most first."),
	start: z.int().describe("Where the quote starts in the source's text, in UTF-16 units."),
	class: z.enum(["direct", "adjacent", "irrelevant"]),
	main: z.boolean().optional().describe("Whether it is a main point of its page, as the model that read it says."),
	asOf: z.string().optional(),
	...cellFields,
});

const groupSchema = z.object({
	id: z.string(),
	text: z.string(),
	claimIds: z.array(z.string()),
	sourceIds: z.array(z.string()),
	origins: z.int().describe("Independent origins: copies of one text count once."),
	confidence,
	disputed: z.boolean(),
	challenged: z.boolean(),
	subQuestionIds: z.array(z.string()),
});

const sourceSchema = z.object({
	id: z.string(),
	url: z.string(),
	title: z.string(),
	kind: z.enum(["markdown", "text", "html", "pdf", "record", "csv", "json"]),
	origin: z.string().describe("Who speaks: publisher or author when stated, else the document's own url."),
	label: z.string(),
	date: z.string().optional(),
	hash: z.string().describe("SHA-256 of the text that was read."),
	number: z.int().optional().describe("Its number in the report, when the report cites it."),
	speaker: z
		.object({
			standing: z.enum(standings).optional().describe("From where the page knows what it says."),
			author: z.string().optional(),
			nature: z.string().optional(),
			retells: z.array(z.string()).optional().describe("From whom the page has most of what it says."),
		})
		.optional()
		.describe("Who speaks on the page, and what it is, as the model that read it says."),
	...webSourceFields,
});

export const outputSchema = z
	.object({
		version: z.literal(1),
		id: z.string().describe("The run's id: `assay show ID`."),
		question: z.string(),
		withoutEffect: z
			.array(z.object({ option: z.string().describe("Its flag."), why: z.string() }))
			.optional()
			.describe("Options that were typed and changed nothing of the run; absent where there is none."),
		shape: z.enum(["lookup", "extraction", "synthesis"]),
		report: z.string().describe("The report as Markdown; empty when no evidence was found."),
		outcome: z
			.enum(["complete", "partial", "no_evidence"])
			.describe("`partial`: a limit ended the research while something that was asked for was still missing."),
		stopReason: z.enum([
			"ANSWER_CAPTURED",
			"COVERAGE_MET",
			"DIMINISHING_RETURNS",
			"BUDGET_EXHAUSTED",
			"DEADLINE",
			"STOPPED_BY_USER",
			"NO_EVIDENCE",
		]),
		stopDetail: z.string(),
		answer: z
			.object({
				...backedFields,
				confidence,
				why: z.string(),
				alternatives: z.array(
					z.object({ ...backedFields, past: z.boolean().optional().describe("It was taken back.") }),
				),
			})
			.optional()
			.describe("For a question that has one answer."),
		workers: z
			.array(
				z.object({
					subQuestionId: z.string(),
					reading: z.string().describe("Id of the reading that it started from."),
					query: z.string().describe("Its first query."),
					answer: z
						.object({ ...backedFields, confidence })
						.optional()
						.describe("Absent where it found none."),
				}),
			)
			.optional()
			.describe("The redundant workers of a hard question, with the answer of each; absent where none was sent."),
		skeptics: z
			.object({
				refuted: z.boolean().describe("Most who voted, and at least two, hold the answer to be wrong."),
				votes: z.array(
					z.object({
						verdict: z.enum(["correct", "refuted", "abstained"]),
						why: z.string(),
						claimIds: z.array(z.string()),
					}),
				),
			})
			.optional()
			.describe("The votes of skeptics on the answer; absent where none was asked."),
		bottomLine: z
			.array(z.object({ kind: z.enum(["fact", "inference"]), ...backedFields, certainty, why: z.string() }))
			.describe("What a synthesis concludes, the most important first, and how certain that is; else empty."),
		sections: z
			.array(sectionSchema)
			.describe("The report's prose, in its order. Passages that it shows whole stand in `blocks`."),
		blocks: z
			.array(blockSchema)
			.describe("Passages that the report shows whole, in its order; empty where it quotes sentences only."),
		claims: z.array(claimSchema),
		groups: z.array(groupSchema).describe("Claims about the same assertion."),
		skipped: z
			.array(z.object({ path: z.string(), reason: z.string() }))
			.describe("Files of the folders, and lines of files, that could not be read when the run began."),
		sources: z.array(sourceSchema).describe("Every page that was read, in the order of reading."),
		gaps: z.array(z.object({ text: z.string(), subQuestionId: z.string().optional(), lookedIn: z.array(z.string()) })),
		disputes: z
			.array(
				z.object({
					kind: z.enum(["number", "date", "negation", "antonym", "value"]),
					a: z.string().describe("A claim's id, of the first side."),
					b: z.string().describe("A claim's id, of another side."),
					why: z.string(),
					about: z.string().optional().describe("What is disputed, where a model named it."),
					class: z
						.enum(["fact", "scope", "date", "definition", "judgement"])
						.optional()
						.describe("What sets the sides apart, where a model judged it."),
					settleable: z
						.boolean()
						.optional()
						.describe("Whether more data could settle it; false for a genuine disagreement."),
					sides: z
						.array(z.object({ value: z.string().optional(), claimIds: z.array(z.string()) }))
						.describe("What each side states, and who states it."),
				}),
			)
			.describe("What sources disagree on, each matter once."),
		checks: z.array(
			z.object({
				kind: z.enum(["marker", "quote", "quotation", "number", "name", "cited", "passage", "mark"]),
				passed: z.int(),
				failed: z.int(),
			}),
		),
		removed: z.array(z.object({ text: z.string(), reason: z.string() })).describe("What the checks took out."),
		readings: z.array(
			z.object({
				id: z.string(),
				kind: z.string(),
				text: z.string(),
				weight: z.number(),
				found: z
					.object({ together: z.number(), names: z.number(), before: z.number() })
					.optional()
					.describe(
						"Shares of its words, and of its names, that the first results of its own words hold, and its weight before that was known.",
					),
			}),
		),
		userAnswers: z
			.array(z.object({ question: z.string(), answer: z.string() }))
			.optional()
			.describe("What the user answered before the research. Absent where nothing was answered."),
		plan: z.enum(["accepted", "edited"]).optional().describe("What the user decided about the plan, if asked."),
		messages: z
			.array(
				z.object({
					kind: z.enum(messageKinds),
					text: z.string(),
					wave: z.int().describe("The wave before which it was taken."),
					outcome: z
						.enum(["taken", "late", "outdated"])
						.describe("`late`: the report was being written. `outdated`: the run was resumed after it."),
					change: z
						.object({ added: z.array(z.object({ id: z.string(), text: z.string() })), dropped: z.array(z.string()) })
						.extend({
							refocused: z.array(z.object({ id: z.string(), text: z.string() })),
							by: z.enum(["model", "rules"]),
						})
						.optional()
						.describe("What a redirect changed in the plan: sub-questions by their ids."),
				}),
			)
			.optional()
			.describe("What the user sent to the run while it was going on. Absent where nothing was sent."),
		subQuestions: z.array(
			z.object({
				id: z.string(),
				text: z.string(),
				dimension: z.enum(["factual", "mechanistic", "critical", "practical", "contextual"]),
				stance,
				priority: z.enum(["core", "optional"]),
				origin: z.enum(subQuestionOrigins),
			}),
		),
		without: z
			.array(z.enum(partNames))
			.optional()
			.describe("The parts of the method that were off, by a flag or by default."),
		reasoner: z.string(),
		steps: z.int().describe("Turns of the research loop."),
		cost: z.number().describe("US dollars, of all calls whose price is known; 0 when no model was asked."),
		...changesFields,
		...webFields,
		...modelFields,
		elapsed_ms: z.int().describe("Active time; what a process slept while dead does not count."),
	})
	.meta({ title: "assay --json", description: "What `assay … --json` prints on standard output: one object." });

export type JsonOutput = z.infer<typeof outputSchema>;

/** The output of a finished run; with an empty `report` and stop reason `NO_EVIDENCE` when nothing was found. */
export function jsonOutputOf(input: ReportInput): JsonOutput {
	const { state, run } = input;
	const { report } = state;
	const answers = userAnswers(state);
	const numbers = new Map(report?.sourceIds.map((id, index) => [id, index + 1]));
	// Parsing keeps the published fields and drops what is internal.
	return outputSchema.parse({
		version: 1,
		id: run.id,
		question: state.question,
		...(run.withoutEffect ? { withoutEffect: run.withoutEffect } : {}),
		shape: state.route?.shape ?? "synthesis",
		report: renderMarkdown(input) ?? "",
		outcome: outcomeOf(state),
		stopReason: report?.stopReason ?? "NO_EVIDENCE",
		stopDetail: report?.stopDetail ?? state.stop?.detail ?? "",
		answer: report?.answer,
		...(state.attempts ? { workers: workersOf(state) } : {}),
		...(report?.votes ? { skeptics: { refuted: isRefuted(report.votes), votes: report.votes } } : {}),
		bottomLine: report?.bottomLine ?? [],
		sections: report?.sections ?? [],
		blocks: report ? blocksIn(report) : [],
		claims: state.claims.map((claim) => ({ ...claim, subQuestionId: claim.subQuestionIds[0] ?? "" })),
		groups: state.groups,
		skipped: state.source?.skipped ?? [],
		sources: state.sources.map((one) => ({ ...one, number: numbers.get(one.id) })),
		gaps: report?.gaps ?? gapsOf(state),
		disputes: disputesOf(state),
		checks: report?.checks ?? [],
		removed: report?.removed ?? [],
		readings: state.readings,
		...(answers.length > 0 ? { userAnswers: answers } : {}),
		...(state.confirmed ? { plan: state.confirmed } : {}),
		messages: state.messages,
		subQuestions: state.subQuestions,
		without: state.options?.without,
		reasoner: state.reasoner,
		steps: state.turns.length,
		cost: run.cost,
		...changesFieldOf(state),
		...webFieldsOf(state),
		...modelFieldsOf(input),
		elapsed_ms: Math.round(state.elapsedMs),
	});
}

/** The redundant workers with their answers. */
function workersOf({ attempts = [], subQuestions }: ReportInput["state"]): NonNullable<JsonOutput["workers"]> {
	return attempts.map(({ subQuestionId, answer }) => {
		const { readingId = "", threads: [query = ""] = [] } = subQuestions.find(({ id }) => id === subQuestionId) ?? {};
		return { subQuestionId, reading: readingId, query, ...(answer ? { answer } : {}) };
	});
}

function disputesOf({ conflicts, claims, groups, judged }: ReportInput["state"]): JsonOutput["disputes"] {
	return disputesIn(conflicts, claims, groups, judged).flatMap(({ conflicts: members, ...dispute }) => {
		const [first] = members;
		return first ? [{ ...dispute, a: first.a, b: first.b }] : [];
	});
}

/** The schema as JSON Schema, as it is published. */
export function outputJsonSchema(): string {
	return `${JSON.stringify(z.toJSONSchema(outputSchema, { io: "output" }), null, "\t")}\n`;
}
