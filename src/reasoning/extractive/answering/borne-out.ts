import { folded } from "../../../base/text.ts";
import { quantitiesIn, sameQuantity } from "../../../evidence/numbers.ts";
import type { QuestionAnalysis } from "../../../evidence/question.ts";
import type { Answer } from "../../../evidence/report.ts";
import type { Scored } from "../blocks/score.ts";

/**
 * Whether the passages bear out a value that the claims settle: the likeliest one that the reading model takes for an answer has the same
 * words for it. True of other kinds of answer, and where no passage that states the value could be read.
 */
export function isBorneOut(
	{ text, claimIds }: Pick<Answer, "text" | "claimIds">,
	places: readonly Scored[],
	{ kind }: Pick<QuestionAnalysis, "kind">,
): boolean {
	const isRead = places.some(({ reading, claims }) => reading && claims.some(({ id }) => claimIds.includes(id)));
	if (kind !== "value" || !isRead) return true;
	const [best] = places
		.filter(({ reading, span }) => span && reading && reading.answers > 0)
		.toSorted((a, b) => b.worth - a.worth);
	return best !== undefined && text.split("; ").some((one) => isSame(one, best.span?.text ?? ""));
}

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
