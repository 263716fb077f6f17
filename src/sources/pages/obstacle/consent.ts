import { count, ended, hasProse, isTitled, moved, notes, notices, type Seen, type Verdict } from "./seen.ts";

const title =
	/^(?:privacy.{0,20}|before you continue.*|(?:we value|your) (?:your )?(?:privacy|data)(?: .{0,30})?|(?:cookie|privacy|consent) (?:settings|preferences|notice|consent|wall|choices|center)|(?:manage|your) (?:consent|cookies?|privacy)(?: .{0,25})?|consent(?: required)?|we use cookies|cookies?|privacy|wir verwenden cookies|.{0,20}\bcookie(?:s)? (?:consent|instellingen))[.!]?$/i;
const said =
	/\b(?:we (?:and|use|value|,).{0,60}(?:partners|cookies|privacy)|our \d* ?partners|store and\/or access information|personali[sz]ed (?:ads|advertising|content)|legitimate interest|consent to (?:the use|our use|all|cookies)|accept(?:ing)? (?:all )?cookies (?:to|and) (?:continue|read|view)|to (?:continue|use|enter|access) (?:to )?(?:this|our|the) (?:site|website|page).{0,40}(?:accept|agree|consent)|before you continue|cookies?\b.{0,80}(?:personal[ai]|advert|werb|publici|annonc|reclam|pubblicit)|(?:personal[ai]|partn)\S*.{0,60}\bcookies?|(?:process|collect) (?:your )?(?:personal )?data)\b/i;
const accept =
	/^(?:(?:i )?(?:accept|agree|consent)(?: (?:all|to all|and (?:continue|close)|cookies|all cookies))?|allow (?:all|cookies|all cookies)|(?:reject|decline|refuse|deny)(?: all)?|(?:manage|more|cookie|customi[sz]e) (?:options|settings|preferences|choices)|ok(?:ay)?|got it|yes,? i agree|alle akzeptieren|tout accepter|aceptar todo|accetta tutto|alles accepteren|akkoord|instellen|weigeren|zustimmen|(?:alle )?ablehnen|einstellungen|j['’]accepte|continuer sans accepter|aceptar|configurar|acconsento|godkänn(?: alla)?|accepter(?: alle)?|only necessary|necessary only)[.!]?$/i;
const place =
	/(?:^|[/.])(?:consent|cookie-?wall|cookie-?consent|gdpr|privacy-?gate|privacy-mgmt|guce|cmp|collectconsent|privacy-prompt)(?:[/.]|$)/;

/**
 * Detects a consent wall: a page that is shown only after consent to tracking, which is never given. A banner beside a whole text is
 * no consent wall.
 */
export function consent(seen: Seen): Verdict | undefined {
	const { signs, text, name } = seen;
	if (hasProse(seen, said)) return undefined;
	const buttons = signs.buttons.filter((label) => accept.test(label.trim())).length;
	const lines = notices(seen).filter((line) => said.test(line)).length;
	// Lines of content beside the notice.
	const rest = text
		.split(/\n+/)
		.filter(
			(line) => line.length > 60 && !said.test(line) && !/cookie|consent|partner|privacy|advertis/i.test(line),
		).length;
	if (rest > 1) return undefined;
	const found = count(
		buttons >= 1,
		lines >= 1 || notes({ signs: { ...signs, lines: signs.lines.map((line) => line.slice(0, 200)) } }, said),
		isTitled(seen, title),
		moved(seen) && place.test(ended(seen)),
		buttons >= 2,
		signs.blocks.some(
			(block) =>
				/(?:^|[-_\s])(?:consent|cmp|gdpr|cookie-?wall|onetrust|didomi|usercentrics|sp_message)/i.test(block.name) &&
				block.characters > 0.5 * signs.visible,
		),
	);
	return found >= 3 || (found === 2 && rest === 0)
		? { obstacle: "consent", reason: `${name} shows this page only to those who consent to cookies` }
		: undefined;
}
