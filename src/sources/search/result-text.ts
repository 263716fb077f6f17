import { cleanText } from "../../base/clean.ts";
import { decodeEntity } from "../read/html/entities.ts";

/** The examined length of one text of a result. The rest is dropped. Characters. */
const examinedLength = 6_000;
export const titleLengthMax = 300;
export const snippetLengthMax = 1_200;

/** Invisible characters: controls, direction marks, tags. A text holds them to mislead. Joiners are kept: some scripts need them. */
const invisibleCharacters = /(?![\u200c\u200d])[\p{Cc}\p{Cf}]/gu;

/** A service's text as a person reads it: no markup, entities decoded, in one line, at most `lengthMax` characters. */
export function plainLine(text: string | null | undefined, lengthMax = snippetLengthMax): string {
	const unescaped = withoutMarkup((text ?? "").slice(0, examinedLength)).replace(
		/&(#?\w{1,8});/g,
		(whole, name: string) => decodeEntity(name) ?? whole,
	);
	const line = cleanText(unescaped.replace(/[\n\r\t]/g, " ").replace(invisibleCharacters, ""))
		.replace(/\s+/g, " ")
		.trim();
	return line.length > lengthMax ? `${truncateText(line, lengthMax - 1)}…` : line;
}

/** Removes tags. A tag has attributes with values, or none: `a <b and c> d` is no tag. */
function withoutMarkup(text: string): string {
	return text
		.replace(/<!--.*?-->/gs, " ")
		.replace(/<\/?([a-z][\w:-]*)(\s[^<>]*|\/)?>/gi, (tag, name: string, attributes = "") => {
			if (attributes.trim().replace("/", "") !== "" && !attributes.includes("=")) return tag;
			return /^(?:\w+:)?(?:p|br|div|li|tr|td|h\d|sec|title)$/i.test(name) ? " " : "";
		});
}

/** The beginning of a text, at most `lengthMax` characters. It ends between words where possible. */
export function truncateText(text: string, lengthMax: number): string {
	if (text.length <= lengthMax) return text;
	const head = text.slice(0, lengthMax);
	const space = head.lastIndexOf(" ");
	return cleanText(space > lengthMax / 2 ? head.slice(0, space) : head);
}
