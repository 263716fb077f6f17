import { afterAll, expect, test, vi } from "vitest";
import { blocksIn, nearestPassages, uncertainPassages } from "../../src/evidence/report.ts";
import { draft } from "../../src/reasoning/rules/report/draft.ts";
import { openPassageReader } from "../../src/sources/comprehension/passage-reader.ts";
import { openTextSimilarity } from "../../src/sources/vectors/text-similarity.ts";
import { blockText } from "../../src/verification/check-block.ts";
import { statesFacts } from "../../src/verification/check-sentence.ts";
import { evidenceOf, told } from "../answers/ask.ts";

const fail = (note: string) => {
	throw new Error(note);
};
const [meaning, reader] = [openTextSimilarity(fail), openPassageReader(fail)];
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

test.each(["How does the Tarn broker elect a leader?", "Why did the makers of the Tarn broker leave the company?"])(
	"%s: a broad question that the pages do not answer gets the nearest passages, named so",
	async (question) => {
		const evidence = await evidenceOf(question, [broker]);
		const looked = { similarity: meaning.similarity, readPassages: reader.read };
		const { sections } = await draft({ ...evidence, ...looked, answer: undefined });
		expect(sections.map(({ heading }) => heading)).toEqual([nearestPassages]);
	},
);

test("a question in another language is not given to the model, which knows English only", async () => {
	const evidence = await evidenceOf("Auf welchem Port lauscht der Broker namens Tarn nach der Installation?", [broker]);
	const readPassages = vi.fn(reader.read);
	await draft({ ...evidence, similarity: meaning.similarity, readPassages, answer: undefined });
	expect(readPassages).not.toHaveBeenCalled();
});

test("why something is so is one passage where one page tells it, not a line of each page", async () => {
	const pages = [
		told(
			"Tarn broker: clusters",
			"A cluster of the Tarn broker has three members at least. With two members neither can tell whether the other one has failed or only the line between them, so both would go on and their queues would part. A third member decides.",
		),
		told(
			"Tarn broker: questions",
			"Three members are needed in a Tarn cluster because of failures. When one of two members is silent, the other one cannot know who is cut off. With three members the two that still hear each other go on.",
		),
		told(
			"Tarn broker: members",
			"Each member of a Tarn cluster keeps a copy of the queues. A member is added with tarnctl join.",
		),
		told(
			"Tarn broker: queues",
			"A queue of the Tarn broker keeps its messages for nine days. A queue has one owner in the cluster.",
		),
	];
	const evidence = await evidenceOf("Why does a Tarn cluster need three members?", pages);
	const looked = { similarity: meaning.similarity, readPassages: reader.read };
	const [first, ...others] = blocksIn(await draft({ ...evidence, ...looked, answer: undefined }));
	const text = first?.pieces.map((piece) => piece.text).join(" ");
	expect(text).toMatch(/neither can tell.*A third member decides|Three members are needed.*the two that still hear/u);
	expect(others.length).toBeLessThan(3);
});

test.each([
	["We bought a Skarrow gateway last week. Where does the log go?", "/srv/skarrow"],
	["Where does the log go? It is the Tarn broker that we run.", "/var/log/tarn"],
])("%s: what a question is about may stand beside the sentence that asks", async (question, words) => {
	const gateway = told(
		"Skarrow gateway: settings",
		"The gateway listens on port 9220. It writes its log to the folder /srv/skarrow. Frames that nobody fetches are thrown away.",
	);
	const evidence = await evidenceOf(question, [broker, gateway]);
	const looked = { similarity: meaning.similarity, readPassages: reader.read };
	const [first] = blocksIn(await draft({ ...evidence, ...looked, answer: undefined }));
	expect(first && blockText(first)).toContain(words);
});

