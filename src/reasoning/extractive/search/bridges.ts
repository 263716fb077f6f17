import type { Page } from "../../../evidence/source.ts";
import { type EntityType, entitiesIn } from "../language/entities.ts";
import { demonyms } from "../language/names.ts";
import { sentencesIn } from "../language/sentences.ts";
import { shareHeld, stemsIn, titleKey, type Wanted } from "../match.ts";

/** Of a long page, only the sentences nearest to the question are searched for names. */
const sentencesEach = 40;

/** A thing that a page names, and how likely its own page holds what is missing. */
export interface Bridge {
	name: string;
	score: number;
}

/** Words of a question that stand for an unnamed thing → what kind of name replaces them. */
const descriptions: readonly (readonly [RegExp, EntityType])[] = [
	[
		/\b(?:city|town|country|state|county|village|place|region|province|continent|island|river|lake|district|borough|location|area|birthplace|born|located|citizen(?:ship)?|nationality|nation|capital)\b/iu,
		"place",
	],
	[
		/\b(?:who|person|man|woman|actor|actress|author|writer|director|performer|singer|composer|producer|founder|president|king|queen|wife|husband|spouse|father|mother|son|daughter|child|brother|sister|player|artist|creator|leader|politician|individual|musician)\b/iu,
		"person",
	],
	[
		/\b(?:company|band|team|club|school|university|college|label|organi[sz]ation|party|agency|employer|network|group|publisher|studio|league|association|performers?)\b/iu,
		"organization",
	],
	[/\b(?:film|movie|book|novel|album|song|show|series|play|game|magazine|opera|episode)\b/iu, "work"],
];

export function describedTypes(question: string): Set<EntityType> {
	return new Set(descriptions.filter(([pattern]) => pattern.test(question)).map(([, type]) => type));
}

/** The things that a page names and that are not `known` (by title key), most promising first. */
export function bridgesIn(
	page: Page,
	wanted: Wanted,
	types: ReadonlySet<EntityType>,
	known: ReadonlySet<string>,
): Bridge[] {
	const found = new Map<string, Bridge>();
	const sentences = sentencesIn(page.text)
		.filter(({ kind, text }) => kind === "prose" || (kind === "item" && /[.!?]$/u.test(text)))
		.map((sentence, index) => ({ text: sentence.text, index, held: shareHeld(wanted, stemsIn(sentence.text)) }))
		.toSorted((a, b) => b.held - a.held || a.index - b.index)
		.slice(0, sentencesEach);
	for (const { text, index, held } of sentences)
		for (const [place, { name, type }] of namedIn(text).entries()) {
			const key = titleKey(name);
			if (key.length < 3 || known.has(key)) continue;
			const score = 2.3 * held + (index === 0 ? 0.6 : 0) + (types.has(type) ? 0.5 : 0) - 0.03 * place;
			const before = found.get(key);
			if (!before || before.score < score) found.set(key, { name, score });
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

/** Named things, and peoples: `Finnish` leads to Finland's page as its name would. */
function namedIn(text: string): { name: string; type: EntityType }[] {
	const entities = entitiesIn(text)
		.filter(({ text: name, unsure }) => !unsure && !isNoName(name))
		.map((entity) => ({ name: entity.text, type: entity.type, start: entity.start }));
	const peoples = [...text.matchAll(/\b\p{Lu}\p{Ll}+\b/gu)]
		.filter(
			(match) =>
				demonyms.has(match[0].toLowerCase()) &&
				!entities.some(({ name, start }) => match.index >= start && match.index < start + name.length),
		)
		.map((match) => ({ name: match[0], type: "place" as const, start: match.index }));
	return [...entities, ...peoples].toSorted((a, b) => a.start - b.start);
}
