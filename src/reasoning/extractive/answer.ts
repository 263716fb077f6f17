import type { Answer } from "../../evidence/report.ts";
import type { WriteInput } from "../reasoner.ts";
import { namesIn } from "../text/names.ts";
import { bridgedValue } from "./answering/bridge.ts";
import { choiceOf } from "./answering/choice.ts";
import { definitionIn } from "./answering/definition.ts";
import { listedIn } from "./answering/lists.ts";
import { settledValue } from "./answering/settle.ts";
import { wantedOf } from "./answering/wanted.ts";
import { yesOrNo } from "./answering/yes-no.ts";
import { analysisOf } from "./question/analysis.ts";
import { isPlural } from "./question/words.ts";

/**
 * What the claims settle as the answer: a value, `Yes`/`No`, one of two sides, a list or a definition. Undefined where it is not
 * likely enough to be what is asked for: then the best passages lead. `alternatives` are values that contradict it.
 */
export function answer(input: WriteInput): Answer | undefined {
	const literal = answerTo(input);
	if (literal) return readAs(input, literal);
	for (const other of lateralOf(input)) {
		const claims = input.claims.filter(({ subQuestionId }) => subQuestionId === other.id);
		const found = answerTo({ ...input, question: other.text, route: { ...input.route, analysis: undefined }, claims });
		if (found) return asRead(found, other.text);
	}
	return undefined;
}

/** Sub-questions that read the question in another way than the first does. */
function lateralOf({ plan }: WriteInput): WriteInput["plan"]["subQuestions"] {
	const [first, ...others] = plan.subQuestions.filter(({ stance }) => stance === "supporting");
	return others.filter(({ readingId }) => readingId !== first?.readingId);
}

/** An answer whose pages never name what the question names, but what another reading names, says that it is so read. */
function readAs(input: WriteInput, found: Answer): Answer {
	const titles = new Map(input.sources.map(({ id, title }) => [id, title]));
	const said = input.claims
		.filter(({ id }) => found.claimIds.includes(id))
		.map(({ text, quote, sourceId }) => `${titles.get(sourceId) ?? ""} ${text} ${quote}`)
		.join("\n")
		.toLowerCase();
	const speaksOf = (question: string) => namesIn(question).every((name) => said.includes(name.toLowerCase()));
	if (speaksOf(input.question)) return found;
	const other = lateralOf(input).find(({ text }) => speaksOf(text));
	return other ? asRead(found, other.text) : found;
}

/** Never with high confidence: nobody knows that it was meant. */
function asRead(found: Answer, question: string): Answer {
	const confidence = found.confidence === "high" ? "medium" : found.confidence;
	return { ...found, confidence, why: `the question read as "${question}": ${found.why}` };
}

function answerTo(input: WriteInput): Answer | undefined {
	// What is only near the matter answers nothing.
	if (!input.claims.some((claim) => claim.class === "direct") || !/\p{L}/u.test(input.question)) return undefined;
	const analysis = analysisOf(input.question, input.route);
	const { kind } = analysis;
	// What people answer differently, or what takes telling, has no headline.
	if (input.route.shape === "synthesis") return undefined;
	if (kind === "judgement" || kind === "change" || kind === "steps") return undefined;
	// Where neither of two leads, any other value would be beside the question.
	if (analysis.choice && analysis.sides.length === 2) return choiceOf(input, analysis.sides);
	const wanted = wantedOf(input.question, input.route);
	if (wanted.type === "yes_no") return yesOrNo(input);
	const defined = input.route.shape === "lookup" ? definitionIn(input) : undefined;
	if (defined || wanted.type === "explanation") return defined;
	// One member of a list is not the list.
	const several =
		wanted.type === "list" || kind === "list" || (isPlural(wanted.head) && wanted.isClass && wanted.type === "entity");
	if (several) return listedIn(input, wanted);
	return settledValue(input, wanted) ?? bridgedValue(input, wanted);
}
