import { jaccard, trigrams } from "../../base/text.ts";
import type { Hit } from "../../evidence/source.ts";
import type { Choice, ChooseInput } from "../reasoner.ts";
import { shareHeld, stemsIn, titleKey, wantedIn } from "./match.ts";
import { namesIn, withParts } from "./names.ts";

/** Two passages this alike say the same; the second is not worth a read. */
const nearDuplicate = 0.8;

interface Scored {
	hit: Hit;
	score: number;
	reason: string;
}

/** METHOD §4.2: which results are worth reading for a sub-question, best first, at most `max`. */
export function choosePages(input: ChooseInput): Choice[] {
	const { hits, purpose } = input;
	const max = Math.min(input.max, purpose === "hop" ? 2 : 3);
	const scored = scoreAll(input).toSorted((a, b) => b.score - a.score || (a.hit.url < b.hit.url ? -1 : 1));
	const chosen: Scored[] = [];
	const grams = new Map(hits.map((hit) => [hit.url, trigrams(hit.snippet)]));
	for (const one of scored) {
		if (chosen.length >= max) break;
		const mine = grams.get(one.hit.url) ?? new Set();
		if (chosen.some(({ hit }) => jaccard(mine, grams.get(hit.url) ?? new Set()) >= nearDuplicate)) continue;
		chosen.push(one);
	}
	return chosen.map(({ hit, reason }) => ({ url: hit.url, reason }));
}

function scoreAll(input: ChooseInput): Scored[] {
	const { hits, question, subQuestion, purpose, read } = input;
	const stems = hits.map((hit) => stemsIn(`${hit.title} ${hit.snippet}`));
	const whole = wantedIn(question, stems);
	const names = purpose === "hop" ? subQuestion.focus : namesIn(subQuestion.text).flatMap(withParts);
	const named = new Set(names.map(titleKey));
	const known = stemsIn(read.map(({ title }) => title).join(" "));
	const missing = new Map([...whole].filter(([form]) => !known.has(form)));
	const top = hits[0]?.score ?? 1;
	return hits.map((hit, at) => {
		const have = stems[at] ?? new Set<string>();
		const about = named.has(titleKey(hit.title));
		const asked = shareHeld(purpose === "hop" ? missing : whole, have);
		const via = names.findIndex((name) => `${hit.title} ${hit.snippet}`.includes(name));
		const salience = via < 0 ? 0 : 1.4 + 1 / (1 + via / 2);
		const score =
			purpose === "hop"
				? 2 * (hit.score / top) + 4 * (hit.cosine ?? 0.3) + 1.3 * ((hit.bm25 ?? 0) / 20) + 2 * asked + salience + (about ? 1 : 0)
				: 1 / (1 + at / 5) + asked + (about ? 1 : 0);
		return { hit, score, reason: reasonFor(hit, about, asked, at) };
	});
}

function reasonFor(hit: Hit, about: boolean, asked: number, at: number): string {
	if (about) return `it is the page about ${hit.title}`;
	return `result ${at + 1}, holds ${Math.round(asked * 100)} % of what is asked`;
}
