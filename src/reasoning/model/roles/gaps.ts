import { z } from "zod";
import { distinctBy } from "../../../base/distinct.ts";
import { comparisonForm, jaccard, trigrams } from "../../../base/text.ts";
import type { GapGrid } from "../../../evidence/event.ts";
import { isWeb } from "../../../evidence/source.ts";
import { contentStems } from "../../../text/words.ts";
import type { FollowUp, GapAnalysis, GapsInput, RoleContext } from "../../reasoner.ts";
import type { Asker } from "../asker.ts";
import { evidenceParts } from "./known.ts";
import { graded, lines, listOrNone, numbered, oneLine, orEmpty, textOrNone } from "./parts.ts";

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
	threads: orEmpty(
		z.array(
			z.object({
				subQuestion: z.string(),
				verdict: z.enum(["covered", "partly", "open"]),
				found: textOrNone,
				hopedFor: textOrNone,
			}),
		),
		[],
	),
	missing: orEmpty(z.array(z.object({ what: z.string(), weight: z.enum(["critical", "optional"]) })), []),
	blindSpots: listOrNone,
	followUps: z.array(
		z.object({
			question: z.string(),
			kind: z.enum(["gap", "hop"]),
			names: listOrNone,
			queries: listOrNone,
			page: textOrNone,
			priority: z.enum(["core", "optional"]),
			promise: z.number(),
			reason: textOrNone,
		}),
	),
});
type Answer = z.infer<typeof schema>;
type Stated = Answer["followUps"][number];

/**
 * METHOD §7, gap analysis: what was found for each sub-question, what is still missing, and which follow-ups may find it, best first. No
 * request is sent before a page was read. Except for a lookup, none is sent while core sub-questions wait, for they are what is missing.
 */
export async function findGaps(asker: Asker, input: GapsInput, context?: RoleContext): Promise<GapAnalysis> {
	const { route, plan, pages, max, waiting = [] } = input;
	if (pages.length === 0 || max <= 0) return { followUps: [] };
	const core = plan.subQuestions.filter(({ priority }) => priority === "core");
	if (route.shape !== "lookup" && core.some(({ id }) => waiting.includes(id))) return { followUps: [] };
	const given = await asker.ask({ role: "findGaps", parts: evidenceParts(input, asker), schema }, context);
	const weighed = given.missing.toSorted((a, b) => Number(b.weight === "critical") - Number(a.weight === "critical"));
	return {
		followUps: followUpsOf(given.followUps, input),
		missing: lines(
			weighed.map(({ what }) => what),
			missingMax,
			missingLongest,
		),
		analysis: gridOf(given, input),
	};
}

function gridOf({ threads, blindSpots }: Answer, { plan }: GapsInput): GapGrid {
	const known = new Set(plan.subQuestions.map(({ id }) => id));
	const stated = threads.map(({ subQuestion, verdict, found, hopedFor }) => ({
		...{ id: subQuestion.trim(), verdict },
		...{ found: oneLine(found, cellLongest), hopedFor: oneLine(hopedFor, cellLongest) },
	}));
	return {
		threads: distinctBy(stated, ({ id }) => id).filter(({ id }) => known.has(id)),
		blindSpots: lines(blindSpots, blindSpotsMax, missingLongest),
	};
}

function followUpsOf(followUps: readonly Stated[], input: GapsInput): FollowUp[] {
	if (followUps.length === 0) return [];
	const { plan, max } = input;
	const read = readTexts(input);
	const stated = followUps.flatMap((one) => followUpOf(one, input, read) ?? []);
	const known = plan.subQuestions.map(({ text }) => comparisonForm(text));
	const noted = input.pages.some(isWeb) ? (input.leads ?? []).map(trigrams) : [];
	// A sub-question that was searched more than once in vain is a gap, also in other words.
	const closed = plan.subQuestions.filter(({ id }) => input.closed?.includes(id)).map((one) => termsOf(one.text));
	return distinctBy(stated, ({ text }) => comparisonForm(text), known)
		.filter(({ text }) => noted.every((lead) => jaccard(lead, trigrams(text)) < sameFollowUp))
		.filter(({ text }) => closed.every((terms) => jaccard(terms, termsOf(text)) < sameFollowUp))
		.toSorted((a, b) => b.promise - a.promise)
		.slice(0, max);
}

function termsOf(text: string): Set<string> {
	return new Set(contentStems(text));
}

/** A hop follows names that are in the texts read; without such a name it is a gap. Undefined without a question. */
function followUpOf(
	{ question, kind, names, queries, page, priority, promise, reason }: Stated,
	input: GapsInput,
	read: readonly string[],
): FollowUp | undefined {
	const text = oneLine(question, questionLongest);
	if (text === "") return undefined;
	const given = lines(names, namesMax, nameLongest);
	const bridges = given.filter((name) => name.length > 1 && read.some((text) => text.includes(comparisonForm(name))));
	const hop = kind === "hop" && bridges.length > 0;
	const tried = new Set(input.tried.map(comparisonForm));
	const fresh = lines(queries, queries.length, queryLongest).filter((query) => !tried.has(comparisonForm(query)));
	const from = numbered(input.pages, page, "p")?.url;
	return {
		text,
		origin: hop ? "hop" : "gap",
		focus: hop ? bridges : given,
		priority,
		...(from === undefined ? {} : { from }),
		reason: oneLine(reason, reasonLongest) || "it is still missing",
		// As probabilities: 5 is .9, 3 is .5, 1 is .1.
		promise: (2 * graded(promise) - 1) / 10,
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
