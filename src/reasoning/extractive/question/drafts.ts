import type { DimensionKind, SubQuestion } from "../../../evidence/plan.ts";
import type { AnswerKind, Route } from "../../../evidence/question.ts";
import { nounKind } from "../../text/wordnet.ts";
import { keywords } from "../../text/words.ts";
import type { Asked } from "./asked.ts";
import type { Ask } from "./asks.ts";
import { nominalOf, plain } from "./clause.ts";
import { innerQuestions } from "./inner.ts";
import type { Table } from "./table.ts";
import { asQuestion, capitalised, isPlural, joined } from "./words.ts";

/** A sub-question before it has its number. */
export type Draft = Pick<SubQuestion, "text" | "dimension" | "stance" | "priority"> &
	Partial<Pick<SubQuestion, "focus" | "value" | "subject" | "threads">>;

const core = { stance: "supporting", priority: "core" } as const;
const optional = { stance: "supporting", priority: "optional" } as const;
const contrary = { dimension: "critical", stance: "adversarial" } as const;

const dimensions: Record<AnswerKind, DimensionKind> = {
	value: "factual",
	yes_no: "factual",
	list: "factual",
	definition: "factual",
	table: "factual",
	steps: "practical",
	comparison: "contextual",
	change: "contextual",
	explanation: "mechanistic",
	judgement: "contextual",
};

