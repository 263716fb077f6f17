import { comparisonForm } from "../base/text.ts";
import { isInjection } from "../text/injection.ts";
import { bylineOf } from "./byline.ts";
import { hostOf } from "./hosts.ts";
import { isWeb, type Source } from "./source.ts";

/** A longer author line is no name. Characters. */
const maxAuthorLength = 80;

type SpeakerPage = Partial<Pick<Source, "url" | "origin" | "site" | "author" | "authority" | "speaker">>;

/**
 * Describes who speaks on a page. For a web page: the publisher (if the host name holds its name), the host, the stated author and the
 * authority. For any page, from the reading model: author, nature and whom it retells. `Northern Post`, `northernpost.test`,
 * `by Ada Moor`, `news`, `opinion column`, `retells the Harbour Office`.
 */
export function describeSpeaker(page: SpeakerPage): string[] {
	const { author = "", nature, retells = [] } = page.speaker ?? {};
	const stated = describePublisher(page);
	const isAuthorNamed = author === "" || stated.some((one) => comparisonForm(one).includes(comparisonForm(author)));
	return [
		...stated,
		...(isAuthorNamed ? [] : [`by ${author}`]),
		...(nature === undefined ? [] : [nature]),
		...(retells.length === 0 ? [] : [`retells ${retells.join(" and ")}`]),
	];
}

function describePublisher({ url = "", origin = "", site, author = "", authority }: SpeakerPage): string[] {
	if (!isWeb({ url }) || !URL.canParse(url)) return [];
	const host = hostOf(url);
	const publisher = bylineOf({ url, origin, site });
	const name = author.replace(/[\s\p{Cc}<>|()‹›]+/gu, " ").trim();
	const isName = name !== "" && name !== publisher && name.length <= maxAuthorLength && !/:\/\//.test(name);
	return [
		...(publisher === host ? [] : [publisher]),
		host,
		...(isName && !isInjection(name) ? [`by ${name.replace(/^by\s+/iu, "")}`] : []),
		...(authority === undefined || authority === "general" ? [] : [authority]),
	];
}
