import { z } from "zod";
import type { Judge, PromptPart } from "../app/evaluation/judges.ts";
import { chunksOf } from "../base/chunks.ts";
import { AssayError, messageOf } from "../base/errors.ts";
import { shortLine } from "../base/text.ts";
import { itemsText } from "./judge-items.ts";
import type { Criterion, CriterionKind, EvalQuestion, Verdict } from "./question.ts";

/** How judges grade one kind of criterion. */
interface Grading {
	/** The allowed verdicts, each with what it counts; null: it is left out. */
	labels: Readonly<Record<string, number | null>>;
	/** Criteria of one request. */
	batch: number;
	/** The verdict on a report that does not exist. */
	without: string;
}

/** Kinds of criteria that judges grade. Their instructions are in `prompts/grade-KIND.md`. */
export const gradings: Partial<Record<CriterionKind, Grading>> = {
	answer: { labels: { correct: 1, incorrect: 0, not_attempted: 0 }, batch: 8, without: "not_attempted" },
	rubric: { labels: { met: 1, partly: 0.5, unmet: 0 }, batch: 12, without: "unmet" },
	check: { labels: { met: 1, unmet: 0 }, batch: 12, without: "unmet" },
	checklist: { labels: { met: 1, unmet: 0, not_applicable: null }, batch: 12, without: "unmet" },
	point: { labels: { supported: 1, omitted: 0, contradicted: 0 }, batch: 12, without: "omitted" },
	scale: {
		labels: Object.fromEntries(Array.from({ length: 11 }, (_, grade) => [String(grade), grade / 10])),
		batch: 8,
		without: "0",
	},
	citation: {
		labels: { full: 1, partial: 0.5, unsupported: 0, about_sources: null },
		batch: 8,
		without: "unsupported",
	},
};

/** A judge's own instructions for a kind. */
export type GradePrompt = Parameters<Judge["grade"]>[0]["prompt"];

/** What one request asks. */
export interface GradingTask {
	kind: CriterionKind;
	criteria: Criterion[];
}

/** The requests that a judge is sent for one report: its criteria by kind, in batches. */
export function gradingTasks({ criteria }: Pick<EvalQuestion, "criteria">): GradingTask[] {
	return Object.entries(gradings).flatMap(([kind, { batch }]) => {
		// A wrong answer is looked for by code: a judge says whether the answer is right.
		const own = criteria.filter((one) => one.kind === kind && (kind !== "answer" || one.weight > 0));
		return chunksOf(own, batch).map((some) => ({ kind: kind as CriterionKind, criteria: some }));
	});
}

const reasonLongest = 300;

/** A judge's verdict on one item, as it answers. */
interface Given {
	number: number;
	reason: string;
	verdict: string;
	confidence?: number | undefined;
}

const confidencePart: PromptPart = {
	...{ title: "Confidence", kind: "own" },
	text: "Give with each verdict its `confidence`, a whole number from 0 to 100: the chance in percent that careful people who read the same passages give the same verdict.",
};

/** 0–1; undefined where the judge gave none that can be used. */
function confidenceOf({ confidence }: Given): number | undefined {
	const isPercent = Number.isInteger(confidence) && confidence !== undefined && confidence >= 0 && confidence <= 100;
	return isPercent ? confidence / 100 : undefined;
}

const confidenceIn = (confidence: number | undefined) => (confidence === undefined ? {} : { confidence });

/**
 * A judge's verdicts on some criteria of one report. A judge that gives no usable answer leaves them unjudged, with the reason. Throws
 * what has its cause outside: a wrong key, a provider that is away.
 */
