import { z } from "zod";
import { isLowCredibility } from "../../../evidence/authority.ts";
import { type Claim, type Conflict, type ConflictClass, type ConflictKind, pairKey } from "../../../evidence/claim.ts";
import { describeSpeaker } from "../../../evidence/describe-speaker.ts";
import type { CompareInput, CompareResult, RoleContext } from "../../reasoner.ts";
import type { Asker, PromptPart } from "../asker.ts";
import {
	claimLongest,
	itemNumbered,
	onFirstAnswer,
	optionalText,
	truncatedLine,
	withDefault,
} from "../prompt-parts.ts";
import { gatherMatters, type Matter, type MatterStatement } from "./matters.ts";

/** One side's statement in the line of a dispute. Characters. */
const saysLongest = 60;
/** The title of a dispute: what it is about. Characters. */
const aboutLongest = 80;

const kinds = ["number", "date", "negation", "antonym", "value"] as const satisfies readonly ConflictKind[];
const classes = ["fact", "scope", "date", "definition", "judgement"] as const satisfies readonly ConflictClass[];
const disputesSchema = z.object({
	disputes: z.array(
		z.object({
			about: optionalText,
			sides: z.array(z.object({ says: z.string(), statements: z.array(z.coerce.string()) })),
			class: z.enum(classes),
			settleable: z.boolean(),
			kind: z.enum(kinds),
		}),
	),
});
/** Of a request that lists pairs to decide. */
const decisionsSchema = disputesSchema.extend({ compatible: withDefault(z.array(z.array(z.coerce.string())), []) });
type CompareAnswer = z.infer<typeof decisionsSchema>;

const decisionsText =
	'Each pair listed "To decide" stands in a dispute, or in `compatible` when both can be true: their numbers, like [["2", "3"]].';

/** Among so many claims fewer matters than these, without a conflict by rule, are not worth a request. */
const claimsMany = 100;
const mattersLeast = 4;

function isTooLittle(matters: readonly Matter[], { fresh, known }: CompareInput): boolean {
	return (
		fresh.length + known.length >= claimsMany &&
		matters.length < mattersLeast &&
		matters.every(({ ruled }) => ruled.length === 0)
	);
}

/**
 * METHOD §6: which statements cannot all be true. Code gathers statements that may exclude each other by matter, and the model judges
 * all matters in one request; without any, or for a few among many claims (`isTooLittle`), no request is sent. A conflict by rule stays one
 * unless the model says that both can hold, because the rules are seldom wrong but see no context.
 */
export async function compareClaims(asker: Asker, input: CompareInput, context?: RoleContext): Promise<CompareResult> {
	const { matters, beyond } = gatherMatters(input);
	if (matters.length === 0 || isTooLittle(matters, input)) return { conflicts: beyond };
	const statements = matters.flatMap((matter) => matter.statements);
	const ruled = matters.flatMap((matter) => matter.ruled);
	const fault = (answer: CompareAnswer) => {
		const undecidedConflicts = undecidedByAnswer(answer, ruled, statements);
		if (undecidedConflicts.length <= ruled.length / 2) return undefined;
		const undecided = matters.flatMap((matter) =>
			undecidedConflicts
				.filter((one) => matter.ruled.includes(one))
				.map((one) => conflictText(one, matter.statements, statements)),
		);
		return `nothing is said of ${undecided.join(", ")}: a dispute, or compatible?`;
	};
	const part: PromptPart = { title: "The statements", text: mattersText(matters, statements, input), kind: "data" };
	const decisions: PromptPart = { title: "To decide", text: decisionsText, kind: "own" };
	const role = "compareClaims";
	const answer: CompareAnswer =
		ruled.length === 0
			? { ...(await asker.ask({ role, parts: [part], schema: disputesSchema }, context)), compatible: [] }
			: await asker.ask(
					{ role, parts: [part, decisions], schema: decisionsSchema, fault: onFirstAnswer(fault) },
					context,
				);
	const newConflicts = toConflicts(answer, matters, statements).filter((one) => areCredibleSources(one, input));
	const judged = matters.flatMap(pairKeysOf);
	// Earlier verdicts stay.
	const judgedBefore = new Set([
		...(input.judged ?? []),
		...(input.knownConflicts ?? []).map(({ a, b }) => pairKey(a, b)),
	]);
	return {
		conflicts: [
			...newConflicts.filter(({ a, b }) => !judgedBefore.has(pairKey(a, b))),
			...undecidedByAnswer(answer, ruled, statements),
			...beyond,
		],
		judged: judged.filter((key) => !judgedBefore.has(key)),
	};
}

