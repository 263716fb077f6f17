import type { z } from "zod";

/** As many faults as a model is shown: with more it loses the thread. */
const faultsShown = 8;

/** What zod says of a field that is not there. */
const missing = /^Invalid input: expected (.+), received undefined$/;

/** What is wrong with an answer, in plain words, a line each. */
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
