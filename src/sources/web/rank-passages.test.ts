import { expect, test } from "vitest";
import { rankPassages } from "./rank-passages.ts";

const filler = (of: string) =>
	Array.from(
		{ length: 14 },
		(_, at) => `Paragraph ${at} on ${of} says what such paragraphs say of ${of}, at length.`,
	).join(" ");
const needle = "The Skerry lantern was relit in 1931 after eleven dark winters.";
const before = ["storms", "boats", "harvests"].map(filler).join("\n\n");
const text = `${before}\n\n${needle} ${filler("keepers")}\n\n${filler("roads")}`;
const page = { text, title: "Annals of the coast", marks: [] };

test("the passage that answers comes first, for other word forms too; a page without an answer gives none", async () => {
	for (const query of ["When was the Skerry lantern relit?", "relighting lanterns on skerries in winter"]) {
		const [best, ...others] = await rankPassages(page, query, undefined);
		expect(best?.score).toBe(1);
		expect(text.slice(best?.start, best?.end)).toContain(needle);
		for (const { score } of others) expect(score).toBeLessThanOrEqual(1);
	}
	expect(await rankPassages(page, "quantum chromodynamics", undefined)).toEqual([]);
	for (const query of ["", "the of and", '" OR NEAR( *', "a".repeat(20_000)])
		await rankPassages(page, query, undefined);
});

test("meaning finds a passage that shares no word with the query", async () => {
	const meaning = {
		vectorOf: async () => undefined,
		similarity: async () => undefined,
		cosines: async (_: string, texts: readonly string[]) => texts.map((one) => (one.includes("lantern") ? 0.9 : 0.1)),
		close: async () => undefined,
	};
	const [best] = await rankPassages(page, "illumination resumed", meaning);
	expect(text.slice(best?.start, best?.end)).toContain(needle);
});
