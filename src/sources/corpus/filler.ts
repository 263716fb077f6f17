/**
 * The child process of low priority that embeds the texts of an index. It ends when all have a vector, when another process does
 * the same, or with its parent; the next command continues.
 */

import { constants, setPriority } from "node:os";
import { setTimeout as wait } from "node:timers/promises";

import { loadEmbedder } from "../vectors/embedding-model.ts";
import { openDatabase } from "./database.ts";
import { tryLock } from "./lock.ts";
import { createVectorWriter, verifyModelOnce, windowJobs, windowsWithoutVector } from "./pending-windows.ts";

/** Delay that lets the first searches go first. ms */
const headStartMs = 2_000;

const [path = ""] = process.argv.slice(2);
process.on("disconnect", () => process.exit(0));
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
await wait(headStartMs);
const lock = tryLock(`${path}.fill`);
if (lock) {
	const { db } = openDatabase(path);
	verifyModelOnce(db);
	const embedder = await loadEmbedder();
	const vectors = createVectorWriter(db, () => {});
	for (const job of windowJobs(db, windowsWithoutVector(db))) vectors.take(job, await embedder.embed(job.text));
	vectors.end();
}
process.exit(0);
