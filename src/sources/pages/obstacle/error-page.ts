import { type BlockedPage, countTrue, hasNotice, hasProse, isTitled, type JudgedResponse } from "./judged-response.ts";

const titlePattern =
	/^(?:(?:error|http)?\s*[:-]?\s*(?:400|403|405|500|502|503|504|520|521|522|523|524)\b.{0,40}|(?:internal )?server error|(?:service|site|website|page) (?:temporarily )?unavailable|bad (?:gateway|request)|gateway time-?out|forbidden|access denied|(?:oops[!,. ]*)?(?:something went wrong|an? (?:unexpected )?error (?:has )?occurred)|error|fatal error|application error.{0,40}|database error|error establishing a database connection|(?:site|down|under) (?:for )?maintenance|scheduled maintenance|(?:we['’]ll|we will) be (?:right )?back(?: soon)?|temporarily down|too many requests)[.!]*$/i;
const noticePattern =
	/\b(?:an? (?:unexpected |internal |unknown )?error (?:has )?occurred|something went wrong|(?:try|come) (?:again|back) (?:later|in a (?:few|little))|please (?:try again|refresh|reload)|(?:server|service) (?:is|was) (?:temporarily )?(?:unable|unavailable|down|busy|overloaded)|(?:down|undergoing) (?:for )?(?:scheduled )?maintenance|fatal error: |uncaught (?:exception|error)|stack trace|error establishing|could not connect to (?:the )?database|sql syntax|connection (?:timed out|refused)|you (?:don['’]t|do not) have permission to access|error (?:code|id|reference)|(?:reference|incident|request) (?:id|number|#)|contact (?:the |your )?(?:site|system|server)? ?(?:administrator|webmaster|support))/i;

/** Detects an error of the server in place of the page. */
export function detectErrorPage(response: JudgedResponse): BlockedPage | undefined {
	const { signs, text, status, name } = response;
	if (status === 403 || status === 451)
		return { obstacle: "refused", reason: `${name} refuses to show this page (HTTP ${status})` };
	if (status === 429)
		return { obstacle: "away", reason: `${name} has had too many requests and asks to come back later (HTTP 429)` };
	if (status >= 500)
		return { obstacle: "error", reason: `${name} has trouble of its own and does not show this page (HTTP ${status})` };
	if (status >= 400) return { obstacle: "error", reason: `${name} does not show this page (HTTP ${status})` };
	if (hasProse(response, noticePattern)) return undefined;
	const isStackTrace =
		/^(?:php )?(?:fatal error|parse error|uncaught \w+|unhandled exception|traceback \(most recent call last\))/i.test(
			signs.lines[0] ?? "",
		);
	const hasTitle = isTitled(response, titlePattern);
	const signCount = countTrue(
		hasTitle,
		hasNotice(response, noticePattern),
		signs.noindex,
		signs.blocks.some((block) =>
			/(?:^|[-_\s])(?:error(?:-(?:page|message|code|container|wrapper))?|page-error|maintenance)(?:$|[-_\s])/i.test(
				block.name,
			),
		),
		text.length < 300,
	);
	return (hasTitle && signCount >= 2) || isStackTrace || (signCount >= 3 && hasNotice(response, noticePattern))
		? { obstacle: "error", reason: `${name} shows an error in place of this page` }
		: undefined;
}
