import type { AnswerType } from "../../evidence/question.ts";
import type { Answer } from "../../evidence/report.ts";
import type { WriteInput } from "../reasoner.ts";
import { admitted } from "./answering/admitted.ts";
import { choiceOf, commonOf, greaterOf, sharedBy } from "./answering/comparison.ts";
import { definitionRank } from "./answering/definition.ts";
import { listedIn } from "./answering/lists.ts";
import { chosen, rankedSpans, sceneOf, valuesOf } from "./answering/spans.ts";
import { yesOrNo } from "./answering/yes-no.ts";
import { type QuestionParts, questionParts } from "./language/question.ts";
import { namesIn } from "./names.ts";

/**
 * A short typed answer from the claims, or undefined when none is good enough: a span of a quote, the greater of two things
 * worked out from their values, or `Yes`/`No`. `alternatives` are other values that sources give.
 */
export function answer(input: WriteInput): Answer | undefined {
	const literal = answerTo(input);
	if (literal) return readAs(input, literal);
	for (const other of lateralOf(input)) {
		const claims = input.claims.filter(({ subQuestionId }) => subQuestionId === other.id);
		const found = answerTo({ ...input, question: other.text, claims });
		if (found) return asRead(found, other.text);
	}
	return undefined;
}

/** Sub-questions that read the question in another way than the first does. */
function lateralOf({ plan }: WriteInput): WriteInput["plan"]["subQuestions"] {
	const [first, ...others] = plan.subQuestions.filter(({ stance }) => stance === "supporting");
	return others.filter(({ readingId }) => readingId !== first?.readingId);
}

/** An answer whose pages never speak of what the question names, but of what another reading names, says that it is so read. */
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
	if (!input.claims.some((claim) => claim.class === "direct")) return undefined;
	const parts = questionParts(input.question);
	const type = typeOf(input, parts);
	if (parts.compared.length === 2) {
		const compared = comparedAnswer(input, parts, type);
		// When neither of two leads, any other span would be a guess beside the question.
		if (compared || parts.choice) return compared;
	}
	if (type === "yes_no") return yesOrNo(input, parts);
	if (type === "explanation") return input.route.shape === "lookup" ? bestSentence(input) : undefined;
	const scene = sceneOf(input, parts, type);
	const several = type === "list" || (parts.plural && /^(?:which|what)$/.test(parts.wh) && type === "entity");
	// One member of a list is not the list.
	if (several) return listedIn(input, parts, scene.asked);
	return chosen(valuesOf(admitted(rankedSpans(input, scene), input, parts, type), input.sources), input, scene.asked);
}

/** A question that sets two things beside each other: yes or no, one of the two, or what they share. */
function comparedAnswer(input: WriteInput, parts: QuestionParts, type: AnswerType): Answer | undefined {
	if (type === "yes_no" && parts.wh === "is") return sharedBy(input, parts);
	if (parts.choice) return greaterOf(input, parts) ?? choiceOf(input, parts);
	return /\b(?:both|common|share|shared)\b/i.test(input.question) ? commonOf(input, parts) : undefined;
}

/** Words with which a value is asked for. */
const askedFor = /\b(?:default|maximum|minimum|max|min|largest|smallest)\b/i;

/** The route's type, unless the wording itself is more specific. */
function typeOf(input: WriteInput, parts: QuestionParts): AnswerType {
	const routed = input.route.answerType;
	// A setting's value may be a word as well as a number.
	if (routed === "number" && /^(?:values?|defaults?|settings?)$/.test(parts.head)) return "entity";
	// `What is the default isolation level?` wants the level, not an essay.
	if (
		routed === "explanation" &&
		parts.head !== "" &&
		/^(?:what|which)$/.test(parts.wh) &&
		askedFor.test(input.question)
	)
		return parts.answerType;
	return routed === "entity" && parts.wh !== "none" ? parts.answerType : routed;
}

/** From this relevance on a single sentence may stand as an explanation. */
const explainsFrom = 0.5;

function bestSentence(input: WriteInput): Answer | undefined {
	const [best] = input.claims
		// A row of a table explains nothing.
		.filter((claim) => claim.class === "direct" && !claim.quote.includes(" | "))
		.map((claim) => ({ ...claim, rank: definitionRank(input.question, claim.quote) }))
		.toSorted((a, b) => b.rank - a.rank || b.relevance - a.relevance || a.id.localeCompare(b.id));
	if (!best || best.relevance < explainsFrom) return undefined;
	return {
		text: best.quote,
		claimIds: [best.id],
		// Only the sentence that says what a thing is, on the thing's own page, explains it for sure.
		confidence: best.confidence === "high" ? "medium" : "low",
		alternatives: [],
		why: "the sentence that holds most of the question's words",
	};
}
