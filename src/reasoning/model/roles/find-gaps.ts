import { z } from "zod";
import { distinctBy } from "../../../base/distinct.ts";
import { comparisonForm, jaccard, trigrams } from "../../../base/text.ts";
import type { GapGrid } from "../../../evidence/event.ts";
import { isWeb } from "../../../evidence/source.ts";
import { contentStems } from "../../../text/words.ts";
import type { FollowUp, GapAnalysis, GapsInput, RoleContext } from "../../reasoner.ts";
import type { Asker } from "../asker.ts";
import {
	distinctLines,
	itemNumbered,
	optionalList,
	optionalText,
	toGrade,
	truncatedLine,
	withDefault,
} from "../prompt-parts.ts";
import { gapEvidenceParts } from "./gap-evidence.ts";

const questionLongest = 300;
const reasonLongest = 200;
/** Lines on what is missing, at most, and the length of each in characters. */
const missingMax = 5;
const missingLongest = 200;
const namesMax = 8;
const nameLongest = 80;
/** A follow-up this similar to a waiting one, or to one searched in vain, is the same in other words. */
const sameFollowUp = 0.7;

/** Queries of one follow-up, at most, and the lengths of a query and of a grid cell in characters. */
const queriesMax = 2;
const queryLongest = 200;
const cellLongest = 300;
const blindSpotsMax = 3;

const schema = z.object({
	threads: withDefault(
		z.array(
			z.object({
				subQuestion: z.string(),
				verdict: z.enum(["covered", "partly", "open"]),
				found: optionalText,
				hopedFor: optionalText,
			}),
		),
		[],
	),
	missing: withDefault(z.array(z.object({ what: z.string(), weight: z.enum(["critical", "optional"]) })), []),
	blindSpots: optionalList,
	followUps: z.array(
		z.object({
			question: z.string(),
			kind: z.enum(["gap", "hop"]),
			names: optionalList,
			queries: optionalList,
			page: optionalText,
			priority: z.enum(["core", "optional"]),
			promise: z.number(),
			reason: optionalText,
		}),
	),
});
type GapsAnswer = z.infer<typeof schema>;
type StatedFollowUp = GapsAnswer["followUps"][number];

/**
 * METHOD §7, gap analysis: what was found for each sub-question, what is still missing, and which follow-ups may find it, best first. No
 * request is sent before a page was read. Except for a lookup, none is sent while core sub-questions wait, for they are what is missing.
 */
export async function findGaps(asker: Asker, input: GapsInput, context?: RoleContext): Promise<GapAnalysis> {
	const { route, plan, pages, max, waiting = [] } = input;
	if (pages.length === 0 || max <= 0) return { followUps: [] };
	const core = plan.subQuestions.filter(({ priority }) => priority === "core");
	if (route.shape !== "lookup" && core.some(({ id }) => waiting.includes(id))) return { followUps: [] };
	const answer = await asker.ask({ role: "findGaps", parts: gapEvidenceParts(input, asker), schema }, context);
	const weighed = answer.missing.toSorted((a, b) => Number(b.weight === "critical") - Number(a.weight === "critical"));
	return {
		followUps: newFollowUps(answer.followUps, input),
		missing: distinctLines(
			weighed.map(({ what }) => what),
			missingMax,
			missingLongest,
		),
		analysis: toGrid(answer, input),
	};
}

function toGrid({ threads, blindSpots }: GapsAnswer, input: GapsInput): GapGrid {
	const { plan } = input;
	const knownIds = new Set(plan.subQuestions.map(({ id }) => id));
	const stated = threads.map(({ subQuestion, verdict, found, hopedFor }) => ({
		...{ id: subQuestion.trim(), verdict },
		...{ found: truncatedLine(found, cellLongest), hopedFor: truncatedLine(hopedFor, cellLongest) },
	}));
	// What the answer does not judge again stays as it was judged before.
	const earlier = plan.subQuestions.flatMap(({ id }) => input.earlier?.[id] ?? []);
	const before = earlier.map(({ id, verdict, found, hopedFor }) => ({ id, verdict, found, hopedFor }));
	return {
		threads: distinctBy([...stated, ...before], ({ id }) => id).filter(({ id }) => knownIds.has(id)),
		blindSpots: distinctLines(blindSpots, blindSpotsMax, missingLongest),
	};
}

function newFollowUps(followUps: readonly StatedFollowUp[], input: GapsInput): FollowUp[] {
	if (followUps.length === 0) return [];
	const { plan, max } = input;
	const read = readTexts(input);
	const stated = followUps.flatMap((one) => toFollowUp(one, input, read) ?? []);
	const known = plan.subQuestions.map(({ text }) => comparisonForm(text));
	const waitingTrigrams = input.pages.some(isWeb) ? (input.waitingFollowUps ?? []).map(trigrams) : [];
	// A sub-question that was searched more than once in vain is a gap, also in other words.
	const closed = plan.subQuestions.filter(({ id }) => input.closed?.includes(id)).map((one) => termsOf(one.text));
	return distinctBy(stated, ({ text }) => comparisonForm(text), known)
		.filter(({ text }) => waitingTrigrams.every((lead) => jaccard(lead, trigrams(text)) < sameFollowUp))
		.filter(({ text }) => closed.every((terms) => jaccard(terms, termsOf(text)) < sameFollowUp))
		.toSorted((a, b) => b.promise - a.promise)
		.slice(0, max);
}

function termsOf(text: string): Set<string> {
	return new Set(contentStems(text));
}

/** A hop follows names that are in the texts read; without such a name it is a gap. Undefined without a question. */
function toFollowUp(
	{ question, kind, names, queries, page, priority, promise, reason }: StatedFollowUp,
	input: GapsInput,
	read: readonly string[],
): FollowUp | undefined {
	const text = truncatedLine(question, questionLongest);
	if (text === "") return undefined;
	const allNames = distinctLines(names, namesMax, nameLongest);
	const bridges = allNames.filter(
		(name) => name.length > 1 && read.some((text) => text.includes(comparisonForm(name))),
	);
	const isHop = kind === "hop" && bridges.length > 0;
	const tried = new Set(input.tried.map(comparisonForm));
	const fresh = distinctLines(queries, queries.length, queryLongest).filter(
		(query) => !tried.has(comparisonForm(query)),
	);
	const from = itemNumbered(input.pages, page, "p")?.url;
	return {
		text,
		origin: isHop ? "hop" : "gap",
		focus: isHop ? bridges : allNames,
		priority,
		...(from === undefined ? {} : { from }),
		reason: truncatedLine(reason, reasonLongest) || "it is still missing",
		// As probabilities: 5 is .9, 3 is .5, 1 is .1.
		promise: (2 * toGrade(promise) - 1) / 10,
		...(fresh.length > 0 ? { queries: fresh.slice(0, queriesMax) } : {}),
	};
}

/** Pages and quotes in comparison form, in which names are looked up. */
function readTexts({ pages, claims }: GapsInput): string[] {
	return [
		...pages.map(({ title, text }) => comparisonForm(`${title}\n${text}`)),
		...claims.map(({ quote }) => comparisonForm(quote)),
	];
}
