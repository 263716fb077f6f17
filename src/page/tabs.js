import { html } from "./html.js";

/** Links to the parts of what a page shows. @param {{ at: string, parts: Record<string, string>, open: string, label: string }} props */
export function Tabs({ at, parts, open, label }) {
	return html`<nav class="tabs" aria-label=${label} data-keeps-focus>${Object.entries(parts).map(
		([name, title]) => html`<a href=${`${at}/${name}`} aria-current=${name === open ? "page" : undefined}>${title}</a>`,
	)}</nav>`;
}
