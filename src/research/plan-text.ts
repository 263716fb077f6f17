import { AssayError } from "../base/errors.ts";
import { limits } from "../base/limits.ts";
import { nearestWord } from "../base/nearest-word.ts";
import { oneLine, pluralize } from "../base/text.ts";
import type { Plan } from "../evidence/plan.ts";
import type { PlanLine } from "./input-needed.ts";

/** Searches of one sub-question, at most (METHOD §3, threads). */
const queriesMax = 2;
/** Faults that a message names, at most. */
const faultsShown = 5;
const marks = ["core", "optional", "supporting", "adversarial"] as const;

/** A plan as text that a user can edit; `parsePlan` reads it. */
export function renderPlan(question: string, { subQuestions }: Pick<Plan, "subQuestions">): string {
	const lines = subQuestions.flatMap(({ text, stance, priority, threads }) => [
		"",
		`- [${priority}, ${stance}] ${oneLine(text)}`,
		...threads.map((query) => `  search: ${oneLine(query)}`),
	]);
	return [
		`# The plan for: ${oneLine(question)}`,
		'# A sub-question begins with "- "; below it stand its first searches. Change, add, move or delete lines.',
		"# core: the answer is incomplete without it, or optional. adversarial: it looks for counter-evidence, else supporting.",
		...lines,
		"",
	].join("\n");
}

/**
 * Reads a plan that a user wrote. Bullets, numbers and marks are optional; lines that begin with `#` are ignored; an indented line
 * continues the sub-question. `path`: the file that holds it, for messages. Throws an `AssayError` `PLAN_INVALID` that names each faulty line; it keeps the run.
 */
export function parsePlan(text: string, path?: string): PlanLine[] {
	const plan: PlanLine[] = [];
	const faults: string[] = [];
	for (const [at, raw] of text.split(/\r?\n/).entries()) {
		const fault = parseLine(raw, plan);
		if (fault !== undefined) faults.push(`line ${at + 1}: ${fault}`);
	}
	if (plan.length === 0 && faults.length === 0) faults.push("it holds no sub-question");
	if (plan.length > limits.widthMax)
		faults.push(`it has ${plan.length} sub-questions, and at most ${limits.widthMax} are allowed`);
	if (faults.length === 0) return plan;
	const more = faults.length > faultsShown ? [`and ${pluralize(faults.length - faultsShown, "more fault")}`] : [];
	throw new AssayError(
		"PLAN_INVALID",
		`the plan${path === undefined ? "" : ` in ${path}`} cannot be used: ${[...faults.slice(0, faultsShown), ...more].join("; ")}`,
		{
			hint: 'write each sub-question as "- [core, supporting] question", with "  search: words" below it',
			keepsRun: true,
			exitCode: 2,
		},
	);
}

/** Adds one line to the plan. Returns what is wrong with it. */
function parseLine(raw: string, plan: PlanLine[]): string | undefined {
	const line = raw.trim();
	if (line === "" || line.startsWith("#")) return undefined;
	const last = plan.at(-1);
	const [, bullet = "", rest = ""] = /^([-*•]\s*|\d{1,2}[.)]\s+)?(.*)$/u.exec(line) ?? [];
	const [, query] = /^(?:search|query)\s*:\s*(.*)$/iu.exec(rest) ?? [];
	if (query !== undefined) {
		if (!last) return "a search stands before the first sub-question";
		if (query === "") return undefined;
		if (last.queries.length === queriesMax) return `a sub-question has at most ${queriesMax} searches`;
		last.queries.push(query);
		return undefined;
	}
	if (bullet === "" && /^\s/.test(raw) && last) {
		last.text = `${last.text} ${rest}`;
		return undefined;
	}
	return parseSubQuestion(rest, plan);
}

function parseSubQuestion(line: string, plan: PlanLine[]): string | undefined {
	const [, marked = "", text = ""] = /^(?:\[([^\]]*)\])?\s*(.*)$/u.exec(line) ?? [];
	const own: PlanLine = { text, stance: "supporting", priority: "core", queries: [] };
	// Also with a fault, so that the lines below it are not reported too.
	plan.push(own);
	const words: string[] = marked.toLowerCase().match(/[^\s,;]+/gu) ?? [];
	const unknown = words.find((word) => !marks.some((mark) => mark === word));
	if (unknown !== undefined) {
		const near = nearestWord(unknown, marks);
		return `"${unknown}" is none of ${marks.join(", ")}${near === undefined ? "" : `; did you mean "${near}"?`}`;
	}
	if (!/[\p{L}\p{N}]/u.test(text)) return "a sub-question without words";
	if (words.includes("adversarial")) own.stance = "adversarial";
	if (words.includes("optional")) own.priority = "optional";
	return undefined;
}
