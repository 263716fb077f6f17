import { comparisonForm } from "../../../base/text.ts";
import type { ExtractedClaim } from "../../../evidence/claim.ts";
import { valuesIn } from "../../../evidence/typed-values.ts";
import { isInjection } from "../../../text/injection.ts";
import type { ExtractInput } from "../../reasoner.ts";
import type { QuotablePassage } from "../blocks/find-passages.ts";
import { analysisOf, parseQuestion } from "../question/analysis.ts";
import { claimOfCell } from "./cell-claims.ts";
import { membersOnPage } from "./member-values.ts";

/** Maximum claims of a page on the members of a set, beside its others. */
const claimsMax = 80;
/** A claim that states a requested value of a member is as relevant as a cell that does. */
const relevance = 0.9;

/** The claims of a page that state a requested value of a member of a set. Empty if the question asks for no set. */
export function memberClaims(input: ExtractInput, passages: readonly QuotablePassage[]): ExtractedClaim[] {
	const { page, subQuestion, question, route } = input;
	const set = parseQuestion(analysisOf(question, route))?.set;
	if (!set || subQuestion.stance === "adversarial") return [];
	const isColumn = set.columns.some(({ label }) => label === subQuestion.value);
	const values = membersOnPage(page, passages, set).values.filter(
		({ column }) => !isColumn || column === subQuestion.value,
	);
	return values.slice(0, claimsMax).flatMap(({ member, start, end, cell }): ExtractedClaim[] => {
		if (cell) return claimOfCell({ cell, row: { start, end }, score: relevance }, page, subQuestion.stance);
		const quote = page.text.slice(start, end);
		if (isInjection(quote)) return [];
		const isNamed = comparisonForm(quote).includes(comparisonForm(member));
		return [
			{
				text: isNamed ? quote : `${member}: ${quote}`,
				...{ quote, start, class: "direct", stance: "supporting", relevance, confidence: "medium" },
				values: valuesIn(quote),
				subject: comparisonForm(member),
				...(page.date === undefined ? {} : { asOf: page.date }),
			},
		];
	});
}
