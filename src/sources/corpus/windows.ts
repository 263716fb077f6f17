import { statSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";

import { pack } from "../vectors/matrix.ts";
import { modelFolder, modelName, verifyModel } from "../vectors/model.ts";
import { transaction, writer } from "./database.ts";
import { embeddedText } from "./document.ts";

/** Vectors written in one transaction. A crash loses no more than these, a second of work or so. */
const writtenAtOnce = 64;

/** A window of text that has no vector yet. */
export interface WindowJob {
	/** Hash of `text`, under which its vector is stored. */
	embedded: string;
	/** The model's input. */
	text: string;
}

/** The first window of each text without a vector, by passage and place; only of `passages` (ids) when they are given. */
export function windowsWithout(db: DatabaseSync, passages?: readonly number[]): [passage: number, start: number][] {
	const rows = db
		.prepare(
			`select passage, start from windows where ${passages ? "passage in (select value from json_each(?)) and" : ""}
			embedded not in (select embedded from vectors) group by embedded order by passage, start`,
		)
		.all(...(passages ? [JSON.stringify(passages)] : []));
	return rows.map((row) => [Number(row.passage), Number(row.start)]);
}

/** Yields the texts of windows. Windows that were removed from the index meanwhile are skipped. */
export function* jobsOf(db: DatabaseSync, windows: readonly [passage: number, start: number][]): Generator<WindowJob> {
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
		yield { embedded: String(row.embedded), text: embeddedText(String(row.title), text) };
	}
}

/** Writes vectors in batches. `onWritten` gets the number of each batch. `end` writes the last one. */
export function vectorWriter(db: DatabaseSync, onWritten: (count: number) => void) {
	let done: { embedded: string; vector: Uint8Array }[] = [];
	const insert = writer(db, "insert or replace into vectors values (?, ?)");
	const end = () => {
		if (done.length === 0) return;
		transaction(db, () => {
			for (const { embedded, vector } of done) insert.run(embedded, vector);
		});
		onWritten(done.length);
		done = [];
	};
	const take = (job: WindowJob, vector: Float32Array) => {
		done.push({ embedded: job.embedded, vector: pack(vector) });
		if (done.length >= writtenAtOnce) end();
	};
	return { take, end };
}

/** Verifies the model's file unless it was verified before, because hashing 23 MB at every start would cost a tenth of a second. */
export function checkModelOnce(db: DatabaseSync): void {
	const stats = statSync(join(modelFolder(), "onnx", "model_quantized.onnx"));
	const seen = `${modelName}:${stats.size}:${stats.mtimeMs}`;
	if (db.prepare("select value from meta where name = 'model'").get()?.value === seen) return;
	verifyModel();
	writer(db, "insert or replace into meta values ('model', ?)").run(seen);
}
