import type { Action, Coverage, ResearchState, SubQuestion, Turn } from "../../../app/api.ts";
import { currentWave } from "../../../app/api.ts";
import { pluralize } from "../../../base/text.ts";
import type { StyledText, TextStyle } from "../../terminal/paint.ts";
import { oneLine, textWidth, truncate, wrapText } from "../../terminal/text.ts";
import { activityWords, isWaiting, waitWords } from "../../words.ts";
import type { LiveView } from "../live-view.ts";
import { type Draw, indent, plain, quiet } from "./draw.ts";

const marks: Record<Coverage["status"], StyledText> = {
	covered: { style: "good", text: "✔ " },
	thin: { style: "warn", text: "◐ " },
	uncovered: { style: "quiet", text: "○ " },
};

/** The sub-questions, the coverage of each, and which ones are being worked on. */
export function planLines(
	{ doing }: LiveView,
	state: ResearchState,
	rows: number,
	width: number,
	draw: Draw,
): string[] {
	const covered = state.subQuestions.filter(({ id }) => state.coverage[id]?.status === "covered").length;
	const shown = subQuestionsToShow(state, rows);
	const hidden = state.subQuestions.length - shown.length;
	const all = state.subQuestions.length;
	const progress = all === 0 ? "" : `${covered} of ${all} covered${hidden > 0 ? `, ${hidden} not shown` : ""}`;
	const current = state.stop ? [] : currentSubQuestions(state);
	const room = Math.floor(width * activityShare);
	return [
		draw([indent, { style: "title", text: "Plan" }, quiet(`  ${progress}`)]),
		...shown.map((one) => {
			const coverage = state.coverage[one.id];
			const right = truncate(doing[one.id] ?? coverageWords(coverage), room);
			return subQuestionLine(one, coverage, current.includes(one.id) || one.id in doing, right, draw);
		}),
	];
}

/** Share of the width for an investigator's current activity. */
const activityShare = 0.42;

function subQuestionLine(
	one: SubQuestion,
	coverage: Coverage | undefined,
	isCurrent: boolean,
	right: string,
	draw: Draw,
): string {
	const status = coverage?.status ?? "uncovered";
	const style: TextStyle = isCurrent ? "strong" : status === "covered" ? "quiet" : "plain";
	return draw(
		[
			isCurrent ? { style: "accent", text: "▸ " } : indent,
			marks[status],
			...(one.stance === "adversarial" ? [{ style: "warn", text: "against: " } as const] : []),
			{ style, text: oneLine(one.text) },
		],
		[quiet(right)],
	);
}

function coverageWords(coverage: Coverage | undefined): string {
	if (!coverage) return "";
	if (coverage.directClaims > 0)
		return `${pluralize(coverage.directClaims, "claim")}, ${pluralize(coverage.sources, "page")}`;
	return coverage.turns > 0 ? `tried ${coverage.turns}×` : "";
}

/** The sub-questions to show if not all fit: current ones, then open ones. The result is in the plan's order. */
function subQuestionsToShow(state: ResearchState, rows: number): SubQuestion[] {
	const current = currentSubQuestions(state);
	const weight = ({ id, priority }: SubQuestion) => {
		if (current.includes(id)) return 0;
		if (state.coverage[id]?.status === "covered") return 3;
		return priority === "core" ? 1 : 2;
	};
	const order = new Map(state.subQuestions.map((one, index) => [one.id, index]));
	const orderOf = ({ id }: SubQuestion) => order.get(id) ?? 0;
	return state.subQuestions
		.toSorted((a, b) => weight(a) - weight(b) || orderOf(a) - orderOf(b))
		.slice(0, rows)
		.toSorted((a, b) => orderOf(a) - orderOf(b));
}

/** Maximum lines of a wait: its reason is to be read whole, and its end says when it is over. */
const waitRowsMax = 4;

/** The step with its reason, and the current activity: one line each. What the run waits for may take more lines. */
export function stepLines(
	{ now, investigators, wait }: LiveView,
	state: ResearchState,
	nowMs: number,
	width: number,
	draw: Draw,
): string[] {
	const wave = currentWave(state);
	const query = wave[0]?.queries[0];
	const doing = now === "" && query !== undefined ? `searching: ${query}` : now;
	const atWork = investigators.length;
	const [title, why] = state.stop ? ["Stop", state.stop.detail] : waveWords(wave, atWork, state);
	const style = wait ? "warn" : "quiet";
	const text = oneLine(wait ? waitWords(wait) : activityWords(oneLine(doing), nowMs));
	const isWait = wait !== undefined || isWaiting(doing);
	const lines = isWait ? wrapText(text, width - textWidth(indent.text)) : [text];
	return [
		draw([indent, { style: "title", text: title }, plain(`  ${oneLine(why)}`)]),
		...(lines.length === 0 ? [""] : lines).slice(0, waitRowsMax).map((line) => draw([indent, { style, text: line }])),
	];
}

function currentSubQuestions(state: ResearchState): string[] {
	return currentWave(state).flatMap(({ subQuestionId }) => subQuestionId ?? []);
}

/** `Step 3` and what it does, or `Steps 3 to 7` for a wave. */
function waveWords(wave: readonly Turn[], atWork: number, state: ResearchState): [string, string] {
	const [first] = wave;
	if (!first) return ["Begin", ""];
	const title = wave.length === 1 ? `Step ${first.n}` : `Steps ${first.n} to ${first.n + wave.length - 1}`;
	if (atWork > 1) return [title, `${atWork} investigators at work`];
	return [title, wave.length === 1 ? actionWords(first.action, state) : `${wave.length} questions at once`];
}

function actionWords(action: Action, state: ResearchState): string {
	switch (action.kind) {
		case "cover":
			return "a question that is still open";
		case "recover":
			return `in other words, try ${action.tier}`;
		case "challenge": {
			const group = state.groups.find(({ id }) => id === action.groupId);
			return `looking for what contradicts: ${group?.text ?? action.reason}`;
		}
		case "hop":
			return `following a lead: ${action.reason}`;
		case "stop":
			return action.reason;
	}
}
