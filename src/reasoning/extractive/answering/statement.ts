import { cellWords } from "../../../evidence/cells.ts";
import type { Claim } from "../../../evidence/claim.ts";
import type { WriteInput } from "../../reasoner.ts";
import { type Entity, entitiesIn } from "../../text/names.ts";
import { negatedIn } from "../../text/negation.ts";
import { placeWords } from "../../text/place.ts";
import { plainTitle } from "../../text/resolve.ts";
import { isKin } from "../../text/wordnet.ts";
import { isStopWord, stemsOf, wordsIn } from "../../text/words.ts";
import type { Term } from "./wanted.ts";

/** A word of a statement with the stems under which it is matched. */
export interface Said {
	lower: string;
	forms: readonly string[];
	start: number;
	end: number;
	isContent: boolean;
	isCapital: boolean;
}

/** A claim with the words that surround it in its page. */
export interface Statement {
	claim: Claim;
	/** Words of the quote. */
	quote: readonly Said[];
	/** Words of the claim as it is readable alone: its term, row, column or the names its pronouns stand for. */
	own: readonly Said[];
	/** Words of its headings, its caption and its page's title. */
	above: readonly Said[];
	/** Names in the quote. */
	names: readonly Entity[];
	/** Starts of the quote's words that stand under a negation. */
	negated: ReadonlySet<number>;
}

/** Title, host and site of the pages, by source id: what a page is about and who publishes it. */
export function titlesOf(sources: WriteInput["sources"]): Map<string, string> {
	return new Map(sources.map((source) => [source.id, `${plainTitle(source.title)} ; ${placeWords(source)}`]));
}

/** `title`: as `titlesOf` gives it. */
export function statementOf(claim: Claim, title: string): Statement {
	const { quote, text, locator, cell } = claim;
	const section = locator.kind === "section" ? locator.section : "";
	return {
		claim,
		quote: said(quote),
		own: said(cell ? spaced([...cellWords(cell), cell.unit ?? ""].join(" ; ")) : text),
		above: said([section, cell?.caption ?? "", title].join(" ; ")),
		names: entitiesIn(quote).filter(({ unsure }) => !unsure),
		negated: negatedIn(quote),
	};
}

/** `sick_days`, `sickDays`: the words of a data file's column. */
function spaced(text: string): string {
	return text.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, " ").replaceAll("_", " ");
}

function said(text: string): Said[] {
	return wordsIn(text).map(({ text: written, lower, start, end }) => ({
		isCapital: /^\p{Lu}/u.test(written),
		lower,
		forms: stemsOf(lower),
		start,
		end,
		isContent: !isStopWord(lower),
	}));
}

/** What a word of one family or sense is worth beside the word itself. */
const kinWorth = 0.8;

/** How well one of some words says a term, 0–1. */
export function saysTerm(words: readonly Said[], { word, stem }: Term): number {
	if (words.some(({ forms }) => forms.includes(stem))) return 1;
	if (/[_\d]/u.test(word)) return 0;
	return words.some(({ lower, isContent }) => isContent && isKin(lower, word)) ? kinWorth : 0;
}

/** The mean of `saysTerm` over terms; 1 where there are none. */
export function shareSaid(words: readonly Said[], terms: readonly Term[]): number {
	if (terms.length === 0) return 1;
	return terms.reduce((sum, term) => sum + saysTerm(words, term), 0) / terms.length;
}
