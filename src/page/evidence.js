import { html } from "./html.js";
import { Figures } from "./parts.js";
import { Findings } from "./progress.js";

/** Facts and sources. @param {{ id: string, followed: import("./follow.js").Followed }} props */
export function Evidence({ id, followed: { state } }) {
	if (!state) return null;
	return html`<div class="evidence"><${Figures} id=${id} names=${["map"]} version=${`${state.figures.claims} ${state.done}`} /><${Findings} state=${state} />
		<section aria-labelledby="pages"><h2 id="pages">Pages that were read <small>${state.sources.length}</small></h2>
		<ol class="sources">${state.sources.map(({ id: source, title, url, label, date, hash }) => html`<li key=${source}><a href=${`/api/runs/${id}/pages/${hash}.txt`} target="_blank" rel="noreferrer">${title}</a> <small>${[label, date, url === label ? "" : url].filter(Boolean).join(" · ")}</small></li>`)}</ol></section></div>`;
}
