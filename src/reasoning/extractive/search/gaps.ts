import type { Page } from "../../../evidence/source.ts";
import type { FollowUp, GapsInput } from "../../reasoner.ts";
import { sentencesIn } from "../language/sentences.ts";
import { shareHeld, stemsIn, titleKey, type Wanted, wantedIn } from "../match.ts";
import { namesIn, withParts } from "../names.ts";
import { type Bridge, bridgesIn, describedTypes } from "./bridges.ts";

/** Names followed at once: each is searched for, and only the best of all their results are read. */
const namesAtOnce = 8;
/** Neighbouring sentences that hold all names and this much of a lookup's words most likely hold its answer: no lead is needed. */
const answeredFrom = 0.65;
/** What a lead from any page that was read is worth before its signs are counted. */
const otherPages = 0.45;
/** Pages that must name a thing before an open question follows it. */
const namedBy = 2;

/**
 * METHOD §7, gap analysis. For a lookup, what was read names things whose own pages may hold what is missing; for an open
 * question, only a compared thing without a page and a thing that several pages name are worth a search. Best first.
 */
export function findGaps(input: GapsInput): FollowUp[] {
	const found = [...unseenSubjects(input), ...(input.route.shape === "lookup" ? hops(input) : sharedNames(input))];
	const asked = new Set(input.plan.subQuestions.map(({ text }) => text));
	return found
		.filter(({ text }, at) => !asked.has(text) && found.findIndex((other) => other.text === text) === at)
		.toSorted((a, b) => b.promise - a.promise || (a.text < b.text ? -1 : 1))
		.slice(0, input.max);
}

/** Things compared that no page read so far is about or speaks of. */
function unseenSubjects({ route, pages }: GapsInput): FollowUp[] {
	if (route.subjects.length < 2) return [];
	return route.subjects
		.filter(
			(subject) =>
				!pages.some((page) => page.title.includes(subject) || page.text.toLowerCase().includes(subject.toLowerCase())),
		)
		.map((subject) => ({
			text: `What is known about ${subject}?`,
			origin: "gap",
			focus: [subject],
			priority: "core",
			reason: `nothing read so far speaks of ${subject}`,
			promise: 0.8,
		}));
}

/** The stems of a question's names; one that nearly every page holds (what the whole corpus is about) tells nothing. */
function namesOf(question: string, pages: readonly ReadonlySet<string>[]): Set<string> {
	const forms = namesIn(question).flatMap((name) => [...stemsIn(name)]);
	return new Set(
		forms.filter((form) => pages.length < 3 || pages.filter((page) => page.has(form)).length < pages.length),
	);
}

/** From each page, the things that it names: those of the page about a thing that the question names come first. */
function hops({ question, pages, plan, tried }: GapsInput): FollowUp[] {
	const asked = new Set(namesIn(question).flatMap(withParts).map(titleKey));
	const followed = new Map(
		plan.subQuestions
			.filter(({ origin }) => origin === "hop")
			.flatMap(({ focus }) => focus.map((name) => [titleKey(name), name])),
	);
	const known = new Set([...asked, ...pages.map((page) => titleKey(page.title))]);
	const types = describedTypes(question);
	const stems = pages.map((page) => stemsIn(`${page.title} ${page.text}`));
	const wanted = wantedIn(question, stems);
	const names = namesOf(question, stems);
	const needless = names.size > 0 && pages.some((page) => holdsAnswer(page, wanted, names));
	return pages.flatMap((page, at): FollowUp[] => {
		const bridges = bridgesIn(page, wanted, types, known)
			.filter(({ name }) => !wasTried(name, tried))
			.slice(0, namesAtOnce);
		const [best] = bridges;
		if (!best) return [];
		const promise = promiseOf(page, asked, followed, shareHeld(wanted, stems[at] ?? new Set()));
		return [
			{
				text: `What is known about ${best.name} that bears on this: ${question}`,
				origin: "hop",
				focus: bridges.map(({ name }) => name),
				priority: "optional",
				from: page.url,
				reason: reasonOf(page, bridges),
				promise: needless ? promise / 2 : promise,
			},
		];
	});
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

/**
 * A page about a thing that the question names leads on best; then one about a thing that was followed from there; then one
 * that speaks of such a thing; the others by how much of the question they hold.
 */
function promiseOf(page: Page, asked: ReadonlySet<string>, followed: ReadonlyMap<string, string>, fit: number): number {
	const key = titleKey(page.title);
	const own = asked.has(key)
		? 0.4
		: followed.has(key)
			? 0.3
			: [...asked].some((name) => name.length > 3 && key.includes(name)) ||
					[...followed.values()].some((name) => page.text.includes(name))
				? 0.2
				: 0;
	return Math.min(1, otherPages + own + 0.3 * fit);
}

/** For an open question: things that several of its pages name near its words, the most shared first. */
function sharedNames({ question, route, pages, tried }: GapsInput): FollowUp[] {
	const known = new Set([...namesIn(question).flatMap(withParts), ...pages.map((page) => page.title)].map(titleKey));
	const wanted = wantedIn(
		question,
		pages.map((page) => stemsIn(`${page.title} ${page.text}`)),
	);
	const naming = new Map<string, { name: string; pages: Page[] }>();
	for (const page of pages)
		for (const { name } of bridgesIn(page, wanted, describedTypes(question), known).slice(0, namesAtOnce)) {
			const entry = naming.get(titleKey(name)) ?? { name, pages: [] };
			entry.pages.push(page);
			naming.set(titleKey(name), entry);
		}
	const topic = route.subjects.join(" and ");
	return [...naming.values()]
		.filter((entry) => entry.pages.length >= namedBy && topic !== "" && !wasTried(entry.name, tried))
		.map(({ name, pages: by }) => ({
			text: `What is ${name}, in connection with ${topic}?`,
			origin: "hop",
			focus: [name],
			priority: "optional",
			from: by[0]?.url,
			reason: `${by.length} pages name ${name}`,
			promise: Math.min(0.45, 0.15 + 0.1 * by.length),
		}));
}

function wasTried(name: string, tried: readonly string[]): boolean {
	return tried.some((query) => query.startsWith(`${name} `));
}

function reasonOf(page: Page, bridges: readonly Bridge[]): string {
	const others = bridges.length - 1;
	return `“${page.title}” names ${bridges[0]?.name}${others > 0 ? ` and ${others} other${others > 1 ? "s" : ""} worth a look` : ""}`;
}
