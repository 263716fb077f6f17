import { html } from "./html.js";
import { plural } from "./words.js";

/** @typedef {import("./follow.js").Followed} Followed */

const verdictWords = {
	supported: "supported by its quotes",
	partial: "supported in part",
	unsupported: "not supported",
	contradicted: "contradicted",
};

/** The report while it is written, then its draft with the verdict on each sentence as it is given. @param {{ followed: Followed }} props */
export function Writing({ followed: { state, written, verdicts } }) {
	const draft = state?.draft;
	if (written === undefined && !draft) return null;
	const sentences = (draft ?? []).flatMap((section) => section.sentences);
	const verdictOf = (/** @type {(typeof sentences)[number]} */ { text, verdict }) => verdict ?? verdicts[text];
	const checked = sentences.flatMap((one) => verdictOf(one) ?? []);
	const held = checked.filter((one) => one === "supported" || one === "partial").length;
	const note =
		written !== undefined
			? "being written"
			: checked.length === 0
				? "not checked yet"
				: `${held} of ${plural(checked.length, "checked sentence")} supported, ${sentences.length - checked.length} to check`;
	return html`<section aria-labelledby="draft"><h2 id="draft">The report <small>${note}</small></h2>
		<div class="draft" tabindex="0" role="group" aria-labelledby="draft">${
			written === undefined
				? draft?.map(
						({ heading, sentences: ones }) => html`${heading === "" ? "" : html`<h3>${heading}</h3>`}
				<p>${ones.map((one) => {
					const verdict = /** @type {keyof typeof verdictWords | undefined} */ (verdictOf(one));
					return html`<span class=${`said ${verdict ?? ""}`} title=${verdict && verdictWords[verdict]}>${one.text}</span> `;
				})}</p>`,
					)
				: written.split("\n").map((line) => html`<p>${line}</p>`)
		}</div></section>`;
}
