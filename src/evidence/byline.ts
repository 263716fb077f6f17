import { formatDate } from "../text/dates.ts";
import { isInjection } from "../text/injection.ts";
import { isWeb, type Source } from "./source.ts";

/** A longer site name is a slogan. Characters. */
const maxNameLength = 60;

/**
 * The publisher and date of a page, for a lead-in: `Norrholm Institute of Fisheries, 11 March 2030`. A page may call itself anything,
 * so its name is used only if the host name holds it too; else the host is used. Empty for documents that are not web pages.
 */
export function bylineOf({ url, site, origin, date }: Partial<Source> & Pick<Source, "url" | "origin">): string {
	if (!isWeb({ url }) || !URL.canParse(url)) return "";
	const host = new URL(url).hostname.replace(/^www\d?\./, "");
	const name = [site, origin].map(cleanName).find((one) => one !== "" && isNameInHost(host, one));
	return [name ?? host, ...(date === undefined ? [] : [formatDate(date)])].join(", ");
}

function cleanName(name = ""): string {
	const words = name
		.replace(/[“”"‹›()[\]<>|]/g, " ")
		.replace(/\s+/g, " ")
		.trim();
	return words.length > maxNameLength || /:\/\/|\d/.test(words) || isInjection(words) ? "" : words;
}

/** Whether a host name holds a distinctive word of the name, or its initials. */
function isNameInHost(host: string, name: string): boolean {
	const bare = host.toLowerCase().replace(/[^\p{L}.]/gu, "");
	const words = name.toLowerCase().match(/\p{L}+/gu) ?? [];
	const initials = words.map((word) => word.charAt(0)).join("");
	return (
		words.some((word) => word.length >= 4 && !genericWords.has(word) && bare.includes(word)) ||
		(initials.length >= 3 && bare.split(".").includes(initials))
	);
}

/** Words in the names of many publishers, which identify none. */
const genericWords = new Set(
	"institute university college journal society association council ministry department national international news times research science daily health world".split(
		" ",
	),
);
