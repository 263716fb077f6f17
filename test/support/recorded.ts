import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { data } from "./data.ts";
import type { Exchange } from "./replay.ts";

/** What was asked when the exchanges were recorded: the first line of a recording. */
export interface Recording {
	question: string;
	corpus: "multihop" | "sqlite" | "world";
	/** Of `multihop`: only these paragraphs, as Markdown files. File name → id. */
	documents?: Record<string, string> | undefined;
	/** Of the command line, beside the model's. */
	flags: string[];
	/** What the report said, where the question has one answer. */
	answer?: string | undefined;
}

const folder = join(import.meta.dirname, "../recorded");
const manual = "/usr/share/doc/sqlite3";
/** The chapters of SQLite's documentation (Debian's sqlite3-doc, 3.40.1) that were asked about. */
const chapters =
	`asyncvfs atomiccommit backup faq fileformat howtocorrupt inmemorydb isolation lang_transaction lang_vacuum limits
	lockingv3 mmap pragma psow rescode sharedcache tempfiles testing threadsafe transactional undoredo unlock_notify vfs wal
	walformat whentouse`.split(/\s+/);

/** SHA-256 of those chapters, one after the other. */
const manualHash = "d816c44159b150c52697cfc2aaa7c84781d5e0bf312080f93dc88292683052e5";

/** The names of all recordings. */
export function recordings(): string[] {
	return readdirSync(folder)
		.filter((file) => file.endsWith(".jsonl"))
		.map((file) => basename(file, ".jsonl"));
}

export function recordingFile(name: string): string {
	return join(folder, `${name}.jsonl`);
}

/** A recording's head and its exchanges. */
export function recordingOf(name: string): { head: Recording; exchanges: Exchange[] } {
	const [head, ...exchanges] = readFileSync(recordingFile(name), "utf8")
		.split("\n")
		.filter(Boolean)
		.map((line) => JSON.parse(line) as unknown);
	return { head: head as Recording, exchanges: exchanges as Exchange[] };
}

/** The command line that asks a recording's question again, but for the model's address. */
export function argsOfRecording({ question, flags }: Recording, corpus: string): string[] {
	return [question, "--corpus", corpus, "--no-vectors", "--json", ...flags, "--model", "openai-compatible:replay"];
}

/** Puts the documents of a recording into a folder; or says what is missing on this machine. */
export function corpusOf({ corpus, documents }: Recording, into: string): { folder: string } | { missing: string } {
	const lacks = corpus === "multihop" ? lacksMultihop() : lacksManual();
	if (lacks === undefined) {
		mkdirSync(into, { recursive: true });
		if (documents) writeParagraphs(documents, into);
		else if (corpus === "multihop") copyFileSync(join(data, "multihop", "corpus.jsonl"), join(into, "corpus.jsonl"));
		else for (const name of chapters) copyFileSync(join(manual, `${name}.html`), join(into, `${name}.html`));
		return { folder: into };
	}
	return { missing: lacks };
}

function writeParagraphs(documents: Record<string, string>, into: string): void {
	const lines = readFileSync(join(data, "multihop", "corpus.jsonl"), "utf8")
		.trim()
		.split("\n");
	const rows = lines.map((line) => JSON.parse(line) as { id: string; title: string; text: string });
	const byId = new Map(rows.map((row) => [row.id, row]));
	for (const [name, id] of Object.entries(documents)) {
		const row = byId.get(id);
		if (!row) throw new Error(`the multi-hop corpus holds no ${id}`);
		writeFileSync(join(into, name), `# ${row.title}\n\n${row.text.trim()}\n`);
	}
}

function lacksMultihop(): string | undefined {
	return existsSync(join(data, "multihop", "corpus.jsonl")) ? undefined : `no multihop/corpus.jsonl in ${data}`;
}

/** Other words on the pages make other requests, which nobody has answered. */
function lacksManual(): string | undefined {
	if (chapters.some((name) => !existsSync(join(manual, `${name}.html`))))
		return "SQLite's documentation is not installed (sqlite3-doc)";
	const hash = createHash("sha256");
	for (const name of chapters) hash.update(readFileSync(join(manual, `${name}.html`)));
	return hash.digest("hex") === manualHash ? undefined : "SQLite's documentation is of another version than 3.40.1";
}
