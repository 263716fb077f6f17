import type { Reading, Route } from "../../evidence/question.ts";

/** METHOD §2. Without a language model the words are taken as they stand: one literal reading, with the whole weight. */
export function interpret(input: { question: string; route: Route }): Reading[] {
	return [{ id: "r1", kind: "literal", text: input.question.replace(/\s+/gu, " ").trim(), weight: 1 }];
}
