import { dimensions } from "./model.ts";

/** Bytes of a stored vector: a 32-bit scale, then one signed byte a dimension. */
const storedBytes = 4 + dimensions;

/** A unit vector in 388 bytes; a cosine computed from it is off by less than 0.004. */
export function pack(vector: Float32Array): Uint8Array {
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

/** Many vectors in one block of memory: 388 bytes each. */
export class Matrix {
	readonly #scales: Float32Array;
	readonly #rows: Int8Array;

	constructor(rows: number) {
		this.#scales = new Float32Array(rows);
		this.#rows = new Int8Array(rows * dimensions);
	}

	set(row: number, packed: Uint8Array): void {
		this.#scales[row] = new DataView(packed.buffer, packed.byteOffset).getFloat32(0, true);
		this.#rows.set(new Int8Array(packed.buffer, packed.byteOffset + 4, dimensions), row * dimensions);
	}

	/** The cosine of each row with a unit vector; 0 for rows that were never set. */
	cosines(query: Float32Array): Float32Array {
		const rows = this.#rows;
		const out = new Float32Array(this.#scales.length);
		for (let row = 0, from = 0; row < out.length; row++, from += dimensions) {
			let sum = 0;
			for (let at = 0; at < dimensions; at++) sum += (rows[from + at] as number) * (query[at] as number);
			out[row] = sum * (this.#scales[row] as number);
		}
		return out;
	}
}
