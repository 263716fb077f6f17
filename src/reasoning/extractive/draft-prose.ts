import { bylineOf } from "../../evidence/byline.ts";
import { amountOf, partsOf, withoutNumber } from "../../evidence/cells.ts";
import type { Cell, Claim } from "../../evidence/claim.ts";
import { asQuoted, asTitle, quote } from "../../evidence/quotation.ts";
import type { Sentence } from "../../evidence/report.ts";
import type { WriteInput } from "../reasoner.ts";
import { readable } from "./draft-quote.ts";
import type { Candidate } from "./draft-select.ts";

/** White space between two sentences of one paragraph: closer claims are quoted as one. Characters. */
const neighbours = 2;

/** What opens an item of a list, which is quoted by itself. */
const listMark = /^(?:[-*•–]|\(?\w{1,2}[.)])\s/;

/** How a voice is brought in, in turn: as a paragraph's first, and after another. A title may be a person's name, so a page speaks. */
const openers = ["From {}: ", "In {}: "] as const;
const followers = ["The page {} adds: ", "In {}: ", "And from {}: "] as const;

/**
 * Chosen claims as sentences that read in order: sources in the order of their best claim, each source's claims in the order
 * of its page, neighbouring sentences in one quotation, a lead-in where the voice changes.
 */
export class Prose {
	readonly #titles: ReadonlyMap<string, string>;
	/** Who says it and when; each is named once. */
	readonly #bylines: Map<string, string>;
	#lead = 0;
	#voice: string | undefined;

	constructor(sources: WriteInput["sources"]) {
		this.#titles = new Map(sources.map(({ id, title }) => [id, title]));
		this.#bylines = new Map(sources.map((source) => [source.id, bylineOf(source)]));
	}

	/** A paragraph; its first sentence opens it. `adding` gives a sentence with what belongs right after a sentence; what is said by then is not said again. */
	paragraph(
		chosen: readonly Candidate[],
		adding: (sentence: Sentence) => Sentence[] = (sentence) => [sentence],
		isSaid: (claimId: string) => boolean = () => false,
	): Sentence[] {
		const bySource = Map.groupBy(chosen, ({ claim }) => claim.sourceId);
		const runs = [...bySource.values()].flatMap((members) => {
			const inOrder = members.map(({ claim }) => claim).toSorted((a, b) => a.start - b.start);
			return runsOf(inOrder);
		});
		const out: Sentence[] = [];
		for (const run of runs) {
			if (run.every(({ id }) => isSaid(id))) continue;
			const isFirst = out.length === 0;
			const lead = isFirst ? openers[this.#lead++ % openers.length] : followers[this.#lead++ % followers.length];
			const sentence = this.sentence(run, !isFirst && this.#voice === run[0]?.sourceId ? "" : lead);
			const added = adding(isFirst ? { ...sentence, opens: true } : sentence);
			// After somebody else's words a voice is named again.
			if (added.length > 1) this.#voice = undefined;
			out.push(...added);
		}
		return out;
	}

	/** One quotation of neighbouring claims of one page, after a lead-in in which `{}` stands for the page's title. */
	sentence(run: readonly Claim[], lead: string = openers[0]): Sentence {
		const sourceId = run[0]?.sourceId ?? "";
		const title = shortTitle(this.#titles.get(sourceId) ?? "");
		// Only the first needs a name for its pronoun: the others follow on what they refer to.
		const words = run.map((claim, index) => (index === 0 ? readable(claim) : asQuoted(claim.quote))).join(" ");
		this.#voice = sourceId;
		const named = title === "" ? "" : lead.replace("{}", () => `${asTitle(title)}${this.#introduced(sourceId, lead)}`);
		const [cell] = run.map((claim) => claim.cell);
		return { kind: "fact", text: named + (cell ? fromTable(cell) : quote(words)), claimIds: run.map(({ id }) => id) };
	}

	/** ` (who, when)` where a page is named for the first time. */
	#introduced(sourceId: string, lead: string): string {
		const byline = this.#bylines.get(sourceId) ?? "";
		if (byline === "" || lead === "") return "";
		this.#bylines.delete(sourceId);
		return ` (${byline})`;
	}
}

/** A cell as its table gives it: row and column in quotation marks, its value with its unit, and the table's caption. */
function fromTable(cell: Cell): string {
	const names = [...partsOf(cell.row), ...partsOf(cell.column)].map((name) => `“${asQuoted(name)}”`).join(", ");
	const caption = asQuoted(withoutNumber(cell.caption ?? ""));
	const value = /\d/.test(cell.text) ? amountOf(cell) : `“${asQuoted(cell.text)}”`;
	return `${names}: ${value}${caption === "" ? "" : ` (in the table “${caption}”)`}.`;
}

/** Claims of one page, in order, parted where something stands between them. */
function runsOf(claims: readonly Claim[]): Claim[][] {
	const runs: Claim[][] = [];
	for (const claim of claims) {
		const last = runs.at(-1)?.at(-1);
		const gap = last ? claim.start - (last.start + last.quote.length) : Number.POSITIVE_INFINITY;
		if (gap >= 0 && gap <= neighbours && !listMark.test(claim.quote) && !claim.cell && !runs.at(-1)?.at(-1)?.cell)
			runs.at(-1)?.push(claim);
		else runs.push([claim]);
	}
	return runs;
}

/** A title without its chapter number and without the name of the site: `25.1. Routine Vacuuming` → `Routine Vacuuming`. */
function shortTitle(title: string): string {
	const bare =
		title.replace(/^(?:chapter\s+|appendix\s+)?[\dA-Z]{1,3}(?:\.\d+)*\.\s+/i, "").split(/\s[|–—·]\s|\s-\s/)[0] ?? title;
	return bare.trim() || title.trim();
}
