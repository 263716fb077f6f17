import { isAddressedToReader } from "./addressed.ts";
import { bylineOf } from "./byline.ts";
import { hostOf } from "./hosts.ts";
import { isWeb, type Source } from "./source.ts";

/** Longer lines of authors are no names. Characters. */
const authorMax = 80;

type Known = Partial<Pick<Source, "url" | "origin" | "site" | "author" | "authority">>;

/**
 * Who publishes a page of the web: its publisher under a name that its host bears, the host, the author that it states, and what kind
 * of place it is. `Northern Post`, `northernpost.test`, `by Ada Moor`, `news`. Empty for what is no page of the web.
 */
export function saidBy({ url = "", origin = "", site, author = "", authority }: Known): string[] {
	if (!isWeb({ url }) || !URL.canParse(url)) return [];
	const host = hostOf(url);
	const publisher = bylineOf({ url, origin, site });
	const name = author.replace(/[\s\p{Cc}<>|()‹›]+/gu, " ").trim();
	const isName = name !== "" && name !== publisher && name.length <= authorMax && !/:\/\//.test(name);
	return [
		...(publisher === host ? [] : [publisher]),
		host,
		...(isName && !isAddressedToReader(name) ? [`by ${name.replace(/^by\s+/iu, "")}`] : []),
		...(authority === undefined || authority === "general" ? [] : [authority]),
	];
}
