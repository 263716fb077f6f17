/** A file's content is not text that can be read; the message is the reason to show. */
export class Unreadable extends Error {}

/**
 * Bytes as text, with `\n` line ends. UTF-8, UTF-16 with a byte order mark, or, for HTML, the encoding that it declares.
 * Throws `Unreadable` for anything else: text guessed wrong would be quoted wrong.
 */
export function decode(bytes: Uint8Array, html = false): string {
	return checked(decodeBytes(bytes, html));
}

/**
 * A page of the web as text. Most of the web is UTF-8, whatever it declares; what is not, is what its byte order mark, its server
 * or the page itself says it is, and windows-1252 where nobody says anything. Throws `Unreadable` when letters would be wrong.
 */
export function decodeWeb(bytes: Uint8Array, charset: string | undefined): string {
	if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) return decode(bytes);
	const declared = [charset, declaredEncoding(bytes)].flatMap((label) => encodingOf(label) ?? []);
	if (declared[0]?.startsWith("utf-16")) return checked(decodeAs(declared[0], bytes));
	try {
		const strict = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
		// An encoding of seven-bit escapes is valid UTF-8 too.
		if (declared[0] !== "iso-2022-jp") return legible(strict);
	} catch (error) {
		if (error instanceof Unreadable) throw error;
		// Not UTF-8 throughout: what follows.
	}
	const candidates = [...new Set([...declared, "utf-8", "windows-1252"])].map((encoding) => {
		const text = new TextDecoder(encoding).decode(bytes);
		return { encoding, text, wrong: wrongShare(text) };
	});
	const best = candidates.find(({ wrong }) => wrong <= wrongShareMax);
	if (!best) throw new Unreadable("its letters cannot be told: it is in none of the encodings that it may be in");
	return checked(best.text);
}

/** A character in a thousand may be broken, as where a text was cut within one. */
const wrongShareMax = 0.001;
/** Valid UTF-8 of which more than this was read wrongly before it was written. */
const garbledShareMax = 0.01;

function legible(text: string): string {
	if (wrongShare(text) > garbledShareMax) throw new Unreadable("its letters were garbled before it was sent");
	return checked(text);
}

/** Share of characters that no writer wrote: replacements, controls, and the runs that one encoding read as another leaves. */
function wrongShare(text: string): number {
	const wrong = text.match(/[\ufffd\u0080-\u009f]|[ÃÂ][\u0080-\u00bf]|â€.|[À-ÿ]{4,}/g) ?? [];
	return wrong.length / Math.max(1, text.length);
}

/** The name that a decoder knows an encoding by, when it knows it. */
function encodingOf(label: string | undefined): string | undefined {
	if (label === undefined) return undefined;
	try {
		return new TextDecoder(label.trim().replace(/^["']|["']$/g, "")).encoding;
	} catch {
		return undefined;
	}
}

function checked(text: string): string {
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