/** The conflicts by rule that the answer does not mention. */
function undecidedByAnswer(
	answer: CompareAnswer,
	ruled: readonly Conflict[],
	statements: readonly MatterStatement[],
): Conflict[] {
	const sets = [
		...answer.disputes.map(({ sides }) => sides.flatMap((one) => one.statements)),
		...answer.compatible,
	].map((names) => new Set(names.flatMap((name) => claimIdsOf(itemNumbered(statements, name, "s")))));
	return ruled.filter(({ a, b }) => !sets.some((ids) => ids.has(a) && ids.has(b)));
}

function claimIdsOf(statement: MatterStatement | undefined): string[] {
	return statement?.claims.map(({ id }) => id) ?? [];
}

/** Disputes as pairs of claims from different sides. A pair that is also called compatible is no conflict. */
function toConflicts(
	{ disputes, compatible }: CompareAnswer,
	matters: readonly Matter[],
	statements: readonly MatterStatement[],
): Conflict[] {
	const order = new Map(statements.flatMap(({ claims }) => claims).map(({ id }, at) => [id, at]));
	const claimsOf = (names: readonly string[]) =>
		[...new Set(names.flatMap((name) => itemNumbered(statements, name, "s") ?? []))].map(({ claims }) => claims[0]);
	const seen = new Set(compatible.flatMap((names) => pairKeysAmong(claimsOf(names))));
	return disputes.flatMap(({ about, sides, class: kindOf, settleable, kind }): Conflict[] => {
		const sideClaims = sides.flatMap(({ says, statements: names }) =>
			claimsOf(names).map((claim) => ({ side: says, says: truncatedLine(says, saysLongest), claim })),
		);
		if (
			!areInOneMatter(
				sideClaims.map(({ claim }) => claim),
				matters,
			)
		)
			return [];
		const title = truncatedLine(about, aboutLongest);
		return sideClaims.flatMap((one, at) =>
			sideClaims.slice(at + 1).flatMap((other): Conflict[] => {
				const key = pairKey(one.claim.id, other.claim.id);
				if (one.side === other.side || one.claim.id === other.claim.id || seen.has(key)) return [];
				if (one.says === "" || other.says === "" || isReportedView(one.claim, other.claim)) return [];
				seen.add(key);
				const [a, b] = (order.get(one.claim.id) ?? 0) < (order.get(other.claim.id) ?? 0) ? [one, other] : [other, one];
				const why = `${a.says} against ${b.says}`;
				return [
					{
						kind,
						a: a.claim.id,
						b: b.claim.id,
						why,
						...(title === "" ? {} : { about: title }),
						class: kindOf,
						settleable,
					},
				];
			}),
		);
	});
}

/** Whether both claims are from credible sources. A low-credibility source makes no conflict. */
function areCredibleSources({ a, b }: Conflict, { fresh, known, sources = [] }: CompareInput): boolean {
	const conflictSources = [...fresh, ...known]
		.filter(({ id }) => id === a || id === b)
		.flatMap(({ sourceId }) => sources.find(({ id }) => id === sourceId) ?? []);
	return !conflictSources.some(isLowCredibility);
}

/** Whether one is the view of a page and the other a view that the page reports. That is no conflict of sources. */
function isReportedView(a: Claim, b: Claim): boolean {
	return a.sourceId === b.sourceId && (a.holder === undefined) !== (b.holder === undefined);
}

