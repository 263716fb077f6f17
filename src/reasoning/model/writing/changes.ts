import { z } from "zod";
import { type Draft, paragraphsOf, type Section, type Sentence } from "../../../evidence/report.ts";
import { sentence } from "./prose.ts";

/** What a revision does at one numbered place of a draft: `s3` is a sentence, `h2` a heading. */
export const changes = z.array(
	z.object({
		at: z.string(),
		how: z.preprocess(
			(given) => ways.find((one) => one === given) ?? "replace",
			z.enum(["replace", "after", "remove"]),
		),
		sentences: z.preprocess((given) => given ?? [], z.array(sentence)),
	}),
);
const ways = ["replace", "after", "remove"] as const;

/** A sentence that cites claims by their ids. */
export type Stated = Pick<Sentence, "kind" | "text" | "claimIds" | "code">;

export interface Change {
	at: string;
	how: "replace" | "after" | "remove";
	sentences: Stated[];
}

/** The number of each sentence and heading, as a reviser is shown it (`s3`, `h2`). Conclusions come before other sentences. */
export function placesOf({ bottomLine = [], sections }: Draft): Map<object, string> {
	const said = [...bottomLine, ...sections.flatMap(({ sentences }) => sentences)];
	return new Map<object, string>([
		...said.map((one, at) => [one, `s${at + 1}`] as const),
		...sections.map((one, at) => [one, `h${at + 1}`] as const),
	]);
}

/** The place that a change names (`s3`, `[S3]`); undefined when the draft has no such place. */
export function placeNamed(at: string, places: ReadonlyMap<object, string>): string | undefined {
	const [, letter = "", digits] = /^\W*([sh])\W*(\d{1,4})\W*$/iu.exec(at.trim()) ?? [];
	const place = `${letter.toLowerCase()}${Number(digits)}`;
	return [...places.values()].includes(place) ? place : undefined;
}

/**
 * Applies changes to a draft. What no change names stays word for word. Sentences that are put after the end of a list item become an
 * item of their own. `heading`: returns a section's new heading; undefined keeps the old one.
 */
export function changed(
	draft: Draft,
	all: readonly Change[],
	heading: (text: string, section: Section) => string | undefined,
): { bottomLine: Stated[]; sections: Section[] } {
	const places = placesOf(draft);
	const known = new Set(
		[...(draft.bottomLine ?? []), ...draft.sections.flatMap(({ sentences }) => sentences)].map(textOf),
	);
	const at = (one: object) => all.filter((change) => placeNamed(change.at, places) === places.get(one));
	const fresh = (given: readonly Stated[]) =>
		given.filter((one) => {
			const isNew = one.text !== "" && !known.has(one.text);
			known.add(one.text);
			return isNew;
		});
	const inPlace = (one: Stated): { kept: Stated[]; after: Stated[] } => {
		const own = at(one);
		const turned = own.findLast(({ how }) => how !== "after");
		const after = fresh(own.flatMap(({ how, sentences }) => (how === "after" ? sentences : [])));
		if (!turned) return { kept: [one], after };
		return { kept: turned.how === "remove" ? [] : turned.sentences.filter(({ text }) => text !== ""), after };
	};
	const bottomLine = (draft.bottomLine ?? []).flatMap((one) => {
		const { kept, after } = inPlace(one);
		return [...kept, ...after];
	});
	const sections = draft.sections.map((section): Section => {
		const own = at(section);
		const words = own.findLast(({ how }) => how === "replace")?.sentences[0]?.text;
		const first = fresh(own.flatMap(({ how, sentences }) => (how === "after" ? sentences : [])));
		const isList = section.form !== undefined && section.form !== "prose";
		const paragraphs = paragraphsOf(section).flatMap((paragraph) => {
			const said = paragraph.map(inPlace);
			const added = isList ? (said.at(-1)?.after ?? []) : [];
			const inside = said.flatMap(({ kept, after }) => [...kept, ...(after === added ? [] : after)]);
			return [inside, added];
		});
		return {
			...section,
			heading: (words && heading(words, section)) ?? section.heading,
			sentences: [first, ...paragraphs].flatMap(opened),
		};
	});
	return {
		bottomLine,
		sections: sections.filter(({ sentences, blocks = [] }) => sentences.length + blocks.length > 0),
	};
}

const textOf = ({ text }: Pick<Sentence, "text">) => text;

/** The sentences as one paragraph, which the first opens. */
function opened(sentences: readonly Stated[]): Sentence[] {
	return sentences.map((one, index) => {
		const { kind, text, claimIds, code } = one;
		return { kind, text, claimIds, ...(index === 0 ? { opens: true } : {}), ...(code === undefined ? {} : { code }) };
	});
}
