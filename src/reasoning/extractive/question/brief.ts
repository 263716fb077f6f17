import type { SubQuestion } from "../../../evidence/plan.ts";
import type { QuestionAnalysis } from "../../../evidence/question.ts";
import { contentStems } from "../../text/words.ts";
import { keyWordsOf, phrasesOf } from "./key-terms.ts";
import { questionSentences } from "./parts.ts";

/** One matter of a brief: a readable sub-question and the query for it. */
export interface Matter {
	text: string;
	threads: string[];
}

const queryWords = 14;
const phrasesShown = 3;
/** What a sentence loses for the share of its words that chosen ones hold (maximal marginal relevance, Carbonell & Goldstein 1998). */
const redundancy = 0.5;

/**
 * The matters of a long text: first its most telling words over all of it, then the sentences that say most of them and least of what
 * the ones before said. `most` of them at most.
 */
function mattersOf({ core, background, names, keyWords }: QuestionAnalysis, most: number): Matter[] {
	const text = `${background} ${core}`.trim();
	const weight = new Map(
		keyWords.flatMap((word, at) => contentStems(word).map((stem): [string, number] => [stem, 1 / (1 + at / 8)])),
	);
	const sentences = questionSentences(text)
		.map((sentence) => ({ sentence, stems: contentStems(sentence) }))
		.filter(({ stems }) => stems.length > 3);
	const matters: Matter[] = [
		{ text: about(phrasesOf(text).map((one) => one.text)), threads: [keyWords.slice(0, queryWords).join(" ")] },
	];
	const said = new Set<string>();
	const left = [...sentences];
	while (matters.length < most && left.length > 0) {
		const score = ({ stems }: (typeof left)[number]) => {
			const sum = stems.reduce((total, stem) => total + (weight.get(stem) ?? 0), 0) / Math.sqrt(stems.length);
			return sum * (1 - redundancy * (stems.filter((stem) => said.has(stem)).length / stems.length));
		};
		const best = left.reduce((a, b) => (score(b) > score(a) ? b : a));
		left.splice(left.indexOf(best), 1);
		for (const stem of best.stems) said.add(stem);
		matters.push({
			text: about(phrasesOf(best.sentence).map((one) => one.text)),
			threads: [keyWordsOf(best.sentence, names, queryWords).join(" ")],
		});
	}
	return matters.filter(
		(one, at) => matters.findIndex(({ text: other }) => other === one.text) === at && one.threads[0] !== "",
	);
}

function about(phrases: readonly string[]): string {
	const shown = phrases.slice(0, phrasesShown);
	return `What is known about ${shown.length < 2 ? (shown[0] ?? "this") : `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}`}?`;
}

/** The matters as sub-questions without ids; the last one looks for what speaks against the brief's own. */
export function briefDrafts(
	analysis: QuestionAnalysis,
	room: number,
): Pick<SubQuestion, "text" | "threads" | "dimension" | "stance" | "priority">[] {
	const matters = mattersOf(analysis, Math.max(1, room - 1));
	const [first] = matters;
	const own = first?.threads[0] ?? analysis.keyWords.slice(0, queryWords).join(" ");
	return [
		...matters.map(({ text, threads }, at) => ({
			text,
			threads,
			dimension: at === 0 ? ("factual" as const) : ("mechanistic" as const),
			stance: "supporting" as const,
			priority: "core" as const,
		})),
		{
			text: `What is disputed about ${(first?.text ?? "").replace(/^What is known about |\?$/gu, "") || own}?`,
			threads: [`${own} limitations criticism`],
			dimension: "critical",
			stance: "adversarial",
			priority: "core",
		},
	];
}
