import type { Answer } from "../../evidence/report.ts";
import type { WriteInput } from "../reasoner.ts";
import { definitionIn } from "./answering/definition.ts";
import { settledValue } from "./answering/settle.ts";
import { wantedOf } from "./answering/wanted.ts";
import { yesOrNo } from "./answering/yes-no.ts";
import { analysisOf } from "./question/analysis.ts";
import { isPlural } from "./question/words.ts";

/**
 * What the claims settle as the answer: a value, `Yes`/`No`, or a definition. Undefined where it is not likely enough to be what is
 * asked for, and where people answer differently or the answer takes telling: then the best passages lead. `alternatives` are values
 * that contradict it.
 */
export function answer(input: WriteInput): Answer | undefined {
	if (!input.claims.some((claim) => claim.class === "direct") || !/\p{L}/u.test(input.question)) return undefined;
	const { kind, sides } = analysisOf(input.question, input.route);
	if (input.route.shape === "synthesis" || sides.length > 1 || /^(?:judgement|change|steps|list)$/u.test(kind))
		return undefined;
	const wanted = wantedOf(input.question, input.route);
	if (wanted.type === "yes_no") return yesOrNo(input);
	const defined = definitionIn(input);
	// One member of a list is not the list.
	const several = wanted.type === "list" || (isPlural(wanted.head) && wanted.isClass && wanted.type === "entity");
	if (defined || several || wanted.type === "explanation") return defined;
	return settledValue(input, wanted);
}
