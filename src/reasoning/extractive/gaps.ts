import type { Page } from "../../evidence/source.ts";
import type { FollowUp, GapsInput } from "../reasoner.ts";
import { sentencesIn } from "./language/sentences.ts";
import { shareHeld, stemsIn, titleKey, wantedIn } from "./match.ts";
import { namesIn, withParts } from "./names.ts";

/** Of a long page, only the sentences nearest to the question are searched for names. */
const sentencesEach = 40;

interface Bridge {
	name: string;
	promise: number;
	from: string;
	title: string;
}

/** METHOD §7, gap analysis: what was read names things whose own pages may hold what is missing. Best first. */
export function findGaps(input: GapsInput): FollowUp[] {
	const { question, pages, max } = input;
	const bridges = bridgesIn(question, pages).slice(0, max);
	return bridges.map(({ name, promise, from, title }) => ({
		text: `What is known about ${name} that helps to answer: ${question}`,
		origin: "hop",
		focus: [name],
		priority: "optional",
		from,
		reason: `${title} names ${name}`,
		promise,
	}));
}

function bridgesIn(question: string, pages: readonly Page[]): Bridge[] {
	const read = new Set(pages.map((page) => titleKey(page.title)));
	const stems = pages.map((page) => stemsIn(page.text));
	const wanted = wantedIn(question, stems);
	const asked = new Set(namesIn(question).flatMap(withParts).map(titleKey));
	const found = new Map<string, Bridge>();
	for (const [at, page] of pages.entries()) {
		const fit = shareHeld(wanted, stems[at] ?? new Set());
		const sentences = sentencesIn(page.text)
			.map((sentence, index) => ({ text: sentence.text, index, held: shareHeld(wanted, stemsIn(sentence.text)) }))
			.toSorted((a, b) => b.held - a.held)
			.slice(0, sentencesEach);
		for (const { text, index, held } of sentences)
			for (const name of namesIn(text).flatMap(withParts)) {
				const key = titleKey(name);
				if (key.length < 3 || read.has(key)) continue;
				const promise = Math.min(1, 0.45 * fit + 0.45 * held + (index === 0 ? 0.1 : 0) + (asked.has(key) ? 0.1 : 0));
				const known = found.get(key);
				if (!known || known.promise < promise) found.set(key, { name, promise, from: page.url, title: page.title });
			}
	}
	return [...found.values()].toSorted((a, b) => b.promise - a.promise || (a.name < b.name ? -1 : 1));
}
