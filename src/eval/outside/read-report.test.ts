import { expect, test } from "vitest";
import { numbersHeld, passagesFor } from "./cited-passages.ts";
import { readOutsideReport } from "./read-report.ts";

const report = `# The Skerry lighthouse

The lighthouse was built in 1887 by the harbour board [1]. It is 41 metres tall ([survey](https://example.org/survey)).
Some call it the old lady of the northern coast.

- It was automated in 1978 [2, 3-4].
- See https://example.org/log for the keeper's own account of that night.

| year | event that the keeper wrote down |
|---|---|
| 1889 | a storm broke the great lamp [2] |

## References

[1]: https://example.org/history "History"
2. Keeper's log. https://example.org/log.
[3] Board minutes, https://example.org/minutes
[4] <https://example.org/lamp>
`;

test("statements are read with the addresses that they cite, by link, by bare address and by number", () => {
	const { statements, urls } = readOutsideReport(report);
	const cited = Object.fromEntries(statements.map((one) => [one.text, one.urls.map((url) => url.slice(20))]));
	expect(cited).toMatchObject({
		"The lighthouse was built in 1887 by the harbour board.": ["history"],
		"It is 41 metres tall (survey).": ["survey"],
		"Some call it the old lady of the northern coast.": [],
		"It was automated in 1978.": ["log", "minutes", "lamp"],
		"See for the keeper's own account of that night.": ["log"],
	});
	expect(statements.some(({ text, urls: own }) => text.includes("1889") && own.length === 1)).toBe(true);
	// Neither headings nor the list of references state anything.
	expect(statements.every(({ text }) => !/References|minutes,/.test(text))).toBe(true);
	expect(urls).toHaveLength(5);
});

test("a statement is compared with the paragraphs that share its words, and with the numbers of its pages", () => {
	const text = "About us and our cookies.\nThe tower was built in 1,887 by the board.\nThe tower is red.";
	const page = { text, title: "The tower", marks: [] };
	expect(passagesFor("The board built the tower in 1887", page)[0]).toEqual({
		text: "The tower was built in 1,887 by the board.",
		...{ page: "The tower", above: "About us and our cookies." },
	});
	expect(passagesFor("Quantum chromodynamics", page)).toEqual([]);
	expect(numbersHeld("Built in 1887, 41 m tall, by 3 men", [text])).toEqual([1, 2]);
});
