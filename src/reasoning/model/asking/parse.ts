import type { z } from "zod";
import { bent } from "./bend.ts";
import { faultWords } from "./fault.ts";
import { exactly, tolerantly } from "./mend.ts";
import { endings, scansOf } from "./scan.ts";
import { answerSchema, type Shape } from "./schema.ts";
import { placesOf } from "./text.ts";

/** `isCut`: the text breaks off, and the answer is what was whole of it. */
export type ReadAnswer<T> = { answer: T; isCut: boolean } | { fault: string };

/** Objects within objects are looked into so deep when the whole does not fit: `{"result": {…}}`. */
const wrappers = 2;
/** Of a nonsense of brackets no more is read. */
const candidatesMost = 400;

/**
 * Reads an answer of a schema out of what a model said, however it is wrapped: in thoughts, fences or prose, with JSON that is
 * nearly right. Of several that fit the last one counts. What it says is never changed, and what does not fit is a fault in
 * words that the model can be shown.
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
	/** To the form that the schema asks for. */
	isBent: boolean;
}

/** What may be meant, the least changed first. */
function* candidates(text: string, shape: Shape): Generator<Candidate> {
	const places = placesOf(text);
	const pieces = [...new Set(places.flatMap(piecesOf))].slice(0, candidatesMost);
	yield* inForms(
		pieces.flatMap((piece) => valuesOf(exactly, piece)),
		shape,
		false,
	);
	// Mending a text that breaks off would end a word that was cut in two.
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

/** Values as they are, then bent to what is asked for, then what stands in them. */
function* inForms(values: unknown[], shape: Shape, isCut: boolean): Generator<Candidate> {
	const meant = values.filter((value) => isMeant(value, shape));
	for (const value of meant) yield { value, isCut, isBent: false };
	const wrapped = values.flatMap((value) => innerOf(value, wrappers)).filter((value) => isMeant(value, shape));
	for (const value of [...meant, ...wrapped]) yield { value: bent(value, shape, tolerantly), isCut, isBent: true };
}

/** The pieces of a text that may be a JSON value: each outermost one from the last, all of it, all between the brackets. */
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

/** Whether it has one of the fields: an object of other names is another thing, even where every field may be missing. */
function isMeant(value: unknown, { properties }: Shape): boolean {
	if (!properties || value === null || typeof value !== "object" || Array.isArray(value)) return true;
	const keys = Object.keys(value);
	return keys.length === 0 || keys.some((key) => Object.hasOwn(properties, key));
}
