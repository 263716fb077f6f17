import type { Claim } from "../../evidence/claim.ts";
import { asTitle } from "../../evidence/quotation.ts";
import type { Sentence } from "../../evidence/report.ts";
import { quoted } from "./draft-quote.ts";
import type { Candidate } from "./draft-select.ts";

/** White space between two sentences of one paragraph: closer claims are quoted as one. Characters. */
const neighbours = 2;

/** How the next voice is brought in, in turn. A title may be a person's name, so nothing is said by a title alone. */
const leads = ["From {}: ", "The page {} adds: ", "In {}: ", "The page {} has: "] as const;

/**
 * Chosen claims as sentences that read in order: sources in the order of their best claim, each source's claims in the order
 * of its page, neighbouring sentences in one quotation, a lead-in where the voice changes.
 */
export class Prose {
	readonly #titles: ReadonlyMap<string, string>;
	#lead = 0;
	#voice: string | undefined;

	constructor(sources: readonly { id: string; title: string }[]) {
		this.#titles = new Map(sources.map(({ id, title }) => [id, title]));
	}

	/** A paragraph; its first sentence opens it. */
	paragraph(chosen: readonly Candidate[]): Sentence[] {
		const bySource = Map.groupBy(chosen, ({ claim }) => claim.sourceId);
		const sentences = [...bySource.values()].flatMap((members) => {
			const inOrder = members.map(({ claim }) => claim).toSorted((a, b) => a.start - b.start);
			return runsOf(inOrder).map((run) => this.sentence(run));
		});
		return sentences.map((sentence, index) => (index === 0 ? { ...sentence, opens: true } : sentence));
	}

	/** One quotation of neighbouring claims; the source is named when it was not the last to speak, or in the `wanted` way. */
	sentence(run: readonly Claim[], wanted?: string): Sentence {
		const sourceId = run[0]?.sourceId ?? "";
		const words = run.map(quoted).join(" ").replaceAll("” “", " ");
		const lead = this.#voice === sourceId && !wanted ? "" : this.#next(sourceId, wanted);
		this.#voice = sourceId;
		return { kind: "fact", text: lead + words, claimIds: run.map(({ id }) => id) };
	}

	#next(sourceId: string, wanted?: string): string {
		const title = shortTitle(this.#titles.get(sourceId) ?? "");
		if (title === "") return "";
		const lead = wanted ?? leads[this.#lead++ % leads.length] ?? leads[0];
		return lead.replace("{}", () => asTitle(title));
	}
}

/** Claims of one page, in order, parted where something stands between them. */
export function runsOf(claims: readonly Claim[]): Claim[][] {
	const runs: Claim[][] = [];
	for (const claim of claims) {
		const last = runs.at(-1)?.at(-1);
		const gap = last ? claim.start - (last.start + last.quote.length) : Number.POSITIVE_INFINITY;
		if (gap >= 0 && gap <= neighbours) runs.at(-1)?.push(claim);
		else runs.push([claim]);
	}
	return runs;
}

/** A title without its chapter number and without the name of the site: `25.1. Routine Vacuuming` → `Routine Vacuuming`. */
export function shortTitle(title: string): string {
	const bare =
		title.replace(/^(?:chapter\s+|appendix\s+)?[\dA-Z]{1,3}(?:\.\d+)*\.\s+/i, "").split(/\s[|–—·]\s|\s-\s/)[0] ?? title;
	return bare.trim() || title.trim();
}
