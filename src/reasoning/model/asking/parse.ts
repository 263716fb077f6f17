import type { z } from "zod";
import { bent } from "./bend.ts";
import { faultWords } from "./fault.ts";
import { exactly, tolerantly } from "./mend.ts";
import { endings, scansOf } from "./scan.ts";
import { answerSchema, type Shape } from "./schema.ts";
import { placesOf } from "./text.ts";

/** `isCut`: the text breaks off, and the answer is the complete part of it. */
export type ReadAnswer<T> = { answer: T; isCut: boolean } | { fault: string };

/** How deep nested objects are searched when the whole does not fit: `{"result": {…}}`. */
const wrappers = 2;
/** The most pieces that are read of a text full of brackets. */
const candidatesMost = 400;

/**
 * Reads the answer of a schema from a model's text, however it is wrapped: in thoughts, code fences or prose, with JSON that is
 * slightly wrong. The last of several that fit counts. The content is never changed. A fault is in words that the model can be
 * shown.
 */
export function readAnswer<T>(text: string, schema: z.ZodType<T>): ReadAnswer<T> {
	const { shape } = answerSchema(schema);
	let nearest: z.ZodError | undefined;
	for (const { value, isCut, isBent } of candidates(text, shape)) {
		const read = schema.safeParse(value);
		if (read.success) return { answer: read.data, isCut };
		if (isBent && !isCut) nearest ??= read.error;
	}
	if (nearest) return { fault: faultWords(nearest) };
	const isBroken = placesOf(text).some((place) => scansOf(place).broken);
	if (isBroken) return { fault: "- the answer: it breaks off before its end, or is no valid JSON" };
	const fields = Object.keys(shape.properties ?? {}).join(", ");
	return { fault: `- the answer: there is no JSON object in it${fields && ` with the fields ${fields}`}` };
}

interface Candidate {
	value: unknown;
	isCut: boolean;
	/** Whether the value was coerced to the form of the schema. */
	isBent: boolean;
}

/** The values that may be the answer, the least changed first. */
function* candidates(text: string, shape: Shape): Generator<Candidate> {
	const places = placesOf(text);
	const pieces = [...new Set(places.flatMap(piecesOf))].slice(0, candidatesMost);
	yield* inForms(
		pieces.flatMap((piece) => valuesOf(exactly, piece)),
		shape,
		false,
	);
	// To repair a text that breaks off would end a word that was cut in two.
	const whole = pieces.filter((piece) => !scansOf(piece).broken);
	yield* inForms(
		whole.flatMap((piece) => valuesOf(tolerantly, piece)),
		shape,
		false,
	);
	const rest = places.flatMap(endingsOf).slice(0, candidatesMost);
	yield* inForms(
		rest.flatMap((piece) => valuesOf(tolerantly, piece)),
		shape,
		true,
	);
}

/** The values as they are, then coerced to the schema, then the objects inside them. */
function* inForms(values: unknown[], shape: Shape, isCut: boolean): Generator<Candidate> {
	const meant = values.filter((value) => isMeant(value, shape));
	for (const value of meant) yield { value, isCut, isBent: false };
	const wrapped = values.flatMap((value) => innerOf(value, wrappers)).filter((value) => isMeant(value, shape));
	for (const value of [...meant, ...wrapped]) yield { value: bent(value, shape, tolerantly), isCut, isBent: true };
}

/** The pieces of a text that may be JSON: the outermost values, the last first; all of it; all between its brackets. */
function piecesOf(place: string): string[] {
	const { whole, broken } = scansOf(place);
	const outermost = whole.map(({ start, end }) => place.slice(start, end)).reverse();
	if (broken || outermost.length > 1) return [...outermost, place];
	const from = place.search(/[[{]/);
	const to = Math.max(place.lastIndexOf("}"), place.lastIndexOf("]"));
	return [...outermost, place, ...(from >= 0 && to > from ? [place.slice(from, to + 1)] : [])];
}

function endingsOf(place: string): string[] {
	const { broken } = scansOf(place);
	return broken ? endings(place, broken) : [];
}

/** The objects in an object, also those in a string of JSON. */
function innerOf(value: unknown, depth: number): unknown[] {
	if (depth === 0 || value === null || typeof value !== "object") return [];
	return Object.values(value).flatMap((inner) => {
		const opened = typeof inner === "string" && /^\s*[[{]/.test(inner) ? tolerantly(inner) : inner;
		if (opened === null || typeof opened !== "object" || Array.isArray(opened)) return [];
		return [opened, ...innerOf(opened, depth - 1)];
	});
}

function valuesOf(read: (text: string) => unknown, piece: string): unknown[] {
	const value = read(piece);
	return value !== null && typeof value === "object" ? [value] : [];
}

/** Whether a value has one of the schema's fields. An object of other fields is something else, even if all fields are optional. */
function isMeant(value: unknown, { properties }: Shape): boolean {
	if (!properties || value === null || typeof value !== "object" || Array.isArray(value)) return true;
	const keys = Object.keys(value);
	return keys.length === 0 || keys.some((key) => Object.hasOwn(properties, key));
}
