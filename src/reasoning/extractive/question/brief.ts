import type { QuestionAnalysis } from "../../../evidence/question.ts";
import { contentStems } from "../../../text/words.ts";
import type { Draft } from "./drafts.ts";
import { questionSentences } from "./parts.ts";
import { capitalised, joined, keyWordsOf } from "./words.ts";

const queryWords = 14;
const wordsShown = 5;

/** Words for faults, limits and disputes by language, for an adversarial query. */
const against: Readonly<Record<string, string>> = {
	de: "Probleme Nachteile Grenzen Kritik",
	en: "limitations criticism",
	es: "problemas desventajas límites crítica",
	fr: "problèmes inconvénients limites critique",
	it: "problemi svantaggi limiti critica",
	ja: "問題 欠点 限界 批判",
	nl: "problemen nadelen grenzen kritiek",
	pl: "problemy wady ograniczenia krytyka",
	pt: "problemas desvantagens limites crítica",
	ru: "проблемы недостатки ограничения критика",
	zh: "问题 缺点 限制 批评",
};

/** Drafts for a brief or a question in another language: queries of its words, and an adversarial one in its language. */
export function draftsByWords(analysis: QuestionAnalysis, whole: string, room: number): Draft[] {
	const { language, keyWords } = analysis;
	const isBrief = language === "en";
	const most = keyWords.slice(0, queryWords);
	const matters = isBrief ? [most, ...sentencesOf(analysis).slice(0, room - 2)] : [most];
	const own = matters.map((words, at): Draft => {
		const threads = [...(isBrief ? [] : [whole]), ...(words.length > 0 ? [words.join(" ")] : [])];
		return {
			text: isBrief ? `What is known about ${joined(words.slice(0, wordsShown))}?` : whole,
			threads: [...new Set(threads)],
			dimension: at === 0 ? "factual" : "mechanistic",
			stance: "supporting",
			priority: "core",
		};
	});
	const contrary = against[language];
	if (contrary === undefined || most.length === 0) return own;
	return [
		...own,
		{
			text: capitalised(`${most.slice(0, wordsShown).join(" ")}: ${contrary.split(" ").join(", ")}`),
			threads: [`${most.join(" ")} ${contrary}`],
			dimension: "critical",
			stance: "adversarial",
			priority: isBrief ? "core" : "optional",
		},
	];
}

/** The words of each sentence of a brief, those with the most key words first. */
function sentencesOf({ core, background, names, keyWords }: QuestionAnalysis): string[][] {
	const telling = new Set(contentStems(keyWords.join(" ")));
	return questionSentences(`${background} ${core}`)
		.map((sentence) => ({
			words: keyWordsOf(sentence, names, queryWords),
			worth: contentStems(sentence).filter((stem) => telling.has(stem)).length,
		}))
		.toSorted((a, b) => b.worth - a.worth)
		.map(({ words }) => words);
}
