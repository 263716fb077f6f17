import type { Page } from "../../../evidence/source.ts";
import { isAboutPerson, kindsIn, leadingEntity, plainTitle, type Referents } from "../language/resolve.ts";
import type { Sentence } from "../language/sentences.ts";

/** A sentence with what stands around it and lets it be read alone. */
export interface Placed {
	sentence: Sentence;
	/** The headings above it, outermost first. */
	above: string[];
	/** The term that it explains, from a list of definitions: `max_connections (integer)`. */
	term?: string | undefined;
	/** It stands right below that term. */
	opensTerm?: true | undefined;
	/** The header row's cells, for a table row. */
	header?: string[] | undefined;
	/** Its place among the page's sentences, counted from 0. */
	order: number;
}

/** Longest line that may be the term of a definition (`max_connections (integer)`). */
const termLength = 90;

/** Sentences that one term's explanation may have. */
const explanationSentences = 24;

function isTerm(sentence: Sentence, next: Sentence | undefined): boolean {
	if (sentence.text.length > termLength) return false;
	if (/[=<>]/.test(sentence.text.replace(/\([^)]*\)/g, ""))) return false;
	const line =
		sentence.kind === "prose" &&
		sentence.text.length <= termLength &&
		!/[.!?:;,]["”’)]*$/.test(sentence.text) &&
		!sentence.text.includes("\n");
	if (!line || !next || next.block === sentence.block || next.kind === "row" || next.kind === "heading") return false;
	// Its explanation, or a second term that shares it, stands right below.
	return next.start - sentence.end <= 2;
}

export function cellsOf(row: string): string[] {
	const bare = row.trim().replace(/^\||\|$/g, "");
	return (bare.includes("|") ? bare.split("|") : bare.split("\t")).map((cell) => cell.trim());
}

/** Every sentence of a page with its headings, its term line and, in a table, the header row. */
export function placed(sentences: readonly Sentence[]): Placed[] {
	const out: Placed[] = [];
	let term: { text: string; block: number; headings: string[] } | undefined;
	let header: { cells: string[]; block: number } | undefined;
	let alone = 0;
	for (const [order, sentence] of sentences.entries()) {
		if (sentence.kind === "row") {
			const before = sentences[order - 1];
			if (before?.kind !== "row") header = undefined;
			const cells = cellsOf(sentence.text);
			if (!header) header = { cells, block: sentence.block };
			const own = header.block === sentence.block;
			out.push({
				sentence,
				above: sentence.headings,
				header: own || header.cells.length !== cells.length ? undefined : header.cells,
				order,
			});
			continue;
		}
		if (isTerm(sentence, sentences[order + 1])) {
			term = { text: sentence.text, block: sentence.block, headings: sentence.headings };
			alone = 0;
		} else if (
			term &&
			(sentence.headings.length !== term.headings.length ||
				sentence.headings.at(-1) !== term.headings.at(-1) ||
				alone > explanationSentences)
		)
			term = undefined;
		else alone++;
		out.push({
			sentence,
			above: sentence.headings,
			order,
			...(term && term.block !== sentence.block ? { term: term.text } : {}),
			...(term && sentences[order - 1]?.block === term.block && term.block !== sentence.block
				? { opensTerm: true as const }
				: {}),
		});
	}
	return out;
}

/** What openings of a page's sentences refer to, kept while reading from top to bottom. */
export class ReferentTracker {
	readonly #title: string;
	readonly #aboutPerson: boolean;
	readonly #kinds: ReadonlySet<string>;
	#person: string | undefined;
	#thing: string | undefined;

	constructor(page: Pick<Page, "title" | "text">) {
		this.#title = plainTitle(page.title);
		this.#aboutPerson = isAboutPerson(page.text.slice(0, 2_000));
		this.#kinds = kindsIn(page.text.slice(0, 2_000), page.title);
	}

	/** Takes note of a sentence's subject; call in reading order. */
	note(sentence: Sentence): void {
		const entity = leadingEntity(sentence.text);
		if (!entity || entity.unsure || entity.start > 4) return;
		const titled = this.#title.toLowerCase().includes(entity.text.toLowerCase());
		const name = titled ? this.#title : entity.text;
		if (entity.type === "person" || (titled && this.#aboutPerson)) this.#person = name;
		else if (entity.type !== "place" || titled) this.#thing = name;
	}

	/** A new paragraph or section starts from the title again: pronouns rarely reach across. */
	reset(): void {
		this.#person = undefined;
		this.#thing = undefined;
	}

	get known(): Referents {
		return {
			title: this.#title,
			person: this.#person,
			thing: this.#thing,
			aboutPerson: this.#aboutPerson,
			kinds: this.#kinds,
		};
	}
}
