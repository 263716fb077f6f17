import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { join } from "node:path";
import { AssayError } from "../../base/errors.ts";
import { loadComprehension } from "../../sources/comprehension/comprehension-model.ts";
import { loadEmbedder, verifyModel } from "../../sources/vectors/embedding-model.ts";
import { openStore } from "../../store/open.ts";
import type { Config } from "../config.ts";
import { checkPart, type DoctorCheck } from "./check.ts";

/** The oldest major version of Node that the code runs on. */
const nodeMajorMin = 26;
/** Free space that an index of a medium-sized corpus needs. Bytes. */
const freeBytesMin = 300_000_000;

/** Checks the parts on this machine, one after the other. */
export async function* machineChecks(config: Config): AsyncGenerator<DoctorCheck> {
	yield await checkPart("node", async () => {
		if (Number(process.versions.node.split(".")[0]) < nodeMajorMin)
			throw new AssayError("NODE_OLD", `this is Node ${process.versions.node}; assay needs ${nodeMajorMin} or newer`, {
				hint: "start it by its own command, which brings its Node: npm start -- doctor",
			});
		return process.versions.node;
	});
	yield await checkPart("store", async () => {
		const store = await openStore(config);
		try {
			const runs = await store.runs();
			return `${store.where}, ${runs.length} ${runs.length === 1 ? "run" : "runs"}`;
		} finally {
			await store.close();
		}
	});
	yield await checkPart("disk", () => checkDiskSpace(config.home), "choose another folder: --home FOLDER");
	yield await checkPart("meaning", checkEmbedding, "install the packages again: npm ci; until then: --no-vectors");
	yield await checkPart(
		"reading",
		checkComprehension,
		"install assay again, with all its files; until then: --no-vectors",
	);
}

async function checkDiskSpace(home: string): Promise<string> {
	const { bavail, bsize } = await statfs(existsSync(home) ? home : join(home, ".."));
	const freeBytes = bavail * bsize;
	const text = `${(freeBytes / 1e9).toFixed(1)} GB free at ${home}`;
	if (freeBytes < freeBytesMin)
		throw new AssayError("DISK_FULL", `only ${text}`, {
			hint: "free some space, or choose another folder: --home FOLDER",
		});
	return text;
}

async function checkComprehension(): Promise<string> {
	const model = await loadComprehension();
	try {
		const { span } = await model.read("How many legs has a spider?", {
			heading: "Spiders",
			text: "A spider has eight legs.",
		});
		return `the reading model loads, and ${span ? "finds an answer" : "finds nothing"}`;
	} finally {
		await model.close();
	}
}

async function checkEmbedding(): Promise<string> {
	verifyModel();
	const embedder = await loadEmbedder();
	try {
		const { length } = await embedder.embed("assay");
		return `the embedding model loads, and gives ${length} numbers`;
	} finally {
		await embedder.close();
	}
}