/** The question itself first; then the descriptions inside it, innermost first; then the check against it. */
export function lookupDrafts(whole: string, { asks, sides }: Asked, route: Route): Draft[] {
	const [value] = route.values;
	const [first] = asks;
	const text = /[?？.!]["”]?$/u.test(whole) ? capitalised(whole) : asQuestion(whole);
	return [
		{ ...core, text, dimension: "factual", value },
		...innerQuestions(whole.replace(/[\s?？!.。]+$/u, "")).map(
			(one): Draft => ({ ...optional, text: one, dimension: "factual", focus: [] }),
		),
		{ ...contrary, priority: "optional", text: first && !sides ? againstValue(first) : inKeywords(text), value },
	];
}

/** The check of a single value: whether anybody says otherwise. */
function againstValue({ clause, text }: Ask): string {
	const nominal = clause && nominalOf(clause);
	if (!nominal || nominal.length > 200) return inKeywords(text);
	return asQuestion(
		nominal.startsWith("whether ") ? `is it disputed ${nominal}` : `do sources disagree about the ${nominal}`,
	);
}

function inKeywords(text: string): string {
	return `${capitalised(keywords(text).slice(0, 8).join(" "))} limits, exceptions, problems`;
}

/** One sub-question for each cell; those of a row, or of a column, share one when there are more than the plan has room for. */
export function tableDrafts({ rows, columns, cells, about }: Table, room: number): Draft[] {
	const check: Draft = { ...contrary, priority: "optional", text: asQuestion(`do sources disagree about ${about}`) };
	const own = { ...core, dimension: "factual" } as const;
	if (cells.length < room || rows.length * columns.length !== cells.length || cells.length === 1)
		return [
			...cells.map(
				({ text, row, column }): Draft => ({
					...own,
					text,
					value: column,
					...(row === undefined ? {} : { subject: row, focus: [row] }),
				}),
			),
			check,
		];
	const ofMany = (values: readonly string[], of: string) =>
		asQuestion(`what ${values.length > 1 || isPlural(values[0] ?? "") ? "are" : "is"} the ${joined(values)} of ${of}`);
	const byRow = rows.length < room || rows.length <= columns.length;
	return [
		...(byRow
			? rows.map((row): Draft => ({ ...own, text: ofMany(columns, row), focus: [row], subject: row }))
			: columns.map(
					(column): Draft => ({ ...own, text: ofMany([column], joined(rows)), focus: rows.slice(0, 3), value: column }),
				)),
		check,
	];
}

/** What was asked; each side of a comparison; what speaks against it; what one should know besides. */
export function synthesisDrafts({ asks, sides, topic }: Asked): Draft[] {
	const shared = sides ? asks.find(({ text }) => /\beach of\b/iu.test(text)) : undefined;
	const differing = (sides?.names.length ?? 0) > 1 ? asQuestion(`what are the differences between ${topic}`) : "";
	const own = asks
		.filter((ask) => ask !== shared)
		.map((ask, at) => ownOf(sides && !ask.clause ? { ...ask, text: differing } : ask, at));
	const beside = (sides?.names ?? []).map((name): Draft => {
		const side = [name, sides?.context].filter(Boolean).join(" ");
		const text = shared?.text.replace(
			/\beach of .+?(?=\s(?:be|is|are|was|were|do|does|work|cost|fail)\b|\?|$)/iu,
			side,
		);
		return {
			...core,
			dimension: "factual",
			text: asQuestion(text ?? `what are the main characteristics of ${side}`),
			focus: [name],
			subject: name,
		};
	});
	const dissent = own.some(({ stance }) => stance === "adversarial");
	const background = topic && asks[0]?.kind !== "judgement" ? backgroundOf(topic, asks) : [];
	return [
		...own,
		...beside,
		...(dissent ? [] : [{ ...contrary, priority: "core", text: against(asks, topic) } as const]),
		...background,
	];
}

/** Words by which a question itself asks for what speaks against something. */
const dissenting =
	/\b(?:against|objections?|disagrees?|disputes?|disputed|criticisms?|contradicts?|refutes?|doubts?)\b/iu;

function ownOf({ kind, text }: Ask, at: number): Draft {
	return at > 0 && dissenting.test(text)
		? { ...contrary, priority: "core", text }
		: { ...core, dimension: dimensions[kind], text };
}

function against([first, ...others]: readonly Ask[], topic: string | undefined): string {
	const whether = first?.clause?.wh === "be" ? nominalOf(first.clause) : undefined;
	if (whether) return asQuestion(`is it disputed ${whether}`);
	if (!topic) return inKeywords(first?.text ?? "");
	if (first?.kind === "steps") return asQuestion(`what problems can occur with ${topic}`);
	const isReported =
		first?.clause?.wh === "why" ||
		(first?.isPhrase && first.request === undefined) ||
		others.some(({ text }) => /\b(?:limits?|limitations?|drawbacks?|disadvantages?|risks?|problems?)\b/iu.test(text));
	return asQuestion(
		hasDrawbacks(topic) && !isReported
			? `what are the limits and drawbacks of ${topic}`
			: `what is disputed about ${topic}`,
	);
}

/** Things that are made or thought of have limits; persons, events, places and natural things are disputed about (WordNet's files). */
function hasDrawbacks(topic: string): boolean {
	const head =
		plain(topic)
			.split(/\s(?:of|in|for|on|with|between|at|by|from)\s/iu)[0]
			?.split(" ")
			.at(-1) ?? "";
	const kind = nounKind(head.toLowerCase());
	const madeKinds = /^(?:artifact|act|cognition|communication|process|attribute)$/u;
	return (
		kind === undefined ||
		madeKinds.test(kind) ||
		(/^\p{Lu}/u.test(head) && !/^(?:location|person|event|group|object|state)$/u.test(kind))
	);
}

function backgroundOf(topic: string, asks: readonly Ask[]): Draft[] {
	const what: Draft = {
		...optional,
		dimension: "factual",
		text: asQuestion(`what ${isPlural(topic) ? "are" : "is"} ${topic}`),
	};
	const how: Draft = {
		...optional,
		dimension: "mechanistic",
		text: asQuestion(`how ${isPlural(topic) ? "do" : "does"} ${topic} work`),
	};
	return hasDrawbacks(topic) && asks.some(({ kind, clause }) => kind !== "judgement" && clause?.wh !== "why")
		? [what, how]
		: [what];
}
