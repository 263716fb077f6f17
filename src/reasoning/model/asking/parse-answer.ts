import type { z } from "zod";
import { parseExactly, parseTolerantly } from "../repair-json.ts";
import { answerSchema, type JsonSchema } from "./answer-schema.ts";
import { answerTexts } from "./answer-texts.ts";
import { coerce } from "./coerce.ts";
import { describeFaults } from "./describe-faults.ts";
import { closeBroken, scanJson } from "./scan-json.ts";

/** `isCut`: the text breaks off, and the answer is the complete part of it. */
export type ParsedAnswer<T> = { answer: T; isCut: boolean } | { fault: string };

/** How deep nested objects are searched when the whole does not fit: `{"result": {…}}`. */
const wrapperDepth = 2;
/** The most pieces that are read of a text full of brackets. */
const candidatesMost = 400;

/**
 * Reads the answer of a schema from a model's text, however it is wrapped: in thoughts, code fences or prose, with JSON that is
 * slightly wrong. The last of several that fit counts. The content is never changed. A fault is in words that the model can be
 * shown.
 */
export function parseAnswer<T>(text: string, schema: z.ZodType<T>): ParsedAnswer<T> {
	const { shape } = answerSchema(schema);
	let nearest: z.ZodError | undefined;
	for (const { value, isCut, isCoerced: wasCoerced } of candidates(text, shape)) {
		const result = schema.safeParse(value);
		if (result.success) return { answer: result.data, isCut };
		if (wasCoerced && !isCut) nearest ??= result.error;
	}
	if (nearest) return { fault: describeFaults(nearest) };
	const isBroken = answerTexts(text).some((place) => scanJson(place).broken);
	if (isBroken) return { fault: "- the answer: it breaks off before its end, or is no valid JSON" };
	const fields = Object.keys(shape.properties ?? {}).join(", ");
	return { fault: `- the answer: there is no JSON object in it${fields && ` with the fields ${fields}`}` };
}

interface AnswerCandidate {
	value: unknown;
	isCut: boolean;
	/** Whether the value was coerced to the form of the schema. */
	isCoerced: boolean;
}

/** The values that may be the answer, the least changed first. */
function* candidates(text: string, shape: JsonSchema): Generator<AnswerCandidate> {
	const texts = answerTexts(text);
	const pieces = [...new Set(texts.flatMap(jsonPieces))].slice(0, candidatesMost);
	yield* answerCandidates(
		pieces.flatMap((piece) => parsedObjects(parseExactly, piece)),
		shape,
		false,
	);
	// To repair a text that breaks off would end a word that was cut in two.
	const complete = pieces.filter((piece) => !scanJson(piece).broken);
	yield* answerCandidates(
		complete.flatMap((piece) => parsedObjects(parseTolerantly, piece)),
		shape,
		false,
	);
	const closed = texts.flatMap(closedVersions).slice(0, candidatesMost);
	yield* answerCandidates(
		closed.flatMap((piece) => parsedObjects(parseTolerantly, piece)),
		shape,
		true,
	);
}

/** The values as they are, then coerced to the schema, then the objects inside them. */
function* answerCandidates(values: unknown[], shape: JsonSchema, isCut: boolean): Generator<AnswerCandidate> {
	const likely = values.filter((value) => hasSchemaField(value, shape));
	for (const value of likely) yield { value, isCut, isCoerced: false };
	const wrapped = values
		.flatMap((value) => innerObjects(value, wrapperDepth))
		.filter((value) => hasSchemaField(value, shape));
	for (const value of [...likely, ...wrapped])
		yield { value: coerce(value, shape, parseTolerantly), isCut, isCoerced: true };
}

/** The pieces of a text that may be JSON: the outermost values, the last first; all of it; all between its brackets. */
function jsonPieces(place: string): string[] {
	const { whole, broken } = scanJson(place);
	const outermost = whole.map(({ start, end }) => place.slice(start, end)).reverse();
	if (broken || outermost.length > 1) return [...outermost, place];
	const from = place.search(/[[{]/);
	const to = Math.max(place.lastIndexOf("}"), place.lastIndexOf("]"));
	return [...outermost, place, ...(from >= 0 && to > from ? [place.slice(from, to + 1)] : [])];
}

function closedVersions(place: string): string[] {
	const { broken } = scanJson(place);
	return broken ? closeBroken(place, broken) : [];
}

/** The objects in an object, also those in a string of JSON. */
function innerObjects(value: unknown, depth: number): unknown[] {
	if (depth === 0 || value === null || typeof value !== "object") return [];
	return Object.values(value).flatMap((inner) => {
		const parsed = typeof inner === "string" && /^\s*[[{]/.test(inner) ? parseTolerantly(inner) : inner;
		if (parsed === null || typeof parsed !== "object" || Array.isArray(parsed)) return [];
		return [parsed, ...innerObjects(parsed, depth - 1)];
	});
}

function parsedObjects(read: (text: string) => unknown, piece: string): unknown[] {
	const value = read(piece);
	return value !== null && typeof value === "object" ? [value] : [];
}

/** Whether a value has one of the schema's fields. An object of other fields is something else, even if all fields are optional. */
function hasSchemaField(value: unknown, { properties }: JsonSchema): boolean {
	if (!properties || value === null || typeof value !== "object" || Array.isArray(value)) return true;
	const keys = Object.keys(value);
	return keys.length === 0 || keys.some((key) => Object.hasOwn(properties, key));
}
