import { quantitiesIn } from "../../../evidence/numbers.ts";
import type { WriteInput } from "../../reasoner.ts";
import { pinnedBy } from "./pins.ts";
import type { Ranked } from "./spans.ts";

/** `has risen from 38 million to 61 million crowns`: what stands before the first amount, and between the two. */
const changed =
	/\b(?:ris(?:en|es)|rose|raised?|grown|grew|climbed|increased|gone (?:up|down)|went (?:up|down)|fallen|fell|dropped|lowered|reduced|cut|shrunk|doubled|jumped|swollen|revised|corrected)\b[^.;]{0,40}?\bfrom\s+(?:[\p{Sc}]\s?|about |some |around )?$/iu;
const between = /^[^.;]{0,25}?\bto\s+(?:[\p{Sc}]\s?|about |some |around )?$/iu;

/** What an older figure keeps of its score beside the one that it has become. */
const olderShare = 0.5;

/** Of amounts that a later page says to have become others, the later ones first, as sure as the older were. Not where a year is asked for. */
export function asItStands(ranked: readonly Ranked[], input: WriteInput): Ranked[] {
	if (pinnedBy(input.question).some(({ kind }) => kind === "year")) return [...ranked];
	const dates = new Map(input.sources.map(({ id, date }) => [id, date]));
	const changes = ranked.flatMap((one) => {
		const { claim, start, quantity } = one.candidate;
		if (quantity === undefined || claim.cell) return [];
		const from = quantitiesIn(claim.quote).findLast((each) => each.end <= start);
		const tells =
			from?.value !== undefined &&
			changed.test(claim.quote.slice(0, from.start)) &&
			between.test(claim.quote.slice(from.end, start));
		return tells ? [{ one, from, on: dates.get(claim.sourceId) ?? claim.asOf }] : [];
	});
	let out = [...ranked];
	for (const { one, from, on } of changes) {
		const isOld = ({ candidate: { claim, quantity } }: Ranked) => {
			const said = dates.get(claim.sourceId) ?? claim.asOf;
			if (quantity?.value !== from.value) return false;
			return claim === one.candidate.claim || (on !== undefined && said !== undefined && said < on);
		};
		const old = out.find((each) => isOld(each) && each.candidate.claim !== one.candidate.claim);
		if (!old) continue;
		out = out.map((each) => {
			if (each.candidate === one.candidate) return { ...each, score: Math.max(each.score, old.score), fit: old.fit };
			return isOld(each)
				? { ...each, score: each.score * olderShare, fit: { ...each.fit, clear: false, complete: false } }
				: each;
		});
	}
	return out.toSorted((a, b) => b.score - a.score);
}
