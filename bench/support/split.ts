import { createHash } from "node:crypto";

/** `tuning`: rules, weights and thresholds may be made on it. `held-out`: it is only measured. */
export type Split = "tuning" | "held-out";
export const splits: readonly Split[] = ["tuning", "held-out"];

/**
 * The split of every data set, by the id of a question (by its text, where it has no id): the same on every machine, whatever the
 * order of the file. Two benches once split by different hashes, and what either of them showed for tuning stays tuning data.
 * So an id is held out where both hashes hold it out: about a quarter of a set, 138 of the 600 multi-hop questions. Key points have a
 * split of their own, by name (`key-points.ts`); the questions of `lookups` have all been looked at.
 */
export function splitOf(id: string): Split {
	return sha256(`assay-multihop-1:${id}`) % 2 === 1 && fnv1a(`assay:${id}`) % 2 === 1 ? "held-out" : "tuning";
}

/** Two halves of a small set that no other bench has looked at. */
export function halfOf(id: string): Split {
	return sha256(`assay-half-1:${id}`) % 2 === 1 ? "held-out" : "tuning";
}

/** The first 32 bits of the hash. */
function sha256(text: string): number {
	return createHash("sha256").update(text).digest().readUInt32BE(0);
}

function fnv1a(text: string): number {
	let hash = 2_166_136_261;
	for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619) >>> 0;
	return hash;
}
