import type { Hit } from "../../../evidence/source.ts";

/** A page says what it is at its beginning; further down it speaks of other things. Characters. */
const beginning = 240;
/** English; in other languages this stays silent. */
const outdated =
	/\b(?:deprecated|superseded|obsolete|outdated|archived|no longer (?:supported|maintained|recommended)|unsupported|end[- ]of[- ]life|replaced by)\b/iu;
const version = /(?:\p{Lu}[\p{L}]+|\bversion|\brelease|\bv\.?)\s?(\d+(?:\.\d+)*)\b/gu;
const versionInPath = /\/v?(\d+(?:\.\d+)*)(?=\/)/gu;

/**
 * How a page stands to what is asked, from its title, its address and the beginning of its passage: `outdated` where it says so of
 * itself, `other version` where the question names a version and the page names only others.
 */
export function statusOf(
	{ title, url, snippet, start }: Pick<Hit, "title" | "url" | "snippet" | "start">,
	question: string,
): "outdated" | "other version" | undefined {
	const asked = versionsIn(question, false);
	if (asked.length > 0) {
		const own = [...versionsIn(title, false), ...versionsIn(url, true)];
		if (own.length > 0 && !own.some((one) => asked.some((other) => isWithin(one, other) || isWithin(other, one))))
			return "other version";
	}
	if (outdated.test(question)) return undefined;
	return outdated.test(title) || (start === 0 && outdated.test(snippet.slice(0, beginning))) ? "outdated" : undefined;
}

function versionsIn(text: string, isPath: boolean): string[] {
	return [...text.matchAll(isPath ? versionInPath : version)].map((match) => match[1] ?? "");
}

/** `15.2` is a release of 15. */
function isWithin(one: string, whole: string): boolean {
	return one === whole || one.startsWith(`${whole}.`);
}