export async function gradeByJudge(
	judge: Judge,
	prompt: GradePrompt,
	{ kind, criteria }: { kind: CriterionKind; criteria: readonly Criterion[] },
	shown: { question: string; report: string },
	signal: AbortSignal,
): Promise<Verdict[]> {
	// Without a passage there is nothing to judge, and nothing to pay for.
	const isBare = ({ passages = [] }: Criterion) => kind === "citation" && passages.length === 0;
	const bare = criteria.filter(isBare);
	if (bare.length > 0) {
		const others = { kind, criteria: criteria.filter((one) => !isBare(one)) };
		const judged = others.criteria.length === 0 ? [] : await gradeByJudge(judge, prompt, others, shown, signal);
		const why = "no page that it cites could be read";
		return [
			...judged,
			...bare.map(({ id }) => ({ criterion: id, judge: judge.name, label: "unsupported", met: 0, why })),
		];
	}
	const { labels, without }: Pick<Grading, "labels" | "without"> = gradings[kind] ?? { labels: {}, without: "" };
	const verdict = (one: Criterion, label: string, why: string): Verdict => ({
		...{ criterion: one.id, judge: judge.name, label, met: labels[label] ?? null },
		why: shortLine(why, reasonLongest),
	});
	if (shown.report === "" && kind !== "citation")
		// Who finds nothing that answers, and says so, has left the question open.
		return criteria.map((one) => verdict(one, one.unanswerable ? "met" : without, "there is no report"));
	// A confidence is asked for where people's labels tell what it is worth. People left no statement out.
	const isLabelled = criteria.every(({ expected }) => expected !== undefined);
	const words = Object.keys(labels).filter((word) => !isLabelled || labels[word] !== null) as [string, ...string[]];
	const given = { number: z.number(), reason: z.string(), verdict: z.enum(words) };
	const schema: z.ZodType<{ verdicts: Given[] }> = z.object({
		verdicts: z.array(z.object(isLabelled ? { ...given, confidence: z.number() } : given)),
	});
	const missing = ({ verdicts }: { verdicts: Given[] }) =>
		criteria.map((_one, at) => at + 1).filter((number) => verdicts.filter((one) => one.number === number).length !== 1);
	try {
		const { verdicts } = await judge.grade(
			{
				prompt,
				parts: [...partsOf(shown, kind), ...(isLabelled ? [confidencePart] : []), ...itemsText(criteria)],
				schema,
				fault: (answer, attempt) => {
					const numbers = attempt === 2 ? [] : missing(answer);
					if (numbers.length > 0) return `"verdicts" needs exactly one for each of ${numbers.join(", ")}`;
					const isWrong = attempt !== 2 && isLabelled && answer.verdicts.some((one) => confidenceOf(one) === undefined);
					return isWrong ? `each "confidence" is a whole number from 0 to 100` : undefined;
				},
			},
			signal,
		);
		return criteria.map((one, at) => {
			const own = verdicts.filter(({ number }) => number === at + 1);
			const [first] = own;
			if (first && own.length === 1)
				return { ...verdict(one, first.verdict, first.reason), ...confidenceIn(confidenceOf(first)) };
			return verdict(one, "unjudged", "the judge gave no verdict on it");
		});
	} catch (error) {
		if (signal.aborted || !(error instanceof AssayError) || error.keepsRun) throw error;
		return criteria.map((one) => verdict(one, "unjudged", messageOf(error)));
	}
}

/** Asks judges for verdicts, each judge once for each task (by identity): what several reports share is one request. */
export function askOnce(prompts: ReadonlyMap<string, GradePrompt>) {
	const asked = new Map<string, Map<GradingTask, Promise<Verdict[]>>>();
	return (
		judge: Judge,
		task: GradingTask,
		shown: { question: string; report: string },
		signal: AbortSignal,
	): Promise<Verdict[]> => {
		const own = asked.get(judge.name) ?? new Map<GradingTask, Promise<Verdict[]>>();
		asked.set(judge.name, own);
		const prompt = prompts.get(task.kind);
		const verdicts = own.get(task) ?? (prompt ? gradeByJudge(judge, prompt, task, shown, signal) : Promise.resolve([]));
		own.set(task, verdicts);
		return verdicts;
	};
}

/** Whether a citation supports its statement is judged from both alone. */
function partsOf({ question, report }: { question: string; report: string }, kind: CriterionKind): PromptPart[] {
	return [
		{ title: "The question", text: question, kind: "own" },
		...(kind === "citation" ? [] : [{ title: "The report", text: report, kind: "data" as const, cuttable: true }]),
	];
}
