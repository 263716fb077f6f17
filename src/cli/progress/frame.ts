import type { SubQuestion } from "../../evidence/plan.ts";
import type { Signal } from "../../evidence/signal.ts";
import type { Coverage, ResearchState } from "../../evidence/state.ts";
import { lineOf, type Paint, type Span, type Style } from "../terminal/paint.ts";
import { clock, count, oneLine, wrap } from "../terminal/text.ts";
import { figures, shortId, signalWords } from "../words.ts";
import type { Finding, Picture } from "./picture.ts";

/** The terminal's room, and the moment. */
export interface Stage {
	columns: number;
	rows: number;
	/** Since the command was typed. */
	elapsedMs: number;
	paint: Paint;
}

const spinner = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
/** A turn of the spinner. */
export const tickMs = 100;
/** A frame that is wider is hard to read. Cells. */
const widthMax = 110;

/**
 * The live view as painted lines, none wider than the terminal, fewer than its rows (a redraw of a full screen flickers).
 * Sections keep their order, and grow but do not shrink while a run goes on, so that nothing jumps.
 */
export function frame(picture: Picture, stage: Stage): string[] {
	const width = Math.max(10, Math.min(stage.columns - 1, widthMax));
	const room = Math.max(2, stage.rows - 1);
	const draw = (left: Span[], right: Span[] = []) => lineOf(stage.paint, width, left, right);
	const head = heading(picture, stage, width, room, draw);
	const { state } = picture;
	if (!state || picture.index) return [...head, ...indexing(picture, draw, width)].slice(0, room);

	const tail = [draw(signalLine(picture, width)), draw([{ style: "quiet", text: indent(figures(state)) }])];
	const step = stepLines(picture, state, draw);
	const airy = room >= 16;
	const blank = airy ? [""] : [];
	const rest = room - head.length - tail.length - step.length - 3 * blank.length - 1 - (airy ? 2 : 0);
	if (rest < 2) return [...head, ...step, ...tail].slice(0, room);
	const planRows = Math.min(state.subQuestions.length, Math.max(3, Math.ceil(rest * 0.5)), rest, 10);
	const foundRows = Math.min(rest - planRows, 8);
	return [
		...head,
		...blank,
		...planLines(state, planRows, draw),
		...blank,
		...step,
		...blank,
		...foundLines(picture.found, foundRows, draw, airy),
		...tail,
	];
}

type Draw = (left: Span[], right?: Span[]) => string;
const indent = (text: string) => `  ${text}`;

function heading(picture: Picture, stage: Stage, width: number, room: number, draw: Draw): string[] {
	const turning = spinner[Math.floor(stage.elapsedMs / tickMs) % spinner.length] ?? "";
	const time: Span = { style: "quiet", text: clock(stage.elapsedMs) };
	const question = wrap(oneLine(picture.title), width - 10);
	const lines = question.length > 2 || room < 12 ? [question.join(" ")] : question;
	const [first = "", second] = lines;
	const head = [
		draw(
			[
				{ style: "accent", text: `${turning} ` },
				{ style: "strong", text: first },
			],
			[time],
		),
	];
	if (second !== undefined) head.push(draw([{ style: "strong", text: indent(second) }]));
	if (room < 8) return head;
	const { state } = picture;
	const facts = [
		...(picture.runId ? [`run ${shortId(picture.runId)}`] : []),
		...(state?.source ? [count(state.source.documents, "document")] : []),
		...(state?.route ? [state.route.shape] : []),
		...(state?.options ? [state.options.depth] : []),
		...(picture.skipped > 0 ? [`${picture.skipped} skipped`] : []),
		...(picture.note ? [oneLine(picture.note)] : []),
	];
	return [...head, draw([{ style: "quiet", text: indent(facts.join(" · ")) }])];
}

/** The way from files to an index: a bar, the rate, the time that is left. */
function indexing({ index, lastSkip }: Picture, draw: Draw, width: number): string[] {
	if (!index) return [];
	const words = {
		waiting: "waiting for another assay that indexes the same folder",
		reading: "reading",
		embedding: "embedding",
	}[index.phase];
	const lines = [""];
	if (index.phase === "waiting") lines.push(draw([{ style: "plain", text: indent(words) }]));
	else {
		const share = index.total === 0 ? 0 : Math.min(1, index.done / index.total);
		const cells = Math.max(8, Math.min(30, width - 52));
		const full = Math.round(share * cells);
		const unit = index.phase === "reading" ? "documents" : "passages";
		const rate = index.perSecond > 0 ? ` · ${Math.round(index.perSecond)}/s` : "";
		const left =
			index.perSecond > 0 && share < 1 ? ` · ${clock(((index.total - index.done) / index.perSecond) * 1000)} left` : "";
		lines.push(
			draw([
				{ style: "plain", text: indent(words.padEnd(10)) },
				{ style: "accent", text: "█".repeat(full) },
				{ style: "quiet", text: "░".repeat(cells - full) },
				{ style: "plain", text: ` ${index.done} of ${index.total}` },
				{ style: "quiet", text: ` ${unit}${rate}${left}` },
			]),
		);
	}
	if (lastSkip)
		lines.push(
			draw([
				{ style: "warn", text: indent("skipped   ") },
				{ style: "quiet", text: oneLine(`${lastSkip.path}: ${lastSkip.reason}`) },
			]),
		);
	return lines;
}

