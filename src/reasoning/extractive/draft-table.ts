import type { TypedValue } from "../../evidence/claim.ts";
import type { SubQuestion } from "../../evidence/plan.ts";
import type { Cell, Draft, Section } from "../../evidence/report.ts";
import type { DraftInput } from "./draft.ts";
import { headingOf } from "./draft-heading.ts";
import { Prose } from "./draft-prose.ts";
import { quoted } from "./draft-quote.ts";
import { type Candidate, candidatesOf, readsAlone, Said, take } from "./draft-select.ts";
import { contentStems } from "./language/words.ts";

/** Sentences under the table for each of its rows, at most. */
const rowMax = 2;
/** A sentence under the table shares this much of a column's words, when no cell rests on it. */
const fitting = 0.6;
/** A cell without a typed value quotes its sentence, when that is no longer than this. Characters. */
const cellMax = 160;

/** The table of what was asked, then for each row the sentences behind it. */
export function extraction(input: DraftInput): Draft {
	const candidates = candidatesOf(input);
	const said = new Said();
	const prose = new Prose(input.sources);
	const rows = rowsOf(input);
	const columns = columnsOf(input);
	const used = new Map<string, string[]>();
	const table = {
		columns,
		rows: rows.map(({ label, subject }) => ({
			label,
			cells: columns.map((column): Cell => {
				const cell = cellOf(input, candidates, subject, column);
				if ("claimIds" in cell) used.set(label, [...(used.get(label) ?? []), ...cell.claimIds]);
				return cell;
			}),
		})),
	};
	const sections = rows.map(({ label, subject }): Section => {
		const ids = new Set(used.get(label));
		const behind = take(candidates, rowMax, said, ({ claim }) => ids.has(claim.id));
		const more = take(
			candidates,
			rowMax - behind.length,
			said,
			(one) =>
				one.claim.class === "direct" &&
				readsAlone(one.claim) &&
				belongs(input, one, subject) &&
				columns.some((column) => columnFit(input, one, column) >= fitting),
		);
		return { heading: rows.length > 1 ? label : "Behind the table", sentences: prose.paragraph([...behind, ...more]) };
	});
	return {
		...(input.answer ? { answer: input.answer } : {}),
		table,
		sections: sections.filter(({ sentences }) => sentences.length > 0),
	};
}

function rowsOf({ route, plan }: DraftInput): { label: string; subject: string | undefined }[] {
	if (route.subjects.length > 0) return route.subjects.map((subject) => ({ label: subject, subject }));
	if (route.values.length > 0) return [{ label: "Value", subject: undefined }];
	const asked = plan.subQuestions.filter(({ origin, stance }) => origin === "plan" && stance === "supporting");
	return asked.map(({ text }) => ({ label: headingOf(text), subject: undefined }));
}

function columnsOf({ route }: DraftInput): string[] {
	return route.values.length > 0 ? route.values : ["Finding"];
}

function cellOf(
	input: DraftInput,
	candidates: readonly Candidate[],
	subject: string | undefined,
	column: string,
): Cell {
	const fitting = candidates
		.filter((one) => one.claim.class === "direct" && belongs(input, one, subject))
		.map((one) => ({ one, fit: one.worth + columnFit(input, one, column) }))
		.filter(({ fit }) => fit > 0)
		.toSorted((a, b) => b.fit - a.fit);
	for (const { one } of fitting) {
		const text = cellText(one, column);
		if (text !== undefined && columnFit(input, one, column) > 0) return { text, claimIds: [one.claim.id] };
	}
	return { missing: whereLooked(input, subject, column) };
}

/** Whether a claim speaks of the row's subject: it was asked of it, or it names it. */
function belongs({ plan, route }: DraftInput, { claim }: Candidate, subject: string | undefined): boolean {
	if (subject === undefined || route.subjects.length === 1) return true;
	const asked = plan.subQuestions.find(({ id }) => id === claim.subQuestionId);
	const stems = new Set(contentStems(`${claim.text} ${claim.subject}`));
	const named = contentStems(subject).every((stem) => stems.has(stem));
	if (asked?.subject !== undefined && asked.subject !== subject)
		return named && !names(claim.text, route.subjects, subject);
	return named || asked?.subject === subject;
}

function names(text: string, subjects: readonly string[], but: string): boolean {
	const stems = new Set(contentStems(text));
	return subjects.some((one) => one !== but && contentStems(one).every((stem) => stems.has(stem)));
}

/** 0–1: how well a claim suits a column: it was asked for that value, or it shares the value's words. */
function columnFit({ plan, route }: DraftInput, { claim }: Candidate, column: string): number {
	if (route.values.length === 0) return 1;
	const asked: SubQuestion | undefined = plan.subQuestions.find(({ id }) => id === claim.subQuestionId);
	const stems = new Set(contentStems(claim.text));
	const wanted = contentStems(column);
	const shared = wanted.length === 0 ? 0 : wanted.filter((stem) => stems.has(stem)).length / wanted.length;
	return Math.max(asked?.value === column ? 0.5 : 0, shared);
}

/** What kind of value a column's name asks for. First match wins. */
const kinds: readonly (readonly [RegExp, TypedValue["kind"]])[] = [
	[/\b(?:year|date|when|birth|born|founded|released?|day|month|since)\b/i, "date"],
	[/\b(?:author|founder|director|inventor|who|person|president|ceo|creator|writer)\b/i, "person"],
	[/\b(?:place|city|country|where|location|capital|headquarters)\b/i, "place"],
	[
		/\b(?:number|count|size|port|limit|maximum|minimum|default|how many|how much|amount|price|cost|length|height|weight|rate|population|version|age|range|bytes?)\b/i,
		"number",
	],
];

function cellText({ claim }: Candidate, column: string): string | undefined {
	const kind = kinds.find(([pattern]) => pattern.test(column))?.[1];
	const value = claim.values.find((one) => one.kind === kind) ?? (kind === undefined ? claim.values[0] : undefined);
	if (value && claim.quote.includes(value.text)) return value.text;
	return claim.quote.length <= cellMax ? quoted(claim).replace(/\.$/, "") : undefined;
}

function whereLooked({ plan, gaps, sources }: DraftInput, subject: string | undefined, column: string): string {
	const asked = plan.subQuestions.filter(
		(one) => (!subject || one.subject === subject) && (!one.value || one.value === column),
	);
	const looked = [
		...new Set(
			gaps
				.filter(({ subQuestionId }) => asked.some(({ id }) => id === subQuestionId))
				.flatMap(({ lookedIn }) => lookedIn),
		),
	];
	const places = looked.length > 0 ? looked : sources.map(({ title }) => title);
	return places.length === 0
		? "nothing was read on this"
		: `looked in ${places.slice(0, placesMax).join("; ")}${places.length > placesMax ? " and others" : ""}`;
}

/** Places named in an empty cell, at most. */
const placesMax = 3;
