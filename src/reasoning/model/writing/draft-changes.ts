import { z } from "zod";
import { type Draft, paragraphsOf, type Section, type Sentence } from "../../../evidence/report.ts";
import { asCell, sentenceSchema } from "./draft-sections.ts";

const changeKinds = ["replace", "after", "remove"] as const;

/** What a revision does at one numbered place of a draft: `s3` is a sentence, `h2` a heading. */
export const changesSchema = z.array(
	z.object({
		at: z.string(),
		how: z.preprocess((given) => changeKinds.find((one) => one === given) ?? "replace", z.enum(changeKinds)),
		sentences: z.preprocess((given) => given ?? [], z.array(sentenceSchema)),
	}),
);

/** A sentence that cites claims by their ids. */
export type CitedSentence = Pick<Sentence, "kind" | "text" | "claimIds" | "code" | "cell">;

export interface DraftChange {
	at: string;
	how: (typeof changeKinds)[number];
	sentences: CitedSentence[];
}

/** The number of each sentence and heading, as a reviser is shown it (`s3`, `h2`). Conclusions come before other sentences. */
export function placeNumbers({ bottomLine = [], sections }: Draft): Map<object, string> {
	const all = [...bottomLine, ...sections.flatMap(({ sentences }) => sentences)];
	return new Map<object, string>([
		...all.map((one, at) => [one, `s${at + 1}`] as const),
		...sections.map((one, at) => [one, `h${at + 1}`] as const),
	]);
}

/** The place that a change names (`s3`, `[S3]`); undefined when the draft has no such place. */
export function parsePlace(at: string, places: ReadonlyMap<object, string>): string | undefined {
	const [, letter = "", digits] = /^\W*([sh])\W*(\d{1,4})\W*$/iu.exec(at.trim()) ?? [];
	const place = `${letter.toLowerCase()}${Number(digits)}`;
	return [...places.values()].includes(place) ? place : undefined;
}

/**
 * Applies changes to a draft. What no change names stays word for word. Sentences that are put after the end of a list item become an
 * item of their own. `heading`: returns a section's new heading; undefined keeps the old one.
 */
export function applyChanges(
	draft: Draft,
	changes: readonly DraftChange[],
	heading: (text: string, section: Section) => string | undefined,
): { bottomLine: CitedSentence[]; sections: Section[] } {
	const places = placeNumbers(draft);
	const known = new Set(
		[...(draft.bottomLine ?? []), ...draft.sections.flatMap(({ sentences }) => sentences)].map(textOf),
	);
	const changesAt = (one: object) => changes.filter((change) => parsePlace(change.at, places) === places.get(one));
	const newSentences = (sentences: readonly CitedSentence[]) =>
		sentences.filter((one) => {
			const isNew = one.text !== "" && !known.has(one.text);
			known.add(one.text);
			return isNew;
		});
	const changeSentence = (one: CitedSentence): { kept: CitedSentence[]; after: CitedSentence[] } => {
		const ownChanges = changesAt(one);
		const replacement = ownChanges.findLast(({ how }) => how !== "after");
		// Cells of two rows may say the same.
		const given = sentencesAfter(ownChanges);
		const after = one.cell ? given : newSentences(given);
		if (!replacement) return { kept: [one], after };
		const kept = replacement.how === "remove" ? [] : replacement.sentences.filter(({ text }) => text !== "");
		const { cell } = one;
		return { kept: cell ? kept.slice(0, 1).map((text) => asCell(text, cell)) : kept, after };
	};
	const bottomLine = (draft.bottomLine ?? []).flatMap((one) => {
		const { kept, after } = changeSentence(one);
		return [...kept, ...after];
	});
	const sections = draft.sections.map((section): Section => {
		const ownChanges = changesAt(section);
		const newHeading = ownChanges.findLast(({ how }) => how === "replace")?.sentences[0]?.text;
		const opening = newSentences(sentencesAfter(ownChanges));
		const isList = section.form !== undefined && section.form !== "prose";
		const paragraphs = paragraphsOf(section).flatMap((paragraph) => {
			const changedSentences = paragraph.map(changeSentence);
			if (paragraph[0]?.cell)
				return [
					changedSentences.flatMap(({ kept }) => kept),
					...changedSentences.map(({ after }) => rowOf(after, section.columns ?? [])),
				];
			const added = isList ? (changedSentences.at(-1)?.after ?? []) : [];
			const inside = changedSentences.flatMap(({ kept, after }) => [...kept, ...(after === added ? [] : after)]);
			return [inside, added];
		});
		return {
			...section,
			heading: (newHeading && heading(newHeading, section)) ?? section.heading,
			sentences: [opening, ...paragraphs].flatMap(asParagraph),
		};
	});
	return {
		bottomLine,
		sections: sections.filter(({ sentences, blocks = [] }) => sentences.length + blocks.length > 0),
	};
}

/** What is put after a row of a table: a row of its own where its name comes first, else sentences below the table. */
function rowOf([name, ...cells]: readonly CitedSentence[], columns: readonly string[]): CitedSentence[] {
	if (name === undefined || name.claimIds.length > 0) return name === undefined ? [] : [name, ...cells];
	const row = name.text.replace(/[.:]+$/, "");
	return columns.flatMap((column, at) => (cells[at]?.text ? [asCell(cells[at], { row, column })] : []));
}

function sentencesAfter(changes: readonly DraftChange[]): CitedSentence[] {
	return changes.flatMap(({ how, sentences }) => (how === "after" ? sentences : []));
}

const textOf = ({ text }: Pick<Sentence, "text">) => text;

/** The sentences as one paragraph, which the first opens. */
function asParagraph(sentences: readonly CitedSentence[]): Sentence[] {
	return sentences.map((one, index) => {
		const { kind, text, claimIds, code, cell } = one;
		return {
			...{ kind, text, claimIds },
			...(index === 0 ? { opens: true } : {}),
			...(code === undefined ? {} : { code }),
			...(cell === undefined ? {} : { cell }),
		};
	});
}
