import type { Sentence } from "../../evidence/report.ts";
import type { Prose } from "./draft-prose.ts";
import type { Candidate, DraftInput } from "./draft-select.ts";
import type { WebView } from "./draft-web.ts";

/** Sentences of a paragraph before a new voice opens the next. */
const paragraphMax = 4;

/**
 * Writes sections: what was corrected, and the other side of a conflict, stand right after their sentence; how many pages carry a
 * text is said once. Nothing is said twice in a section.
 */
export class SectionWriter {
	readonly #input: DraftInput;
	readonly #web: WebView;
	readonly #prose: Prose;
	readonly #places: ReadonlyMap<string, string>;
	/** Pages whose copies were told of. */
	readonly #copied = new Set<string>();

	constructor(input: DraftInput, web: WebView, prose: Prose) {
		this.#input = input;
		this.#web = web;
		this.#prose = prose;
		this.#places = new Map(
			input.claims.map((claim) => [claim.id, `${claim.sourceId}:${claim.start}:${claim.cell?.column ?? ""}`]),
		);
	}

	/** The paragraphs of one section. */
	written(chosen: readonly Candidate[]): Sentence[] {
		const paragraphs: Candidate[][] = [];
		for (const [, members] of Map.groupBy(chosen, ({ claim }) => claim.sourceId)) {
			const last = paragraphs.at(-1);
			if (last && last.length + members.length <= paragraphMax) last.push(...members);
			else paragraphs.push([...members]);
		}
		const shown = new Set<string>();
		const isShown = (id: string) => shown.has(this.#places.get(id) ?? id);
		const show = (sentences: Sentence[]) => {
			for (const { claimIds } of sentences) for (const id of claimIds) shown.add(this.#places.get(id) ?? id);
			return sentences;
		};
		return paragraphs.flatMap((members) => {
			// What stood against an earlier sentence is not said again.
			const fresh = members.filter(({ claim }) => !isShown(claim.id));
			return this.#prose.paragraph(
				fresh,
				(sentence) => [...show([sentence]), ...this.#copies(sentence), ...show(this.#against(sentence, isShown))],
				isShown,
			);
		});
	}

	/** What a sentence took the place of, or what is held against it. */
	#against({ claimIds }: Sentence, isShown: (id: string) => boolean): Sentence[] {
		const { conflicts, claims } = this.#input;
		const [past, ...further] = this.#web.takenBackBy(claimIds);
		if (past) {
			if (isShown(past.id)) return [];
			const before = this.#prose.sentence([past], "That corrects what {} stated before: ");
			const others = [...new Set(further.map(({ sourceId }) => sourceId).filter((id) => id !== past.sourceId))];
			if (others.length === 0) return [before];
			const state = others.length === 1 ? "was read states" : "were read state";
			const text = this.#web.areOneText(others) ? "; they carry one text" : "";
			return [before, frame(`${pages(others.length)} that ${state} the earlier figure, too${text}.`)];
		}
		const others = conflicts.flatMap(({ a, b }) => (claimIds.includes(a) ? [b] : claimIds.includes(b) ? [a] : []));
		const other = claims.find(({ id }) => id === others[0]);
		return other && !isShown(other.id) ? [this.#prose.sentence([other], "Against this, {}: ")] : [];
	}

	/** How many pages carry the text that was quoted: they count as one. */
	#copies({ claimIds }: Sentence): Sentence[] {
		const claim = this.#input.claims.find(({ id }) => id === claimIds[0]);
		if (!claim || this.#copied.has(claim.sourceId)) return [];
		this.#copied.add(claim.sourceId);
		const copies = this.#web.copiesOf(claim);
		if (copies === 0) return [];
		const carry =
			copies === 1 ? "was read carries the same text, and counts" : "were read carry the same text, and count";
		return [frame(`${pages(copies)} that ${carry} with it as one origin.`)];
	}
}

/** A number that a lead-in may hold is one in words. */
function pages(count: number): string {
	const words = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"];
	return `${words[count] ?? "Many"} other ${count === 1 ? "page" : "pages"}`;
}

function frame(text: string): Sentence {
	return { kind: "frame", text, claimIds: [] };
}
