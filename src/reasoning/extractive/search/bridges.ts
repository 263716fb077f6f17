import type { Page } from "../../../evidence/source.ts";
import { entitiesIn } from "../../text/names.ts";
import { sentencesIn } from "../../text/sentences.ts";
import { shareHeld, stemsIn, titleKey, type Wanted } from "./match.ts";

/** Of a long page, only the sentences nearest to the question are searched for names. */
const sentencesEach = 40;
/** A name is worth the share of the question that its sentence holds, more in the page's first sentence, less the later it stands there. */
const worth = { held: 2.3, opening: 0.6, place: -0.03 };

/** A thing that a page names, and how likely its own page holds what is missing. */
export interface Bridge {
	name: string;
	score: number;
}

/** The things that a page names and that are not `known` (by title key), most promising first. */
export function bridgesIn(page: Page, wanted: Wanted, known: ReadonlySet<string>): Bridge[] {
	const found = new Map<string, Bridge>();
	const sentences = sentencesIn(page.text)
		.filter(({ kind, text }) => kind === "prose" || (kind === "item" && /[.!?]$/u.test(text)))
		.map((sentence, index) => ({ text: sentence.text, index, held: shareHeld(wanted, stemsIn(sentence.text)) }))
		.toSorted((a, b) => b.held - a.held || a.index - b.index)
		.slice(0, sentencesEach);
	for (const { text, index, held } of sentences) {
		const names = entitiesIn(text).filter(({ text: name, unsure }) => !unsure && !isNoName(name));
		for (const [place, { text: name }] of names.entries()) {
			const key = titleKey(name);
			if (key.length < 3 || known.has(key)) continue;
			const score = worth.held * held + (index === 0 ? worth.opening : 0) + worth.place * place;
			if ((found.get(key)?.score ?? Number.NEGATIVE_INFINITY) < score) found.set(key, { name, score });
		}
	}
	return [...found.values()].toSorted((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1));
}

/** No names: a long word in capitals (`VACUUM`, where `NBC` is one), a number or place in the document, two names by a possessive. */
function isNoName(name: string): boolean {
	return (
		/^[\p{Lu}\p{N}_ ]{5,}$/u.test(name) ||
		/^(?:[\p{N}.\s]+\s|see\b|section\b|chapter\b|note\b|figure\b|table\b)|['’]s\s/iu.test(name)
	);
}
