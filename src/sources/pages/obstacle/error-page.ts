import { count, hasProse, isTitled, notes, type Seen, type Verdict } from "./seen.ts";

const title =
	/^(?:(?:error|http)?\s*[:-]?\s*(?:400|403|405|500|502|503|504|520|521|522|523|524)\b.{0,40}|(?:internal )?server error|(?:service|site|website|page) (?:temporarily )?unavailable|bad (?:gateway|request)|gateway time-?out|forbidden|access denied|(?:oops[!,. ]*)?(?:something went wrong|an? (?:unexpected )?error (?:has )?occurred)|error|fatal error|application error.{0,40}|database error|error establishing a database connection|(?:site|down|under) (?:for )?maintenance|scheduled maintenance|(?:we['’]ll|we will) be (?:right )?back(?: soon)?|temporarily down|too many requests)[.!]*$/i;
const said =
	/\b(?:an? (?:unexpected |internal |unknown )?error (?:has )?occurred|something went wrong|(?:try|come) (?:again|back) (?:later|in a (?:few|little))|please (?:try again|refresh|reload)|(?:server|service) (?:is|was) (?:temporarily )?(?:unable|unavailable|down|busy|overloaded)|(?:down|undergoing) (?:for )?(?:scheduled )?maintenance|fatal error: |uncaught (?:exception|error)|stack trace|error establishing|could not connect to (?:the )?database|sql syntax|connection (?:timed out|refused)|you (?:don['’]t|do not) have permission to access|error (?:code|id|reference)|(?:reference|incident|request) (?:id|number|#)|contact (?:the |your )?(?:site|system|server)? ?(?:administrator|webmaster|support))/i;

/** Detects an error of the server in place of the page. */
export function errorPage(seen: Seen): Verdict | undefined {
	const { signs, text, status, name } = seen;
	if (status === 403 || status === 451)
		return { obstacle: "refused", reason: `${name} refuses to show this page (HTTP ${status})` };
	if (status === 429)
		return { obstacle: "away", reason: `${name} has had too many requests and asks to come back later (HTTP 429)` };
	if (status >= 500)
		return { obstacle: "error", reason: `${name} has trouble of its own and does not show this page (HTTP ${status})` };
	if (status >= 400) return { obstacle: "error", reason: `${name} does not show this page (HTTP ${status})` };
	if (hasProse(seen, said)) return undefined;
	const trace =
		/^(?:php )?(?:fatal error|parse error|uncaught \w+|unhandled exception|traceback \(most recent call last\))/i.test(
			signs.lines[0] ?? "",
		);
	const titled = isTitled(seen, title);
	const found = count(
		titled,
		notes(seen, said),
		signs.noindex,
		signs.blocks.some((block) =>
			/(?:^|[-_\s])(?:error(?:-(?:page|message|code|container|wrapper))?|page-error|maintenance)(?:$|[-_\s])/i.test(
				block.name,
			),
		),
		text.length < 300,
	);
	return (titled && found >= 2) || trace || (found >= 3 && notes(seen, said))
		? { obstacle: "error", reason: `${name} shows an error in place of this page` }
		: undefined;
}
