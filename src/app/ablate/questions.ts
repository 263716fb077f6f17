import { z } from "zod";
import { UsageError } from "../../base/errors.ts";
import { limits } from "../../base/limits.ts";
import { jsonEntries } from "../json-entries.ts";

/** A question of an ablation, with what is known of its answer. */
export interface AblationQuestion {
	id: string;
	question: string;
	/** Names, paths or addresses of the documents that hold the evidence. */
	gold?: string[] | undefined;
	/** Reference sub-questions. */
	decomposition?: string[] | undefined;
}

const text = z.string({ error: "it takes a text" }).trim().min(1, "it is empty");
const texts = z.array(text, { error: "it takes a list of texts" }).optional();
const questionSchema = z.object(
	{
		id: z.union([text, z.number().transform(String)], { error: "it takes a text or a number" }).optional(),
		question: text.max(limits.questionCharacters, `it is longer than ${limits.questionCharacters} characters`),
		gold: texts,
		decomposition: texts,
	},
	{ error: 'it takes an object like {"question": "…", "gold": ["a.md"]}' },
);

/**
 * The questions of a file: a JSON list, or JSON lines. Other fields are ignored; the default id is the position, from 1. `path`: for
 * messages. Throws `UsageError` `QUESTIONS_INVALID`.
 */
export function parseQuestions(content: string, path: string): AblationQuestion[] {
	const entries = jsonEntries(content, (fault) => invalid(path, fault));
	if (entries.length === 0) throw invalid(path, "it holds no question");
	const questions = entries.map(({ value, place }, at): AblationQuestion => {
		const parsed = questionSchema.safeParse(value);
		if (!parsed.success) {
			const { path: field = [], message = "" } = parsed.error.issues[0] ?? {};
			throw invalid(path, `${place}: ${field.length > 0 ? `${field.join(".")}: ` : ""}${message}`);
		}
		return { ...parsed.data, id: parsed.data.id ?? String(at + 1) };
	});
	for (const field of ["id", "question"] as const) {
		const seen = new Set<string>();
		for (const one of questions) {
			if (seen.has(one[field])) throw invalid(path, `the ${field} "${one[field]}" is there twice`);
			seen.add(one[field]);
		}
	}
	return questions;
}

function invalid(path: string, fault: string): UsageError {
	return new UsageError("QUESTIONS_INVALID", `${path}: ${fault}`, {
		hint: 'write one JSON object on each line, like {"question": "When was it built?", "gold": ["history.md"]}',
	});
}
