import { z } from "zod";
import { countStatingOrigins } from "../../../evidence/answer.ts";
import type { Claim, Confidence } from "../../../evidence/claim.ts";
import type { Answer } from "../../../evidence/report.ts";
import { checkSentence, checkValue, firstFault } from "../../../verification/check-sentence.ts";
import type { RoleContext, WriteInput } from "../../reasoner.ts";
import type { Asker } from "../asker.ts";
import {
	onFirstAnswer,
	optionalList,
	optionalText,
	questionPart,
	routePart,
	truncatedLine,
	withDefault,
	workerPart,
} from "../prompt-parts.ts";
import { cleanSentence } from "../writing/clean-sentence.ts";
import { buildPromptEvidence, type PromptEvidence } from "../writing/prompt-evidence.ts";

const schema = z.object({
	found: z.boolean(),
	answer: optionalText,
	claims: optionalList,
	confidence: withDefault(z.enum(["low", "medium", "high"]), "low"),
	alternatives: withDefault(z.array(z.object({ answer: optionalText, claims: optionalList })), []),
	why: optionalText,
	complete: withDefault(z.boolean(), false),
});
type AnswerReply = z.infer<typeof schema>;

/** Alternative values, at most. */
const alternativesMax = 4;
const reasonLongest = 400;

/**
 * The answer that the claims hold (METHOD §7, §9). A synthesis has none, since its report begins with conclusions. A table of several
 * cells has none either.
 */
export async function answer(asker: Asker, input: WriteInput, context?: RoleContext): Promise<Answer | undefined> {
	const { route, claims } = input;
	const isReport = route.shape === "synthesis";
	const isTable = route.shape === "extraction" && (route.subjects.length > 1 || route.values.length > 1);
	if (claims.length === 0 || isReport || isTable) return undefined;
	const evidence = buildPromptEvidence(input, asker.room("answer"));
	const reply = await asker.ask(
		{
			role: "answer",
			parts: [
				questionPart(input.question),
				routePart(route),
				...(input.worker ? [workerPart("answer")] : []),
				...evidence.parts,
			],
			schema,
			fault: onFirstAnswer((one) => answerFault(one, evidence)),
		},
		context,
	);
	return toAnswer(reply, input, evidence);
}

function answerFault(
	{ found, answer: text, claims, alternatives }: AnswerReply,
	evidence: PromptEvidence,
): string | undefined {
	if (!found) return undefined;
	const mainFault = spanFault(text, claimsOfMarks(claims, evidence), evidence);
	if (mainFault !== undefined)
		return `"answer" ("${truncatedLine(text, 200)}"): ${mainFault}. Give words that stand exactly so in a quote that you cite (or Yes, No, or list items parted by "; " that each stand in one); if the evidence holds no answer, set "found" to false`;
	const faulty = alternatives.find(
		(one) =>
			one.answer.trim() !== "" && spanFault(one.answer, claimsOfMarks(one.claims, evidence), evidence) !== undefined,
	);
	return (
		faulty &&
		`the alternative "${truncatedLine(faulty.answer, 200)}" does not stand in a quote that it cites: mend or leave it out`
	);
}

function spanFault(text: string, claims: readonly Claim[], { page }: PromptEvidence): string | undefined {
	if (text.trim() === "") return "it is empty";
	if (claims.length === 0) return "it cites no claim that is there";
	return firstFault(checkValue(text.trim(), claims, page));
}

function toAnswer(reply: AnswerReply, input: WriteInput, evidence: PromptEvidence): Answer | undefined {
	const text = reply.answer.trim();
	const claims = claimsOfMarks(reply.claims, evidence);
	if (!reply.found || spanFault(text, claims, evidence) !== undefined) return undefined;
	const alternatives = reply.alternatives
		.map((other) => ({ text: other.answer.trim(), claims: claimsOfMarks(other.claims, evidence) }))
		.filter((other) => other.text !== text && spanFault(other.text, other.claims, evidence) === undefined)
		.slice(0, alternativesMax)
		.map((other) => ({ text: other.text, claimIds: idsOf(other.claims) }));
	return {
		text,
		claimIds: idsOf(claims),
		confidence: supportedConfidence(reply.confidence, { text, claimIds: idsOf(claims) }, input),
		alternatives,
		why: checkedReason(reply.why, claims, evidence),
		...(reply.complete && input.claims.length > 0 ? { complete: true } : {}),
	};
}

/** High confidence needs two independent origins of the answer itself; the model's own certainty is not enough (METHOD §6). */
function supportedConfidence(
	stated: Confidence,
	answer: Pick<Answer, "text" | "claimIds">,
	{ route, claims, sources, groups, countPages }: WriteInput,
): Confidence {
	if (stated !== "high") return stated;
	return countStatingOrigins(answer, route.answerType, claims, groups, sources, countPages) >= 2 ? "high" : "medium";
}

/** The reason in one line; empty when no cited quote holds its numbers or quotations. */
function checkedReason(why: string, claims: readonly Claim[], evidence: PromptEvidence): string {
	const { text } = cleanSentence(truncatedLine(why, reasonLongest));
	return firstFault(checkSentence(text, claims, evidence.page)) === undefined ? text : "";
}

function claimsOfMarks(marks: readonly string[], evidence: PromptEvidence): Claim[] {
	return [...new Set(marks.flatMap((mark) => evidence.claimByMark(mark) ?? []))];
}

function idsOf(claims: readonly Claim[]): string[] {
	return claims.map(({ id }) => id);
}
