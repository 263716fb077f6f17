import { type Superseded, supersededIn } from "../../../evidence/corrected.ts";
import { dayInWords } from "../../../evidence/dates.ts";
import { quantitiesIn, sameQuantity } from "../../../evidence/numbers.ts";
import type { WriteInput } from "../../reasoner.ts";
import type { Value } from "./value.ts";

/** What a value that was taken back keeps of the score of the one that took its place. */
const takenBackShare = 0.8;

/** What a value took the place of. */
export interface Instead {
	/** The value that was taken back, as its best statement writes it, and all claims that state it. */
	old: string;
	claimIds: string[];
	/** `; it corrects 62 percent, on 11 March 2025`. */
	words: string;
}

/** Ranked values with each one that a page takes back behind the one that it gives instead; `by`: such ones, by their text. */
export function corrected(
	values: readonly Value[],
	{ claims, sources }: WriteInput,
): { values: Value[]; by: Map<string, Instead> } {
	const superseded = supersededIn(claims, sources);
	const by = new Map<string, Instead>();
	const next = [...values];
	for (const [at, value] of values.entries()) {
		const taken = takenBackBy(value, superseded);
		const now = taken?.now;
		const home = now === undefined ? -1 : next.findIndex((one) => one !== value && isAmount(one.text, now));
		const instead = next[home];
		// What nobody states as an answer to this cannot stand in for what is.
		if (!taken || !instead) continue;
		const score = Math.max(instead.score, value.score);
		next[home] = { ...instead, score, fit: value.fit.clear ? value.fit : instead.fit };
		next[at] = { ...value, score: score * takenBackShare };
		by.set(instead.text, {
			old: value.text,
			claimIds: superseded.filter(({ old }) => old === taken.old).map(({ claimId }) => claimId),
			words: `; it corrects ${taken.old}${taken.on === undefined ? "" : `, on ${dayInWords(taken.on)}`}`,
		});
	}
	return { values: next.toSorted((a, b) => b.score - a.score || a.text.localeCompare(b.text)), by };
}

/** Every statement of the value that counts is one that was taken back. */
function takenBackBy({ text, claims }: Value, superseded: readonly Superseded[]): Superseded | undefined {
	const of = claims.map(({ id }) => superseded.find(({ claimId, old }) => claimId === id && isAmount(text, old)));
	return of.every((one) => one !== undefined) ? of[0] : undefined;
}

function isAmount(text: string, written: string): boolean {
	const [one, other] = [quantitiesIn(text)[0], quantitiesIn(written)[0]];
	return one !== undefined && other !== undefined && sameQuantity(one, other);
}