test("what sources say of a matter is told by all of them, also where one of them answers alone", async () => {
	const pages = [
		told(
			"Reed buntings and mowing",
			"Mowing before July destroys most nests of reed buntings in wet meadows. Of ninety nests that were followed for two summers, sixty were lost to mowing machines.",
		),
		told(
			"A late cut for meadows",
			"A late cut in September keeps the nests of meadow birds safe from mowing. Reed buntings raised twice as many young in meadows that were cut late.",
		),
		told(
			"Insects of cut meadows",
			"After mowing the insects that reed buntings feed on are gone for three weeks. Strips that were left uncut held most of them.",
		),
		told(
			"Water levels and reed birds",
			"Reed buntings leave meadows that fall dry before mowing begins. High water in May kept them there for longer.",
		),
		told(
			"Grazing in the place of mowing",
			"Light grazing harmed fewer nests of reed buntings than mowing did. Heavy grazing was as harmful as an early cut.",
		),
	];
	const evidence = await evidenceOf("What do studies say about reed buntings and mowing?", pages);
	const readPassages = async (_: string, passages: readonly unknown[]) =>
		passages.map((__, at) => ({ answers: at === 0 ? 6 : -6, span: undefined }));
	const looked = { similarity: meaning.similarity, readPassages };
	const sources = blocksIn(await draft({ ...evidence, ...looked, answer: undefined })).map(({ sourceId }) => sourceId);
	expect(new Set(sources).size).toBeGreaterThan(3);

	// Of those that say a part each, the ones that read as answers come first.
	const readTwo = async (_: string, passages: readonly { text: string }[]) =>
		passages.map(({ text }) => ({
			answers: /High water in May|Light grazing harmed/u.test(text) ? 6 : -6,
			span: undefined,
		}));
	const ordered = blocksIn(
		await draft({ ...evidence, similarity: meaning.similarity, readPassages: readTwo, answer: undefined }),
	);
	expect(ordered.slice(0, 2).map(blockText).join("\n")).toMatch(/High water in May|Reed buntings leave/u);
	expect(ordered.slice(0, 2).map(blockText).join("\n")).toMatch(/grazing/u);
});

test.each([
	["how tall should the gadget hang", "135 cm above the floor"],
	["how long does sourdough rise before it is baked", undefined],
])("%s: everyday words find the passage that answers them, other matters find none", async (question, words) => {
	const mounting = told(
		"Mounting the terminal",
		"The terminal is fixed 135 cm above the floor, beside the door. Four screws come with it.",
	);
	const evidence = await evidenceOf(question, [mounting, broker]);
	const looked = { similarity: meaning.similarity, readPassages: reader.read };
	const [first] = blocksIn(await draft({ ...evidence, ...looked, answer: undefined }));
	const shown = first?.pieces.map(({ text }) => text).join(" ");
	if (words === undefined) expect(shown).toBeUndefined();
	else expect(shown).toContain(words);
});

test("the passage that compares two things is stated as the answer, before what is told of each", async () => {
	const pages = [
		told(
			"Moorings of the harbour",
			"The difference between fixed moorings and swing moorings is how a boat lies: fixed moorings hold it at bow and stern, swing moorings at the bow alone, so that it turns with the tide. Divers look after both.",
		),
		told("Fixed moorings", "Fixed moorings are laid every spring by divers from Lunsay."),
		told("Swing moorings", "Swing moorings are laid in autumn by the harbour master."),
	];
	const evidence = await evidenceOf("What is the difference between fixed moorings and swing moorings?", pages);
	const looked = { similarity: meaning.similarity, readPassages: reader.read };
	const { sections } = await draft({ ...evidence, ...looked, answer: undefined });
	expect(sections[0]?.heading).toBe("");
	expect(blocksIn({ sections }).map(({ marked }) => marked.length > 0)).toEqual([
		true,
		...sections.slice(1).map(() => false),
	]);
});

test.each([
	["Where does the broker write its log?", "", /^$/u],
	["Can the broker's port be changed?", uncertainPassages, /^$/u],
	[
		"Who founded the company that makes the Tarn broker?",
		nearestPassages,
		/^No page that was read clearly states this\.$/u,
	],
	["How much memory does the Tarn broker need?", nearestPassages, /^No page that was read clearly states this\.$/u],
])("%s: what is not certain to answer is not shown as the answer", async (question, heading, words) => {
	const maker = told("Tarn broker", "The Tarn broker is a message broker. It is made by the company Halden Works.");
	const evidence = await evidenceOf(question, [broker, maker]);
	const looked = { similarity: meaning.similarity, readPassages: reader.read };
	const { sections } = await draft({ ...evidence, ...looked, answer: undefined });
	const [first, ...others] = blocksIn({ sections });
	expect(sections[0]?.heading).toBe(heading);
	expect(first?.marked.length).toBe(heading === "" ? 1 : 0);
	expect(others.filter(({ marked }) => marked.length > 0)).toEqual([]);
	const before = sections[0]?.sentences ?? [];
	expect(before.map(({ text }) => text).join(" ")).toMatch(words);
	// A frame that states a fact is taken out when the report is checked.
	expect(before.filter(({ text }) => statesFacts(text))).toEqual([]);
});
