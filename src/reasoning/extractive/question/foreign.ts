import type { SubQuestion } from "../../../evidence/plan.ts";
import type { QuestionAnalysis } from "../../../evidence/question.ts";

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

/** A question in another language is searched as it stands and by its words; what speaks against it in that language's words, where they are known. */
export function foreignDrafts(
	{ language, keyWords, names }: QuestionAnalysis,
	whole: string,
): Pick<SubQuestion, "text" | "threads" | "dimension" | "stance" | "priority" | "focus">[] {
	const words = keyWords.slice(0, 10).join(" ");
	const focus = names.slice(0, 3);
	const contrary = against[language];
	const asked = words === "" || words === whole.toLowerCase() ? [whole] : [whole, words];
	const drafts: ReturnType<typeof foreignDrafts> = [
		{ text: whole, threads: asked, dimension: "factual", stance: "supporting", priority: "core", focus },
	];
	if (contrary !== undefined && words !== "")
		drafts.push({
			text: capitalised(`${keyWords.slice(0, 6).join(" ")}: ${contrary.split(" ").join(", ")}`),
			threads: [`${words} ${contrary}`],
			dimension: "critical",
			stance: "adversarial",
			priority: "optional",
			focus,
		});
	return drafts;
}

function capitalised(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1);
}
