import { z } from "zod";
import { comparisonForm } from "../../../base/text.ts";
import type { RewriteInput, RewriteResult, RoleContext, SearchPurpose } from "../../reasoner.ts";
import { relevantClaims } from "../../relevant-claims.ts";
import { rewriteQuery as byRules } from "../../rules/index.ts";
import type { Asker, PromptPart } from "../asker.ts";
import {
	claimsPart,
	distinctLines,
	isName,
	onFirstAnswer,
	optionalList,
	questionPart,
	routePart,
	subQuestionPart,
	truncatedLine,
	untitledPart,
} from "../prompt-parts.ts";
import { mostInformative } from "./informative-claims.ts";

const queriesMax = 3;
const queryLongest = 200;
const titlesMax = 12;
const titleLongest = 120;
/** Claims, pages and queries shown, at most: the strongest and the latest. */
const claimsShown = 12;
const readShown = 20;
const triedShown = 12;

const schema = z.object({ queries: z.array(z.string()), titles: optionalList });
type RewriteAnswer = z.infer<typeof schema>;

/** METHOD §4.1: new queries for a sub-question, none sent before, and names whose own pages should be looked up. */
export async function rewriteQuery(asker: Asker, input: RewriteInput, context?: RoleContext): Promise<RewriteResult> {
	const { subQuestion, purpose, tried } = input;
	const sentBefore = new Set(tried.map(comparisonForm));
	const newQueries = (queries: readonly string[]) =>
		distinctLines(queries, queries.length, queryLongest).filter((query) => !sentBefore.has(comparisonForm(query)));
	const fault = ({ queries }: RewriteAnswer) =>
		newQueries(queries).length === 0 ? "every query is empty or was sent before: give two that are new" : undefined;
	const answer = await asker.ask(
		{ role: "rewriteQuery", parts: partsOf(input), schema, fault: onFirstAnswer(fault) },
		context,
	);
	// The first search also uses the sub-question's own words, whose meaning is certain.
	const ownWords = purpose === "cover" && !input.web ? [subQuestion.text] : [];
	const queries = newQueries([...ownWords, ...answer.queries]).slice(0, queriesMax + ownWords.length);
	const untitled = new Set(input.untitled?.map(comparisonForm));
	return {
		queries: queries.length > 0 ? queries : byRules(input).queries.slice(0, queriesMax),
		titles: distinctLines(
			[...subQuestion.focus.filter((name) => !input.web || isName(name)), ...answer.titles],
			titlesMax,
			titleLongest,
		).filter((name) => !untitled.has(comparisonForm(name))),
	};
}

function partsOf(input: RewriteInput): PromptPart[] {
	const { question, route, subQuestion, challenge, read, tried } = input;
	const known = relevantClaims(input.claims, subQuestion);
	const sent = new Set(tried.map(comparisonForm));
	const unsent = subQuestion.threads.filter((query) => !sent.has(comparisonForm(query)));
	const listPart = (title: string, rows: readonly string[], kind: PromptPart["kind"]): PromptPart[] =>
		rows.length === 0 ? [] : [{ title, text: rows.map((row) => `- ${row}`).join("\n"), kind, cuttable: true }];
	return [
		questionPart(question),
		routePart(route),
		subQuestionPart(subQuestion, input.web),
		...listPart(
			"Planned searches, not sent yet",
			distinctLines(unsent, 2, queryLongest),
			subQuestionPart(subQuestion).kind,
		),
		...claimsPart("What is known", input.web ? mostInformative(known, subQuestion.id) : known, claimsShown),
		...listPart(
			"Pages already read",
			read.slice(-readShown).map(({ title }) => truncatedLine(title, titleLongest)),
			"data",
		),
		...listPart("Queries already sent", distinctLines(tried.slice(-triedShown), triedShown, queryLongest), "data"),
		...untitledPart(input.untitled),
		...(challenge
			? [{ title: "The finding to contradict", text: truncatedLine(challenge.text, 400), kind: "data" } as const]
			: []),
		{ title: "Purpose of this search", text: purposeText(input), kind: "own" },
		...(input.web ? [{ title: "Where the queries go", text: webAdvice, kind: "own" } as const] : []),
	];
}

const webAdvice =
	"To search engines of the web, which match words: 3 to 8 plain keywords each, fewer where the purpose asks for fewer, no " +
	'sentences. They know operators: "…" around a name that must stand as it is, site: with a domain, after: and before: with a ' +
	"date like 2031-05-01. Use site: only for a source that would hold it, in one query at most, and dates only when the question " +
	"says when what is wanted was published.";

const purposeTexts: Record<Exclude<SearchPurpose, "recover">, string> = {
	cover: "cover: find pages that answer the sub-question.",
	hop: "hop: follow the names in the sub-question. Each query joins one of them with what the question still leaves open.",
	challenge:
		"challenge: find pages that contradict the finding. Each query is worded as somebody would write who holds the opposite, or who names an exception.",
};

/** The recovery tiers of METHOD §7. */
const tierTexts: readonly string[] = [
	"recover: other words than before.",
	"recover, tier 1: earlier queries found nothing of use. Two to four plain keywords each: a name with one rare word, or the rarest words of the sub-question.",
	"recover, tier 2: earlier queries found nothing of use. Come from beside it: what it differs from, replaces or belongs to; for a person or a work, the people, places and works around it.",
	"recover, tier 3: earlier queries found nothing of use. Use the words of the kind of document that would hold it: of papers and manuals (study, specification, the technical term), or of registers and biographies (born, citizen, founded, list of).",
	"recover, tier 4: earlier queries found nothing of use. Name the source that would hold it: an institution, a document's title, a person's page.",
];

function purposeText({ purpose, tier }: RewriteInput): string {
	return purpose === "recover" ? (tierTexts[Math.min(tier, 4)] ?? "") : purposeTexts[purpose];
}
