import { cleanText } from "../../base/clean.ts";
import { entity } from "../read/entities.ts";

/** The examined length of one text of a result. The rest is dropped. Characters. */
const lookedAt = 6_000;
export const titleMost = 300;
export const snippetMost = 1_200;

/** Invisible characters: controls, direction marks, tags. A text holds them to mislead. Joiners are kept: some scripts need them. */
const unseen = /(?![\u200c\u200d])[\p{Cc}\p{Cf}]/gu;

/** A service's text as a person reads it: no markup, entities decoded, in one line, at most `lengthMax` characters. */
export function plain(text: string | null | undefined, most = snippetMost): string {
	const bare = withoutMarkup((text ?? "").slice(0, lookedAt)).replace(
		/&(#?\w{1,8});/g,
		(whole, name: string) => entity(name) ?? whole,
	);
	const line = cleanText(bare.replace(/[\n\r\t]/g, " ").replace(unseen, ""))
		.replace(/\s+/g, " ")
		.trim();
	return line.length > most ? `${cut(line, most - 1)}…` : line;
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
export function cut(text: string, most: number): string {
	if (text.length <= most) return text;
	const head = text.slice(0, most);
	const space = head.lastIndexOf(" ");
	return cleanText(space > most / 2 ? head.slice(0, space) : head);
}
