import type { Page } from "../../evidence/source.ts";
import type { FollowUp, GapsInput } from "../reasoner.ts";
import { sentencesIn } from "./language/sentences.ts";
import { shareHeld, stemsIn, titleKey, type Wanted, wantedIn } from "./match.ts";
import { namesIn, withParts } from "./names.ts";

/** Of a long page, only the sentences nearest to the question are searched for names. */
const sentencesEach = 40;
/** Names followed at once: each is searched for, and only the best of all their results are read. */
const namesAtOnce = 8;
/** Names that the follow-up's text spells out. */
const namesTold = 3;
/** A name that was searched for before counts this much less: its best page was read then. */
const again = 0.4;

interface Bridge {
	name: string;
	score: number;
	page: Page;
}

/** METHOD §7, gap analysis: what was read names things whose own pages may hold what is missing. Best first. */
export function findGaps(input: GapsInput): FollowUp[] {
	const { question, tried } = input;
	const bridges = bridgesOf(input);
	const [best] = bridges;
	if (!best) return [];
	const names = bridges.slice(0, namesAtOnce).map(({ name }) => name);
	const spent = names.filter((name) => wasTried(name, tried)).length;
	return [
		{
			text: `What is known about ${told(names)} that helps to answer this: ${question}`,
			origin: "hop",
			focus: names,
			priority: "optional",
			from: best.page.url,
			reason: `${best.page.title} names ${best.name}`,
			promise: 0.9 - (0.5 * spent) / names.length,
		},
	];
}

/** The unread things that were named, those beside the question's own words first. */
function bridgesOf({ question, pages, tried }: GapsInput): Bridge[] {
	const read = new Set(pages.map((page) => titleKey(page.title)));
	const asked = new Set(namesIn(question).flatMap(withParts).map(titleKey));
	const stems = pages.map((page) => stemsIn(`${page.title} ${page.text}`));
	const wanted = wantedIn(question, stems);
	const found = new Map<string, Bridge>();
	for (const [at, page] of pages.entries()) {
		const fit = shareHeld(wanted, stems[at] ?? new Set());
		for (const { text, index, held } of nearest(page, wanted))
			for (const [place, name] of namesIn(text).flatMap(withParts).entries()) {
				const key = titleKey(name);
				if (key.length < 3 || read.has(key) || asked.has(key)) continue;
				const nearness = 2.3 * held + (index === 0 ? 0.5 : 0) + 1.8 * fit - 0.05 * place;
				const score = nearness * (wasTried(name, tried) ? again : 1);
				const known = found.get(key);
				if (!known || known.score < score) found.set(key, { name, score, page });
			}
	}
	return [...found.values()].toSorted((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1));
}

function nearest(page: Page, wanted: Wanted): { text: string; index: number; held: number }[] {
	return sentencesIn(page.text)
		.map((sentence, index) => ({ text: sentence.text, index, held: shareHeld(wanted, stemsIn(sentence.text)) }))
		.toSorted((a, b) => b.held - a.held || a.index - b.index)
		.slice(0, sentencesEach);
}

function wasTried(name: string, tried: readonly string[]): boolean {
	return tried.some((query) => query.startsWith(`${name} `));
}

function told(names: readonly string[]): string {
	const shown = names.slice(0, namesTold);
	const more = names.length > shown.length ? [`${names.length - shown.length} more`] : [];
	const all = [...shown, ...more];
	return all.length < 2 ? (all[0] ?? "") : `${all.slice(0, -1).join(", ")} and ${all.at(-1)}`;
}
