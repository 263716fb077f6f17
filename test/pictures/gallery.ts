import { join } from "node:path";
import { assay } from "../crash/kill.ts";
import { argsOfRecording, corpusOf, type Recording, recordingOf } from "../support/recorded.ts";
import { startReplay } from "../support/replay.ts";

/** A report of docs/gallery. */
export interface Shown {
	/** The name of its file, without `.md`. */
	name: string;
	/** What it is an example of, as a noun phrase. */
	what: string;
	/** The recording that it is made of; or the question that is asked without a model, of `documentsOf` a recording or SQLite's documentation. */
	recording?: string;
	question?: string;
	documentsOf?: string;
}

/** One report of each shape, with a model and without one. */
export const gallery: readonly Shown[] = [
	{ name: "lookup", what: "one value, found over two documents", recording: "lookup" },
	{ name: "misremembered", what: "one value, where the question remembers something wrongly", recording: "hard" },
	{ name: "comparison", what: "two things compared", recording: "comparison" },
	{ name: "synthesis", what: "an account of a topic", recording: "synthesis" },
	{ name: "extraction", what: "a table: the same values of several things", recording: "extraction" },
	{ name: "steps", what: "steps: how something is done", recording: "steps" },
	{ name: "survey", what: "a survey in several passes", recording: "survey" },
	{
		name: "no-model-value",
		what: "a value, without a model",
		question: "What is the default page size of an SQLite database?",
	},
	{
		name: "no-model-table",
		what: "a table, without a model",
		question: "What are the height and the rank of Gasherbrum I, Gasherbrum II, Momhil Sar and Yutmaru Sar?",
		documentsOf: "extraction",
	},
	{
		name: "no-model-explanation",
		what: "an explanation, without a model",
		question: "Why does write-ahead logging not work over a network filesystem?",
	},
];

/** Makes a report again, in a folder of its own. Returns its Markdown; or what this machine lacks. */
export async function makeReport(
	{ recording, question, documentsOf, what }: Shown,
	work: string,
): Promise<string | { missing: string }> {
	const { head, exchanges } =
		recording === undefined ? { head: headOf(question ?? "", documentsOf), exchanges: [] } : recordingOf(recording);
	const corpus = corpusOf(head, join(work, "corpus"));
	if ("missing" in corpus) return corpus;
	const replay = await startReplay(exchanges);
	const args =
		recording === undefined
			? [head.question, "--corpus", corpus.folder, "--no-model", "--json"]
			: [...argsOfRecording(head, corpus.folder), "--base-url", replay.baseUrl];
	const end = await assay(args, join(work, "home")).finally(replay.close);
	if (end.code !== 0) throw new Error(end.stderr);
	const { report } = JSON.parse(end.stdout) as { report: string };
	return `${report.split("\n## How this was made")[0]?.trim()}\n\n${noteOf(head, what, recording)}\n`.replace(
		/\[([^\]]*)\]\(pages\/[^)]*\)/g,
		"$1",
	);
}

function headOf(question: string, documentsOf: string | undefined): Recording {
	const { corpus, documents }: Partial<Recording> = documentsOf === undefined ? {} : recordingOf(documentsOf).head;
	return { question, corpus: corpus ?? "sqlite", documents, flags: [] };
}

const corpora = {
	multihop: "paragraphs of an encyclopedia (HotpotQA and MuSiQue)",
	sqlite: "27 chapters of SQLite's documentation, version 3.40.1",
	world: "an invented web",
};

/** How a report was made. */
function noteOf({ corpus, flags }: Recording, what: string, recording: string | undefined): string {
	const model =
		recording === undefined
			? ""
			: ` The model's answers were written by a careful reader, recorded (\`test/recorded/${recording}.jsonl\`) and replayed here.`;
	const options = flags.length === 0 ? "" : ` Options: \`${flags.join(" ")}\`.`;
	return `---\n\n*An example of ${what}. Documents: ${corpora[corpus]}.${model}${options} Left out here: the pages of the quotes, and the part on how the run went.*`;
}