function pairKeysAmong(claims: readonly Claim[]): string[] {
	return claims.flatMap(({ id }, at) => claims.slice(0, at).map((other) => pairKey(id, other.id)));
}

function areInOneMatter(claims: readonly Claim[], matters: readonly Matter[]): boolean {
	return matters.some(({ statements }) => {
		const ids = new Set(statements.flatMap(claimIdsOf));
		return claims.every(({ id }) => ids.has(id));
	});
}

/** All pairs of claims of a matter's different statements. */
function pairKeysOf({ statements }: Matter): string[] {
	return statements.flatMap((one, at) =>
		statements
			.slice(0, at)
			.flatMap((other) => claimIdsOf(one).flatMap((a) => claimIdsOf(other).map((b) => pairKey(a, b)))),
	);
}

/** The pages, then the matters. What several matters were found for is said once. */
function mattersText(matters: readonly Matter[], all: readonly MatterStatement[], input: CompareInput): string {
	const pageIds = [...new Set(all.flatMap(({ claims }) => claims.map(({ sourceId }) => sourceId)))];
	const pageLines = pageIds.flatMap((id, at) => {
		const source = input.sources?.find((one) => one.id === id);
		const words = source ? [source.title, describeSpeaker(source)[0] ?? "", source.date ?? ""].filter(Boolean) : [];
		return words.length === 0 ? [] : [`p${at + 1} ${words.map((part) => truncatedLine(part, 80)).join(", ")}`];
	});
	const firstFoundFor = new Map<string, number>();
	const foundFor = ({ statements }: Matter, at: number) => {
		const ids = new Set(statements.flatMap(({ claims: [first] }) => first.subQuestionIds.slice(0, 1)));
		const subQuestion = input.subQuestions?.find(({ id }) => ids.has(id));
		if (!subQuestion) return "";
		const first = firstFoundFor.get(subQuestion.id);
		if (first !== undefined) return `, found for the same as matter ${first + 1}`;
		firstFoundFor.set(subQuestion.id, at);
		return `, found for: ${truncatedLine(subQuestion.text, claimLongest)}`;
	};
	const blocks = matters.map((matter, at) => {
		const rows = matter.statements.map((one) => `${all.indexOf(one) + 1} ${statementText(one, pageIds)}`);
		const marks = matter.ruled.map((one) => conflictText(one, matter.statements, all));
		return [
			`Matter ${at + 1}${foundFor(matter, at)}`,
			...rows,
			...(marks.length > 0 ? [`To decide: ${marks.join("; ")}`] : []),
		].join("\n");
	});
	return [...(pageLines.length > 0 ? [["The pages", ...pageLines].join("\n")] : []), ...blocks].join("\n\n");
}

/** `1 and 3 (1887 against 1889)`, by the numbers that the statements have in their matter. A claim may be in several matters. */
function conflictText(
	{ a, b, why }: Conflict,
	statements: readonly MatterStatement[],
	all: readonly MatterStatement[],
): string {
	const numberOf = (id: string) => {
		const statement = statements.find((one) => claimIdsOf(one).includes(id));
		return statement === undefined ? 0 : all.indexOf(statement) + 1;
	};
	return `${numberOf(a)} and ${numberOf(b)} (${truncatedLine(why, claimLongest)})`;
}

function statementText({ claims }: MatterStatement, pageIds: readonly string[]): string {
	const [{ text, quote, asOf, cell, holder }] = claims;
	const line = truncatedLine(text, claimLongest);
	const words = truncatedLine(quote, claimLongest);
	const pages = [...new Set(claims.map(({ sourceId }) => `p${pageIds.indexOf(sourceId) + 1}`))];
	const who = holder === undefined ? "" : ` (held by ${truncatedLine(holder, 80)})`;
	const when = asOf === undefined ? "" : ` (as of ${asOf})`;
	const quotedLine = words === line ? "" : `\n   quoted${cell ? " from a table" : ""}: ${words}`;
	return `${line}${who}${when} [${pages.join(", ")}]${quotedLine}`;
}
