import { z } from "zod";
import { isLowCredibility } from "../../../evidence/authority.ts";
import { type Claim, type Conflict, type ConflictClass, type ConflictKind, pairKey } from "../../../evidence/claim.ts";
import { describeSpeaker } from "../../../evidence/describe-speaker.ts";
import type { Compared, CompareInput, RoleContext } from "../../reasoner.ts";
import type { Asker } from "../asker.ts";
import { type Matter, mattersOf, type Statement } from "./matters.ts";
import { claimLongest, numbered, onceOnly, oneLine, orEmpty, textOrNone } from "./parts.ts";

/** One side's statement in the line of a dispute. Characters. */
const saysLongest = 60;
/** The title of a dispute: what it is about. Characters. */
const aboutLongest = 80;

const kinds = ["number", "date", "negation", "antonym", "value"] as const satisfies readonly ConflictKind[];
const classes = ["fact", "scope", "date", "definition", "judgement"] as const satisfies readonly ConflictClass[];
const schema = z.object({
	disputes: z.array(
		z.object({
			about: textOrNone,
			sides: z.array(z.object({ says: z.string(), statements: z.array(z.coerce.string()) })),
			class: z.enum(classes),
			settleable: z.boolean(),
			kind: z.enum(kinds),
		}),
	),
	compatible: orEmpty(z.array(z.array(z.coerce.string())), []),
});
type Answer = z.infer<typeof schema>;

/**
 * METHOD §6: which statements cannot all be true. Code gathers statements that may exclude each other by matter, and the model judges
 * all matters in one request; without any, no request is sent. A conflict by rule stays one unless the model says that both can hold,
 * because the rules are seldom wrong but see no context.
 */
export async function compareClaims(asker: Asker, input: CompareInput, context?: RoleContext): Promise<Compared> {
	const { matters, beyond } = mattersOf(input);
	if (matters.length === 0) return { conflicts: beyond };
	const statements = matters.flatMap((matter) => matter.statements);
	const ruled = matters.flatMap((matter) => matter.ruled);
	const fault = (answer: Answer) => {
		const left = undecided(answer, ruled, statements);
		return left.length > ruled.length / 2
			? `nothing is said of ${left.map((one) => marked(one, statements)).join(", ")}: a dispute, or compatible?`
			: undefined;
	};
	const answer = await asker.ask(
		{
			role: "compareClaims",
			parts: [{ title: "The statements", text: shown(matters, statements, input), kind: "data" }],
			schema,
			fault: onceOnly(fault),
		},
		context,
	);
	const found = disputesOf(answer, matters, statements).filter((one) => isOfSources(one, input));
	const judged = matters.flatMap(pairsOf);
	// Earlier verdicts stay.
	const done = new Set([...(input.judged ?? []), ...(input.told ?? []).map(({ a, b }) => pairKey(a, b))]);
	return {
		conflicts: [
			...found.filter(({ a, b }) => !done.has(pairKey(a, b))),
			...undecided(answer, ruled, statements),
			...beyond,
		],
		judged: judged.filter((key) => !done.has(key)),
	};
}

/** The conflicts by rule that the answer does not mention. */
function undecided(answer: Answer, ruled: readonly Conflict[], statements: readonly Statement[]): Conflict[] {
	const sets = [
		...answer.disputes.map(({ sides }) => sides.flatMap((one) => one.statements)),
		...answer.compatible,
	].map((names) => new Set(names.flatMap((name) => idsOf(numbered(statements, name, "s")))));
	return ruled.filter(({ a, b }) => !sets.some((ids) => ids.has(a) && ids.has(b)));
}

function idsOf(statement: Statement | undefined): string[] {
	return statement?.claims.map(({ id }) => id) ?? [];
}

