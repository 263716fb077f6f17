import { type BlockedPageSigns, blockedPageRules } from "./blocked-pages.ts";
import {
	type BlockedPage,
	countTrue,
	finalAddress,
	hasNotice,
	hasProse,
	isRedirected,
	isTitled,
	type JudgedResponse,
} from "./judged-response.ts";

/** What is shown instead of the page; undefined when it is the page. */
export function detectBlockedPage(page: JudgedResponse): BlockedPage | undefined {
	const rule = blockedPageRules.find(
		({ isCertain, signs }) => isCertain?.(page) || (signs !== undefined && hasSigns(page, signs)),
	);
	return rule && { obstacle: rule.obstacle, reason: rule.reason(page) };
}

function hasSigns(page: JudgedResponse, rule: BlockedPageSigns): boolean {
	if (hasProse(page, rule.notice)) return false;
	const title = isTitled(page, rule.title);
	const notice = (rule.hasNotice ?? hasNotice)(page, rule.notice);
	const { blocks, loads, noindex } = page.signs;
	const count = countTrue(
		title,
		notice,
		rule.redirect !== undefined && isRedirected(page) && rule.redirect.test(finalAddress(page)),
		blocks.some(({ name }) => rule.element?.test(name)),
		loads.some((address) => rule.script?.test(address)),
		rule.noindex === true && noindex,
		page.text.length < (rule.textMax ?? 0),
		...(rule.others?.(page) ?? []),
	);
	return rule.isEnough({ title, notice, count, isBare: !hasProse(page, rule.notice, 1) }, page);
}

/** A page with fewer letters than this counts as empty. */
const lettersMin = 40;

/** Detects a page without text. Call it only after the page's scripts have run, or when they are not needed. */
export function detectEmptyPage({ text, name }: JudgedResponse): BlockedPage | undefined {
	if ((text.match(/\p{L}/gu)?.length ?? 0) >= lettersMin) return undefined;
	return { obstacle: "empty", reason: `${name} shows no text under this address` };
}
