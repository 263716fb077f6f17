import type { QuestionAnalysis } from "../../../evidence/question.ts";
import { contentStems } from "../../../text/words.ts";
import type { SubQuestionDraft } from "./drafts.ts";
import { capitalize, joinWithAnd, keyWordsOf } from "./phrases.ts";
import { questionSentences } from "./split-question.ts";

const queryWordsMax = 14;
const shownWordsMax = 5;

/** Words for faults, limits and disputes by language, for an adversarial query. */
const dissentWords: Readonly<Record<string, string>> = {
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
export function draftsByWords(analysis: QuestionAnalysis, whole: string, room: number): SubQuestionDraft[] {
	const { language, keyWords } = analysis;
	const isBrief = language === "en";
	const topWords = keyWords.slice(0, queryWordsMax);
	const wordGroups = isBrief ? [topWords, ...wordsBySentence(analysis).slice(0, room - 2)] : [topWords];
	const supporting = wordGroups.map((words, at): SubQuestionDraft => {
		const threads = [...(isBrief ? [] : [whole]), ...(words.length > 0 ? [words.join(" ")] : [])];
		return {
			text: isBrief ? `What is known about ${joinWithAnd(words.slice(0, shownWordsMax))}?` : whole,
			threads: [...new Set(threads)],
			dimension: at === 0 ? "factual" : "mechanistic",
			stance: "supporting",
			priority: "core",
		};
	});
	const dissent = dissentWords[language];
	if (dissent === undefined || topWords.length === 0) return supporting;
	return [
		...supporting,
		{
			text: capitalize(`${topWords.slice(0, shownWordsMax).join(" ")}: ${dissent.split(" ").join(", ")}`),
			threads: [`${topWords.join(" ")} ${dissent}`],
			dimension: "critical",
			stance: "adversarial",
			priority: isBrief ? "core" : "optional",
		},
	];
}

/** The words of each sentence of a brief, those with the most key words first. */
function wordsBySentence({ core, background, names, keyWords }: QuestionAnalysis): string[][] {
	const keyStems = new Set(contentStems(keyWords.join(" ")));
	return questionSentences(`${background} ${core}`)
		.map((sentence) => ({
			words: keyWordsOf(sentence, names, queryWordsMax),
			score: contentStems(sentence).filter((stem) => keyStems.has(stem)).length,
		}))
		.toSorted((a, b) => b.score - a.score)
		.map(({ words }) => words);
}
