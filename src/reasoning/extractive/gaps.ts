import type { Page } from "../../evidence/source.ts";
import type { FollowUp, GapsInput } from "../reasoner.ts";
import { type Bridge, bridgesIn, describedTypes } from "./bridges.ts";
import { keywords } from "./language/words.ts";
import { shareHeld, stemsIn, titleKey, wantedIn } from "./match.ts";
import { namesIn, withParts } from "./names.ts";

/** Names followed at once: each is searched for, and only the best of all their results are read. */
const namesAtOnce = 8;
/** Names that the follow-up's text spells out. */
const namesTold = 3;

/** METHOD §7, gap analysis: what was read names things whose own pages may hold what is missing. Best first. */
export function findGaps(input: GapsInput): FollowUp[] {
	return hopsOf(input)
		.toSorted((a, b) => b.promise - a.promise || (a.text < b.text ? -1 : 1))
		.slice(0, input.max);
}

function hopsOf({ question, pages, plan, tried }: GapsInput): FollowUp[] {
	const read = new Set(pages.map((page) => titleKey(page.title)));
	const asked = new Set(namesIn(question).flatMap(withParts).map(titleKey));
	const followed = new Set(plan.subQuestions.filter(({ origin }) => origin === "hop").flatMap(({ focus }) => focus.map(titleKey)));
	const types = describedTypes(question);
	const stems = pages.map((page) => stemsIn(`${page.title} ${page.text}`));
	const wanted = wantedIn(question, stems);
	const known = new Set([...read, ...asked]);
	return pages.flatMap((page, at): FollowUp[] => {
		const bridges = bridgesIn(page, wanted, types, known).filter(({ name }) => !wasTried(name, tried)).slice(0, namesAtOnce);
		const [best] = bridges;
		if (!best) return [];
		const held = stems[at] ?? new Set<string>();
		const title = stemsIn(page.title);
		const missing = keywords(question).filter((word) => {
			const own = [...stemsIn(word)];
			return !own.every((form) => title.has(form)) && !(isNameWord(word, question) && own.every((form) => held.has(form)));
		});
		const promise = promiseOf(page, asked, followed, shareHeld(wanted, held));
		return [
			{
				text: `What is known about ${told(bridges)} (${missing.join(", ")})?`,
				origin: "hop",
				focus: bridges.map(({ name }) => name),
				priority: "optional",
				from: page.url,
				reason: `${page.title} names ${best.name}`,
				promise,
			},
		];
	});
}

/** A page about a thing that the question names leads on best; then one about a thing that was followed; then one that fits its words. */
function promiseOf(page: Page, asked: ReadonlySet<string>, followed: ReadonlySet<string>, fit: number): number {
	const key = titleKey(page.title);
	const own = asked.has(key) ? 0.4 : followed.has(key) ? 0.25 : [...asked].some((name) => name.length > 3 && key.includes(name)) ? 0.2 : 0;
	return Math.min(1, 0.45 + own + 0.3 * fit);
}

function isNameWord(word: string, question: string): boolean {
	return new RegExp(`\\b${word.replace(/[^\p{L}\p{N}]/gu, ".")}`, "iu").exec(question)?.[0]?.charAt(0) !== word.charAt(0);
}

function wasTried(name: string, tried: readonly string[]): boolean {
	return tried.some((query) => query.startsWith(`${name} `));
}

function told(bridges: readonly Bridge[]): string {
	const shown = bridges.slice(0, namesTold).map(({ name }) => name);
	const more = bridges.length > shown.length ? [`${bridges.length - shown.length} more`] : [];
	const all = [...shown, ...more];
	return all.length < 2 ? (all[0] ?? "") : `${all.slice(0, -1).join(", ")} and ${all.at(-1)}`;
}
