import { jsonrepair } from "jsonrepair";
import type { z } from "zod";
import { faultWords } from "./fault.ts";

export type ReadAnswer<T> = { answer: T; isCut: boolean } | { fault: string };

/** Reads an answer of a schema out of what a model said. */
export function readAnswer<T>(text: string, schema: z.ZodType<T>): ReadAnswer<T> {
	const plain = text.replace(/<(think|thinking|reasoning)>[\s\S]*?<\/\1>/g, "");
	const from = plain.search(/[[{]/);
	if (from < 0) return { fault: "- the answer: there is no JSON in it" };
	const to = Math.max(plain.lastIndexOf("}"), plain.lastIndexOf("]"));
	let value: unknown;
	try {
		value = JSON.parse(jsonrepair(plain.slice(from, to > from ? to + 1 : undefined)));
	} catch {
		return { fault: "- the answer: it is no valid JSON" };
	}
	const read = schema.safeParse(value);
	return read.success ? { answer: read.data, isCut: false } : { fault: faultWords(read.error) };
}