const marks: Record<Coverage["status"], Span> = {
	covered: { style: "good", text: "✔" },
	thin: { style: "warn", text: "◐" },
	uncovered: { style: "quiet", text: "○" },
};

function planLines(state: ResearchState, rows: number, draw: Draw): string[] {
	const covered = state.subQuestions.filter(({ id }) => state.coverage[id]?.status === "covered").length;
	const shown = mostTelling(state, rows);
	const hidden = state.subQuestions.length - shown.length;
	const lines = [
		draw([
			{ style: "title", text: indent("Plan") },
			{
				style: "quiet",
				text: `  ${covered} of ${state.subQuestions.length} covered${hidden > 0 ? `, ${hidden} not shown` : ""}`,
			},
		]),
	];
	const current = state.stop ? undefined : state.turns.at(-1)?.subQuestionId;
	for (const { id, text, stance } of shown) {
		const known = state.coverage[id];
		const mark = marks[known?.status ?? "uncovered"];
		const style: Style = id === current ? "strong" : known?.status === "covered" ? "quiet" : "plain";
		const right =
			known && known.directClaims > 0
				? [{ style: "quiet" as const, text: `${count(known.directClaims, "claim")}, ${count(known.sources, "page")}` }]
				: [];
		const against: Span[] = stance === "adversarial" ? [{ style: "warn", text: "against: " }] : [];
		lines.push(
			draw(
				[
					{ style: "accent", text: id === current ? "▸ " : "  " },
					mark,
					{ style: "plain", text: " " },
					...against,
					{ style, text: oneLine(text) },
				],
				right,
			),
		);
	}
	return lines;
}

/** The sub-questions that a reader wants to see when not all fit: the current one, then the open ones; in the plan's order. */
function mostTelling(state: ResearchState, rows: number): SubQuestion[] {
	const current = state.turns.at(-1)?.subQuestionId;
	const weight = ({ id, priority }: SubQuestion) => {
		if (id === current) return 0;
		if (state.coverage[id]?.status === "covered") return 3;
		return priority === "core" ? 1 : 2;
	};
	const order = new Map(state.subQuestions.map((one, index) => [one.id, index]));
	const at = ({ id }: SubQuestion) => order.get(id) ?? 0;
	return state.subQuestions
		.toSorted((a, b) => weight(a) - weight(b) || at(a) - at(b))
		.slice(0, rows)
		.toSorted((a, b) => at(a) - at(b));
}

function stepLines({ now }: Picture, state: ResearchState, draw: Draw): string[] {
	const turn = state.turns.at(-1);
	const what = state.stop
		? [
				{ style: "title" as const, text: indent("Stop") },
				{ style: "plain" as const, text: `  ${oneLine(state.stop.detail)}` },
			]
		: turn
			? [
					{ style: "title" as const, text: indent(`Step ${turn.n}`) },
					{ style: "plain" as const, text: `  ${turn.action.kind}: ${oneLine(turn.action.reason)}` },
				]
			: [{ style: "title" as const, text: indent("Begin") }];
	const query = turn?.queries[0];
	const doing = now !== "" ? oneLine(now) : query !== undefined ? `searching: ${oneLine(query)}` : "";
	return [draw(what), draw([{ style: "quiet", text: indent(doing) }])];
}

const findings: Record<Finding["kind"], Span> = {
	claim: { style: "good", text: "+ " },
	dispute: { style: "warn", text: "≠ " },
	answer: { style: "accent", text: "= " },
};

function foundLines(found: readonly Finding[], rows: number, draw: Draw, airy: boolean): string[] {
	const title = draw([{ style: "title", text: indent("Found") }]);
	const lines = found.slice(-rows).map(({ kind, text, where }) => {
		const style: Style = kind === "claim" ? "plain" : "strong";
		return draw(
			[{ style: "plain", text: "  " }, findings[kind], { style, text: oneLine(text) }],
			where === "" ? [] : [{ style: "quiet", text: oneLine(where).slice(-30) }],
		);
	});
	while (lines.length < rows) lines.push("");
	return airy ? [title, ...lines, ""] : [title, ...lines];
}

const glyphs: Record<Signal, Span> = {
	NEW_EVIDENCE: { style: "good", text: "●" },
	CONFLICT_FOUND: { style: "warn", text: "≠" },
	REDUNDANT: { style: "quiet", text: "○" },
	DEAD_END: { style: "bad", text: "×" },
	NO_RETRIEVAL_RESULTS: { style: "bad", text: "∅" },
};

/** What each step did to the evidence, oldest first, and the last one in words. */
function signalLine({ signals }: Picture, width: number): Span[] {
	const last = signals.at(-1);
	if (!last) return [];
	const shown = signals.slice(-Math.max(4, Math.min(45, width - 24)));
	return [
		{ style: "plain", text: "  " },
		...shown.map((signal) => glyphs[signal]),
		{ style: "quiet", text: `  ${signalWords[last]}` },
	];
}
