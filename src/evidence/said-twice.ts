import { jaccard, trigrams } from "../base/text.ts";
import { quantitiesIn } from "../text/quantities.ts";
import type { Draft, SaidTwice } from "./report.ts";

/** Sentences that cite a common claim and are this alike say one thing. */
const alikeOfOneClaim = 0.4;
/** Beside the same figures of one claim, so much wording makes two sentences one. */
const alikeOfOneFigure = 0.25;
/** Whatever they cite. */
const alike = 0.65;

/** Facts of the sections that say again what a sentence before them says; a conclusion may weigh what was said. */
export function saidTwice({ sections }: Pick<Draft, "sections">): SaidTwice[] {
	const said = sections
		.flatMap(({ sentences }) => sentences)
		.filter(({ kind }) => kind === "fact")
		.map(({ text, claimIds }) => ({ text, claimIds, grams: trigrams(text), figures: figuresIn(text) }));
	return said.flatMap((one, at) => {
		const before = said.slice(0, at).find((other) => {
			// What brings in a figure says more.
			if (one.figures.some((figure) => !other.figures.includes(figure))) return false;
			const shares = one.claimIds.some((id) => other.claimIds.includes(id));
			const least = !shares ? alike : one.figures.length > 0 ? alikeOfOneFigure : alikeOfOneClaim;
			return jaccard(one.grams, other.grams) >= least;
		});
		return before ? [{ text: one.text, before: before.text }] : [];
	});
}

function figuresIn(text: string): string[] {
	return quantitiesIn(text).map(({ normal, unit }) => `${normal} ${unit}`);
}
