import { entitiesIn } from "../text/entities.ts";
import { quantitiesIn } from "../text/quantities.ts";
import type { TypedValue } from "./claim.ts";

const kinds = {
	person: "person",
	place: "place",
	organization: "organization",
	work: "entity",
	other: "entity",
} as const;
/** A sentence with more values is a list; its first values are enough to identify it. */
const maxValues = 16;
/** The number of a list item is no value of the item: `7. `, `3) `, `#12 `. */
const listMarker = /^\s*(?:#\s?\d{1,3}[.):]?|\(?\d{1,3}[.)])(?=\s+\S)/u;

/** The numbers, dates and names that a quote states, in order. */
export function valuesIn(quote: string): TypedValue[] {
	const marker = listMarker.exec(quote)?.[0].length ?? 0;
	const quantities = quantitiesIn(quote).filter(({ end }) => end > marker);
	const numbers = quantities
		.filter((quantity) => quantity.kind !== "ordinal")
		.map((quantity) => ({
			at: quantity.start,
			value: {
				kind: quantity.kind === "date" ? ("date" as const) : ("number" as const),
				text: quantity.text,
				normal: quantity.normal,
				...(quantity.unit ? { unit: quantity.unit } : {}),
			},
		}));
	const names = entitiesIn(quote)
		.filter(
			(entity) =>
				!quantities.some(
					(quantity) => quantity.start < entity.end && quantity.end > entity.start && quantity.kind === "date",
				),
		)
		.map((entity) => ({
			at: entity.start,
			value: { kind: kinds[entity.type], text: entity.text, normal: entity.text.toLowerCase().replace(/\s+/g, " ") },
		}));
	return [...numbers, ...names]
		.toSorted((a, b) => a.at - b.at)
		.slice(0, maxValues)
		.map((each) => each.value);
}

const validityDate =
	/\bas of(?: the)?(?: census of)?\s+((?:\p{Lu}\p{Ll}+\s+)?(?:\d{1,2},?\s+)?\d{4})|\b(?:the\s+)?((?:1[89]|20)\d\d)\s+(?:census|estimate)|\bcensus (?:of|in)\s+((?:1[89]|20)\d\d)|\b(?:in|since|until) ((?:1[89]|20)\d\d)\b/u;

/** The date for which a sentence is valid, if it states one (`as of 2010`, `the 2020 census`), as ISO text. */
export function validityDateIn(text: string): string | undefined {
	const match = validityDate.exec(text);
	const found = match?.[1] ?? match?.[2] ?? match?.[3];
	if (!found) return undefined;
	return quantitiesIn(found).find((quantity) => quantity.kind === "date")?.normal ?? found;
}
