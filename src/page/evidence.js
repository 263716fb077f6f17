import { html } from "./html.js";
import { Figures } from "./parts.js";
import { Findings } from "./progress.js";

/** Facts and sources. @param {{ id: string, base?: string, at?: string, followed: import("./follow.js").Followed }} props */
export function Evidence({ id, base = `/api/runs/${id}`, at = `/runs/${id}`, followed: { state } }) {
	if (!state) return null;
	// A run's page by the hash of its text, which a run at work has, too; a pass's by its source.
	const pageAddress = (/** @type {string} */ source, /** @type {string} */ hash) =>
		base.includes("/passes/") ? `${base}/pages/${source}.html` : `${base}/pages/${hash}.txt`;
	return html`<div class="evidence"><${Figures} base=${base} at=${at} names=${["map"]} version=${`${state.figures.claims} ${state.done}`} /><${Findings} state=${state} />
		<section aria-labelledby="pages"><h2 id="pages">Pages that were read <small>${state.sources.length}</small></h2>
		<ol class="sources">${state.sources.map(({ id: source, title, url, label, date, hash }) => html`<li key=${source}><a href=${pageAddress(source, hash)} target="_blank" rel="noreferrer">${title}</a> <small>${[label, date, url === label ? "" : url].filter(Boolean).join(" · ")}</small></li>`)}</ol></section></div>`;
}
