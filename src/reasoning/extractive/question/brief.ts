import type { QuestionAnalysis } from "../../../evidence/question.ts";
import { contentStems } from "../../text/words.ts";
import type { Draft } from "./drafts.ts";
import { keyWordsOf } from "./key-terms.ts";
import { questionSentences } from "./parts.ts";
import { capitalised, joined } from "./words.ts";

const queryWords = 14;
const wordsShown = 5;
/** A sentence of fewer content words says nothing to search for. */
const stemsLeast = 4;
/** What a sentence loses for the share of its words that chosen ones hold (maximal marginal relevance, Carbonell & Goldstein 1998). */
const redundancy = 0.5;

/**
 * The sub-questions of a long text: first its most telling words over all of it, then the sentences that say most of them and least of
 * what the ones before said; the last one looks for what speaks against it.
 */
export function briefDrafts({ core, background, names, keyWords }: QuestionAnalysis, room: number): Draft[] {
	const weight = new Map(
		keyWords.flatMap((word, at) => contentStems(word).map((stem): [string, number] => [stem, 1 / (1 + at / 8)])),
	);
	let left = questionSentences(`${background} ${core}`)
		.map((sentence) => ({ sentence, stems: contentStems(sentence) }))
		.filter(({ stems }) => stems.length >= stemsLeast);
	const matters = [keyWords.slice(0, queryWords)];
	const said = new Set<string>();
	while (matters.length < room - 1 && left.length > 0) {
		const score = ({ stems }: (typeof left)[number]) => {
			const sum = stems.reduce((total, stem) => total + (weight.get(stem) ?? 0), 0) / Math.sqrt(stems.length);
			return sum * (1 - redundancy * (stems.filter((stem) => said.has(stem)).length / stems.length));
		};
		const best = left.reduce((a, b) => (score(b) > score(a) ? b : a));
		left = left.filter((one) => one !== best);
		for (const stem of best.stems) said.add(stem);
		matters.push(keyWordsOf(best.sentence, names, queryWords));
	}
	const [own = []] = matters;
	return [
		...matters.map(
			(words, at): Draft => ({
				text: `What is known about ${joined(words.slice(0, wordsShown))}?`,
				threads: [words.join(" ")],
				dimension: at === 0 ? "factual" : "mechanistic",
				stance: "supporting",
				priority: "core",
			}),
		),
		{
			text: `What is disputed about ${joined(own.slice(0, wordsShown))}?`,
			threads: [`${own.join(" ")} limitations criticism`],
			dimension: "critical",
			stance: "adversarial",
			priority: "core",
		},
	];
}

/** Words by which a language speaks of what is wrong, limited or disputed, for a query against what was asked. */
const against: Readonly<Record<string, string>> = {
	de: "Probleme Nachteile Grenzen Kritik",
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

/** A question in another language is searched as it stands and by its words; what speaks against it, in that language's words where they are known. */
export function foreignDrafts({ language, keyWords, names }: QuestionAnalysis, whole: string): Draft[] {
	const words = keyWords.slice(0, 10).join(" ");
	const focus = names.slice(0, 3);
	const contrary = words === "" ? undefined : against[language];
	const threads = words === "" || words === whole.toLowerCase() ? [whole] : [whole, words];
	const own: Draft = { text: whole, threads, dimension: "factual", stance: "supporting", priority: "core", focus };
	if (contrary === undefined) return [own];
	const text = capitalised(`${keyWords.slice(0, 6).join(" ")}: ${contrary.split(" ").join(", ")}`);
	const threadsAgainst = [`${words} ${contrary}`];
	return [
		own,
		{ text, threads: threadsAgainst, dimension: "critical", stance: "adversarial", priority: "optional", focus },
	];
}
