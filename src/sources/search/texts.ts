import { cleanText } from "../../base/clean.ts";
import { entity } from "../read/entities.ts";

/** What is looked at of one text of a result; the rest is thrown away unread. Characters. */
const lookedAt = 6_000;
export const titleMost = 300;
export const snippetMost = 1_200;

/** Characters that are not seen: controls, direction marks, tags. A text holds them to mislead; joiners belong to some scripts. */
const unseen = /(?![\u200c\u200d])[\p{Cc}\p{Cf}]/gu;

/** A text of a service as a person reads it: no markup, entities decoded, in one line, at most so many characters. */
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

/** A tag has attributes with values, or none: `a <b and c> d` is no tag. */
function withoutMarkup(text: string): string {
	return text
		.replace(/<!--.*?-->/gs, " ")
		.replace(/<\/?([a-z][\w:-]*)(\s[^<>]*|\/)?>/gi, (tag, name: string, attributes = "") => {
			if (attributes.trim().replace("/", "") !== "" && !attributes.includes("=")) return tag;
			return /^(?:\w+:)?(?:p|br|div|li|tr|td|h\d|sec|title)$/i.test(name) ? " " : "";
		});
}

/** The beginning of a text, at most so many characters, not ending within a word where that can be helped. */
export function cut(text: string, most: number): string {
	if (text.length <= most) return text;
	const head = text.slice(0, most);
	const space = head.lastIndexOf(" ");
	return cleanText(space > most / 2 ? head.slice(0, space) : head);
}
