/**
 * `npm run bench -- corpus [--no-vectors]`: documents and passages indexed per second, cold and when 1 % changed, the time of
 * a warm opening and of a search, and memory. Each opening is a process of its own. The corpus is the multi-hop set's 6,741
 * paragraphs, once as the `.jsonl` file and once as a Markdown file each.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { data } from "../test/support/data.ts";
import { ranApart } from "./support/apart.ts";

const corpusModule = new URL("../src/sources/corpus/corpus.ts", import.meta.url).href;
const queries = [
	"What government position was held by the woman who portrayed Corliss Archer in the film Kiss and Tell?",
	"Which magazine was started first, Arthur's Magazine or First for Women?",
	"In what year was the director of the film born?",
];

interface Opening {
	documents: number;
	passages: number;
	indexed: number;
	vectors: boolean;
	openMs: number;
	readSeconds: number;
	embedSeconds: number;
	embedded: number;
	firstSearchMs: number;
	searchMs: number;
	rssMb: number;
}

export async function run(args: string[]): Promise<void> {
	const vectors = !args.includes("--no-vectors");
	const folder = mkdtempSync(join(tmpdir(), "assay-bench-"));
	try {
		const lines = readFileSync(join(data, "multihop", "corpus.jsonl"), "utf8")
			.trim()
			.split("\n");
		console.log(
			`${lines.length} paragraphs, ${vectors ? "with" : "without"} vectors; times by the wall, every opening a new process\n`,
		);
		console.log(
			[
				"".padEnd(22),
				"documents",
				"indexed",
				"docs/s",
				"embedded",
				"vectors/s",
				"open ms",
				"first search",
				"search ms",
				"RSS MB",
			].join("  "),
		);
		await series("one .jsonl file", folder, vectors, (part) => {
			const some = changed(lines, part, (line) => line.replace(/"text": "/, '"text": "Revised. '));
			mkdirSync(join(folder, "records"), { recursive: true });
			writeFileSync(join(folder, "records", "corpus.jsonl"), some.join("\n"));
			return join(folder, "records");
		});
		await series("a .md file each", folder, vectors, (part) => {
			const files = lines.map(
				(line, index) => ({ ...JSON.parse(line), index }) as { title: string; text: string; index: number },
			);
			for (const { title, text, index } of part === "none" ? files : files.filter((file) => isChanged(file.index))) {
				const inner = join(folder, "files", String(index % 100));
				mkdirSync(inner, { recursive: true });
				writeFileSync(join(inner, `${index}.md`), `# ${title}\n\n${part === "none" ? "" : "Revised. "}${text}\n`);
			}
			return join(folder, "files");
		});
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

function isChanged(index: number): boolean {
	return index % 100 === 50;
}

function changed(lines: string[], part: "none" | "some", change: (line: string) => string): string[] {
	return part === "none" ? lines : lines.map((line, index) => (isChanged(index) ? change(line) : line));
}

async function series(
	name: string,
	folder: string,
	vectors: boolean,
	write: (part: "none" | "some") => string,
): Promise<void> {
	const index = join(folder, `index of ${name}`);
	print(`${name}, cold`, await opening(write("none"), index, vectors));
	print(`${name}, warm`, await opening(write("none"), index, vectors), "touched");
	print(`${name}, same`, await opening(join(folder, name.startsWith("one") ? "records" : "files"), index, vectors));
	print(`${name}, 1 %`, await opening(write("some"), index, vectors));
}

function print(name: string, one: Opening, note = ""): void {
	const rate = (count: number, seconds: number) => (seconds > 0.001 ? (count / seconds).toFixed(0) : "-");
	const cells = [
		one.documents,
		one.indexed,
		rate(one.indexed, one.readSeconds),
		one.embedded,
		rate(one.embedded, one.embedSeconds),
	];
	const times = [one.openMs, one.firstSearchMs, one.searchMs, one.rssMb].map((value) => value.toFixed(0));
	const widths = [9, 7, 6, 8, 9, 7, 12, 9, 6];
	console.log(
		`${name.padEnd(22)}  ${[...cells, ...times].map((cell, at) => String(cell).padStart(widths[at] ?? 8)).join("  ")}  ${note}`,
	);
}

async function opening(folder: string, index: string, vectors: boolean): Promise<Opening> {
	const code = `
		const { openCorpus } = await import(${JSON.stringify(corpusModule)});
		const phases = { reading: [], embedding: [], waiting: [] };
		const began = performance.now();
		const corpus = await openCorpus({
			folders: [${JSON.stringify(folder)}], indexFolder: ${JSON.stringify(index)}, vectors: ${vectors}, complete: true,
			onProgress: ({ phase, done }) => phases[phase].push([performance.now(), done]),
		});
		const openMs = performance.now() - began;
		const seconds = (list) => list.length < 2 ? 0 : (list.at(-1)[0] - list[0][0]) / 1000;
		const queries = ${JSON.stringify(queries)};
		const first = performance.now();
		await corpus.search(queries[0], 10);
		const second = performance.now();
		for (const query of queries) await corpus.search(query + " ", 10);
		const end = performance.now();
		console.log(JSON.stringify({
			...corpus.stats, skipped: undefined, openMs, readSeconds: seconds(phases.reading), embedSeconds: seconds(phases.embedding),
			embedded: phases.embedding.at(-1)?.[1] ?? 0, firstSearchMs: second - first, searchMs: (end - second) / queries.length,
			rssMb: process.memoryUsage.rss() / 1e6,
		}));
		await corpus.close();`;
	return ranApart(code);
}

if (import.meta.main) await run(process.argv.slice(2));
