import type { Page } from "../../../evidence/source.ts";
import type { FollowUp, GapsInput } from "../../reasoner.ts";
import { namesIn, titlesIn } from "../../text/names.ts";
import { sentencesIn } from "../../text/sentences.ts";
import { analysisOf } from "../question/analysis.ts";
import { bridgesIn } from "./bridges.ts";
import { shareHeld, stemsIn, titleKey, type Wanted, wantedIn } from "./match.ts";
import { unheldNames } from "./unheld.ts";

/** Names followed at once: each is searched for, and only the best of all their results are read. */
const namesAtOnce = 8;
/** Neighbouring sentences that hold all names and this much of a lookup's words most likely hold its answer: no lead is needed. */
const answeredFrom = 0.65;
/** A name on a page about something else needs a sentence that holds a third of the question. */
const reasonLeast = 0.75;
/** What a lead from any page that was read is worth, and what it gains by how its page came to be read. */
const otherPages = 0.45;
const gains = { asked: 0.4, followed: 0.3, speaks: 0.2 };
/** A description in place of a name: `the film that won X`, `the city in which …`. */
const description =
	/\b(?:the|an?|this|that|what|which)\s(?:[\p{L}\p{N}'’.-]+\s){1,5}?(?:(?:in|at|of|from|by|on|to|for|with)\s)?(?:who|whom|which|that|whose|where|when)\s/iu;
/**
 * METHOD §7, gap analysis. For a lookup, what was read names things whose own pages may hold what is missing; an open question
 * is searched further by the planner. What is compared and stands on no page comes first.
 */
export function findGaps(input: GapsInput): FollowUp[] {
	const found = [...unseenSubjects(input), ...(input.route.shape === "lookup" ? hops(input) : [])];
	const asked = new Set(input.plan.subQuestions.map(({ text }) => text));
	return found
		.filter(({ text }, at) => !asked.has(text) && found.findIndex((other) => other.text === text) === at)
		.toSorted((a, b) => b.promise - a.promise || (a.text < b.text ? -1 : 1))
		.slice(0, input.max);
}

/** For the reader: what the question names and no page read so far holds. Undefined when it holds all. */
export function missingNames({ question, route, pages }: GapsInput): string[] | undefined {
	const unheld = unheldNames(analysisOf(question, route).names, textsOf(pages));
	return unheld.length > 0 ? unheld.map((name) => `nothing that was read mentions ${name}`) : undefined;
}

function textsOf(pages: readonly Page[]): string[] {
	return pages.map(({ title, text }) => `${title}\n${text}`);
}

/** Things compared that no page read so far speaks of. */
function unseenSubjects({ route, pages }: GapsInput): FollowUp[] {
	if (route.subjects.length < 2) return [];
	return unheldNames(route.subjects, textsOf(pages)).map((subject) => ({
		text: `What is known about ${subject}?`,
		origin: "gap",
		focus: [subject],
		priority: "core",
		reason: `nothing read so far speaks of ${subject}`,
		promise: 0.8,
	}));
}

/**
 * From each page, the things that it names: those of the page about a thing that the question names come first. A lead has a reason: the
 * question describes a thing in place of naming it, the page is about one that it names or that led there, or the name stands with its words.
 */
function hops({ question, route, pages, plan, tried }: GapsInput): FollowUp[] {
	const asked = new Set(titlesIn(question).map(titleKey));
	const followed = new Map(
		plan.subQuestions
			.filter(({ origin }) => origin === "hop")
			.flatMap(({ focus }) => focus.map((name) => [titleKey(name), name])),
	);
	const known = new Set([...asked, ...pages.map((page) => titleKey(page.title))]);
	const stems = pages.map((page) => stemsIn(`${page.title} ${page.text}`));
	const wanted = wantedIn(question, stems);
	const names = namesOf(question, stems);
	const needless = names.size > 0 && pages.some((page) => holdsAnswer(page, wanted, names));
	const analysis = analysisOf(question, route);
	const relational = description.test(analysis.core);
	if (!relational && /^(?:yes_no|definition)$/u.test(analysis.kind)) return [];
	return pages.flatMap((page, at): FollowUp[] => {
		const bridges = bridgesIn(page, wanted, known)
			.filter(({ name }) => !tried.some((query) => query.startsWith(`${name} `)))
			.slice(0, namesAtOnce);
		const [best] = bridges;
		if (!best) return [];
		const own = promiseOf(page, asked, followed);
		if (!relational && own === otherPages && best.score < reasonLeast) return [];
		const promise = own + 0.3 * shareHeld(wanted, stems[at] ?? new Set());
		return [
			{
				text: `What is known about ${best.name} that bears on this: ${question}`,
				origin: "hop",
				focus: bridges.map(({ name }) => name),
				priority: "optional",
				from: page.url,
				reason: `“${page.title}” names ${bridges.length > 1 ? `${best.name} and ${bridges.length - 1} more` : best.name}`,
				promise: Math.min(1, promise) / (needless ? 2 : 1),
			},
		];
	});
}

/** The stems of a question's names; one that every page holds (what the whole corpus is about) tells nothing. */
function namesOf(question: string, pages: readonly ReadonlySet<string>[]): Set<string> {
	const forms = namesIn(question).flatMap((name) => [...stemsIn(name)]);
	return new Set(forms.filter((form) => pages.length < 3 || !pages.every((page) => page.has(form))));
}

/** Whether a few sentences in a row, under their page's title, hold every name of a question and most of its other words. */
function holdsAnswer(page: Page, wanted: Wanted, names: ReadonlySet<string>): boolean {
	const title = stemsIn(page.title);
	const stems = sentencesIn(page.text).map(({ text }) => stemsIn(text));
	return stems.some((own, at) => {
		const held = new Set([...title, ...own, ...(stems[at + 1] ?? []), ...(stems[at + 2] ?? [])]);
		return [...names].every((form) => held.has(form)) && shareHeld(wanted, held) >= answeredFrom;
	});
}

/** A page about a thing that the question names leads on best; then one about a thing followed from there; then one that speaks of either. */
function promiseOf(page: Page, asked: ReadonlySet<string>, followed: ReadonlyMap<string, string>): number {
	const key = titleKey(page.title);
	if (asked.has(key)) return otherPages + gains.asked;
	if (followed.has(key)) return otherPages + gains.followed;
	const speaks =
		[...asked].some((name) => name.length > 3 && key.includes(name)) ||
		[...followed.values()].some((name) => page.text.includes(name));
	return otherPages + (speaks ? gains.speaks : 0);
}
