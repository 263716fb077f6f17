import { z } from "zod";
import { distinctBy } from "../../../base/distinct.ts";
import { folded, jaccard, trigrams } from "../../../base/text.ts";
import { isWeb } from "../../../evidence/source.ts";
import type { FollowUp, GapAnalysis, GapsInput, RoleContext } from "../../reasoner.ts";
import type { Asker } from "../asker.ts";
import { evidenceParts } from "./known.ts";
import { graded, lines, listOrNone, numbered, oneLine, textOrNone } from "./parts.ts";

const questionLongest = 300;
const reasonLongest = 200;
/** Lines of what is missing, and the length of each. Characters. */
const missingMax = 5;
const missingLongest = 200;
const namesMax = 8;
const nameLongest = 80;
/** A follow-up this like one that waits is the same, in other words. */
const sameFollowUp = 0.7;

const schema = z.object({
	missing: listOrNone,
	followUps: z.array(
		z.object({
			question: z.string(),
			kind: z.enum(["gap", "hop"]),
			names: listOrNone,
			page: textOrNone,
			priority: z.enum(["core", "optional"]),
			promise: z.number(),
			reason: textOrNone,
		}),
	),
});
type Stated = z.infer<typeof schema>["followUps"][number];

/**
 * METHOD §7, gap analysis: what is still missing, and which searches may find it, best first. Nobody is asked before anything
 * was read, or, but for a lookup, while planned sub-questions wait: they are what is missing.
 */
export async function findGaps(asker: Asker, input: GapsInput, context?: RoleContext): Promise<GapAnalysis> {
	const { route, pages, max } = input;
	if (pages.length === 0 || max <= 0) return { followUps: [] };
	if (route.shape !== "lookup" && (input.waiting?.length ?? 0) > 0) return { followUps: [] };
	const given = await asker.ask({ role: "findGaps", parts: evidenceParts(input, asker), schema }, context);
	return {
		followUps: followUpsOf(given.followUps, input),
		missing: lines(given.missing, missingMax, missingLongest),
	};
}

function followUpsOf(followUps: readonly Stated[], input: GapsInput): FollowUp[] {
	if (followUps.length === 0) return [];
	const { plan, max } = input;
	const read = readTexts(input);
	const stated = followUps.flatMap((one) => followUpOf(one, input, read) ?? []);
	const known = plan.subQuestions.map(({ text }) => folded(text));
	const noted = input.pages.some(isWeb) ? (input.leads ?? []).map(trigrams) : [];
	return distinctBy(stated, ({ text }) => folded(text), known)
		.filter(({ text }) => noted.every((lead) => jaccard(lead, trigrams(text)) < sameFollowUp))
		.toSorted((a, b) => b.promise - a.promise)
		.slice(0, max);
}

/** A hop follows names that stand in what was read; without one it is a gap. Undefined without a question. */
function followUpOf(
	{ question, kind, names, page, priority, promise, reason }: Stated,
	input: GapsInput,
	read: readonly string[],
): FollowUp | undefined {
	const text = oneLine(question, questionLongest);
	if (text === "") return undefined;
	const given = lines(names, namesMax, nameLongest);
	const bridges = given.filter((name) => name.length > 1 && read.some((text) => text.includes(folded(name))));
	const hop = kind === "hop" && bridges.length > 0;
	const from = numbered(input.pages, page, "p")?.url;
	return {
		text,
		origin: hop ? "hop" : "gap",
		focus: hop ? bridges : given,
		priority,
		...(from === undefined ? {} : { from }),
		reason: oneLine(reason, reasonLongest) || "it is still missing",
		// 5 is nearly sure, 3 as likely as not, 1 hardly: .9, .5, .1.
		promise: (2 * graded(promise) - 1) / 10,
	};
}

/** All that was read, in the form in which names are looked up. */
function readTexts({ pages, claims }: GapsInput): string[] {
	return [...pages.map(({ title, text }) => folded(`${title}\n${text}`)), ...claims.map(({ quote }) => folded(quote))];
}
