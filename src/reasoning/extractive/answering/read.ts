import { folded } from "../../../base/text.ts";
import type { Claim } from "../../../evidence/claim.ts";
import { quantitiesIn, sameQuantity } from "../../../evidence/numbers.ts";
import type { AnswerType, QuestionAnalysis } from "../../../evidence/question.ts";
import type { Answer } from "../../../evidence/report.ts";
import { type LinearModel, probabilityOf } from "../../linear.ts";
import type { WriteInput } from "../../reasoner.ts";
import type { Scored } from "../blocks/score.ts";
import weights from "./read-weights.json" with { type: "json" };
import { countedFor, isDoubtful, toldBy } from "./told.ts";

/** Passages that may give the answer: the likeliest. */
const lookedAt = 5;

/** A value that passages give, with these passages, the likeliest first. */
export interface ReadAnswer {
	text: string;
	/** Passages that give it, with the words in the page: `page.text.slice(start, end)`. */
	places: { one: Scored; start: number; end: number }[];
	features: ReadFeatures;
}

/**
 * What tells whether the likeliest answer is right. `odds`, `answers`: of its best passage (see `PassageReading`). `worth`: how likely that
 * passage is, as a share of the likeliest one's. `lead`: its odds before those of the best other answer. `again`: the share of the passages
 * looked at that give it.
 */
export const readNames = ["odds", "answers", "worth", "lead", "again"] as const;
type ReadFeatures = Record<(typeof readNames)[number], number>;

const model: LinearModel<keyof ReadFeatures> = weights;

/** From this chance on a value leads the report. */
const headlineFrom = 0.8;

type Asked = Pick<QuestionAnalysis, "kind" | "answerType">;

/** The value that the reading model finds in the passages, where it is likely enough to lead the report. */
export function readAnswer(
	places: readonly Scored[],
	asked: Asked,
	{ claims, sources, route }: Pick<WriteInput, "claims" | "sources" | "route">,
): Answer | undefined {
	const found = asked.kind === "value" && route.shape === "lookup" ? likeliestValue(places, asked) : undefined;
	if (!found || probabilityOf(model, found.features) < headlineFrom) return undefined;
	const known = new Map(sources.map((source) => [source.id, source]));
	const cited = countedFor(
		found.places.flatMap((place) => holding(place, claims)),
		known,
	);
	if (cited.length === 0) return undefined;
	return {
		text: found.text,
		claimIds: cited.map(({ id }) => id),
		confidence: isDoubtful(cited, known) ? "low" : "medium",
		alternatives: [],
		why: `stated by ${toldBy(cited, known)}`,
		complete: true,
	};
}

/** The claim whose quote holds the words, the shortest one. */
function holding({ one, start, end }: ReadAnswer["places"][number], claims: readonly Claim[]): Claim[] {
	const able = claims.filter(
		({ sourceId, start: from, quote }) =>
			sourceId === one.passage.sourceId && from <= start && from + quote.length >= end,
	);
	return able.toSorted((a, b) => a.quote.length - b.quote.length).slice(0, 1);
}

/** The likeliest value of the likeliest passages, however likely. */
export function likeliestValue(
	places: readonly Scored[],
	{ answerType }: Pick<Asked, "answerType">,
): ReadAnswer | undefined {
	const near = places.toSorted((a, b) => b.worth - a.worth).slice(0, lookedAt);
	const given = near.flatMap((one) => valueGiven(one, answerType));
	const [best, ...others] = given.toSorted((a, b) => b.score - a.score);
	if (!best) return undefined;
	const same = [best, ...others.filter((other) => isSame(best.text, other.text))];
	const rival = others.find((other) => !isSame(best.text, other.text));
	return {
		text: best.text,
		places: same.map(({ one, start, end }) => ({ one, start, end })),
		features: {
			odds: best.odds,
			answers: best.one.reading?.answers ?? 0,
			worth: best.one.worth,
			lead: Math.min(leadMost, best.score - (rival?.score ?? best.score - leadMost)),
			again: (same.length - 1) / lookedAt,
		},
	};
}
const leadMost = 10;

interface Given {
	one: Scored;
	text: string;
	start: number;
	end: number;
	odds: number;
	/** The odds, weighed by how likely the passage is. */
	score: number;
}

function valueGiven(one: Scored, type: AnswerType): Given[] {
	const { span, reading } = one;
	const odds = reading?.span?.odds;
	if (!span || odds === undefined) return [];
	if ((type === "number" || type === "date") && quantitiesIn(span.text).length === 0) return [];
	return [{ one, ...span, odds, score: odds + Math.log(Math.max(one.worth, leastWorth)) }];
}
const leastWorth = 1e-4;

function isSame(a: string, b: string): boolean {
	const [left, right] = [quantitiesIn(a)[0], quantitiesIn(b)[0]];
	if (left && right) return sameQuantity(left, right) || sameQuantity(right, left);
	const [one, other] = [plain(a), plain(b)];
	return (
		one === other ||
		(one.length > 3 && other.length > 3 && (` ${one} `.includes(` ${other} `) || ` ${other} `.includes(` ${one} `)))
	);
}

function plain(text: string): string {
	return folded(text)
		.replace(/[^\p{L}\p{N}]+/gu, " ")
		.trim();
}
