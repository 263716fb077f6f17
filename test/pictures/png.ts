import { crc32, deflateSync, inflateSync } from "node:zlib";

const signature = Buffer.from("89504e470d0a1a0a", "hex");
/** Bytes of a pixel of a screenshot: red, green, blue. */
const channels = 3;
const maxColours = 256;

/**
 * The same picture with a palette, which takes a fraction of the bytes. Text on a light page has few colours; those beyond the 256
 * commonest become the nearest of these. Takes 8-bit RGB without interlacing, which is what Chromium writes.
 */
export function withPalette(png: Buffer): Buffer {
	const { width, height, pixels } = decode(png);
	const counts = new Map<number, number>();
	for (const colour of pixels) counts.set(colour, (counts.get(colour) ?? 0) + 1);
	const palette = [...counts]
		.toSorted(([, a], [, b]) => b - a)
		.slice(0, maxColours)
		.map(([colour]) => colour);
	const indexes = new Map(palette.map((colour, index) => [colour, index]));
	for (const colour of counts.keys()) if (!indexes.has(colour)) indexes.set(colour, nearest(palette, colour));
	const rows = Buffer.alloc(height * (width + 1));
	pixels.forEach((colour, at) => {
		rows[Math.floor(at / width) * (width + 1) + 1 + (at % width)] = indexes.get(colour) ?? 0;
	});
	const header = Buffer.alloc(13);
	header.writeUInt32BE(width, 0);
	header.writeUInt32BE(height, 4);
	header.set([8, 3, 0, 0, 0], 8);
	const colours = Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]));
	return Buffer.concat([
		signature,
		chunk("IHDR", header),
		chunk("PLTE", colours),
		chunk("IDAT", deflateSync(rows, { level: 9 })),
		chunk("IEND", Buffer.alloc(0)),
	]);
}

function nearest(palette: readonly number[], colour: number): number {
	const distances = palette.map((one) => distance(one, colour));
	return distances.indexOf(Math.min(...distances));
}

function distance(a: number, b: number): number {
	return [16, 8, 0].reduce((sum, shift) => sum + (((a >> shift) & 255) - ((b >> shift) & 255)) ** 2, 0);
}

function chunk(type: string, data: Buffer): Buffer {
	const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
	const framed = Buffer.alloc(body.length + 8);
	framed.writeUInt32BE(data.length, 0);
	framed.set(body, 4);
	framed.writeUInt32BE(crc32(body), body.length + 4);
	return framed;
}

/** Pixels as 0xRRGGBB, row by row. */
function decode(png: Buffer): { width: number; height: number; pixels: Uint32Array } {
	const parts: Buffer[] = [];
	for (let at = signature.length; at < png.length; at += png.readUInt32BE(at) + 12) {
		const end = at + 8 + png.readUInt32BE(at);
		if (png.toString("latin1", at + 4, at + 8) === "IDAT") parts.push(png.subarray(at + 8, end));
	}
	const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
	if (png.readUInt16BE(24) !== 0x0802 || png[28] !== 0) throw new RangeError("not a PNG of 8-bit RGB");
	const bytes = unfilter(inflateSync(Buffer.concat(parts)), width * channels, height);
	const pixels = new Uint32Array(width * height);
	for (let at = 0; at < pixels.length; at += 1) pixels[at] = bytes.readUIntBE(at * channels, channels);
	return { width, height, pixels };
}

/** Undoes the filter of each row (PNG specification, 9.2). */
function unfilter(data: Buffer, rowBytes: number, height: number): Buffer {
	const out = Buffer.alloc(rowBytes * height);
	for (let row = 0; row < height; row += 1) {
		const filter = data[row * (rowBytes + 1)];
		for (let column = 0; column < rowBytes; column += 1) {
			const at = row * rowBytes + column;
			const left = column >= channels ? (out[at - channels] ?? 0) : 0;
			const up = row > 0 ? (out[at - rowBytes] ?? 0) : 0;
			const corner = column >= channels && row > 0 ? (out[at - rowBytes - channels] ?? 0) : 0;
			const predicted = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter ?? 0] ?? 0;
			out[at] = (data[row * (rowBytes + 1) + 1 + column] ?? 0) + predicted;
		}
	}
	return out;
}

function paeth(left: number, up: number, corner: number): number {
	const guess = left + up - corner;
	const [toLeft, toUp, toCorner] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
	if (toLeft <= toUp && toLeft <= toCorner) return left;
	return toUp <= toCorner ? up : corner;
}
