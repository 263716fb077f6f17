import { pipeline, type Readable, Transform } from "node:stream";
import zlib from "node:zlib";
import { AssayError } from "../base/errors.ts";
import { limits } from "../base/limits.ts";

/**
 * Reads and decodes a response's body. Never holds more than `most` bytes. With `cut`, the rest stays unread; otherwise a longer body
 * throws `TOO_LARGE`, at once if the headers announce it. Bytes before decoding count too: an endless row of empty archives decodes to
 * nothing.
 */
export async function readBody(
	raw: Readable,
	{ encoding, announced }: { encoding: string; announced: number },
	{ most, cut, host }: { most: number; cut: boolean; host: string },
): Promise<Uint8Array> {
	const tooLarge = new AssayError(
		"TOO_LARGE",
		`${host} sends more than ${Math.round(most / 1_000) / 1_000} MB at one address`,
	);
	if (announced > most && !cut) throw tooLarge;
	const coded = limitBytes(most, tooLarge);
	const plain = limitBytes(most, tooLarge);
	const parts: Uint8Array[] = [];
	// An error of one stream ends all of them, and is thrown when the last one is read.
	pipeline([raw, coded, ...decodersOf(encoding, host), plain], () => {});
	try {
		for await (const chunk of plain) parts.push(chunk);
	} catch (error) {
		if (!cut || error !== tooLarge) throw error;
	} finally {
		raw.destroy();
	}
	return Buffer.concat(parts);
}

/** Passes `most` bytes on and fails at the next one. */
function limitBytes(most: number, tooLarge: Error): Transform {
	let remaining = most;
	return new Transform({
		transform(chunk: Uint8Array, _encoding, next) {
			this.push(chunk.subarray(0, remaining));
			remaining -= chunk.byteLength;
			next(remaining < 0 ? tooLarge : null);
		},
	});
}

/** The decoders for a `Content-Encoding`, in reverse: it names the codings in the order in which they were applied. */
function decodersOf(encoding: string, host: string): Transform[] {
	const codings = encoding
		.toLowerCase()
		.split(",")
		.map((coding) => coding.trim())
		.filter((coding) => coding !== "" && coding !== "identity");
	if (codings.length > limits.encodings)
		throw new AssayError("CONNECTION_FAILED", `${host} packs its answer ${codings.length} times`);
	return codings.toReversed().map((coding) => {
		const decoder = decoderOf(coding);
		if (decoder) return decoder;
		throw new AssayError(
			"CONNECTION_FAILED",
			`${host} packs its answer as "${coding.slice(0, 20)}", which was not asked for`,
		);
	});
}

/** Decodes also a truncated body, as browsers do. */
function decoderOf(coding: string): Transform | undefined {
	const { constants } = zlib;
	switch (coding) {
		case "gzip":
		case "x-gzip":
			return zlib.createGunzip({ flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH });
		case "deflate":
			return zlib.createInflate({ finishFlush: constants.Z_SYNC_FLUSH });
		case "br":
			return zlib.createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH });
		case "zstd":
			return zlib.createZstdDecompress({ finishFlush: constants.ZSTD_e_flush });
		default:
			return undefined;
	}
}
