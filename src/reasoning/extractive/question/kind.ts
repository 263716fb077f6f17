import type { AnswerKind } from "../../../evidence/question.ts";
import { type Tag, tagsOf } from "../../text/tags.ts";
import type { Clause } from "./clause.ts";
import weights from "./kinds.json" with { type: "json" };
import { typeOfNoun } from "./words.ts";

/** What tells an ask's kind: its words, its form, and its clause where it has one. */
export interface Worded {
	own: string;
	form: string;
	clause?: Clause | undefined;
	request?: string | undefined;
}

/** Names and values of what a question's wording shows, by which `npm run train -- questions` learns its kind. */
export const signals = {
	/** The first words, as far as they are function words or verbs: nothing of the matter. */
	opening: (tags: readonly Tag[]) =>
		[1, 2, 3].flatMap((size) =>
			tags.length < size
				? []
				: [
						tags
							.slice(0, size)
							.map((tag) => (isGrammar(tag) ? tag.lower : tag.pos))
							.join(" "),
					],
		),
	/** Trigrams of parts of speech. */
	shape: (tags: readonly Tag[]) =>
		tags.slice(0, -2).map((_tag, at) =>
			tags
				.slice(at, at + 3)
				.map(({ pos }) => pos)
				.join(" "),
		),
	/** Words that are no names. */
	words: (tags: readonly Tag[]) => tags.flatMap(({ pos, lower }) => (pos === "PROPN" || pos === "NUM" ? [] : [lower])),
	/** What its noun asks for, whether it is plural, and whether it is asked in a question, a phrase or a request. */
	head: (_tags: readonly Tag[], { clause, request = "", form }: Worded) => {
		const subject = clause && clause.wh !== "be" && clause.verb === "" ? clause.subject : "";
		const noun = clause ? clause.noun || subject : request;
		const [own = ""] = noun.split(/\s(?:of|for|in|that|which|who)\s/u);
		const type = noun === "" ? "none" : (typeOfNoun(noun) ?? "any");
		return [form, `${form} ${type}`, `${form} ${/[^s]s$/u.test(own) ? "plural" : "single"}`];
	},
	/** Who acts, and by which auxiliary. */
	subject: (_tags: readonly Tag[], { clause }: Worded) => {
		if (!clause) return ["none"];
		return [
			`${clause.wh} ${clause.aux}`,
			`measure ${clause.measure !== ""}`,
			/^(?:i|you|we|one)$/iu.test(clause.subject) ? "anyone" : clause.subject === "" ? "asked" : "thing",
		];
	},
	/** Of a yes or no: whether a thing without a name is judged by an adjective, or said to act. */
	claim: (tags: readonly Tag[], { clause }: Worded) => {
		if (clause?.wh !== "be") return [];
		const named = tags.some((tag) => /^(?:PROPN|NUM)$/u.test(tag.pos)) || /^(?:i|you|we)$/iu.test(clause.subject);
		const said = tagsOf(clause.verb === "" ? clause.rest : clause.verb)[0]?.pos ?? "none";
		return [
			`${named ? "named" : "general"} ${said}`,
			`${named ? "named" : "general"} ${clause.aux} ${tags.length < 7 ? "short" : "long"}`,
		];
	},
	/** Whether it speaks of something with a name, a version or a number. */
	named: (tags: readonly Tag[]) => [
		`names ${Math.min(3, tags.filter(({ pos }) => pos === "PROPN").length)}`,
		`numbers ${tags.some(({ pos }) => pos === "NUM")}`,
		`code ${tags.some(({ text }) => /[_/@#=]|\p{L}\p{N}|\p{Ll}\p{Lu}|\p{Lu}{2}/u.test(text))}`,
	],
} satisfies Record<string, (tags: readonly Tag[], ask: Worded) => string[]>;

function isGrammar({ pos, lower }: Tag): boolean {
	return /^(?:PRON|AUX|DET|ADP|CCONJ|SCONJ|PART|VERB)$/u.test(pos) || /^(?:how|why|when|where)$/u.test(lower);
}

/** The features of a question: `signal:value`, each once. */
export function kindFeatures(ask: Worded): string[] {
	const tags = tagsOf(ask.own).filter(({ pos, text: own }) => pos !== "PUNCT" || own === ",");
	return [
		...new Set(
			Object.entries(signals).flatMap(([name, values]) => values(tags, ask).map((value) => `${name}:${value}`)),
		),
	];
}

const kinds = weights.kinds as AnswerKind[];
const learned: Readonly<Record<string, number[]>> = weights.features;

/** Verbs that say the kind. */
const requested: Readonly<Record<string, readonly AnswerKind[] | undefined>> = {
	list: ["list", "table"],
	enumerate: ["list", "table"],
	compare: ["comparison", "table"],
	contrast: ["comparison", "table"],
	define: ["definition"],
};

/** The kinds that a question's build allows: a clause with `who` asks for no steps, and only an auxiliary opens a yes or no. */
export function allowedKinds({ clause, form, own }: Worded): readonly AnswerKind[] {
	const asked = form === "request" ? requested[own.split(" ")[0]?.toLowerCase() ?? ""] : undefined;
	if (asked) return asked;
	if (form === "hole") return ["value"];
	if (!clause) return kinds.filter((kind) => kind !== "yes_no" && kind !== "judgement");
	const { wh, measure, noun } = clause;
	if (wh === "be") return ["yes_no", "judgement", "comparison", "change"];
	if (/^(?:many|much|old|long|far|tall|high|big|large|fast|often|deep|wide|heavy)$/u.test(measure))
		return ["value", "comparison", "explanation"];
	if (wh === "how" || wh === "why") {
		// Somebody does steps: `how do I`, `how to`, `how should it be done`.
		const acts =
			wh === "how" &&
			(clause.subject === "" ||
				/^(?:i|we|you|one)$/iu.test(clause.subject) ||
				/^(?:can|could|should|must)$/u.test(clause.aux));
		return [...(acts ? (["steps"] as const) : []), "explanation", "comparison", "change", "judgement"];
	}
	if (/^(?:who|whom|whose|when|where)$/u.test(wh)) return ["value", "list", "definition", "comparison", "change"];
	if (noun !== "") return ["value", "list", "comparison", "change", "explanation"];
	// `What was X's turnover in 2033`: a thing is asked for, not what became of one.
	const isThing = clause.verb === "" && /^(?:NOUN|PROPN|DET)$/u.test(tagsOf(clause.subject)[0]?.pos ?? "");
	return kinds.filter((kind) => kind !== "yes_no" && kind !== "steps" && !(isThing && kind === "change"));
}

/**
 * A headline for what is a matter of judgement is worse than a report on what has one answer: so much more it costs (METHOD §1).
 */
const judgementCost = 3;

/** The most likely kind of an English question among those that its build allows (multinomial logistic regression). */
export function kindOf(ask: Worded): AnswerKind {
	const allowed = allowedKinds(ask);
	const features = kindFeatures(ask);
	const scored = kinds.flatMap((kind, at) => {
		const score = features.reduce((sum, feature) => sum + (learned[feature]?.[at] ?? 0), weights.bias[at] ?? 0);
		return allowed.includes(kind)
			? [{ kind, score: score + (kind === "judgement" ? Math.log(judgementCost) : 0) }]
			: [];
	});
	return scored.toSorted((a, b) => b.score - a.score)[0]?.kind ?? "explanation";
}
