import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { contentHash } from "../../src/base/hash.ts";
import { applyMergePatch, type PatchedObject } from "../../src/base/merge-patch.ts";

interface Part {
	change: PatchedObject;
	requests?: { call: number }[];
}

/** A `trace.json` as a reader has it. Throws if it is not valid against the published schema. */
export function readTrace(folder: string) {
	const published = readFileSync(join(import.meta.dirname, "../../docs/trace.schema.json"), "utf8");
	const schema = z.fromJSONSchema(JSON.parse(published));
	const trace = schema.parse(JSON.parse(readFileSync(join(folder, "trace.json"), "utf8"))) as {
		start: Part;
		waves: { requests?: { call: number }[]; offers: { taken?: true }[] }[];
		steps: (Part & { step: number })[];
		end: Part;
		evidenceHash: string;
		calls?: unknown[];
	};
	const { start, waves, steps, end } = trace;
	const parts = [start, ...steps, end];
	return {
		...trace,
		/** Hash of the evidence that the changes give. */
		replayedHash: contentHash(parts.map(({ change }) => change).reduce<PatchedObject>(applyMergePatch, {})),
		/** The positions of the requests of all parts, in order. */
		placed: [...parts, ...waves]
			.flatMap(({ requests = [] }) => requests.map(({ call }) => call))
			.toSorted((a, b) => a - b),
	};
}
