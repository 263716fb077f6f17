import type { Hit } from "../../../evidence/source.ts";

/** Length of the beginning, where a page says what it is. Further down it mentions other things. Characters. */
const beginningLength = 240;
/** English only. */
const outdatedWords =
	/\b(?:deprecated|superseded|obsolete|outdated|archived|no longer (?:supported|maintained|recommended)|unsupported|end[- ]of[- ]life|replaced by)\b/iu;
/** `PostgreSQL 15`, `version 3`, `3.9`; in an address `/9.6/` and `3_37_0`. */
const versionPattern = /(?:(?:\p{Lu}\p{L}+|\bversion|\brelease)\s|\bv)(\d+(?:\.\d+)*)\b|\b(\d+(?:\.\d+)+)\b/gu;

/** Whether a page says at its beginning that it is outdated. */
export function isOutdated({ title, snippet = "", start = 0 }: Partial<Hit> & Pick<Hit, "title">): boolean {
	return outdatedWords.test(title) || (start === 0 && outdatedWords.test(snippet.slice(0, beginningLength)));
}

/** 1 if a page's title or address names a version of the question, -1 if they name only others, else 0. */
export function versionFit({ title, url }: Pick<Hit, "title" | "url">, question: string): number {
	const questionVersions = versionsIn(question);
	if (questionVersions.length === 0) return 0;
	const pageVersions = versionsIn(`${title} ${url.split("/").slice(-2).join(" ").replaceAll("_", ".")}`);
	if (pageVersions.length === 0) return 0;
	return pageVersions.some((one) =>
		questionVersions.some((other) => isReleaseOf(one, other) || isReleaseOf(other, one)),
	)
		? 1
		: -1;
}

function versionsIn(text: string): string[] {
	return [...text.matchAll(versionPattern)].map((match) => match[1] ?? match[2] ?? "");
}

/** Whether a version is the other one or a release of it: `15.2` is a release of 15. */
function isReleaseOf(one: string, whole: string): boolean {
	return one === whole || one.startsWith(`${whole}.`);
}
