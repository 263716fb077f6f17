import type { z } from "zod";

/** The most faults that a model is shown: more would confuse it. */
const faultsShown = 8;

/** zod's message for a missing field. */
const missingField = /^Invalid input: expected (.+), received undefined$/;

/** The faults of an answer in plain words, one a line. */
export function describeFaults(error: z.ZodError): string {
	const lines = error.issues
		.slice(0, faultsShown)
		.map((issue) => `- ${fieldPath(issue.path)}: ${issue.message.replace(missingField, "it is missing, expected $1")}`);
	const more = error.issues.length - lines.length;
	return [...lines, ...(more > 0 ? [`- and ${more} more`] : [])].join("\n");
}

function fieldPath(path: PropertyKey[]): string {
	if (path.length === 0) return "the answer";
	return path.reduce<string>(
		(text, key) => (typeof key === "number" ? `${text}[${key}]` : text ? `${text}.${String(key)}` : String(key)),
		"",
	);
}
