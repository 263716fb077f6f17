import {
	type BlockedPage,
	countTrue,
	finalAddress,
	hasNotice,
	hasProse,
	isRedirected,
	isTitled,
	type JudgedResponse,
	noticeLines,
} from "./judged-response.ts";

const titlePattern =
	/^(?:privacy.{0,20}|before you continue.*|(?:we value|your) (?:your )?(?:privacy|data)(?: .{0,30})?|(?:cookie|privacy|consent) (?:settings|preferences|notice|consent|wall|choices|center)|(?:manage|your) (?:consent|cookies?|privacy)(?: .{0,25})?|consent(?: required)?|we use cookies|cookies?|privacy|wir verwenden cookies|.{0,20}\bcookie(?:s)? (?:consent|instellingen))[.!]?$/i;
const noticePattern =
	/\b(?:we (?:and|use|value|,).{0,60}(?:partners|cookies|privacy)|our \d* ?partners|store and\/or access information|personali[sz]ed (?:ads|advertising|content)|legitimate interest|consent to (?:the use|our use|all|cookies)|accept(?:ing)? (?:all )?cookies (?:to|and) (?:continue|read|view)|to (?:continue|use|enter|access) (?:to )?(?:this|our|the) (?:site|website|page).{0,40}(?:accept|agree|consent)|before you continue|cookies?\b.{0,80}(?:personal[ai]|advert|werb|publici|annonc|reclam|pubblicit)|(?:personal[ai]|partn)\S*.{0,60}\bcookies?|(?:process|collect) (?:your )?(?:personal )?data)\b/i;
const buttonPattern =
	/^(?:(?:i )?(?:accept|agree|consent)(?: (?:all|to all|and (?:continue|close)|cookies|all cookies))?|allow (?:all|cookies|all cookies)|(?:reject|decline|refuse|deny)(?: all)?|(?:manage|more|cookie|customi[sz]e) (?:options|settings|preferences|choices)|ok(?:ay)?|got it|yes,? i agree|alle akzeptieren|tout accepter|aceptar todo|accetta tutto|alles accepteren|akkoord|instellen|weigeren|zustimmen|(?:alle )?ablehnen|einstellungen|j['’]accepte|continuer sans accepter|aceptar|configurar|acconsento|godkänn(?: alla)?|accepter(?: alle)?|only necessary|necessary only)[.!]?$/i;
const urlPattern =
	/(?:^|[/.])(?:consent|cookie-?wall|cookie-?consent|gdpr|privacy-?gate|privacy-mgmt|guce|cmp|collectconsent|privacy-prompt)(?:[/.]|$)/;

/**
 * Detects a consent wall: a page that is shown only after consent to tracking, which is never given. A banner beside a whole text is
 * no consent wall.
 */
export function detectConsentWall(response: JudgedResponse): BlockedPage | undefined {
	const { signs, text, name } = response;
	if (hasProse(response, noticePattern)) return undefined;
	const buttonCount = signs.buttons.filter((label) => buttonPattern.test(label.trim())).length;
	const noticeCount = noticeLines(response).filter((line) => noticePattern.test(line)).length;
	// Lines of content beside the notice.
	const contentLines = text
		.split(/\n+/)
		.filter(
			(line) => line.length > 60 && !noticePattern.test(line) && !/cookie|consent|partner|privacy|advertis/i.test(line),
		).length;
	if (contentLines > 1) return undefined;
	const signCount = countTrue(
		buttonCount >= 1,
		noticeCount >= 1 ||
			hasNotice({ signs: { ...signs, lines: signs.lines.map((line) => line.slice(0, 200)) } }, noticePattern),
		isTitled(response, titlePattern),
		isRedirected(response) && urlPattern.test(finalAddress(response)),
		buttonCount >= 2,
		signs.blocks.some(
			(block) =>
				/(?:^|[-_\s])(?:consent|cmp|gdpr|cookie-?wall|onetrust|didomi|usercentrics|sp_message)/i.test(block.name) &&
				block.characters > 0.5 * signs.visible,
		),
	);
	return signCount >= 3 || (signCount === 2 && contentLines === 0)
		? { obstacle: "consent", reason: `${name} shows this page only to those who consent to cookies` }
		: undefined;
}
