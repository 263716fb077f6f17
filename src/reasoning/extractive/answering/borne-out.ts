import { folded } from "../../../base/text.ts";
import { quantitiesIn, sameQuantity } from "../../../evidence/numbers.ts";
import type { QuestionAnalysis } from "../../../evidence/question.ts";
import type { Answer } from "../../../evidence/report.ts";
import type { Scored } from "../blocks/score.ts";

/**
 * Whether the passages bear out a value that the claims settle: the reading model takes one that states it for an answer, and finds the same
 * words there. True of other kinds of answer, and where no passage that states it could be read.
 */
export function isBorneOut(
	{ text, claimIds }: Pick<Answer, "text" | "claimIds">,
	places: readonly Scored[],
	{ kind }: Pick<QuestionAnalysis, "kind">,
): boolean {
	const stating = places.filter(({ reading, claims }) => reading && claims.some(({ id }) => claimIds.includes(id)));
	const finds = ({ reading, span }: Scored) =>
		(reading?.answers ?? 0) > 0 && text.split("; ").some((one) => isSame(one, span?.text ?? ""));
	return kind !== "value" || stating.length === 0 || stating.some(finds);
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
