import type { Reading } from "../../../evidence/question.ts";

/** METHOD §2. Without a language model the words are taken as they stand: nothing says that another reading is meant. */
export function interpret({ question }: { question: string }): Reading[] {
	return [{ id: "r1", kind: "literal", text: question.replace(/\s+/gu, " ").trim(), weight: 1 }];
}