/** Disputes as pairs of claims from different sides. A pair that is also called compatible is no conflict. */
function disputesOf(
	{ disputes, compatible }: Answer,
	matters: readonly Matter[],
	statements: readonly Statement[],
): Conflict[] {
	const order = new Map(statements.flatMap(({ claims }) => claims).map(({ id }, at) => [id, at]));
	const claimsOf = (names: readonly string[]) =>
		[...new Set(names.flatMap((name) => numbered(statements, name, "s") ?? []))].map(({ claims }) => claims[0]);
	const seen = new Set(compatible.flatMap((names) => pairsAmong(claimsOf(names))));
	return disputes.flatMap(({ about, sides, class: kindOf, settleable, kind }): Conflict[] => {
		const told = sides.flatMap(({ says, statements: names }) =>
			claimsOf(names).map((claim) => ({ side: says, says: oneLine(says, saysLongest), claim })),
		);
		if (
			!inOneMatter(
				told.map(({ claim }) => claim),
				matters,
			)
		)
			return [];
		const named = oneLine(about, aboutLongest);
		return told.flatMap((one, at) =>
			told.slice(at + 1).flatMap((other): Conflict[] => {
				const key = pairKey(one.claim.id, other.claim.id);
				if (one.side === other.side || one.claim.id === other.claim.id || seen.has(key)) return [];
				if (one.says === "" || other.says === "" || isReported(one.claim, other.claim)) return [];
				seen.add(key);
				const [a, b] = (order.get(one.claim.id) ?? 0) < (order.get(other.claim.id) ?? 0) ? [one, other] : [other, one];
				const why = `${a.says} against ${b.says}`;
				return [
					{
						kind,
						a: a.claim.id,
						b: b.claim.id,
						why,
						...(named === "" ? {} : { about: named }),
						class: kindOf,
						settleable,
					},
				];
			}),
		);
	});
}

/** Whether both claims are from credible sources. A low-credibility source makes no conflict. */
function isOfSources({ a, b }: Conflict, { fresh, known, sources = [] }: CompareInput): boolean {
	const places = [...fresh, ...known]
		.filter(({ id }) => id === a || id === b)
		.flatMap(({ sourceId }) => sources.find(({ id }) => id === sourceId) ?? []);
	return !places.some(isLowCredibility);
}

/** Whether one is the view of a page and the other a view that the page reports. That is no conflict of sources. */
function isReported(a: Claim, b: Claim): boolean {
	return a.sourceId === b.sourceId && (a.holder === undefined) !== (b.holder === undefined);
}

function pairsAmong(claims: readonly Claim[]): string[] {
	return claims.flatMap(({ id }, at) => claims.slice(0, at).map((other) => pairKey(id, other.id)));
}

function inOneMatter(claims: readonly Claim[], matters: readonly Matter[]): boolean {
	return matters.some(({ statements }) => {
		const ids = new Set(statements.flatMap(idsOf));
		return claims.every(({ id }) => ids.has(id));
	});
}

/** All pairs of claims of a matter's different statements. */
function pairsOf({ statements }: Matter): string[] {
	return statements.flatMap((one, at) =>
		statements.slice(0, at).flatMap((other) => idsOf(one).flatMap((a) => idsOf(other).map((b) => pairKey(a, b)))),
	);
}

function shown(matters: readonly Matter[], all: readonly Statement[], input: CompareInput): string {
	return matters
		.map(({ statements, ruled }, at) => {
			const ids = new Set(statements.flatMap(({ claims: [first] }) => first.subQuestionIds.slice(0, 1)));
			const asked = input.subQuestions?.find(({ id }) => ids.has(id))?.text;
			const about = asked === undefined ? "" : `, found for: ${oneLine(asked, claimLongest)}`;
			const rows = statements.map((one) => `${all.indexOf(one) + 1} ${stated(one, input)}`);
			const marks = ruled.map((one) => marked(one, all));
			return [
				`Matter ${at + 1}${about}`,
				...rows,
				...(marks.length > 0 ? [`To decide: ${marks.join("; ")}`] : []),
			].join("\n");
		})
		.join("\n\n");
}

/** `1 and 3 (1887 against 1889)`. */
function marked({ a, b, why }: Conflict, all: readonly Statement[]): string {
	const numberOf = (id: string) => all.findIndex((one) => idsOf(one).includes(id)) + 1;
	return `${numberOf(a)} and ${numberOf(b)} (${oneLine(why, claimLongest)})`;
}

function stated({ claims }: Statement, { sources = [] }: CompareInput): string {
	const [{ text, quote, asOf, cell, holder }] = claims;
	const line = oneLine(text, claimLongest);
	const words = oneLine(quote, claimLongest);
	const pages = [...new Set(claims.map(({ sourceId }) => sourceId))].flatMap((id) => {
		const source = sources.find((one) => one.id === id);
		if (!source) return [];
		return [source.title, describeSpeaker(source)[0] ?? "", source.date ?? ""]
			.filter(Boolean)
			.map((part) => oneLine(part, 80))
			.join(", ");
	});
	const where =
		pages.length === 0
			? ""
			: ` — ${pages.slice(0, 3).join("; ")}${pages.length > 3 ? `; ${pages.length - 3} more` : ""}`;
	const who = holder === undefined ? "" : ` (held by ${oneLine(holder, 80)})`;
	const when = asOf === undefined ? "" : ` (as of ${asOf})`;
	const told = words === line ? "" : `\n   quoted${cell ? " from a table" : ""}: ${words}`;
	return `${line}${who}${when}${where}${told}`;
}
