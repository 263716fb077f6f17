/** Thrown when content cannot be read as text. The message is the reason shown to the user. */
export class UnreadableError extends Error {}

/**
 * Decodes bytes as text with `\n` line ends: UTF-8, UTF-16 with a byte order mark or, for HTML, the encoding that it declares.
 * Throws `UnreadableError` for anything else, because text decoded by a wrong guess would be quoted wrong.
 */
export function decodeFile(bytes: Uint8Array, html = false): string {
	return checkText(decodeBytes(bytes, html));
}

/**
 * Decodes a web page. Most pages are UTF-8, whatever they declare. For the others the byte order mark, the server or the page names
 * the encoding; the fallback is windows-1252. Throws `UnreadableError` when characters would be wrong.
 */
export function decodeWeb(bytes: Uint8Array, charset: string | undefined): string {
	if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) return decodeFile(bytes);
	const declared = [charset, declaredEncoding(bytes)].flatMap((label) => canonicalEncoding(label) ?? []);
	if (declared[0]?.startsWith("utf-16")) return checkText(decodeAs(declared[0], bytes));
	try {
		const strict = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
		// An encoding of seven-bit escapes is valid UTF-8 too.
		if (declared[0] !== "iso-2022-jp") return rejectGarbled(strict);
	} catch (error) {
		if (error instanceof UnreadableError) throw error;
		// Not valid UTF-8: the declared encodings are tried below.
	}
	const candidates = [...new Set([...declared, "utf-8", "windows-1252"])].map((encoding) => {
		const text = new TextDecoder(encoding).decode(bytes);
		return { encoding, text, wrong: wrongShare(text) };
	});
	const best = candidates.find(({ wrong }) => wrong <= wrongShareMax);
	if (!best) throw new UnreadableError("its letters cannot be told: it is in none of the encodings that it may be in");
	return checkText(best.text);
}

/** Up to one character in a thousand may be broken, as where a text was cut within a character. */
const wrongShareMax = 0.001;
/** Valid UTF-8 with a larger share of wrong characters was garbled before it was sent. */
const garbledShareMax = 0.01;

function rejectGarbled(text: string): string {
	if (wrongShare(text) > garbledShareMax) throw new UnreadableError("its letters were garbled before it was sent");
	return checkText(text);
}

/**
 * Share of characters that a wrong decoding left: replacement characters, controls, and the runs that appear when one encoding is
 * read as another.
 */
function wrongShare(text: string): number {
	const wrong = text.match(/[\ufffd\u0080-\u009f]|[ÃÂ][\u0080-\u00bf]|â€.|[À-ÿ]{4,}/g) ?? [];
	return wrong.length / Math.max(1, text.length);
}

/** The name that `TextDecoder` has for an encoding; undefined when it is unknown. */
function canonicalEncoding(label: string | undefined): string | undefined {
	if (label === undefined) return undefined;
	try {
		return new TextDecoder(label.trim().replace(/^["']|["']$/g, "")).encoding;
	} catch {
		return undefined;
	}
}

function checkText(text: string): string {
	if (text.includes("\u0000")) throw new UnreadableError("it is binary, not text");
	let controls = 0;
	for (let at = 0; at < Math.min(text.length, 4_000); at++) {
		const code = text.charCodeAt(at);
		if (code < 32 && code !== 9 && code !== 10 && code !== 12 && code !== 13 && code !== 27) controls++;
	}
	if (controls > 4 && controls > Math.min(text.length, 4_000) / 50) throw new UnreadableError("it is binary, not text");
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
		throw new UnreadableError(
			binary ? "it is binary, not text" : "it is neither UTF-8 nor UTF-16, and declares no encoding",
		);
	}
}

function decodeAs(encoding: string, bytes: Uint8Array): string {
	try {
		return new TextDecoder(encoding, { fatal: true }).decode(bytes);
	} catch {
		throw new UnreadableError(`it is not the ${encoding.slice(0, 40)} that it declares`);
	}
}

function declaredEncoding(bytes: Uint8Array): string | undefined {
	const head = Buffer.from(bytes.subarray(0, 2_048)).toString("latin1");
	return (/<meta[^>]+charset\s*=\s*["']?\s*([\w-]+)/i.exec(head) ??
		/<\?xml[^>]+encoding\s*=\s*["']([\w-]+)/i.exec(head))?.[1];
}
