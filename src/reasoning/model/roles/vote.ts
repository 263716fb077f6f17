import { z } from "zod";
import type { Claim } from "../../../evidence/claim.ts";
import type { Page } from "../../../evidence/source.ts";
import { skepticsCount, type Vote } from "../../../evidence/votes.ts";
import { type Sentence, sentencesIn } from "../../../text/sentences.ts";
import { wordsIn } from "../../../text/words.ts";
import { derivedQuantities } from "../../../verification/check-numbers.ts";
import { checkSentence, firstFault } from "../../../verification/check-sentence.ts";
import type { RoleContext, VoteInput } from "../../reasoner.ts";
import type { Asker, PromptPart } from "../asker.ts";
import { optionalList, optionalText, questionPart, routePart, truncatedLine } from "../prompt-parts.ts";
import { cleanSentence } from "../writing/clean-sentence.ts";
import { buildPromptEvidence, type PromptEvidence } from "../writing/prompt-evidence.ts";

const schema = z.object({
	why: optionalText,
	claims: optionalList,
	verdict: z.enum(["correct", "refuted", "abstain"]),
});
type VoteReply = z.infer<typeof schema>;

const reasonLongest = 400;
const titleLongest = 120;

/**
 * METHOD §10: one skeptic's vote on an answer. A refutation whose reason does not stand in the claims, even after the repair, is an
 * abstention. Throws when the model fails; the caller counts that as an abstention too.
 */
export async function vote(asker: Asker, input: VoteInput, context?: RoleContext): Promise<Vote> {
	const { question, route, answer, skeptic } = input;
	const evidence = buildPromptEvidence(input, asker.room("vote"), answer.claimIds);
	const reply = await asker.ask(
		{
			role: "vote",
			parts: [
				questionPart(question),
				routePart(route),
				...evidence.parts,
				...subjectsPart(input),
				...answerParts(input, evidence),
				{ title: "Your vote", text: `Skeptic ${skeptic} of ${skepticsCount}.`, kind: "own" },
			],
			schema,
			fault: (one, attempt) => (attempt === 2 ? undefined : refutationFault(one, input, evidence)),
		},
		context,
	);
	return toVote(reply, input, evidence);
}

/** How a page's opening is cut. Characters. */
const openingLongest = 200;

/** What each page is about, in its own first words: a claim may be of another thing than the question. */
function subjectsPart({ pages = [], sources, claims }: VoteInput): PromptPart[] {
	const rows = sources.flatMap(({ id, url, title }) => {
		const own = claims.filter(({ sourceId }) => sourceId === id);
		const page = own.length > 0 && pages.find((one) => one.url === url);
		const opening = page ? openingOf(page) : undefined;
		if (!opening || own.some(({ start, quote }) => start <= opening.start && opening.end <= start + quote.length))
			return [];
		return [`‹${truncatedLine(title, titleLongest)}› begins: ${truncatedLine(opening.text, openingLongest)}`];
	});
	if (rows.length === 0) return [];
	return [{ title: "What the pages are about", text: rows.join("\n"), kind: "data", cuttable: true }];
}

/** A page's first sentence. */
function openingOf({ text, kind }: Page): Sentence | undefined {
	return sentencesIn(text.slice(0, beginningLongest), { lineEnds: kind === "html" }).find(
		(one) => one.kind === "prose" && wordsIn(one.text).length >= openingWordsLeast,
	);
}
const openingWordsLeast = 5;
/** It is looked for in this much of a page. Characters. */
const beginningLongest = 5_000;

/** The answer with the claims for and against it. Its words come from pages. */
function answerParts({ answer, against }: VoteInput, evidence: PromptEvidence): PromptPart[] {
	const marks = (ids: readonly string[]) => ids.flatMap((id) => evidence.markOf(id) ?? []).join(", ");
	const others = answer.alternatives.map(({ text, claimIds }) => `Sources also give: ${text} (${marks(claimIds)})`);
	const opposed = marks(against);
	return [
		{
			title: "The answer to be judged",
			text: [
				`Answer: ${answer.text}`,
				`It rests on: ${marks(answer.claimIds)}`,
				...others,
				`May speak against it: ${opposed === "" ? "nothing that was read" : opposed}`,
			].join("\n"),
			kind: "data",
		},
	];
}

/** What is wrong with a refutation: it cites nothing, or its reason says what its claims do not hold. */
function refutationFault({ verdict, why, claims }: VoteReply, input: VoteInput, evidence: PromptEvidence) {
	if (verdict !== "refuted") return undefined;
	if (why.trim() === "") return '"why" is empty: say what refutes the answer, or abstain';
	const cited = claimsOfMarks(claims, evidence);
	if (cited.length === 0) return '"claims" names no claim that is there: name what refutes the answer, or abstain';
	const fault = reasonFault(why, cited, input, evidence);
	return fault && `"why": ${fault}. Use only what the claims that you name say, or abstain`;
}

function reasonFault(why: string, claims: readonly Claim[], { question, answer }: VoteInput, { page }: PromptEvidence) {
	const derived = derivedQuantities(
		why,
		claims.map(({ quote }) => quote),
	);
	return firstFault(checkSentence(why, claims, page, [question, answer.text, ...derived]));
}

function toVote(reply: VoteReply, input: VoteInput, evidence: PromptEvidence): Vote {
	const claims = claimsOfMarks(reply.claims, evidence);
	const claimIds = claims.map(({ id }) => id);
	const { text: reason } = cleanSentence(truncatedLine(reply.why, reasonLongest));
	const isHeld = reasonFault(reason, claims, input, evidence) === undefined;
	if (reply.verdict === "refuted" && refutationFault(reply, input, evidence) !== undefined)
		return { verdict: "abstained", why: "it gave no reason that the claims hold", claimIds: [] };
	const verdict = reply.verdict === "abstain" ? "abstained" : reply.verdict;
	return { verdict, why: isHeld ? reason : "", claimIds: isHeld ? claimIds : [] };
}

function claimsOfMarks(marks: readonly string[], evidence: PromptEvidence): Claim[] {
	return [...new Set(marks.flatMap((mark) => evidence.claimByMark(mark) ?? []))];
}
