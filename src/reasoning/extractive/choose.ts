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

export const weights: Record<string, number> = { rrf: 2, cos: 4, bm: 1.3, about: 1, asked: 2, via: 1.4, salience: 1 };

export function features(input: ChooseInput): Record<string, number>[] {
	const { hits, question, subQuestion, read, route, claims } = input;
	const stems = hits.map((hit) => stemsIn(`${hit.title} ${hit.snippet}`));
	const whole = wantedIn(question, stems);
	const names = subQuestion.focus;
	const named = new Set(names.map(titleKey));
	const open = stemsIn(subQuestion.text);
	const missing = new Map([...whole].filter(([form]) => open.has(form)));
	const said = stemsIn(claims.map(({ quote }) => quote).join(" "));
	const unsaid = new Map([...missing].filter(([form]) => !said.has(form)));
	const top = hits[0]?.score ?? 1;
	return hits.map((hit, at) => {
		const have = stems[at] ?? new Set<string>();
		const text = `${hit.title} ${hit.snippet}`;
		const via = names.findIndex((name) => text.includes(name));
		const nameStems = via < 0 ? new Set<string>() : stemsIn(names[via] ?? "");
		const rest = new Map([...missing].filter(([form]) => !nameStems.has(form)));
		const title = stemsIn(hit.title);
		const digits = /\d/.test(hit.snippet) ? 1 : 0;
		return {
			rrf: hit.score / top,
			rank: 1 / (1 + at / 5),
			cos: hit.cosine ?? 0.3,
			bm: (hit.bm25 ?? 0) / 20,
			about: named.has(titleKey(hit.title)) ? 1 : 0,
			asked: shareHeld(missing, have),
			rest: shareHeld(rest, have),
			unsaid: unsaid.size === 0 ? 0.5 : shareHeld(unsaid, have),
			whole: shareHeld(whole, have),
			titleAsked: shareHeld(missing, title),
			titleFull: title.size === 0 ? 0 : [...title].filter((form) => whole.has(form)).length / title.size,
			via: via < 0 ? 0 : 1,
			titleVia: names.some((name) => hit.title.includes(name)) ? 1 : 0,
			salience: via < 0 ? 0 : 1 / (1 + via / 2),
			names: Math.log(1 + names.filter((name) => text.includes(name)).length),
			back: read.filter(({ title }) => hit.snippet.includes(title.replace(/ \(.*/, ""))).length > 0 ? 1 : 0,
			typed: route.answerType === "date" || route.answerType === "number" ? digits : 0.5,
			len: Math.min(1, hit.snippet.length / 1000),
			nohit: hit.cosine === undefined ? 1 : 0,
		};
	});
}

function scoreAll(input: ChooseInput): Scored[] {
	const { hits, question, subQuestion, purpose } = input;
	if (purpose === "hop") {
		const all = features(input);
		return hits.map((hit, at) => {
			const f = all[at] ?? {};
			let score = 0;
			for (const [name, weight] of Object.entries(weights)) score += weight * (f[name] ?? 0);
			return { hit, score, reason: reasonFor(hit, f["about"] === 1, f["asked"] ?? 0, at) };
		});
	}
	const stems = hits.map((hit) => stemsIn(`${hit.title} ${hit.snippet}`));
	const whole = wantedIn(question, stems);
	const named = new Set(namesIn(subQuestion.text).flatMap(withParts).map(titleKey));
	return hits.map((hit, at) => {
		const about = named.has(titleKey(hit.title));
		const asked = shareHeld(whole, stems[at] ?? new Set());
		return { hit, score: 1 / (1 + at / 5) + asked + (about ? 1 : 0), reason: reasonFor(hit, about, asked, at) };
	});
}

function reasonFor(hit: Hit, about: boolean, asked: number, at: number): string {
	if (about) return `it is the page about ${hit.title}`;
	return `result ${at + 1}, holds ${Math.round(asked * 100)} % of what is asked`;
}
