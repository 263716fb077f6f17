import { afterAll, expect, test } from "vitest";
import { blocksIn } from "../../src/evidence/report.ts";
import { draft } from "../../src/reasoning/extractive/report/draft.ts";
import { openPassageReader } from "../../src/sources/comprehension/reader.ts";
import { openMeaning } from "../../src/sources/vectors/meaning.ts";
import { evidenceOf, told } from "../answers/ask.ts";

const fail = (note: string) => {
	throw new Error(note);
};
const [meaning, reader] = [openMeaning(fail), openPassageReader(fail)];
afterAll(() => Promise.all([meaning.close(), reader.close()]));

const broker = told(
	"Tarn broker: settings",
	"The broker listens on port 7411. No more than 300 clients may be connected at once. Messages that nobody fetches are kept for nine days. The broker writes its log to the folder /var/log/tarn.",
);

/** The words that the first passage of the report has in bold. */
async function boldIn(question: string): Promise<string> {
	const evidence = await evidenceOf(question, [broker]);
	const looked = { similarity: meaning.similarity, readPassages: reader.read };
	const [block] = blocksIn(await draft({ ...evidence, ...looked, answer: undefined }));
	const text = evidence.pages?.[0]?.text ?? "";
	return (block?.marked ?? []).map(({ start, end }) => text.slice(start, end)).join(" … ");
}

test.each([
	["How many clients can be connected at the same time?", "300 clients"],
	["How long are messages kept that nobody fetches?", "nine days"],
	["Where does the broker write its log?", "/var/log/tarn"],
])("%s: the sentence that answers is bold, and no other", async (question, words) => {
	const bold = await boldIn(question);
	expect(bold).toContain(words);
	expect(bold).not.toContain("port 7411");
});
