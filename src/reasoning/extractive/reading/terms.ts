import type { ExtractInput } from "../../reasoner.ts";
import { entitiesIn } from "../language/entities.ts";
import { type QuestionParts, questionParts } from "../language/question.ts";
import { isWeak } from "../language/weak.ts";
import { contentStems, stemsOf, wordsIn } from "../language/words.ts";
import { knownAbout } from "../planning/subject.ts";

/** What is looked for in a page: stems with weights, and how an answer would look. */
export interface Wanted {
	/** By stem: its weight before rarity within the page, and whether the question itself holds it (not only a related word). */
	terms: Map<string, { weight: number; asked: boolean }>;
	/** Names (folded) of things in the question or in focus. */
	names: string[];
	focus: string[];
	parts: QuestionParts;
}

/** Relations that questions and pages word differently; each row's stems stand for one another. */
const relations: readonly string[] = [
	"born birth birthplace native birthdate",
	"die death dead deceased",
	"locate situated lie based headquarter found located base headquarters",
	"write author writer written wrote penned novelist playwright",
	"direct director directed filmmaker",
	"found founder establish start form create co-founder inception",
	"open opened inaugurate",
	"star starring star actor actress play portray cast role",
	"marry wife husband spouse married marriage",
	"child son daughter father mother parent",
	"big large largest size area",
	"population people inhabitants residents",
	"nationality american british french german italian canadian australian indian irish japanese chinese russian",
	"job profession occupation career",
	"team club play",
	"release premiere publish debut issue aired",
	"own owner acquire buy purchase bought",
	"sing singer song sung vocalist perform",
	"default defaults",
	"set configure setting parameter option enable",
	"limit maximum max",
	"minimum min least",
	"use used usage",
	"cause because reason due why",
	"height tall high elevation",
	"length long",
	"genre type kind style",
	"lead leader head president chief ceo chairman",
	"win winner won award",
	"make maker manufacture manufacturer produce producer built",
];
const relatedTo = new Map<string, Set<string>>();
for (const row of relations) {
	const stems = contentStems(row);
	for (const each of stems) {
		const others = relatedTo.get(each) ?? new Set<string>();
		for (const other of stems) if (other !== each) others.add(other);
		relatedTo.set(each, others);
	}
}

const weakTerm = 0.4;

/** Whether a stem is only a part of a compound name (`work` of `work_mem`): the whole is what must be there. */
function isPart(form: string, text: string): boolean {
	return (
		!form.includes("_") &&
		wordsIn(text).some((word) => word.lower.includes("_") && stemsOf(word.lower).includes(form)) &&
		!wordsIn(text).some((word) => stemsOf(word.lower).length === 1 && stemsOf(word.lower)[0] === form)
	);
}

/** Weight of a term of the whole question that the sub-question does not repeat. */
const wholeQuestion = 0.35;
const focusTerm = 1.2;
const relatedTerm = 0.45;

/** What a sub-question looks for. */
export function wantedBy(input: Pick<ExtractInput, "question" | "subQuestion">): Wanted {
	const { question, subQuestion } = input;
	const terms: Wanted["terms"] = new Map();
	const add = (form: string, weight: number, asked = true) =>
		terms.set(form, {
			weight: Math.max(weight, terms.get(form)?.weight ?? 0),
			asked: asked || terms.get(form)?.asked === true,
		});
	for (const form of contentStems(question)) add(form, wholeQuestion, false);
	// `known` of `what is known about X` need not stand beside X.
	const matter = knownAbout.exec(subQuestion.text)?.[1] ?? subQuestion.text;
	for (const form of contentStems(matter))
		add(form, isWeak(form) ? weakTerm : 1, !isWeak(form) && !isPart(form, matter));
	for (const name of subQuestion.focus) for (const form of contentStems(name)) add(form, focusTerm);
	for (const [form, { weight }] of [...terms])
		for (const other of relatedTo.get(form) ?? [])
			if (!terms.has(other)) terms.set(other, { weight: weight * relatedTerm, asked: false });
	const own = questionParts(subQuestion.text);
	const parts = own.wh === "none" && question !== subQuestion.text ? questionParts(question) : own;
	const names = [...entitiesIn(subQuestion.text), ...entitiesIn(question)]
		.filter((entity) => !entity.unsure)
		.map((entity) => entity.text.toLowerCase());
	return {
		terms,
		names: [...new Set([...subQuestion.focus.map((name) => name.toLowerCase()), ...names])],
		focus: subQuestion.focus,
		parts,
	};
}
