import type { DomDocument, DomElement } from "../html/dom.ts";

/** Class and id names of boilerplate on the web, beyond the elements that HTML has for it. */
const boilerplateNames =
	/(?:^|[-_\s])(?:cookies?|consent|gdpr|newsletters?|sign-?up|shar(?:e|ing)|social|related|recommended|recommendations|recirc(?:ulation)?|read-?next|more-stories|most-(?:read|popular)|trending|comments?|disqus|respond|sidebar|promos?|promotion|ads?|adverts?|advertisement|advertising|sponsor(?:ed)?|breadcrumbs?|pagination|pager|popup|modal|toast|outbrain|taboola)(?:$|[-_\s])/i;
const vendorSelectors =
	"#onetrust-consent-sdk,#CybotCookiebotDialog,.qc-cmp2-container,#didomi-host,.fc-consent-root,#usercentrics-root,.cc-window,[id^=sp_message_container],[role=dialog],[role=alertdialog],#disqus_thread,#comments,.comments-area";
/** An element with a larger share of the page's text is content, whatever its name. */
const boilerplateShareMax = 0.4;

/** Removes banners, subscription boxes, related pages and comments, which are not the page's own words. */
export function removeBoilerplate(document: DomDocument): void {
	const body = document.body ?? document.documentElement;
	if (!body) return;
	const whole = textLength(body);
	const candidates = [...body.querySelectorAll("[class],[id]")].filter((element) =>
		boilerplateNames.test(`${element.getAttribute("id") ?? ""} ${element.getAttribute("class") ?? ""}`),
	);
	for (const element of [...body.querySelectorAll(vendorSelectors), ...candidates]) {
		if (/^(?:html|body|main|article|h[1-6]|p|li|td|tr|a|span|em|strong|code|pre)$/i.test(element.tagName)) continue;
		if (element !== body && textLength(element) <= whole * boilerplateShareMax) element.remove();
	}
}

function textLength(element: DomElement): number {
	return (element.textContent ?? "").replace(/\s+/g, " ").length;
}
