import { html } from "./html.js";
import { coverageWords, plural, signalWords } from "./words.js";

/** The plan, and where each of its questions was worked on. @param {{ followed: import("./follow.js").Followed }} props */
export function Plan({ followed: { state } }) {
	if (!state) return null;
	const { subQuestions, messages } = state;
	if (subQuestions.length === 0) return html`<p class="hint">There is no plan yet.</p>`;
	return html`<div class="wide"><table class="plan"><caption>Sub-questions in the order of the plan, with the waves that worked on each.</caption>
		<thead><tr><th scope="col">Question</th><th scope="col">Covered</th><th scope="col">Found</th><th scope="col">Worked on in</th></tr></thead>
		<tbody>${subQuestions.map(
			({
				id,
				text,
				dimension,
				stance,
				priority,
				origin,
				coverage,
				claims,
				sources,
				waves,
				dropped,
			}) => html`<tr key=${id} class=${dropped ? "dropped" : ""}>
				<th scope="row">${text} <small>${[priority, dimension, stance === "adversarial" ? "against" : "", origin === "plan" ? "" : `from: ${origin}`].filter((one) => one !== "").join(", ")}</small></th>
				<td data-l="Covered"><span class=${`cover ${coverage}`}>${dropped ? "dropped" : coverageWords[coverage]}</span></td>
				<td data-l="Found">${claims > 0 ? `${plural(claims, "claim")} from ${plural(sources, "page")}` : "–"}</td>
				<td data-l="Worked on in">${waves.length === 0 ? "–" : html`<ul class="plain">${waves.map(({ wave, signal, queries }) => html`<li>wave ${wave}${signal ? `: ${signalWords[signal]}` : ""}${queries.length > 0 ? html` <small>${queries.map((one) => `“${one}”`).join(", ")}</small>` : ""}</li>`)}</ul>`}</td></tr>`,
		)}</tbody></table></div>
		${messages.length > 0 ? html`<h2>What you asked for</h2><ol class="plain">${messages.map(({ words, wave }) => html`<li>Before wave ${wave}: ${words}</li>`)}</ol>` : ""}`;
}
