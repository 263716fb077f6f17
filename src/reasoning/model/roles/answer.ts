import { z } from "zod";
import { countStatingOrigins } from "../../../evidence/answer.ts";
import type { Claim, Confidence } from "../../../evidence/claim.ts";
import type { Answer } from "../../../evidence/report.ts";
import { checkSentence, checkValue, firstFault } from "../../../verification/check-sentence.ts";
import type { RoleContext, WriteInput } from "../../reasoner.ts";
import type { Asker } from "../asker.ts";
import { type ShownEvidence, shownEvidence } from "../writing/evidence.ts";
import { ownWords } from "../writing/words.ts";
import { listOrNone, onceOnly, oneLine, orEmpty, questionPart, routePart, textOrNone } from "./parts.ts";

const schema = z.object({
	found: z.boolean(),
	answer: textOrNone,
	claims: listOrNone,
	confidence: orEmpty(z.enum(["low", "medium", "high"]), "low"),
	alternatives: orEmpty(z.array(z.object({ answer: textOrNone, claims: listOrNone })), []),
	why: textOrNone,
	complete: orEmpty(z.boolean(), false),
});
type Given = z.infer<typeof schema>;

/** Alternative values, at most. */
const alternativesMax = 4;
const whyLongest = 400;

/**
 * The answer that the claims hold (METHOD §7, §9). A synthesis has none, since its report begins with conclusions. A table of several
 * cells has none either.
 */
export async function answer(asker: Asker, input: WriteInput, context?: RoleContext): Promise<Answer | undefined> {
	const { route, claims } = input;
	const isReport = route.shape === "synthesis";
	const isTable = route.shape === "extraction" && (route.subjects.length > 1 || route.values.length > 1);
	if (claims.length === 0 || isReport || isTable) return undefined;
	const evidence = shownEvidence(input, asker.room("answer"));
	const given = await asker.ask(
		{
			role: "answer",
			parts: [questionPart(input.question), routePart(route), ...evidence.parts],
			schema,
			fault: onceOnly((one) => faultOf(one, evidence)),
		},
		context,
	);
	return answerOf(given, input, evidence);
}

function faultOf({ found, answer: text, claims, alternatives }: Given, evidence: ShownEvidence): string | undefined {
	if (!found) return undefined;
	const wrong = spanFault(text, cited(claims, evidence), evidence);
	if (wrong !== undefined)
		return `"answer" ("${oneLine(text, 200)}"): ${wrong}. Give words that stand exactly so in a quote that you cite (or Yes, No, or list items parted by "; " that each stand in one); if the evidence holds no answer, set "found" to false`;
	const other = alternatives.find(
		(one) => one.answer.trim() !== "" && spanFault(one.answer, cited(one.claims, evidence), evidence) !== undefined,
	);
	return (
		other &&
		`the alternative "${oneLine(other.answer, 200)}" does not stand in a quote that it cites: mend or leave it out`
	);
}

function spanFault(text: string, claims: readonly Claim[], { page }: ShownEvidence): string | undefined {
	if (text.trim() === "") return "it is empty";
	if (claims.length === 0) return "it cites no claim that is there";
	return firstFault(checkValue(text.trim(), claims, page));
}

function answerOf(given: Given, input: WriteInput, evidence: ShownEvidence): Answer | undefined {
	const text = given.answer.trim();
	const claims = cited(given.claims, evidence);
	if (!given.found || spanFault(text, claims, evidence) !== undefined) return undefined;
	const alternatives = given.alternatives
		.map((other) => ({ text: other.answer.trim(), claims: cited(other.claims, evidence) }))
		.filter((other) => other.text !== text && spanFault(other.text, other.claims, evidence) === undefined)
		.slice(0, alternativesMax)
		.map((other) => ({ text: other.text, claimIds: idsOf(other.claims) }));
	return {
		text,
		claimIds: idsOf(claims),
		confidence: earned(given.confidence, { text, claimIds: idsOf(claims) }, input),
		alternatives,
		why: whyOf(given.why, claims, evidence),
		...(given.complete && input.claims.length > 0 ? { complete: true } : {}),
	};
}

/** High confidence needs two independent origins of the answer itself; the model's own certainty is not enough (METHOD §6). */
function earned(
	said: Confidence,
	given: Pick<Answer, "text" | "claimIds">,
	{ route, claims, sources, groups }: WriteInput,
): Confidence {
	if (said !== "high") return said;
	return countStatingOrigins(given, route.answerType, claims, groups, sources) >= 2 ? "high" : "medium";
}

/** The reason in one line; empty when no cited quote holds its numbers or quotations. */
function whyOf(why: string, claims: readonly Claim[], evidence: ShownEvidence): string {
	const { text } = ownWords(oneLine(why, whyLongest));
	return firstFault(checkSentence(text, claims, evidence.page)) === undefined ? text : "";
}

function cited(marks: readonly string[], evidence: ShownEvidence): Claim[] {
	return [...new Set(marks.flatMap((mark) => evidence.claim(mark) ?? []))];
}

function idsOf(claims: readonly Claim[]): string[] {
	return claims.map(({ id }) => id);
}
