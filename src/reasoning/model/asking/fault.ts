import type { z } from "zod";

/** The most faults that a model is shown: more would confuse it. */
const faultsShown = 8;

/** zod's message for a missing field. */
const missing = /^Invalid input: expected (.+), received undefined$/;

/** The faults of an answer in plain words, one a line. */
export function faultWords(error: z.ZodError): string {
	const lines = error.issues
		.slice(0, faultsShown)
		.map((issue) => `- ${place(issue.path)}: ${issue.message.replace(missing, "it is missing, expected $1")}`);
	const left = error.issues.length - lines.length;
	return [...lines, ...(left > 0 ? [`- and ${left} more`] : [])].join("\n");
}

function place(path: PropertyKey[]): string {
	if (path.length === 0) return "the answer";
	return path.reduce<string>(
		(text, key) => (typeof key === "number" ? `${text}[${key}]` : text ? `${text}.${String(key)}` : String(key)),
		"",
	);
}
