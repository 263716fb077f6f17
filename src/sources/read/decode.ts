/** A file's content is not text that can be read; the message is the reason to show. */
export class Unreadable extends Error {}

/**
 * Bytes as text, with `\n` line ends. UTF-8, UTF-16 with a byte order mark, or, for HTML, the encoding that it declares.
 * Throws `Unreadable` for anything else: text guessed wrong would be quoted wrong.
 */
export function decode(bytes: Uint8Array, html = false): string {
	const text = decodeBytes(bytes, html);
	if (text.includes("\u0000")) throw new Unreadable("it is binary, not text");
	let controls = 0;
	for (let at = 0; at < Math.min(text.length, 4_000); at++) {
		const code = text.charCodeAt(at);
		if (code < 32 && code !== 9 && code !== 10 && code !== 12 && code !== 13 && code !== 27) controls++;
	}
	if (controls > 4 && controls > Math.min(text.length, 4_000) / 50) throw new Unreadable("it is binary, not text");
	return text.replace(/\r\n?/g, "\n");
}

function decodeBytes(bytes: Uint8Array, html: boolean): string {
	if (bytes[0] === 0xff && bytes[1] === 0xfe) return decodeAs("utf-16le", bytes);
	if (bytes[0] === 0xfe && bytes[1] === 0xff) return decodeAs("utf-16be", bytes);
	if (html) {
		const declared = declaredEncoding(bytes);
		if (declared !== undefined && !/^utf-?8$/i.test(declared)) return decodeAs(declared, bytes);
	}
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch {
		const binary = bytes.subarray(0, 8_000).includes(0);
		throw new Unreadable(
			binary ? "it is binary, not text" : "it is neither UTF-8 nor UTF-16, and declares no encoding",
		);
	}
}

function decodeAs(encoding: string, bytes: Uint8Array): string {
	try {
		return new TextDecoder(encoding, { fatal: true }).decode(bytes);
	} catch {
		throw new Unreadable(`it is not the ${encoding.slice(0, 40)} that it declares`);
	}
}

function declaredEncoding(bytes: Uint8Array): string | undefined {
	const head = Buffer.from(bytes.subarray(0, 2_048)).toString("latin1");
	return (/<meta[^>]+charset\s*=\s*["']?\s*([\w-]+)/i.exec(head) ??
		/<\?xml[^>]+encoding\s*=\s*["']([\w-]+)/i.exec(head))?.[1];
}
