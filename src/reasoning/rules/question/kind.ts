import type { AnswerKind } from "../../../evidence/question.ts";
import { type TaggedWord, tagWords } from "../../../text/tags.ts";
import weights from "../question/kinds.json" with { type: "json" };
import type { Clause } from "./clause.ts";
import { answerTypeOfNoun, isPlural } from "./phrases.ts";

/** The wording of an ask, which decides its kind. */
export interface AskWording {
	/** The words that ask, without what leads up to them. */
	own: string;
	/** `hole`: a statement with a hole, as in quizzes. `phrase`: without a verb. `title`: it asks about a title. */
	form: "question" | "request" | "hole" | "phrase" | "title";
	clause?: Clause | undefined;
	/** The object of an imperative, or the whole phrase. */
	request?: string | undefined;
}

/** The signals of a question's wording by name. `npm run train -- questions` learns its kind from their values. */
export const wordingSignals = {
	/** Words that are not names. */
	words: (tags: readonly TaggedWord[]) =>
		tags.flatMap(({ pos, lower }) => (pos === "PROPN" || pos === "NUM" ? [] : [lower])),
	/** The question word and who acts, its form, and the type and number of its noun. */
	head: (_tags: readonly TaggedWord[], { clause, request = "", form }: AskWording) => {
		const subject = clause && clause.wh !== "be" && clause.verb === "" ? clause.subject : "";
		const noun = clause ? clause.noun || subject : request;
		const [own = ""] = noun.split(/\s(?:of|for|in|that|which|who)\s/u);
		const type = noun === "" ? "none" : (answerTypeOfNoun(noun) ?? "any");
		const who = /^(?:i|you|we|one)$/iu.test(clause?.subject ?? "") ? "anyone" : "thing";
		return [`${clause?.wh} ${who}`, form, `${form} ${type}`, `${form} ${/[^s]s$/u.test(own) ? "plural" : "single"}`];
	},
	/** Pairs of neighbouring parts of speech. */
	pairs: (tags: readonly TaggedWord[]) => tags.slice(0, -1).map(({ pos }, at) => `${pos} ${tags[at + 1]?.pos}`),
} satisfies Record<string, (tags: readonly TaggedWord[], ask: AskWording) => string[]>;

/** The features of a question: `signal:value`, each once. */
export function kindFeatures(ask: AskWording): string[] {
	const tags = tagWords(ask.own).filter(({ pos, text: own }) => pos !== "PUNCT" || own === ",");
	return [
		...new Set(
			Object.entries(wordingSignals).flatMap(([name, values]) => values(tags, ask).map((value) => `${name}:${value}`)),
		),
	];
}

const kinds = weights.kinds as AnswerKind[];
const learnedWeights: Readonly<Record<string, number[]>> = weights.features;

/** The kinds that a question's form allows: e.g. only an auxiliary opens a yes or no. */
export function allowedKinds({ clause, form, own }: AskWording): readonly AnswerKind[] {
	const verb = form === "request" && /^(?:(list|enumerate)|compare|contrast)\b/iu.exec(own);
	if (verb) return [verb[1] ? "list" : "comparison", "table"];
	if (form === "hole") return ["value"];
	if (!clause) return kinds.filter((kind) => kind !== "yes_no" && kind !== "judgement");
	const { wh, measure, noun } = clause;
	if (wh === "be") return ["yes_no", "judgement", "comparison", "change"];
	if (/^(?:many|much|old|long|far|tall|high|big|large|fast|often|deep|wide|heavy)$/u.test(measure))
		return ["value", "comparison", "explanation"];
	if (wh === "how" || wh === "why") return ["steps", "explanation", "comparison", "change", "judgement"];
	const excluded = noun !== "" || wh !== "what" ? /^(?:yes_no|steps|judgement|table)$/u : /^(?:yes_no|steps)$/u;
	return kinds.filter((kind) => !excluded.test(kind) && !(kind === "value" && isPlural(noun)));
}

/** How much worse a headline for a matter of judgement is than a report on what has one answer (METHOD §1). */
const judgementCost = 3;

/** The most likely kind of an English question among the allowed ones (multinomial logistic regression). */
export function likeliestKind(ask: AskWording): AnswerKind {
	const allowed = allowedKinds(ask);
	const features = kindFeatures(ask);
	const scored = kinds.map((kind, at) => ({
		kind,
		score: features.reduce(
			(sum, feature) => sum + (learnedWeights[feature]?.[at] ?? 0),
			(weights.bias[at] ?? 0) + (kind === "judgement" ? Math.log(judgementCost) : 0),
		),
	}));
	return scored.toSorted((a, b) => b.score - a.score).find(({ kind }) => allowed.includes(kind))?.kind ?? "explanation";
}
