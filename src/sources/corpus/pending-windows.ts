import { statSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { modelFolder, modelName, verifyModel } from "../vectors/embedding-model.ts";
import { packVector } from "../vectors/window-vectors.ts";
import { prepareWrite, runTransaction } from "./database.ts";
import { embeddingInput } from "./indexed-document.ts";

/** Vectors written in one transaction. A crash loses no more than these, a second of work or so. */
const writtenTogether = 64;

/** A window of text that has no vector yet. */
export interface WindowJob {
	/** Hash of `text`, under which its vector is stored. */
	embedded: string;
	/** The model's input. */
	text: string;
}

/** The first window of each text without a vector, by passage and place; only of `passages` (ids) when they are given. */
export function windowsWithoutVector(
	db: DatabaseSync,
	passages?: readonly number[],
): [passage: number, start: number][] {
	const rows = db
		.prepare(
			`select passage, start from windows where ${passages ? "passage in (select value from json_each(?)) and" : ""}
			embedded not in (select embedded from vectors) group by embedded order by passage, start`,
		)
		.all(...(passages ? [JSON.stringify(passages)] : []));
	return rows.map((row) => [Number(row.passage), Number(row.start)]);
}

/** Yields the texts of windows. Windows that were removed from the index meanwhile are skipped. */
export function* windowJobs(
	db: DatabaseSync,
	windows: readonly [passage: number, start: number][],
): Generator<WindowJob> {
	const window = db.prepare(
		`select document, windows.start, windows."end", title, embedded from windows join passages on id = passage
		where passage = ? and windows.start = ?`,
	);
	const document = db.prepare("select text from documents where id = ?");
	let open: { id: unknown; text: string } = { id: undefined, text: "" };
	for (const key of windows) {
		const row = window.get(...key);
		if (row === undefined) continue;
		if (open.id !== row.document)
			open = { id: row.document, text: String(document.get(row.document ?? null)?.text ?? "") };
		const text = open.text.slice(Number(row.start), Number(row.end));
		yield { embedded: String(row.embedded), text: embeddingInput(String(row.title), text) };
	}
}

/** Writes vectors in batches. `onWritten` gets the number of each batch. `end` writes the last one. */
export function createVectorWriter(db: DatabaseSync, onWritten: (count: number) => void) {
	let pending: { embedded: string; vector: Uint8Array }[] = [];
	const insert = prepareWrite(db, "insert or replace into vectors values (?, ?)");
	const end = () => {
		if (pending.length === 0) return;
		runTransaction(db, () => {
			for (const { embedded, vector } of pending) insert.run(embedded, vector);
		});
		onWritten(pending.length);
		pending = [];
	};
	const take = (job: WindowJob, vector: Float32Array) => {
		pending.push({ embedded: job.embedded, vector: packVector(vector) });
		if (pending.length >= writtenTogether) end();
	};
	return { take, end };
}

/** Verifies the model's file unless it was verified before, because hashing 23 MB at every start would cost a tenth of a second. */
export function verifyModelOnce(db: DatabaseSync): void {
	const stats = statSync(join(modelFolder(), "onnx", "model_quantized.onnx"));
	const fileState = `${modelName}:${stats.size}:${stats.mtimeMs}`;
	if (db.prepare("select value from meta where name = 'model'").get()?.value === fileState) return;
	verifyModel();
	prepareWrite(db, "insert or replace into meta values ('model', ?)").run(fileState);
}
