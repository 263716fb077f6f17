import { statSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { pack } from "../vectors/matrix.ts";
import { loadEmbedder, modelFolder, modelName, verifyModel } from "../vectors/model.ts";
import { embedAll } from "../vectors/pool.ts";
import { transaction, writer } from "./database.ts";
import { embeddedText } from "./document.ts";
import type { Progress } from "./progress.ts";

/** Vectors written at once: what a crash can lose of the work, a second or so. */
const writtenAtOnce = 64;
/** So few are embedded here: starting children would take longer. */
const inProcessMax = 12;

interface Job {
	embedded: string;
	text: string;
}

/** Gives every window of every passage its vector. Those that have one are left alone, so that a broken-off run goes on. */
export async function embedMissing(db: DatabaseSync, progress: Progress, signal?: AbortSignal): Promise<void> {
	const missing = db
		.prepare(
			"select passage, start from windows where embedded not in (select embedded from vectors) group by embedded order by passage, start",
		)
		.all()
		.map((row): [number, number] => [Number(row.passage), Number(row.start)]);
	if (missing.length === 0) return;
	checkModelOnce(db);
	progress.begin("embedding", missing.length);
	let done: { embedded: string; vector: Uint8Array }[] = [];
	const insert = writer(db, "insert or replace into vectors values (?, ?)");
	const write = () => {
		transaction(db, () => {
			for (const { embedded, vector } of done) insert.run(embedded, vector);
		});
		progress.step(done.length);
		done = [];
	};
	const take = (job: Job, vector: Float32Array) => {
		done.push({ embedded: job.embedded, vector: pack(vector) });
		if (done.length >= writtenAtOnce) write();
	};
	try {
		if (missing.length > inProcessMax) await embedAll(jobsOf(db, missing), take, signal);
		else await embedHere(jobsOf(db, missing), take, signal);
	} finally {
		write();
	}
}

async function embedHere(
	jobs: Iterable<Job>,
	take: (job: Job, vector: Float32Array) => void,
	signal?: AbortSignal,
): Promise<void> {
	const embedder = await loadEmbedder();
	try {
		for (const job of jobs) {
			signal?.throwIfAborted();
			take(job, await embedder.embed(job.text));
		}
	} finally {
		await embedder.close();
	}
}

function* jobsOf(db: DatabaseSync, windows: [passage: number, start: number][]): Generator<Job> {
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

/** Hashing 23 MB at every start would cost a tenth of a second: it is done when the file was not seen before. */
function checkModelOnce(db: DatabaseSync): void {
	const stats = statSync(join(modelFolder(), "onnx", "model_quantized.onnx"));
	const seen = `${modelName}:${stats.size}:${stats.mtimeMs}`;
	if (db.prepare("select value from meta where name = 'model'").get()?.value === seen) return;
	verifyModel();
	writer(db, "insert or replace into meta values ('model', ?)").run(seen);
}
