import { readFileSync } from "node:fs";
import { messageOf, UsageError } from "../base/errors.ts";

/** Maximum size of a file that an option names. Bytes. */
const bytesMax = 20_000_000;

const faults: Record<string, string> = {
	ENOENT: "there is no such file",
	EISDIR: "it is a folder",
	EACCES: "you may not read it",
};

/**
 * The text of a file that an option names. UTF-8, or UTF-16 with its mark, as a shell of Windows writes it. `error`: the code and the
 * hint. Throws `UsageError` with the file's path where the file is missing, empty, too large, or no text.
 */
export function readUserFile(path: string, error: { code: string; hint: string }): string {
	const failed = (fault: string, cause?: unknown) =>
		new UsageError(error.code, `${path} cannot be used: ${fault}`, { hint: error.hint, cause });
	if (path.trim() === "") throw new UsageError(error.code, "the name of the file is empty", { hint: error.hint });
	let text: string;
	try {
		const bytes = readFileSync(path);
		if (bytes.length > bytesMax) throw failed(`it is larger than ${bytesMax / 1e6} MB`);
		const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : "utf-8";
		text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
	} catch (cause) {
		if (cause instanceof UsageError) throw cause;
		const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
		throw failed(
			code === "ERR_ENCODING_INVALID_ENCODED_DATA" ? "it is no text" : (faults[code] ?? messageOf(cause)),
			cause,
		);
	}
	if (text.includes("\0")) throw failed("it is no text");
	if (text.trim() === "") throw failed("it is empty");
	return text;
}
