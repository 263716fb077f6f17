import { type BlockedPage, countTrue, hasNotice, hasProse, isTitled, type JudgedResponse } from "./judged-response.ts";

const titlePattern =
	/^(?:just a moment\.*|one moment,? please\.*|attention required!?.*|(?:please )?verify(?:ing)? (?:that )?you are (?:a )?human.*|are you (?:a )?(?:robot|human)\??|(?:security|bot|browser|human) (?:check|verification|challenge)|access (?:to this page has been )?denied|pardon our interruption\.*|ddos-guard|robot check|checking your browser.*|please wait\.*|you have been blocked|human verification|captcha.{0,20})$/i;
const noticePattern =
	/\b(?:checking (?:your browser|if the site connection is secure)|(?:verify|verifying|confirm|prove|mak(?:e|ing) sure|ensure|check(?:ing)?)\b.{0,25}\b(?:you are|you're|you’re|that you) .{0,12}(?:human|not a (?:ro)?bot)|(?:enter|type) the (?:characters|letters|text|code) (?:you see|shown|below|in the image)|unusual (?:traffic|activity)|enable javascript and cookies to continue|complete the (?:captcha|security check|challenge)|needs to review the security of your connection|(?:automated|bot) (?:access|requests|traffic)|i'?m not a robot|press (?:and|&) hold|ray id\b|performing (?:a )?security (?:check|verification)|ddos protection by|made us think (?:that )?you (?:are|were) a bot|request (?:was|has been) blocked|sorry, you have been blocked)/i;
const scriptPattern =
	/challenges\.cloudflare\.com|cdn-cgi\/challenge-platform|captcha-delivery\.com|px-captcha|px-cdn\.net|perimeterx|_incapsula_resource|imperva|awswaf|token\.awswaf|ddos-guard|hcaptcha\.com|recaptcha|arkoselabs|kasada|geetest/i;
const blockPattern =
	/(?:^|[-_\s])(?:cf-(?:challenge|wrapper|error-details|browser-verification|turnstile)\S*|turnstile\S*|(?:h-|g-re|px-)?captcha\S*|challenge(?:-(?:form|running|stage|body|container|error-text))?|sec-container|main-iframe)(?:$|\s)/i;

/** Detects a check that the reader is a person. Such a check is never attempted. */
export function detectChallenge(response: JudgedResponse): BlockedPage | undefined {
	const { signs, status, name, headers } = response;
	const reason = `${name} shows this page only after a check that the reader is a person`;
	if (headers["cf-mitigated"] === "challenge") return { obstacle: "challenge", reason };
	if (hasProse(response, noticePattern)) return undefined;
	const hasWords = hasNotice(response, noticePattern) || noticePattern.test(signs.withoutScripts);
	const hasTitle = isTitled(response, titlePattern) || noticePattern.test(signs.pageTitle);
	const signCount = countTrue(
		[403, 429, 503, 405].includes(status),
		hasTitle,
		hasWords,
		signs.loads.some((address) => scriptPattern.test(address)),
		signs.blocks.some(({ name: named }) => blockPattern.test(named)),
	);
	// A form with a captcha has the script and the box, too. Only a blocked page also says it in words.
	const isExplicit =
		isTitled(response, titlePattern) ||
		hasNotice(response, noticePattern) ||
		noticePattern.test(signs.withoutScripts) ||
		(status >= 400 && signCount >= 2);
	return signCount >= 2 && isExplicit ? { obstacle: "challenge", reason } : undefined;
}
