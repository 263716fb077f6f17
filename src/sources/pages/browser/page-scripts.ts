import { z } from "zod";
import { limits } from "../../../base/limits.ts";

/** The loading state of a page: `length` characters of visible text. The text is counted again only after a change. */
export const measuredSchema = z.object({ length: z.number(), loading: z.boolean() });

export const measureScript = `(() => {
	const seen = globalThis.assaySeen ??= (() => {
		const state = { changed: true, length: 0 };
		new MutationObserver(() => { state.changed = true; }).observe(document, {
			childList: true, subtree: true, characterData: true,
			attributes: true, attributeFilter: ["class", "style", "hidden"],
		});
		return state;
	})();
	if (seen.changed) {
		seen.changed = false;
		seen.length = document.body?.innerText.length ?? 0;
	}
	return { length: seen.length, loading: document.readyState === "loading" };
})()`;

/** The content of a page; no `html` when it is larger than a page may be. */
export const extractedSchema = z.object({ url: z.string(), html: z.string().optional() });

/**
 * Returns the document's HTML. The content of open shadow roots is put into their hosts, with slots filled, in a copy of the document
 * that runs no scripts: custom elements must not notice, since they could add elements without end.
 */
export const extractScript = `(() => {
	const roots = [];
	const gather = (from) => {
		for (const element of from.querySelectorAll("*"))
			if (element.shadowRoot) { roots.push(element.shadowRoot); gather(element.shadowRoot); }
	};
	gather(document);
	const root = document.documentElement;
	const lay = (from) => {
		for (const template of from.querySelectorAll("template[shadowrootmode]")) {
			const host = template.parentElement;
			const inner = template.content;
			lay(inner);
			template.remove();
			if (!host) continue;
			for (const slot of inner.querySelectorAll("slot")) {
				const given = [...host.childNodes].filter((node) => (node.slot ?? "") === slot.name);
				slot.replaceWith(...(given.length > 0 ? given : slot.childNodes));
			}
			host.replaceChildren(inner);
		}
	};
	const laid = () => {
		const html = root.getHTML({ shadowRoots: roots });
		if (html.length > ${limits.pageBytes}) return html;
		const copy = new DOMParser().parseFromString(html, "text/html");
		lay(copy);
		for (const { name, value } of root.attributes) copy.documentElement.setAttribute(name, value);
		return copy.documentElement.outerHTML;
	};
	const html = !root ? "" : roots.length === 0 ? root.outerHTML : laid();
	return { url: location.href, ...(html.length > ${limits.pageBytes} ? {} : { html }) };
})()`;
