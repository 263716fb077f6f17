import { countTrue, hasNotice, type JudgedResponse } from "./judged-response.ts";

/** An article with a longer text than this is no teaser. Characters. */
const teaserMax = 2_500;
/** When a page says that it is not free and shows less than this, it shows only the free part. Characters. */
const abstractMax = 800;
const callPattern =
	/\b(?:to (?:continue|keep) reading|(?:continue|keep) reading (?:with|for|by)|subscribe (?:now )?(?:to|and|for)\b.{0,40}\b(?:read|continue|unlock|access|full)|subscribe to (?:continue|read|unlock)|(?:already|not yet) a (?:subscriber|member)|(?:exclusive(?:ly)?|reserved|only|available) (?:to|for|only to) (?:our |paying |paid |digital |premium )*(?:subscribers|members)|(?:subscribers?|members?)[- ](?:only|exclusive)|(?:your|of|all|last) .{0,20}free (?:articles?|stories|reads?)|unlock (?:this|the|full|unlimited)|(?:read|see|view) the (?:full|rest|whole) (?:article|story|text).{0,30}(?:subscri|member|trial)|(?:purchase|buy|rent|get) (?:access|this article|the article|article|pdf|full access|instant access)|become a (?:subscriber|member) to|unlimited access|(?:the )?rest of (?:this|the) (?:story|article|text|post)|\d+ ?% (?:of|de|von|del) .{0,20}(?:left|to read|à lire|zu lesen)|(?:you|to) .{0,30}need (?:a|an) .{0,20}(?:subscription|paid account)|(?:réservée?|exclusif|reservado|riservato) (?:aux|a|para|agli) (?:nos |los )?(?:abonnés|suscriptores|abbonati)|nur (?:für|mit) .{0,20}(?:abo|plus)|(?:weiterlesen|lesen sie weiter) mit|(?:alleen|exclusief) voor (?:abonnees|leden)|(?:start|begin) your (?:free )?trial to|this (?:article|story|content|page|post|issue|episode|report|section) is (?:(?:only |exclusively |available |reserved )*(?:to|for) .{0,25}(?:subscri|member|reader|customer)|locked|premium))/i;
const pricePattern =
	/(?:[$€£]\s?\d+(?:[.,]\d\d)?|\b\d+(?:[.,]\d\d)?\s?(?:€|eur|usd|gbp))\s*(?:\/|a|per|for|every|im|pro|par)\s*(?:\d+\s*)?(?:week|month|year|issue|article|monat|mois)|\bcancel (?:any ?time|at any time)\b/i;
const strongBlockPattern =
	/(?:^|[-_\s])(?:paywall|pay-wall|regwall|reg-wall|subscription-wall|subscriber-wall|meter-wall|metered-wall|premium-wall|article-gate|content-gate|piano-(?:offer|modal|paywall)|tp-modal|gateway-content|locked-content|content-locked|article-locked|subscribe-gate|barrier|paygate|subscription-required)(?:$|[-_\s\d])/i;
const weakBlockPattern =
	/(?:^|[-_\s])(?:subscri(?:be|ption|ber)s?-(?:prompt|offer|required|box|cta|call|banner|panel)|premium(?:-\w+)?|metered|gated|locked|restricted|teaser|truncated|fade-?out|excerpt-fade)(?:$|[-_\s])/i;

/**
 * Whether this is a page for those who pay, or who have an account for it. It takes several signs, never the word alone; how many depends
 * on what the page states of itself and how long its text is, so that this is no row of patterns.
 */
export function isPaywall(response: JudgedResponse): boolean {
	const { signs, text, status } = response;
	const isShort = text.length < teaserMax;
	const isClosed = signs.free === false;
	const hasTier = /^(?:locked|metered)$/.test(signs.tier ?? "");
	const walls = signs.blocks.filter((block) => strongBlockPattern.test(block.name) && block.characters > 0);
	const hasWall = walls.length > 0;
	const hasCall = hasNotice(response, callPattern);
	const isCut = isCutOff(text) || (signs.statedWords ?? 0) > 2 * text.split(/\s+/).length;
	const hasPrice = hasNotice(response, pricePattern);
	const hasWeakBlock = signs.blocks.some((block) => weakBlockPattern.test(block.name));
	const isTextMissing = isClosed && signs.closedCharacters !== undefined && signs.closedCharacters < 200;
	const signCount = countTrue(hasCall, hasTier, isCut, hasPrice, hasWeakBlock || hasWall, isTextMissing);
	return (
		status === 402 ||
		// The page states that it is not free, and a sign shows that this is the closed part.
		(isClosed && isShort && (signCount >= 1 || text.length < abstractMax)) ||
		(isClosed && (hasWall || (hasCall && hasPrice))) ||
		// The page states nothing: there must be a call to pay in a paywall block, or three other signs on a teaser.
		(walls.some((block) => callPattern.test(block.text)) &&
			(isShort || walls.some((block) => block.characters < 1_500))) ||
		(isShort && hasCall && signCount >= 3) ||
		(isShort && hasWall && signCount >= 3) ||
		(text.length < 900 && hasCall && (hasPrice || isCut || hasWeakBlock) && signs.lines.length < 60)
	);
}

/** Whether one of the last paragraphs stops within a sentence, as a cut teaser does. */
function isCutOff(text: string): boolean {
	const paragraphs = text.split(/\n+/).filter((line) => line.length > 60 && !line.includes(" | "));
	return paragraphs.slice(-4).some((line) => /(?:…|\.\.\.)$|\p{Ll}{2},?$/u.test(line.trim()));
}
