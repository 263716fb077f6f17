import { expect, test } from "vitest";
import type { QuotablePassage } from "./find-passages.ts";
import { passageWindows } from "./windows.ts";

test("a window with a sentence and the code below it has each piece at its place", () => {
	const text =
		"The quay is open. It closes at the sign:\n\n  close --now\n\nThe keeper writes it down. Nobody else does.";
	const pieceOf = (words: string, kind: "prose" | "code") => ({
		...{ kind, start: text.indexOf(words), end: text.indexOf(words) + words.length, text: words },
	});
	const passage: QuotablePassage = {
		...{ sourceId: "s1", kind: "paragraph", path: [], opens: true },
		pieces: [
			pieceOf("The quay is open. It closes at the sign:", "prose"),
			pieceOf("close --now", "code"),
			pieceOf("The keeper writes it down. Nobody else does.", "prose"),
		],
	};
	for (const max of [4, 8, 12])
		for (const { pieces } of passageWindows(passage, max))
			for (const piece of pieces) expect(text.slice(piece.start, piece.end)).toBe(piece.text);
});
