import { pipeline, type Readable, type Transform } from "node:stream";
import zlib from "node:zlib";
import { AssayError } from "../base/errors.ts";
import { limits } from "../base/limits.ts";

/**
 * A response's body, decoded, counted while it comes: no more than `most` bytes are ever held. With `cut` the rest is left
 * unread; without, more throws `TOO_LARGE`.
 */
export async function bodyOf(
	raw: Readable,
	encoding: string,
	{ most, cut, host }: { most: number; cut: boolean; host: string },
): Promise<Uint8Array> {
	const tooLarge = () =>
		new AssayError("TOO_LARGE", `${host} sends more than ${Math.round(most / 100_000) / 10} MB for one address`);
	const parts: Uint8Array[] = [];
	let held = 0;
	let coded = 0;
	// What decodes to nothing is counted as well: an endless row of empty archives is endless.
	raw.on("data", (chunk: Uint8Array) => {
		coded += chunk.byteLength;
		if (coded > most && !cut) raw.destroy(tooLarge());
	});
	const stream = decoded(raw, encoding, host);
	try {
		for await (const chunk of stream) {
			const room = most - held;
			const part: Uint8Array = chunk.byteLength > room ? chunk.subarray(0, room) : chunk;
			parts.push(part);
			held += part.byteLength;
			if (part.byteLength === chunk.byteLength) continue;
			if (!cut) throw tooLarge();
			break;
		}
	} finally {
		stream.destroy();
		raw.destroy();
	}
	return Buffer.concat(parts);
}

/** The body behind its `Content-Encoding`; the codings were applied in the order in which they are named. */
function decoded(raw: Readable, encoding: string, host: string): Readable {
	const codings = encoding
		.toLowerCase()
		.split(",")
		.map((coding) => coding.trim())
		.filter((coding) => coding !== "" && coding !== "identity");
	if (codings.length > limits.encodings)
		throw new AssayError(
			"CONNECTION_FAILED",
			`${host} packs its answer ${codings.length} times, which no honest server does`,
		);
	let stream = raw;
	for (const coding of codings.toReversed()) {
		const decoder = decoderOf(coding);
		if (!decoder)
			throw new AssayError("CONNECTION_FAILED", `${host} packs its answer as "${coding}", which was not asked for`);
		// An error of either end ends the other; it is thrown where the last one is read.
		stream = pipeline(stream, decoder, () => {});
	}
	return stream;
}

/** What was sent of a body that broke off is decoded, as browsers do. */
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
