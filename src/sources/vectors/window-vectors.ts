import { meanShare } from "../rank/rank.ts";
import { dimensions } from "./embedding-model.ts";

/** Bytes of a stored vector: a 32-bit scale, then one signed byte a dimension. */
const storedBytes = 4 + dimensions;

/** Packs a unit vector into 388 bytes. A cosine computed from it is off by less than 0.004. */
export function packVector(vector: Float32Array): Uint8Array {
	const largest = vector.reduce((max, value) => Math.max(max, Math.abs(value)), 0) || 1;
	const scale = Math.fround(largest / 127);
	const bytes = new Uint8Array(storedBytes);
	new DataView(bytes.buffer).setFloat32(0, scale, true);
	const rounded = new Int8Array(bytes.buffer, 4);
	vector.forEach((value, at) => {
		rounded[at] = Math.round(value / scale);
	});
	return bytes;
}

/** The vectors of all passages' windows in one block of memory: 392 bytes each. */
export class WindowVectors {
	readonly #owners: Int32Array;
	readonly #scales: Float32Array;
	readonly #rows: Int8Array;
	#count = 0;

	constructor(capacity: number) {
		this.#owners = new Int32Array(capacity);
		this.#scales = new Float32Array(capacity);
		this.#rows = new Int8Array(capacity * dimensions);
	}

	/** Adds a window of the passage with index `owner`. Windows beyond the capacity are ignored. */
	add(owner: number, packed: Uint8Array): void {
		if (this.#count === this.#owners.length) return;
		this.#owners[this.#count] = owner;
		this.#scales[this.#count] = new DataView(packed.buffer, packed.byteOffset).getFloat32(0, true);
		this.#rows.set(new Int8Array(packed.buffer, packed.byteOffset + 4, dimensions), this.#count * dimensions);
		this.#count++;
	}

	/** The cosine of each of `passages` passages with a unit vector; 0 for those without a window. */
	cosines(query: Float32Array, passages: number): Float32Array {
		const best = new Float32Array(passages).fill(-1);
		const sums = new Float64Array(passages);
		const counts = new Uint32Array(passages);
		const rows = this.#rows;
		for (let window = 0, from = 0; window < this.#count; window++, from += dimensions) {
			let sum = 0;
			for (let at = 0; at < dimensions; at++) sum += (rows[from + at] as number) * (query[at] as number);
			const cosine = sum * (this.#scales[window] as number);
			const owner = this.#owners[window] as number;
			if (cosine > (best[owner] as number)) best[owner] = cosine;
			sums[owner] = (sums[owner] as number) + cosine;
			counts[owner] = (counts[owner] as number) + 1;
		}
		return best.map((cosine, owner) => {
			const count = counts[owner] as number;
			return count === 0 ? 0 : (1 - meanShare) * cosine + (meanShare * (sums[owner] as number)) / count;
		});
	}
}
