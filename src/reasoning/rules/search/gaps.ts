import type { Page } from "../../../evidence/source.ts";
import { entitiesIn, possibleTitlesIn } from "../../../text/entities.ts";
import { sentencesIn } from "../../../text/sentences.ts";
import type { FollowUp, GapsInput } from "../../reasoner.ts";
import { labelTest, layoutOf } from "../blocks/find-passages.ts";
import { analysisOf } from "../question/analysis.ts";
import { descriptionIn, heldWeightShare, type StemWeights, stemsIn, stemWeights, titleKey } from "./match.ts";
import { unheldNames } from "./unheld.ts";

/** Maximum names followed at once. Each is searched for, and only the best of all their results are read. */
const namesFollowedMax = 8;
/** Minimum score of a name on a page about something else: its sentence holds a third of the question. */
const nameScoreMin = 0.75;
/**
 * Worth of a follow-up question by its page: any page; one that names a thing asked about or followed; one about a followed thing; one
 * about a thing in the question.
 */
const promiseByPage = { other: 0.45, speaks: 0.65, followed: 0.75, asked: 0.85 };
/**
 * METHOD §7, gap analysis. For a lookup, pages name things whose own pages may hold what is missing. An open question is searched further
 * by the planner. Compared things that no page holds come first.
 */
export function findGaps(input: GapsInput): FollowUp[] {
	const found = [...unmentionedSubjects(input), ...(input.route.shape === "lookup" ? hopFollowUps(input) : [])];
	const plannedTexts = new Set(input.plan.subQuestions.map(({ text }) => text));
	return found
		.filter(({ text }, at) => !plannedTexts.has(text) && found.findIndex((other) => other.text === text) === at)
		.toSorted((a, b) => b.promise - a.promise || (a.text < b.text ? -1 : 1))
		.slice(0, input.max);
}

/** For the reader: the question's names that no page read so far holds. Undefined if there are none. */
export function missingNames({ question, route, pages }: GapsInput): string[] | undefined {
	const unheld = unheldNames(analysisOf(question, route).names, pageTexts(pages));
	return unheld.length > 0 ? unheld.map((name) => `nothing that was read mentions ${name}`) : undefined;
}

function pageTexts(pages: readonly Page[]): string[] {
	return pages.map(({ title, text }) => `${title}\n${text}`);
}

/** Compared things that no page read so far mentions. */
function unmentionedSubjects({ route, pages }: GapsInput): FollowUp[] {
	if (route.subjects.length < 2) return [];
	return unheldNames(route.subjects, pageTexts(pages)).map((subject) => ({
		text: `What is known about ${subject}?`,
		origin: "gap",
		focus: [subject],
		priority: "core",
		reason: `nothing read so far speaks of ${subject}`,
		promise: 0.8,
	}));
}

/**
 * The names on each page; those on a page about a thing in the question come first. A follow-up question has a reason: the question
 * describes a thing instead of naming it, the page is about a named or followed thing, or the name stands with the question's words.
 */
function hopFollowUps({ question, route, pages, plan, tried }: GapsInput): FollowUp[] {
	const askedKeys = new Set(possibleTitlesIn(question).map(titleKey));
	const hopped = plan.subQuestions.filter(({ origin }) => origin === "hop");
	const followed = new Set(hopped.flatMap(({ focus }) => focus.map(titleKey)));
	const known = new Set([...askedKeys, ...pages.map((page) => titleKey(page.title))]);
	const stems = pages.map((page) => stemsIn(`${page.title} ${page.text}`));
	const wanted = stemWeights(question, stems);
	const analysis = analysisOf(question, route);
	const isDescribed = descriptionIn(analysis.core) !== undefined;
	if (!isDescribed && /^(?:yes_no|definition)$/u.test(analysis.kind)) return [];
	return pages.flatMap((page, at): FollowUp[] => {
		const bridges = bridgingNames(page, wanted, known)
			.filter(({ name }) => !tried.some((query) => query.startsWith(`${name} `)))
			.slice(0, namesFollowedMax);
		const [best] = bridges;
		if (!best) return [];
		const key = titleKey(page.title);
		const mentionsKnown =
			[...askedKeys].some((name) => name.length > 3 && key.includes(name)) ||
			hopped.some(({ focus }) => focus.some((name) => page.text.includes(name)));
		const pagePromise =
			promiseByPage[askedKeys.has(key) ? "asked" : followed.has(key) ? "followed" : mentionsKnown ? "speaks" : "other"];
		if (!isDescribed && pagePromise === promiseByPage.other && best.score < nameScoreMin) return [];
		const promise = pagePromise + 0.3 * heldWeightShare(wanted, stems[at] ?? new Set());
		return [
			{
				text: `What is known about ${best.name} that bears on this: ${question}`,
				origin: "hop",
				focus: bridges.map(({ name }) => name),
				priority: "optional",
				from: page.url,
				reason: `“${page.title}” names ${bridges.length > 1 ? `${best.name} and ${bridges.length - 1} more` : best.name}`,
				promise: Math.min(1, promise),
			},
		];
	});
}

/** Score of a name: by the share of the question that its sentence holds, more in the page's first sentence, less later in a sentence. */
const nameScores = { held: 2.3, opening: 0.6, place: 0.03 };

/** The things that a page names and that are not `known` (by title key), most promising first. */
function bridgingNames(page: Page, wanted: StemWeights, known: ReadonlySet<string>): { name: string; score: number }[] {
	const found = new Map<string, { name: string; score: number }>();
	const isLabel = labelTest(page);
	const isWord = lowerCaseWords(page.text);
	for (const [at, { text, kind, start, end }] of sentencesIn(page.text, layoutOf(page)).entries()) {
		if ((kind !== "prose" && !(kind === "item" && /[.!?]$/u.test(text))) || isLabel({ start, end })) continue;
		const score = nameScores.held * heldWeightShare(wanted, stemsIn(text)) + (at === 0 ? nameScores.opening : 0);
		for (const [place, { text: name, unsure }] of entitiesIn(text).entries()) {
			const key = titleKey(name);
			if (unsure || isNotName(name) || isWord.has(name.toLowerCase()) || key.length < 3 || known.has(key)) continue;
			const nameScore = score - nameScores.place * place;
			if ((found.get(key)?.score ?? -Infinity) < nameScore) found.set(key, { name, score: nameScore });
		}
	}
	return [...found.values()].toSorted((a, b) => b.score - a.score);
}

/** The words that a text writes in lower case: `Move` after a dash is the verb, where the page writes `move`, too. */
function lowerCaseWords(text: string): Set<string> {
	return new Set(text.match(/(?<![\p{L}\p{N}_.-])\p{Ll}+(?![\p{L}\p{N}_-])/gu) ?? []);
}

/** Whether a text is no name: a long word in capitals (`VACUUM`, but not `NBC`), a place in the document, two names with a possessive. */
function isNotName(name: string): boolean {
	return (
		/^[\p{Lu}\p{N}_ ]{5,}$/u.test(name) ||
		/^(?:[\p{N}.\s]+\s|see\b|section\b|chapter\b|note\b|figure\b|table\b)|['’]s\s/iu.test(name)
	);
}
